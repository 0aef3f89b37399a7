"""Whether a reply that declines says why: the deadline, or an entry that the time asked for clashes
with.

An entry that is not in the way is no reason, nor is one of which the reply says that it is not.
"""

import re
from collections.abc import Iterator

from graders.reading.exec_assist.action import Reading
from graders.reading.normalise import folded

#: Before the name of what is in the way.
_LEADS_TO = re.compile(
    r"\b(?:clash\w*|conflict\w*|collid\w+|overlap\w*|because(?:\sof)?|since|as|due\sto|owing\sto|on\saccount\sof"
    r"|reason\s(?:is|for\s(?:it|this|that)\sis)|(?:i|we|he|she|calendar|diary)(?:'ve|\s(?:already\s)?(?:have|has|had|got))"
    r"|(?:be|am|is|are|needed|expected|busy|engaged|booked|taken|blocked|occupied|tied\sup|committed)\s(?:at|in|on|for|by|with|up\sby))"
    r"(?:\s(?:up\sby|with|of|the|a|an|my|our|its|his|her|already|in|by|at|for|is|standing|regular|\"|'))*\s*[\"']?$"
)
#: After it.
_STANDS = re.compile(
    r"[\"']?(?:\s(?:meeting|session|call|which|that|at|on|from|then|\d\S*|\w+day))*"
    r"\s(?:is\s(?:in\sthe\sway|on|at|then|scheduled|booked|fixed|already|there)|stands\s(?:in|there|at|then)|takes|blocks|occupies|fills"
    r"|runs|clashes|overlaps|conflicts|collides|keeps|prevents|gets\sin|lies|sits|needs\sme)\b"
)
_DENIED = re.compile(r"\b(?:not|no|never|nothing|without|neither|nor)\b|n't\b")
_BREAK = re.compile(r"[.!?;\n,]|\bbut\b")
_NEAR = 60


def gives_reason(reading: Reading) -> bool:
    """Whether the reply names the deadline, or something that the time asked for clashes with."""
    context, lower = reading.context, reading.reply.lower
    told = [day for clause in reading.reply.clauses for day in clause.days]
    if "deadline" in lower or any(context.are_of([day], context.deadline_days) for day in told):
        return True
    return any(_is_in_the_way(lower, *place) for place in _clashes(reading, lower))


def _clashes(reading: Reading, lower: str) -> Iterator[tuple[int, int]]:
    """Where the reply names an entry, or the author of a request, that the time clashes with."""
    calendar, true = reading.scenario.calendar, reading.scenario.truth.conflicts
    names = {one.title for one in (*calendar.events, *calendar.series) if one.id in true}
    names |= {one.who for one in calendar.pending if one.id in true}
    for name in map(folded, names):
        at = lower.find(name)
        while at >= 0:
            yield at, at + len(name)
            at = lower.find(name, at + len(name))


def _is_in_the_way(lower: str, start: int, end: int) -> bool:
    """Whether the words around a name say that it is the reason."""
    before = _BREAK.split(lower[max(0, start - _NEAR) : start])[-1]
    after = _BREAK.split(lower[end : end + _NEAR])[0]
    if _STANDS.match(after):
        return not _DENIED.search(after)
    led = _LEADS_TO.search(before)
    return bool(led) and not _DENIED.search(before, max(0, led.start() - 25))
