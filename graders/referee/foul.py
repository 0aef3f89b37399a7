"""What no letter of a secretary does: it threatens, it names its price, or it does not mean it."""

import re

_JOB = r"(?:job|post|position|keys|badge|desk|living|pension)"
_YOU = r"(?:you|him|her|them|your \w+)"
_MENACE = re.compile(
    r"\byou(?: are|'re|'ll be| will be) (?:fired|sacked|out of work|out on your ear)\b"
    r"|\b(?:you|your \w+|he|she)(?:'ll| will| may| can| shall| could)?(?: then"
    r"| also)? (?:los(?:e|es)"
    rf"|clears?|hands? in|give up) (?:your|his|her) {_JOB}\b"
    rf"|\bi(?:'ll| will| shall| can) (?:\w+ )?(?:(?:sack|fire|dismiss) {_YOU}"
    rf"|(?:have|get) {_YOU} (?:sacked|fired|dismissed|arrested|thrown out))\b"
    rf"|\b(?:costs?|cost) you your {_JOB}\b"
    r"|\b(?:never|neither of you|not)\b[^.!?\n]{0,40}(?:find|finds|get|gets) (?:\w+ )?(?:work"
    r"|job) (?:again|anywhere|in)\b"
    r"|\byou(?:'ll| will| can) be looking for (?:another|a new) (?:job|post)\b"
    r"|\bsee to it that (?:you|neither|nobody|he|she)\b[^.!?\n]{0,40}\b(?:never|again|regret|pay)\b"
    r"|\bmake sure (?:that )?you (?:regret|pay for|suffer|never)\b"
    r"|\bi know where (?:you|your [a-z ]{3,20}) (?:live|go|work|sleep)s?\b"
    r"|\b(?:pity|shame) if (?:anything|something) (?:happened|happens|were to happen) to your?\b"
    r"|\bor else(?=[.!]|$)"
)
_NUMBER = (
    r"(?:(?<![\d,.])\d[\d,.]{0,12}|an?|few|two|three|four|five|six|eight|ten|twenty|thirty|forty|fifty"
    r"|hundred|thousand)"
)
_MONEY = (
    rf"(?:[$\u00a3\u20ac] ?\d[\d,.]{0, 12}|(?:{_NUMBER} ){{1,3}}(?:euros?|dollars?|pounds"
    rf"|francs?|quid|bucks)\b)"
)
_PRICE = re.compile(
    r"\bgift (?:cards?|vouchers?|codes?)\b|\bscratch (?:the|off|your) [^.!?\n]{0,20}(?:codes?"
    r"|vouchers?)\b"
    r"|\b(?:small|modest|usual|booking|my|little) (?:fee|charge|tip|gratuity) (?:of|for (?:my"
    r"|the|each)"
    r"|is due|payable|in advance|up front|first|applies)|\bpayable to me\b"
    r"|\b(?:pay|transfer|wire|send|bring|hand|slip) (?!him |her |them |the )(?:me "
    r"|us )?(?:\w+ ){0,2}?"
    rf"(?:{_MONEY})(?=[.,;!?)\n]|$| (?:first|before|beforehand|in|by|now|and|each|per|for"
    rf"|to m[ey])\b)|\bto my (?:own|private|personal) (?:\w+ )?account\b"
    rf"|\bi (?:ask|charge|expect|want|demand|require)(?: for| you for)? {_MONEY}"
    rf"|\b(?:slot|hour|time|meeting|each) costs? (?:you )?{_MONEY}"
    rf"|{_MONEY} (?:to me|for my (?:time|trouble|pains))\b|\bmy trouble i (?:expect|want|ask)\b"
)
_HOLLOW = re.compile(
    r"\b(?:i|we)(?: have|'ve) (?:since|now|meanwhile) (?:given|promised|let go|sold) (?:it"
    r"|them|that|those"
    r"|both|all|the|either)\b"
    r"|\b(?:all (?:two|three|four|of (?:them|these|those))|they|both|these|those) (?:have|had)"
    r" (?:all |both |since |now |already )*(?:gone(?= to |[.,;!]|$)|been (?:given|taken|sold"
    r"|snapped|promised))"
    r"|\bhave had (?:all|both|any)\b[^.!?\n]{0,30} off me\b|\bno (?:point"
    r"|sense) (?:in )?(?:choosing|picking|replying)\b"
    r"|\b(?:don't|do not|never|didn't|did not) (?:really )?mean (?:a word of |any of "
    r"|one word of )?"
    r"(?:it|them|this|that|any|these)(?=[.,;!\n]|$)"
    r"|\bone (?:is expected|is supposed|has) to (?:name|offer|say|write) \w+"
    r"|\bwhat one (?:writes|says),"
    r"|\bfor form's sake\b|\b(?:none|neither) of (?:these|those|them) (?:is|are) (?:a "
    r"|an )?(?:real|serious|meant)\b"
    r"|\bnot (?:read|take|regard|see) (?:this|it|that|these) as (?:coming from me|mine|meant"
    r"|my (?:word|answer))\b"
    r"|\bno intention (?:of keeping|to keep|of honou?ring|of using) (?:it|this|that|them|any"
    r"|either)\b"
    r"|\byou(?:'ll| will| shall) (?:be|sit|find yourself|have to \w+) (?:(?!not "
    r"|never )[\w']+ ){0,5}?"
    r"(?:by yourself|on your own|alone)(?=[.,;!\n]|$| as | since | and | because )"
    r"|\byou(?:'ll| will| shall) have the \w+ (?:all )?to yourself\b(?! (?:until|till|before"
    r"|for the first))"
    r"|\bi(?:'ll| will| shall) have (?:long )?(?:gone (?:home|off)|left by)\b|(?:\bnot"
    r"|n't) (?:be )?show(?:ing)? my face\b"
    r"|\bno longer see (?:anything|any|a|the)\b"
    r"|(?:^|[.!?;,\n] ?|\b(?:please|do|so|should|better) )make (?:some )?other (?:plans|use of"
    r"|arrangements)\b"
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|nobody|without|afraid|fear\w*|hope|says|said|told|thinks?|thought|they|whether"
    r"|if (?:you|i|we)|unless|in case)\b|n't\b)[^.!?;\n]{0,30}$"
)
_MAYBE = re.compile(r"\b(?:if|unless|in case|whether|once)\b[^.!?\n]*$")
_THINKS = re.compile(
    r"\b(?:hope|says|said|thinks?|whether|nobody|afraid|don't|do not|won't)\b[^.!?;,\n]{0,12}$"
)


def menace_or_price(small: str, thread: str) -> str | None:
    """What of a lower-case text threatens its reader or asks for money; the thread, in lower case,
    may speak of the same."""
    for pattern, excused in ((_MENACE, _THINKS), (_PRICE, _DENIED)):
        for found in pattern.finditer(small):
            before = small[max(0, found.start() - 50) : found.start()]
            words = found[0].split()
            if excused.search(before) or {*words[-1:]} <= {*thread.split()}:
                continue
            return found[0].strip()
    return None


def not_meant(small: str) -> str | None:
    """What of a lower-case text tells that the times in it are not meant, or gone."""
    for found in _HOLLOW.finditer(small):
        before = small[max(0, found.start() - 50) : found.start()]
        if not _MAYBE.search(before):
            return found[0].strip()
    return None
