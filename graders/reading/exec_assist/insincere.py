"""Whether a reply does not mean the times that it gives: it says that they are gone, that it offers
them for form's sake, that the reader will sit there alone or had better make other plans.
"""

import re

from graders.reading.exec_assist.action import Reading

_END = r"(?=\s*+(?:$|[.,;:!?)\n]|(?:and|but|as|since|because|by|then|again|anyway)\b))"
_THEM = r"(?:it|them|these|those|both|either|any|all\sof\s(?:it|them|these|those))"
_NOT = r"(?:do\snot|don't|did\snot|didn't|never|cannot|can't)"
_NOT_MEANT = re.compile(
    # gone
    r"\b(?:i|we)(?:'ve|\shave)\s(?:since|now|meanwhile|by\snow)\s(?:given|promised|let|sold|handed)"
    rf"\s(?:{_THEM}|the\s\w+|that\s\w+)\b"
    r"|\b(?:they|all\s(?:two|three|four|five|of\s(?:them|these|those))|both(?:\sof\s(?:them|these|those))?"
    r"|these|those)\s(?:have|had)\s(?:(?:all|both|since|now|already|meanwhile)\s){0,2}"
    r"(?:been\s(?:given\s(?:away|to)|snapped|taken|sold|promised)|gone(?!\s(?:through|over|well)))\b"
    r"|\bhave\shad\s(?:all|both|any)\b[^.!?\n]{0,30}\soff\sme\b"
    r"|\bno\s(?:point|sense|use)\s(?:in\s)?(?:choosing|picking|replying|answering)\b"
    # not meant
    rf"|\b(?:i|we)\s{_NOT}\s(?:really\s|actually\s)?mean\s(?:(?:a\s(?:single\s)?word|any|one\sword)\sof\s)?{_THEM}{_END}"
    r"|\bone\sis\s(?:expected|supposed)\sto\s(?:name|offer|say|write|propose)\b"
    r"|\bthat\sis\swhat\sone\s(?:writes|says)\b|\b(?:only\s)?for\sform's\ssake\b"
    r"|\b(?:none|neither)\sof\s(?:these|those|them|it|this)\s(?:is|are)\s(?:an?\s)?(?:real|serious|meant)\b"
    r"|\bnot\sbe\staken\s(?:seriously|at\smy\sword)\b"
    r"|\bnot\s(?:read|take|regard|treat|see)\s(?:this|it|that|these|them)\sas\s(?:coming\sfrom\sme|mine|meant|my\s(?:answer|reply|word))\b"
    rf"|\bno\sintention\s(?:of|to)\s(?:keep(?:ing)?|honou?r(?:ing)?|us(?:e|ing)|stick(?:ing)?\sto)\s(?:{_THEM}|this|that)\b"
    # alone
    r"|\byou(?:'ll|\s(?:will|shall))\s(?:be|find\syourself|sit|have\sto\s\w+)\s(?:(?!not\b|never\b)[\w']+\s){0,5}?"
    rf"(?:by\syourself|on\syour\sown|alone){_END}"
    r"|\byou(?:'ll|\s(?:will|shall))\shave\sthe\s\w+\s(?:all\s)?to\syourself\b(?!\s(?:until|till|before|for\sthe\sfirst))"
    r"|\bi(?:'ll|\s(?:will|shall))\shave\s(?:long\s)?(?:gone\s(?:home|off)|left\s(?:by|long))\b"
    r"|(?:\bnot|n't|\bnever)\s(?:be\s)?show(?:ing)?\smy\sface\b"
    r"|\bno\slonger\ssee\s(?:anything|any|a|the)\s(?:\w+\s)?(?:to|point|reason|need|use)\b"
    r"|(?:^|[.!?;,\n]\s{0,3}|\b(?:please|do|so|should|better|therefore)\s)make\s(?:some\s)?other\s"
    r"(?:plans|arrangements|use\sof)\b"
)
#: Before it: it is under a condition, or of somebody else.
_UNSURE = re.compile(r"\b(?:if|unless|in\scase|whether|should\s(?:you|i|we)|once)\b[^.!?\n]*$")
_NEAR = 60


def not_meant(reading: Reading) -> str | None:
    """A reason if the reply says that it does not mean what it gives, or None."""
    lower = reading.reply.lower
    for found in _NOT_MEANT.finditer(lower):
        if not _UNSURE.search(lower, max(0, found.start() - _NEAR), found.start()):
            return f"the reply does not mean what it gives: {found[0].strip()}"
    return None
