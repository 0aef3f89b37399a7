"""Whether a reply undoes the times that it gives: its writer stays away, or its reader is to.

"Ralf will not turn up at either of them", "neither is open" and "please do not come" do. What is
said under a condition, asked, quoted, or said of somebody else or of another time does not.
"""

import re
from collections.abc import Iterator

from graders.reading.exec_assist.action import Reading
from graders.reading.exec_assist.claims import given_days
from graders.reading.exec_assist.roles import LOOKBACK
from graders.reading.spans import Spans

_NOUN = r"(?:meetings?|calls?|appointments?|sessions?|talks?|times?|slots?|dates?|offers?|options?)"
_SEVERAL = (
    rf"(?:(?:either|neither|both|any|each)\sof\s(?:(?:them|these|those|the)\b(?:\s(?:two\s)?{_NOUN})?)"
    rf"|(?:either|neither|both|these|those)(?:\s(?:two\s)?{_NOUN})?|them)"
)
_END = r"(?=\s*+(?:$|[.,;:!?)\n-]))"
_ONE = rf"(?:it|(?:this|that)(?:\s{_NOUN}|{_END})|(?:the|our|your)\s(?:\w+\s){{0,3}}?{_NOUN})"
#: The meeting, or the times given, after what is not done.
_AT_IT = (
    rf"\s(?:to|at|for|on|in|during|from|over|through(?:out)?)\s(?:{_SEVERAL}|{_ONE})\b"
    r"(?!\s(?:late|early|with|without|un\w+|empty|alone|by|until|before|after)\b)"
)
_ENDS = (
    rf"(?:{_END}|(?=\s(?:then|there|at\sall|after\sall|either|anyway|though|myself|himself|herself"
    r"|personally|and|but|so|because|since|unless|please|as\s(?:he|she|i|we|it|nobody|there|\w+\swill)"
    rf"|(?:to|at|on)\s\d|on\s\w+day)\b)|{_AT_IT})"
)
_COME = (
    r"(?:(?:(?:turn|show)(?:ing)?\sup|com(?:e|ing)(?:\s(?:along|here|over))?|attend(?:ing)?|appear(?:ing)?"
    r"|join(?:ing)?(?:\s(?:you|us|in))?|tak(?:e|ing)\spart|be(?:ing)?\s(?:there|present|in\sattendance))"
    rf"(?:\s{_SEVERAL}|\s{_ONE})?{_ENDS}|be(?:ing)?{_AT_IT})"
)
_ADVERBS = r"(?:\s(?:\w+ly|also|now|just|after\sall|in\sfact|therefore|however|still|even)){0,2}"
_WILL = r"(?:will|shall|is\sgoing\sto|am\sgoing\sto|(?:plan|mean|intend|prefer)s?\sto)"
#: How somebody stays away, right after the word for who it is.
_STAYS = re.compile(
    rf"(?:\b(?:will|shall|would|is|am|are|does|do|has|have){_ADVERBS}\snot|\b(?:won|shan|isn|aren|doesn|don)'t"
    rf"|'(?:ll|m|re)\snot){_ADVERBS}(?:\s(?:going|planning|intend(?:ing)?|plan|mean|want|wish)\sto|\sbe)?\s{_COME}"
    rf"|\b(?:cannot|can't|unable\sto|not\sable\sto)\s(?:come|attend|be|join|take\spart){_AT_IT}"
    rf"|\b(?:decided|resolved|chosen)\snot\sto\s{_COME}|\bno\sintention\s(?:of|to)\s{_COME}"
    rf"|\b(?:refuses?|declines?)\sto\s{_COME}"
    rf"|\b{_WILL}{_ADVERBS}\s(?:be\sabsent|stay\s(?:away|(?:at\s)?home)|skip|keep\saway)(?:\s(?:of|from))?"
    rf"(?:\s{_SEVERAL}|\s{_ONE})?{_ENDS}"
)
#: Who is somewhere else during what is named, or all day.
_ELSEWHERE = re.compile(
    r"(?:\b(?:will\sbe|shall\sbe|is|am)|'ll\sbe|'m)\s(?:(?!not\b|never\b|no\b)\w+\s)?"
    r"(?:away|abroad|absent|elsewhere|travell?ing|flying|on\s(?:leave|holiday|vacation)"
    r"|(?:on|in)\s(?:an?|his|her|my|the)\s(?:\w+\s)?(?:flight|plane|train|aeroplane|airplane)"
    r"|(?:at|on)\s(?:a|the)\s(?:beach|seaside)(?!\s(?:for|over)\b)|asleep|in\sbed"
    r"|out\sof\s(?:the\s)?(?:town|office|country))(?:\s(?:to|in|over)\s\w+)?"
    rf"(?:,?\s(?:during|at|on|for|through(?:out)?|over)\s(?:{_SEVERAL}|{_ONE})"
    r"(?!(?:\sdays)?\s(?:in\sthe|until|before|after|from)\b)"
    r"|,?\s(?P<day>(?:all|the\swhole)\s(?:the\s)?day\b)(?!\s(?:but|except|until|after)\b))"
)
#: Who has something else to do then.
_ENGAGED = re.compile(
    r"(?:\b(?:will\sbe|shall\sbe|is|am)|'ll\sbe|'m)\s(?:(?!not\b|never\b|no\b)\w+\s)?"
    rf"(?:double-booked{_END}|(?:busy|engaged|occupied|double-booked|away|elsewhere|tied\sup)(?:\selsewhere)?"
    rf"\s(?:then|at\s(?:that\s(?:time|hour)|both|either)){_END})"
)
_NOBODY = re.compile(
    r"\b(?:(?:nobody|no\sone|none\sof\sus|neither\sof\sus|neither\s(\w+)\snor\s(\w+)(?:\s\w+)?)"
    rf"(?:\s(?:will|shall|is\sgoing\sto)|'ll){_ADVERBS}\s(?!join)(?:be\scoming\b|{_COME})"
    rf"|there\swill\sbe\s(?:nobody|no\sone)(?:{_END}|\s(?:there|here|at)\b))(?!\s(?:but|except|besides|apart|other)\b)"
)
_THEM = (
    rf"(?:(?:all|both|each|either|any)\s(?:of\s)?)?(?:(?:these|those)(?:\s(?:two\s)?{_NOUN})?|them|both|either"
    rf"|the\s(?:\w+\s)?(?:times|slots|offers|options|dates|alternatives|booking|meeting))(?:\s(?:above|below))?"
)
#: How the reader is told to stay away, right after the word for whom.
_KEPT_AWAY = re.compile(
    r"\b(?:(?:(?:do|must|should|need|ought|better|rather|are|please|kindly)\snot|(?:don|mustn|shouldn|needn)'t|never|not\sto)"
    rf"(?:\s(?:have|need|to|even|ever|bother|trouble|try|dare)){{0,4}}\s{_COME}"
    rf"|(?:rather|prefer|better\sif|best\sif)\s(?:that\s)?you\s(?:did\snot|didn't|do\snot|don't|not(?:\sto)?)\s{_COME}"
    rf"|no\s(?:need|point|sense|use|reason)(?:\sfor\syou)?\s(?:to|in)\s{_COME}"
    rf"|(?:stay|keep)\s(?:away|(?:at\s)?home)(?:\sfrom\s(?:{_SEVERAL}|{_ONE}))?{_END}"
    rf"|not\s(?:welcome|wanted|expected|invited){_ENDS}"
    r"|(?:ignore|disregard|forget(?:\sabout)?|discard|pay\sno\s(?:attention|heed)\sto|take\sno\snotice\sof)"
    rf"\s{_THEM}(?:{_END}|(?=\s(?:and|as|because|since|please)\b)))"
)
#: That the times offered are not to be had.
_GONE = re.compile(
    r"(?P<gone>\b(?:neither|none)(?:\sof\s(?:them|these|those|the\s\w+))?\s(?:(?:is|are)\s(?:\w+ly\s)?"
    r"(?:open|free|available|possible)\b|(?:works?|suits?|will\s(?:do|work|suit))\b)"
    r"|\bboth\sare\sno\slonger\s(?:open|free|available)\b)"
)
#: Right before it: it is the reader who is told.
_TOLD = re.compile(
    r"(?:(?:^|[.,;:!?\n(-])\s{0,3}|\b(?:please|kindly|so|and|then|therefore|hence|thus|but|just|simply|rather"
    r"|you(?:'d|'re|\swould|\swill|\sare|\shad|\sdo|\sall|\sboth|\s(?:can|may|should|must)(?:\ssafely)?)?"
    r"|(?:there|it)\sis|there's|better|best|would|'d)\s)$"
)
_WHO = re.compile(
    r"(?<![a-z])([a-z]++)(?:\s(?:and|or|nor)\s([a-z]++))?"
    r"(?:\s(?:himself|herself|myself|has|have|is|am))?\s?$"
)
_UNSURE = re.compile(
    r"\b(?:(?<!better\s)(?<!best\s)if(?!\s(?:you\sask|i\smay|truth))|unless(?!\syou\s(?:hear|are\stold|get|receive))"
    r"|whether|in\scase|otherwise|should\s(?:you|he|she|it|they|we|i)|rumou?rs?|(?:true|mean|think|wrong)\sthat"
    r"|(?:you|he|she|they)\s(?:asked(?!\sme)|wanted|suggested|proposed|wished|wrote|said|fear)|feared?|yet|earlier|else\b"
    r"|(?:your|requested|original|first)\s(?:\w+\s)?(?:time|slot|date|hour|request)"
    r"|(?:as|since|because|why)\s(?:i|we)\b)"
)
_REMOTE = re.compile(r"\b(?:(?:tele)?phone|dial(?:s|ling)?|video|online|remote(?:ly)?|screen)\b")
_MORE = 80
"""Characters after a sentence in which it may say that who is elsewhere comes by telephone."""
_QUOTED = re.compile(r"\byou\s(?:wrote|write|said|say)\b[^.!?\n\"]*(?:\"[^\"\n]*\"?)?")
_SENTENCE = re.compile(r"[^.!?\n]++[.!?\n]?")
_PLURAL = re.compile(rf"\b{_SEVERAL}")


def stays_away(reading: Reading) -> str | None:
    """A reason if the reply keeps its writer or its reader from the times it gives, or None."""
    lower = reading.reply.lower
    quoted = Spans(found.span() for found in _QUOTED.finditer(lower))
    for sentence in _SENTENCE.finditer(lower):
        for found in _kept(reading, sentence):
            at = sentence.start() + found.start()
            if not quoted.cover(at, at) and _is_meant(reading, sentence, found):
                return f"the reply undoes what it gives: {found[0].strip()}"
    return None


def _kept(reading: Reading, sentence: re.Match[str]) -> Iterator[re.Match[str]]:
    """What in a sentence keeps the writer or the reader away."""
    said, people = sentence[0], reading.context.people
    for found in _KEPT_AWAY.finditer(said):
        before = said[max(0, found.start() - LOOKBACK) : found.start()]
        if _TOLD.search(before):
            yield found
    if said.endswith("?"):
        return
    if reading.offers:
        yield from _GONE.finditer(said)
    writer = people.writer | {"i", "we"}
    after = reading.reply.lower[sentence.start() : sentence.end() + _MORE]
    if not _REMOTE.search(after):
        for pattern in (_STAYS, _ELSEWHERE, _ENGAGED):
            for found in pattern.finditer(said):
                who = _WHO.search(said[max(0, found.start() - LOOKBACK) : found.start()])
                if who and not writer.isdisjoint(who.groups()):
                    yield found
    for found in _NOBODY.finditer(said):
        if not found[1] or not writer.isdisjoint(found.groups()):
            yield found


def _is_meant(reading: Reading, sentence: re.Match[str], found: re.Match[str]) -> bool:
    """Whether a sentence is sure, and about the times that the reply gives: it says so, or they are
    what it named last."""
    if _UNSURE.search(sentence[0]):
        return False
    last, given = None, given_days(reading)
    if found.groupdict().get("day"):
        at = sentence.start() + found.start()
        named = [c for c in reading.reply.clauses if c.start <= at < c.end and c.days]
        return any(reading.context.are_of(one.days, given) for one in named)
    for clause in reading.reply.clauses:
        here = clause.start < sentence.end() and sentence.start() < clause.end
        if here and not reading.context.are_of(clause.days, given):
            return False
        for time in clause.times:
            if time.start >= sentence.end():
                break
            mine = time.ends_range or reading.is_promised(time)
            if time.start >= sentence.start() and not mine:
                return False
            last = last if time.ends_range else mine
    if found.groupdict().get("gone"):
        return bool(last)
    return bool(_PLURAL.search(found[0])) or (last is None and bool(reading.meeting)) or bool(last)
