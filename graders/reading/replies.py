"""What an email tells its reader: the times it promises or rules out, and what it says was done.

A reply is read clause by clause. A clause that says "not", "taken" or "busy" rules its times out;
one that tells of the writer's own day ("I have a call at 10:00") is set apart; any other promises
them. A time belongs to the reader's clock unless it is marked otherwise ("our time", "UTC").
This is a reader of plain business English, not of all English: what it cannot place, it leaves
out rather than guesses.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from graders.reading.clocks import Day, clock_times, days, lengths

Whose = Literal["reader", "writer", "utc"]
Stance = Literal["books", "moves", "declines", "refuses", "offers", "own_day"]


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: characters [start, end) of its clause, and the minutes since midnight that it
    may mean."""

    minutes: frozenset[int]
    start: int
    end: int
    whose: Whose
    day: tuple[Day, ...]
    """The day that it is said of, as the clause names it: a weekday, a date, or both."""
    promised: bool
    closes: bool
    """It ends a stretch ("to 15:00", "until noon")."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: what it names, whether it rules out, and what it says."""

    text: str
    negative: bool
    clocks: tuple[Clock, ...]
    days: tuple[Day, ...]
    lengths: frozenset[int]
    """Minutes."""
    stances: frozenset[Stance]


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole email, read."""

    text: str
    clauses: tuple[Clause, ...]
    starts: tuple[int, ...]
    """Where in the text each clause starts."""

    def says(self, *stances: Stance) -> bool:
        return any(clause.stances.intersection(stances) for clause in self.clauses)

    def clocks(self, promised: bool) -> Iterator[tuple[Clause, Clock]]:
        for clause in self.clauses:
            for clock in clause.clocks:
                if clock.promised == promised:
                    yield clause, clock


_I = re.IGNORECASE
_BREAK = re.compile(
    r"[.!?;](?=\s|$)|\n|\s[-\u2013\u2014]\s"
    r"|,?\s+(?=(?:but|however|so|though|yet)\b)"
    r"|,\s+(?=(?:and\s+)?(?:i|we|he|she|it|they|you|your|could|can|how|what|would|please|here|as)\b)"
    r"|\s+(?=and\s+(?:i|we)\b)",
    _I,
)
_NEGATIVE = re.compile(
    r"\b(?:not|no|none|never|nothing|cannot|unable|unavailable|impossible|taken|busy|occupied"
    r"|blocked|engaged|full|overlaps?|clash\w*|conflict\w*|collid\w*|declin\w*|outside|without"
    r"|unfortunately|tied\s+up|keeps?\s+\w+\s+from"
    r"|already\s+(?:booked|scheduled|has|have|in)|(?:i|we)\s*(?:am|are|'m|'re)\s+booked"
    r"|(?:he|she)\s+is\s+booked)\b|n['\u2019]t\b",
    _I,
)
_NO_OBSTACLE = re.compile(
    r"\b(?:no\s+(?:clash|conflict|problem|objection)\w*|not\s+(?:a\s+problem|only)"
    r"|unfortunately\s+only|nothing\s+(?:in\s+the\s+way|else|against))\b",
    _I,
)
_RULED_OUT = re.compile(
    r"\b(?:instead\s+of|rather\s+than|not(?:\s+at)?|mov(?:ed|ing)\b[^.;]{0,60}\bfrom)\s+"
    r"(?:[\w,]+\s+){0,4}$",
    _I,
)
_OWN_DAY = re.compile(
    r"\b(?:i|we|he|she)(?:['\u2019](?:m|re|ve|s)|\s+(?:am|are|is|have|has))\s+"
    r"(?:in|at|on|with|a|an|my|our|another|back|away|coaching|lunch)\b"
    r"|\b(?:i|we)\s+(?:only\s+)?(?:leave|start|finish|come|must|have)\b|\b(?:my|our|the)\s+(?:\w+\s+){0,3}"
    r"(?:starts?|begins?|ends?|runs?|is|lasts?)\b|\btakes\b",
    _I,
)
_CLOSES = re.compile(
    r"(?:\b(?:to|until|till|by|before|ends?(?:\s+at)?|over\s+at)|[-\u2013\u2014])\s*$", _I
)
_CONDITION = re.compile(
    r"\b(?:once|if|whichever|which|whether|as\s+soon\s+as|please|let\s+(?:me|us)\s+know"
    r"|could|would|can|may|shall|happy\s+to)\b",
    _I,
)
_SUBORDINATE = re.compile(r"\s*(?:once|if|when|as\s+soon\s+as|until|unless)\b", _I)
_BOOKS = re.compile(
    r"\b(?:booked|confirm|confirmed|confirming|scheduled|see\s+you|is\s+set|all\s+set"
    r"|forward\s+to\s+(?:meeting|seeing)|works\s+(?:for|well)|it\s+is\s+a\s+date"
    r"|invit(?:e|ation)s?\s+(?:is|are|has|have)"
    r"|in\s+(?:the|his|her|their|my)\s+(?:calendar|diary))\b",
    _I,
)
_RECEIPT = re.compile(
    r"\bconfirm\w*\s+(?:receipt|that\s+(?:i|we)\s+(?:have\s+)?(?:got|received))", _I
)
_MOVES = re.compile(r"\b(?:moved|rescheduled|shifted|postponed|pushed\s+back)\b", _I)
_REFUSES = re.compile(
    r"\b(?:declin(?:e|ed|ing)|have\s+to\s+pass|turn(?:ed)?\s+(?:it\s+|this\s+|you\s+)?down"
    r"|no\s+time\s+at\s+all|keeps?\s+\w+\s+from"
    r"|(?:cannot|can\s*not|unable\s+to|not\s+able\s+to)\s+(?:meet|attend|accept|join|see)"
    r"|can['\u2019]t\s+(?:meet|attend|accept|join|see))\b",
    _I,
)
_DECLINES = re.compile(
    r"\b(?:(?:cannot|can\s*not|can['\u2019]t|unable\s+to|not\s+able\s+to)\s+"
    r"(?:make|take|offer|book|schedule|find|do)"
    r"|no\s+(?:open\s+|free\s+|available\s+)?(?:slot|time|opening|room|gap)"
    r"|not\s+(?:possible|available|booked))\b",
    _I,
)
_OFFERS = re.compile(
    r"\b(?:offer|propos(?:e|ed|ing)|suggest\w*|alternatives?|how\s+about|what\s+about|other\s+times?"
    r"|(?:would|could|can|shall)\s+(?:we|you|i|it)\b)",
    _I,
)


def read_reply(text: str, marks: Mapping[str, Whose]) -> Reply:
    """Read an email. `marks`: lower-case words that, after a time, say whose clock it is by."""
    edges = [0, *(edge for found in _BREAK.finditer(text) for edge in found.span()), len(text)]
    key = tuple(marks.items())
    clauses: list[Clause] = []
    starts: list[int] = []
    hangs = False  # "Once you agree, it is booked": the main clause stands under the condition
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if start < end:
            starts.append(start)
            clauses.append(_clause(text[start:end], key, hangs))
            hangs = bool(_SUBORDINATE.match(text[start:end])) and text[end : end + 1] == ","
    return Reply(text, tuple(clauses), tuple(starts))


@lru_cache(maxsize=8192)
def _clause(part: str, marks: tuple[tuple[str, Whose], ...], hangs: bool) -> Clause:
    negative = bool(_NEGATIVE.search(_NO_OBSTACLE.sub("", part)))
    named = sorted(days(part), key=lambda found: found[0])
    clocks = [
        Clock(
            minutes=minutes,
            start=start,
            end=end,
            whose=_whose(part[end:].lower(), marks),
            day=_day_of(start, named),
            promised=not negative and not _RULED_OUT.search(part[:start]),
            closes=bool(_CLOSES.search(part[:start])),
        )
        for start, end, minutes in clock_times(part)
    ]
    return Clause(
        text=part,
        negative=negative,
        clocks=tuple(clocks),
        days=tuple(day for _, day in named),
        lengths=frozenset(
            minutes for at, minutes in lengths(part) if not _RULED_OUT.search(part[:at])
        ),
        stances=frozenset(_stances(part, negative or hangs)),
    )


def _whose(after: str, marks: tuple[tuple[str, Whose], ...]) -> Whose:
    """By the first mark after the time; an unmarked time is read by the reader's own clock."""
    found = _any_of(tuple(mark for mark, _ in marks)).search(after) if marks else None
    return dict(marks)[found[0]] if found else "reader"


@lru_cache(maxsize=1024)
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")


def _day_of(at: int, named: list[tuple[int, Day]]) -> tuple[Day, ...]:
    """The last weekday and the last date before a time; the first days after it where none is."""
    before = [day for where, day in named if where < at]
    near = reversed(before) if before else (day for _, day in named)
    found: dict[tuple[bool, bool, bool], Day] = {}
    for day in near:
        found.setdefault((day.weekday is None, day.date is None, day.ahead is None), day)
    return tuple(found.values())


def _stances(part: str, unsaid: bool) -> Iterator[Stance]:
    if _REFUSES.search(part):
        yield "refuses"
    elif _DECLINES.search(part):
        yield "declines"
    if _OFFERS.search(part):
        yield "offers"
    if unsaid or _CONDITION.search(part):
        return
    if _BOOKS.search(part) and not _RECEIPT.search(part):
        yield "books"
    elif _OWN_DAY.search(part):
        yield "own_day"
    if _MOVES.search(part):
        yield "moves"
