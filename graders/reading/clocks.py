"""Times of day, days and lengths as plain business English names them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january february march april may june july august september october november december"
).split()
_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_MONTH = "|".join(MONTHS) + "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"

_CLOCK = re.compile(
    r"(?<![\d:.,/-])(?:"
    r"(?P<h>[01]?\d|2[0-3])[:.](?P<m>[0-5]\d)(?!\d)(?:\s*(?P<ap>[ap])\.?m\b)?"
    r"|(?P<h2>1[0-2]|0?[1-9])\s*(?P<ap2>[ap])\.?m\b"
    r"|(?P<h3>1\d|2[0-3]|[1-9])\s+o['\u2019]clock"
    r"|\bat\s+(?P<h4>1\d|2[0-3]|[1-9])"
    r"(?![\d:]|\.\d|\s*(?:minutes?|hours?|%|[ap]\.?m\b|o['\u2019]clock))"
    rf"|\b(?P<part>half|quarter)\s+(?P<way>past|to)\s+(?P<h5>\d{{1,2}}|{'|'.join(_HOURS)})\b"
    r"|\b(?P<word>noon|midday|midnight)\b)",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"\b(mon|tue|wed|thu|fri|sat|sun)(?:s|rs|(?:s|nes|rs|ur)?days?)?\b", re.IGNORECASE
)
_DATE = re.compile(
    rf"\b(?:(?P<d>[0-3]?\d)(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<mon>{_MONTH})\b"
    rf"|(?P<mon2>{_MONTH})\.?\s+(?P<d2>[0-3]?\d)(?:st|nd|rd|th)?\b(?!:)"
    r"|\d{4}-(?P<m3>\d\d)-(?P<d3>\d\d))",
    re.IGNORECASE,
)
_NEAR = re.compile(r"\b(today|tomorrow)\b", re.IGNORECASE)
_LENGTH = re.compile(
    r"(?<![\d:.])(?:(?P<n>\d{1,3})[\s-]?(?P<unit>min|minutes?|hours?|h)\b"
    r"|\b(?P<half>half\s+an\s+hour)\b|\b(?P<one>an\s+hour)\b(?P<more>\s+and\s+a\s+half)?)"
    r"(?!\s+(?:before|after|earlier|later|late))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Day:
    """A day as a text names it; what it leaves open is None."""

    weekday: int | None = None
    date: tuple[int, int] | None = None
    """(month, day of the month)."""
    ahead: int | None = None
    """0 for today, 1 for tomorrow."""


def clock_times(text: str) -> Iterator[tuple[int, int, frozenset[int]]]:
    """(start, end, minutes since midnight that it may mean) of each time of day in a text."""
    for found in _CLOCK.finditer(text):
        yield found.start(), found.end(), _minutes(found)


def days(text: str) -> Iterator[tuple[int, Day]]:
    """Where each day of a text stands, and which it is."""
    for found in _WEEKDAY.finditer(text):
        word = found[0]
        if "day" in word.lower() or word[0].isupper():  # "sat" and "sun" are words, too
            number = next(n for n, day in enumerate(DAYS) if day.startswith(found[1].lower()))
            yield found.start(), Day(weekday=number)
    for found in _DATE.finditer(text):
        got = found.groupdict()
        if got["m3"]:
            yield found.start(), Day(date=(int(got["m3"]), int(got["d3"])))
        else:
            name = (got["mon"] or got["mon2"]).lower()[:3]
            month = next(n for n, one in enumerate(MONTHS, 1) if one.startswith(name))
            yield found.start(), Day(date=(month, int(got["d"] or got["d2"])))
    for found in _NEAR.finditer(text):
        yield found.start(), Day(ahead=int(found[1].lower() == "tomorrow"))


def lengths(text: str) -> Iterator[tuple[int, int]]:
    """Where each length of time in a text stands, and how many minutes it is."""
    for found in _LENGTH.finditer(text):
        if found["half"]:
            yield found.start(), 30
        elif found["one"]:
            yield found.start(), 90 if found["more"] else 60
        else:
            yield found.start(), int(found["n"]) * (60 if found["unit"].lower()[0] == "h" else 1)


def _minutes(found: re.Match[str]) -> frozenset[int]:
    part = found.groupdict()
    if word := part["word"]:
        return frozenset({0} if word.lower() == "midnight" else {720})
    if part["h"] is not None:
        hour, minute = int(part["h"]), int(part["m"])
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
