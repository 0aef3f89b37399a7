"""What an email tells its reader: the times it promises or rules out, and what it says was done.

A reply is read clause by clause. A clause that says "not", "taken" or "busy" rules its times out;
any other promises them. A time belongs to the reader's clock unless it is marked as the writer's
("our time", the writer's city). This is a reader of plain business English, not of all English:
what it cannot place, it leaves out rather than guesses.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Whose = Literal["reader", "writer"]
Stance = Literal["books", "moves", "declines", "offers"]

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january february march april may june july august september october november december"
).split()
_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: characters [start, end), and the minutes since midnight it may mean."""

    minutes: frozenset[int]
    start: int
    end: int
    whose: Whose
    promised: bool


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: characters [start, end), what it names, whether it rules out, and what it says."""

    start: int
    end: int
    negative: bool
    clocks: tuple[Clock, ...]
    weekdays: frozenset[int]
    dates: frozenset[tuple[int, int]]
    """(month, day of the month)."""
    stances: frozenset[Stance]


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole email, read."""

    text: str
    clauses: tuple[Clause, ...]

    def says(self, stance: Stance) -> bool:
        return any(stance in clause.stances for clause in self.clauses)

    def clocks(self, promised: bool) -> Iterator[Clock]:
        for clause in self.clauses:
            yield from (clock for clock in clause.clocks if clock.promised == promised)


_BREAK = re.compile(
    r"[.!?;](?=\s|$)|\n|\s[-\u2013\u2014]\s"
    r"|,?\s+(?=(?:but|however|so|though|yet)\b)"
    r"|,\s+(?=(?:and\s+)?(?:i|we|he|she|it|they|you|your|could|can|how|what|would|please|here)\b)"
    r"|\s+(?=and\s+(?:i|we)\b)",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"\b(?:not|no|none|never|cannot|unable|unavailable|impossible|taken|busy|occupied|blocked"
    r"|engaged|full|overlaps?|clash\w*|conflict\w*|declin\w*|outside|unfortunately|without"
    r"|already\s+(?:booked|scheduled|has|have|in)|(?:i|we)\s*(?:am|are|'m|'re)\s+booked"
    r"|(?:he|she)\s+is\s+booked)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_RULED_OUT = re.compile(
    r"\b(?:instead\s+of|rather\s+than|not(?:\s+at)?|mov(?:ed|ing)\b[^.;]{0,60}\bfrom)\s+"
    r"(?:[\w,]+\s+){0,4}$",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?<![\d:.,/-])(?:"
    r"(?P<h>[01]?\d|2[0-4])[:.](?P<m>[0-5]\d)(?!\d)(?:\s*(?P<ap>[ap])\.?m\b)?"
    r"|(?P<h2>1[0-2]|0?[1-9])\s*(?P<ap2>[ap])\.?m\b"
    r"|(?P<h3>1\d|2[0-3]|[1-9])\s+o['\u2019]clock"
    r"|\bat\s+(?P<h4>1\d|2[0-3]|[1-9])(?![\d:.]|\s*(?:minutes?|hours?|%))"
    r"|\b(?P<part>half|quarter)\s+(?P<way>past|to)\s+(?P<h5>\d{1,2}|" + "|".join(_HOURS) + r")\b"
    r"|\b(?P<word>noon|midday|midnight)\b)",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"\b(mon|tue|wed|thu|fri|sat|sun)(?:s|day|sday|nesday|rs|rsday|urday)?\b", re.IGNORECASE
)
_DATE = re.compile(
    r"\b(?:(?P<d>[0-3]?\d)(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<mon>" + "|".join(MONTHS) + r"|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b"
    r"|(?P<mon2>" + "|".join(MONTHS) + r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?\s+"
    r"(?P<d2>[0-3]?\d)(?:st|nd|rd|th)?\b(?!:)|\d{4}-(?P<m3>\d\d)-(?P<d3>\d\d))",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:once|if|whichever|which|whether|as\s+soon\s+as|please|let\s+(?:me|us)\s+know"
    r"|could|would|can|may|shall|happy\s+to)\b",
    re.IGNORECASE,
)
_BOOKS = re.compile(
    r"\b(?:booked|confirm|confirmed|confirming|scheduled|see\s+you|is\s+set|all\s+set"
    r"|forward\s+to\s+(?:meeting|seeing)|works\s+(?:for|well)|invit(?:e|ation)s?\s+(?:is|are|has|have)"
    r"|in\s+(?:the|his|her|their|my)\s+(?:calendar|diary)|it\s+is\s+a\s+date)\b",
    re.IGNORECASE,
)
_NOT_A_BOOKING = re.compile(
    r"\bconfirm\w*\s+(?:receipt|that\s+(?:i|we)\s+(?:have\s+)?(?:got|received))", re.I
)
_MOVES = re.compile(r"\b(?:moved|rescheduled|shifted|postponed|pushed\s+back)\b", re.IGNORECASE)
_DECLINES = re.compile(
    r"\b(?:declin(?:e|ed|ing)|(?:cannot|can\s*not|unable\s+to|not\s+able\s+to)\s+"
    r"(?:meet|make|attend|accept|take|offer|join|book|schedule|find)"
    r"|have\s+to\s+pass|turn(?:ed)?\s+(?:it\s+|this\s+|you\s+)?down"
    r"|no\s+(?:open\s+|free\s+|available\s+)?(?:slot|time|opening|room|gap)|not\s+(?:possible|available|booked))\b"
    r"|\bcan['\u2019]t\s+(?:meet|make|attend|accept|take|offer|join|book|find)\b",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:offer|propos(?:e|ed|ing)|suggest\w*|alternatives?|how\s+about|what\s+about"
    r"|(?:would|could|can|shall)\s+(?:we|you|i|it)\b)",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def read_reply(text: str, writer_marks: tuple[str, ...], reader_marks: tuple[str, ...]) -> Reply:
    """Read an email. The marks are words that, beside a time, say whose clock it is by."""
    edges = [0, *(edge for found in _BREAK.finditer(text) for edge in found.span()), len(text)]
    spans = zip(edges[::2], edges[1::2], strict=True)
    return Reply(
        text, tuple(_clause(text, a, b, writer_marks, reader_marks) for a, b in spans if a < b)
    )


def _clause(
    text: str, start: int, end: int, writer: tuple[str, ...], reader: tuple[str, ...]
) -> Clause:
    part = text[start:end]
    negative = bool(_NEGATIVE.search(part))
    clocks = []
    for found in _CLOCK.finditer(part):
        minutes = _minutes(found)
        if minutes:
            clocks.append(
                Clock(
                    minutes=minutes,
                    start=start + found.start(),
                    end=start + found.end(),
                    whose=_whose(part, found.end(), writer, reader),
                    promised=not negative and not _RULED_OUT.search(part[: found.start()]),
                )
            )
    return Clause(
        start=start,
        end=end,
        negative=negative,
        clocks=tuple(clocks),
        weekdays=frozenset(_weekdays(part)),
        dates=frozenset(_dates(part)),
        stances=frozenset(_stances(part, negative)),
    )


def _whose(part: str, end: int, writer: tuple[str, ...], reader: tuple[str, ...]) -> Whose:
    """By the first mark after the time; an unmarked time is read by the reader's own clock."""
    after = part[end:].lower()
    mine = [at for mark in writer if (at := after.find(mark.lower())) >= 0]
    yours = [at for mark in reader if (at := after.find(mark.lower())) >= 0]
    return "writer" if mine and (not yours or min(mine) < min(yours)) else "reader"


def _minutes(found: re.Match[str]) -> frozenset[int]:
    part = found.groupdict()
    if word := part["word"]:
        return frozenset({0} if word.lower() == "midnight" else {720})
    if part["h"] is not None:
        hour, minute = int(part["h"]), int(part["m"])
        if hour == 24:
            return frozenset()
        return _by_half(hour, minute, part["ap"]) if part["ap"] else frozenset({hour * 60 + minute})
    if part["h2"] is not None:
        return _by_half(int(part["h2"]), 0, part["ap2"])
    if part["h5"] is not None:
        named = part["h5"].lower()
        hour = int(named) if named.isdigit() else _HOURS.index(named) + 1
        past = 30 if part["part"].lower() == "half" else 15
        at = hour * 60 + (past if part["way"].lower() == "past" else -past)
        return frozenset({at % 1440, (at + 720) % 1440})
    hour = int(part["h3"] or part["h4"])
    return frozenset({hour * 60} if hour > 12 else {hour * 60 % 1440, (hour + 12) % 24 * 60})


def _by_half(hour: int, minute: int, half: str) -> frozenset[int]:
    if hour > 12:
        return frozenset({hour * 60 + minute})
    return frozenset({(hour % 12 + (12 if half.lower() == "p" else 0)) * 60 + minute})


def _weekdays(part: str) -> Iterator[int]:
    for found in _WEEKDAY.finditer(part):
        word = found[0].lower()
        if word.endswith("day") or found[0][0].isupper():  # "sat" and "sun" are words, too
            yield next(n for n, day in enumerate(DAYS) if day.startswith(found[1].lower()))


def _dates(part: str) -> Iterator[tuple[int, int]]:
    for found in _DATE.finditer(part):
        got = found.groupdict()
        if got["m3"]:
            yield int(got["m3"]), int(got["d3"])
        else:
            name = (got["mon"] or got["mon2"]).lower()[:3]
            month = next(n for n, one in enumerate(MONTHS, 1) if one.startswith(name))
            yield month, int(got["d"] or got["d2"])


def _stances(part: str, negative: bool) -> Iterator[Stance]:
    if _DECLINES.search(part):
        yield "declines"
    if _OFFERS.search(part):
        yield "offers"
    if negative or _CONDITION.search(part):
        return
    if _BOOKS.search(part) and not _NOT_A_BOOKING.search(part):
        yield "books"
    if _MOVES.search(part):
        yield "moves"


def named(reply: Reply, minutes: Iterable[int], whose: Whose) -> list[Clock]:
    """The promised times of a reply, by one clock, that can mean one of `minutes`."""
    wanted = set(minutes)
    return [c for c in reply.clocks(promised=True) if c.whose == whose and c.minutes & wanted]
