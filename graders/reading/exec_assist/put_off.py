"""Whether a reply puts a meeting off, or forward, after it has booked it.

"Let us do it a day later instead" does; "a day later than you asked" describes what is booked, and
what the reader's own words call for, or what the booked time follows on, is no change either.
"""

import re

from graders.reading.exec_assist.action import Reading
from graders.reading.exec_assist.claims import given_days

_COUNT = r"(?:an?|another|half\san?|one|two|three|four|five|six|a\sfew|\d{1,2})"
_UNIT = r"(?:hours?|days?|weeks?|months?|min(?:ute)?s?)"
#: How far it goes from the time that is booked.
_APART = (
    rf"(?:{_COUNT}\s{_UNIT}\s(?:earlier|later|sooner|after|before|back|forward|ahead)"
    r"|the\s(?:day|week|month)\s(?:after|before)|(?:the|that)\s(?:next|following|previous)\s(?:day|week|month)"
    rf"|(?:by|for|off)\s{_COUNT}\s{_UNIT}|(?:to\s)?next\s(?:week|month|year)"
    r"|(?:to|for|on|until)\s(?:another|some\sother)\s(?:day|week|time))\b"
    r"(?=[.,;:!?]|\s*$|\s(?:instead|rather|though|then|please|if|so|as|because|and|but)\b"
    r"|\sthan\s(?:that|this|booked|stated|written)\b)"
)
_IT = r"(?:it|this|that|things|us|the\s(?:\w+\s)?(?:meeting|call|appointment|slot|thing))"
#: What is done, or wished, of the meeting.
_DONE = (
    rf"(?:\b(?:make|mov(?:e|ing)|shift(?:ing)?|push(?:ing)?|postpon(?:e|ing)|delay(?:ing)?)\s{_IT}"
    r"|\b(?:let(?:'s|\sus)|rather|better|(?:we|i)(?:'ll|\s(?:will|shall|should|must|can)))\s(?:\w+\s){0,2}?"
    rf"(?:(?:do|have|hold|take|see|put|start|bring)\s{_IT}|meet|start|begin|come|talk|speak|say|try)"
    r"|\bwe\s(?:meet|start|begin|talk|speak)"
    r"|\b(?:actually|instead|rather|on\sreflection|after\sall),?(?:\s(?:let|we|i|it|make|come|start|meet)\b)"
    r"|(?:^|\bplease\s|\band\s)(?:come|start|meet|arrive))"
)
_PUT_OFF = re.compile(rf"{_DONE}(?:\s(?!again\b|not\b|never\b)[\w']+){{0,4}}?\s({_APART})")
_INSTEAD = re.compile(rf"({_APART}),?\s(?:instead|rather)\b")


def put_off(reading: Reading) -> str | None:
    """A reason if the reply shifts the meeting that the action books, or None."""
    if reading.meeting is None:
        return None
    clauses = reading.reply.clauses
    named = [clause.start for clause in clauses if any(map(reading.is_promised, clause.times))]
    last = max(named, default=0)
    for clause in clauses:
        if clause.start < last or clause.says & {"condition", "moves"}:
            continue
        found = _PUT_OFF.search(clause.lower) or _INSTEAD.search(clause.lower)
        if not found or found[1] in reading.context.thread_text:
            continue
        if not (clause.days and reading.context.are_of(clause.days, given_days(reading))):
            return f"the reply shifts what the action books: {found[1]}"
    return None
