"""Parses an email: the times it gives or rules out, and what it says was done.

A reply is read clause by clause. A clause says what its phrases clearly claim; a phrase after
"not", "could" or "if" is no claim. A phrase decides the role of the times next to it. A time is in
the reader's time zone unless words next to it, or for the whole letter, say otherwise.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from desks.own.reading.said.lengths import lengths
from graders.reading.exec_assist.phrases import Cue, Says, cues
from graders.reading.exec_assist.roles import (
    LISTED,
    LOOKBACK,
    RULED_OUT,
    Role,
    StatedTime,
    day_of,
    read_times,
)
from graders.reading.exec_assist.time_expressions import Day, clock_times, days
from graders.reading.exec_assist.time_zones import ZoneOf, zones_of
from graders.reading.normalise import unaccented

CLAIMS = frozenset({"books", "moves", "accepts", "busy", "free"})
"""These count only if nothing right before them denies them."""
SETTLES = frozenset({"books", "moves", "accepts", "agrees"})
"""These do not count under a condition."""
REFUSALS = frozenset({"busy", "refuses", "absent", "declines"})
#: Where one clause ends and the next begins.
BREAK = re.compile(
    r"[.!?;\n,:\s](?:(?<=[.!?;])(?<![.!?;]{2})(?!(?<=[ap]\.m\.)\s(?:to|till|until|and|or|on|your|my|our)\b)[.!?;]*+(?=\s|$)|(?<=\n)"
    r"|(?<=\s)(?<!\s\s)(?:[-\u2013\u2014]\s(?!\d)|\s*+(?=and\s(?:i|we)\b))"
    r"|(?:(?<=\s)(?<!\s\s)\s*+|(?<=,)(?<!\s,)\s++)(?=(?:but|however|so|though|yet)\b)"
    r"|(?<=,)\s++(?=(?:and\s+)?(?:i|we|he|she|it|they|you|your|could|can|may(?!\s\d)|shall|how|what|would"
    r"|please|here|as|do\snot|don't)\b)"
    r"|(?<=\w:)\s(?=\w))",
)
#: Right before a claim: it is not true, or not yet.
_DENIED = re.compile(
    r"(?:\b(?:not|no|none|neither|never|nothing|cannot|unable|impossible|without|hope|could|would"
    r"|can|may|shall|happy\sto|glad\sto|please(?!\s(?:it|the|that)\b)|or)\b|n't\b)"
    r"(?:\s++(?!(?:it|this|that|i|we|you)\b)[^\s,;:.]++){0,4}\s*+$"
)
#: Right before a doubt: it is over, or about something else.
_BYGONE = re.compile(r"\b(?:(?:had|was|were)\s(?:\w+\s){0,3}|(?:only|just)\sa\s)$")
_BUT = re.compile(r"\s*+(?:but|yet|though|however)\b[^.;]{0,60}?(?:n't\b|\b(?:not|no|cannot)\b)")
_SAME_DAY = re.compile(r"\b(?:same|that)\s(?:day|morning|afternoon)\b")
#: Only times and days, before what is said about them.
_TOPIC = re.compile(rf"\s*(?:at|on)\b{LISTED.pattern}(?:however,)?")
_HANGS = re.compile(r"\s*+(?:once|if|when|as\s+soon\s+as|until|unless)\b")
#: What the reader has to do first, and what follows from it: "Text me a number, and it is booked".
_ASKS = re.compile(
    r"\s*+(?:(?:please|just|simply|only|so)\s){0,2}(?:text|send|ring|drop|reply|e-?mail|message|mail|answer"
    r"|ping|buzz|name|give|tell|say|pick|choose|call|write|shout|(?:one|a)\s(?:word|line|nod|text))\b"
)
_THEN = re.compile(r",\s++and\s(?:it|that|this|you|the\s\w+)\b")


class Clause(NamedTuple):
    """A clause at characters [start, end) of the reply: what it names and what it says."""

    start: int
    end: int
    lower: str
    cues: tuple[Cue, ...]
    says: frozenset[Says]
    times: tuple[StatedTime, ...]
    days: tuple[Day, ...]
    lengths: frozenset[int]
    """Minutes."""

    @property
    def refuses(self) -> bool:
        """Whether it clearly says that something is taken, turned down or impossible."""
        return not REFUSALS.isdisjoint(self.says)


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole email without its accents, parsed into clauses."""

    text: str
    lower: str
    clauses: tuple[Clause, ...]

    def says(self, *what: Says) -> bool:
        """Whether any clause says one of these."""
        return any(not clause.says.isdisjoint(what) for clause in self.clauses)

    def times(self, *roles: Role) -> Iterator[StatedTime]:
        """The times that have one of these roles."""
        return (t for clause in self.clauses for t in clause.times if t.role in roles)


def read_reply(text: str, marks: Mapping[str, ZoneOf]) -> Reply:
    """Parse an email, accents aside. `marks`: lower-case words that, next to a time, give its time
    zone."""
    text = unaccented(text)
    lower = text.lower()
    edges = [0, *(e for found in BREAK.finditer(lower) for e in found.span()), len(text)]
    spans: list[tuple[int, int]] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        begins, ends = spans[-1] if spans else (0, 0)
        topic = 0 < ends - begins < LOOKBACK and lower[ends] == ","
        if topic and _TOPIC.fullmatch(lower, begins, ends):
            spans[-1] = (begins, end)  # "At 11:30, however, I am engaged"
        elif start < end:
            spans.append((start, end))
    times = clock_times(text)
    zoned = list(zip(times, zones_of(lower, spans, times, marks), strict=True))
    clauses: list[Clause] = []
    last_day: tuple[Day, ...] = ()
    hangs = False  # "Once you agree, it is booked": the main clause depends on the condition
    for (start, end), here, placed, mine, long in zip(
        spans,
        _parted(list(cues(lower)), spans),
        _parted([(time.start, time, zones) for time, zones in zoned], spans),
        _parted(days(text), spans),
        _parted(list(_lengths(text)), spans),
        strict=True,
    ):
        part = lower[start:end]
        says = _said(lower, start, here, hangs)
        if last_day and (placed or mine) and (same := _SAME_DAY.search(part)):
            mine = [*mine, *((start + same.start(), day) for day in last_day)]
            mine.sort(key=itemgetter(0))
        if clauses and not placed and _BUT.match(part):  # "I could do 11:00, but Alma can't"
            out = tuple(t._replace(role="ruled out") for t in clauses[-1].times)
            clauses[-1] = clauses[-1]._replace(times=out)
        clauses.append(
            Clause(
                start=start,
                end=end,
                lower=part,
                cues=tuple(here),
                says=says,
                times=tuple(read_times(lower, (start, end), placed, mine, here, says, last_day))
                if placed
                else (),
                days=tuple([day for _, day in mine]),
                lengths=frozenset(
                    n for at, n in long if not _precedes(RULED_OUT, lower, start, at)
                ),
            )
        )
        if mine:
            last_day = day_of(len(text), mine, [])
        hangs = text[end : end + 1] == "," and bool(_HANGS.match(part))
        hangs = hangs or bool(_ASKS.match(part) and _THEN.match(lower, end))
    return Reply(text, lower, tuple(clauses))


def _lengths(text: str) -> Iterator[tuple[int, int]]:
    """Where a text names a length of time, in minutes; "coffee for 20" names none."""
    for one in lengths(text):
        if not (one.shift or text[one.begin : one.end].isdigit()):
            yield one.begin, one.minutes


def _parted(found: list[tuple], spans: Sequence[tuple[int, int]]) -> Iterator[list[tuple]]:
    """Divide items sorted by position among the clauses."""
    at = 0
    for _, end in spans:
        first = at
        while at < len(found) and found[at][0] < end:
            at += 1
        yield found[first:at]


def _said(lower: str, start: int, found: Sequence[Cue], hangs: bool) -> frozenset[Says]:
    """What a clause clearly says."""
    conditions = [cue.start for cue in found if cue.says == "condition"]
    return frozenset(
        cue.says
        for cue in found
        if not (cue.says in SETTLES and (hangs or conditions))
        and not (cue.says == "retracts" and conditions and conditions[0] < cue.start)
        and not (cue.says == "defers" and _precedes(_BYGONE, lower, start, cue.start))
        and not (cue.says in CLAIMS and _precedes(_DENIED, lower, start, cue.start))
    )


def _precedes(pattern: re.Pattern[str], lower: str, start: int, at: int) -> bool:
    """Whether a pattern that ends at a position matches there, in a clause from `start`."""
    return bool(pattern.search(lower, max(start, at - LOOKBACK), at))
