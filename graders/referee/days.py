"""The days and the time zones named around the times of a sentence."""

import re
from collections.abc import Mapping
from datetime import date, timedelta, tzinfo

MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b"
_DAY = re.compile(
    rf"""(?P<iso>\d{{4}}-\d\d-\d\d)
    | \b(?P<week>mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|nes|ur)?(?:day)?\b
    | \b(?P<d>\d\d?)(?:st|nd|rd|th)?(?:\ of)?\ (?P<mon>{MONTH})
    | \b(?P<mon2>{MONTH})\ (?:the\ )?(?P<d2>\d\d?)(?:st|nd|rd|th)?\b(?![:.]\d)
    | \bthe\ (?P<d3>\d\d?)(?:st|nd|rd|th)\b
    | \b(?P<rel>today|tomorrow)\b
    | \b(?:(?:the|that)\ same|that)\ (?:day|morning|afternoon)\b""",
    re.VERBOSE,
)
_TOGETHER = re.compile(r"[\s,(]{0,3}(?:the )?")
_AFTER, _BEFORE = 20, 30
"""The most characters between a time and words after or before it for its time zone or day."""
_LEADS = 10
"""A day with fewer characters than that before a time is the day of that time."""

Place = tuple[int, int]
ZoneMark = tuple[Place, tzinfo]
Day = tuple[Place, frozenset[str]]


def zone_marks_in(text: str, low: int, high: int, marks: Mapping[str, tzinfo]) -> list[ZoneMark]:
    """The time zone marks in a sentence, in order."""
    found = []
    for words, zone in marks.items():
        at = text.find(words, low, high)
        while at >= 0 and len(found) < 40:
            stop = at + len(words)
            if not text[at - 1 : at].isalnum() and not text[stop : stop + 1].isalnum():
                found.append(((at, stop), zone))
            at = text.find(words, stop, high)
    return sorted(found, key=lambda mark: mark[0])


def zones_of(here: Place, around: Place, zone_marks: list[ZoneMark]) -> tuple[tzinfo, ...]:
    """The time zones named close to a time and not beyond its neighbours."""
    (start, end), (low, high) = here, around
    after, before = min(high, end + _AFTER), max(low, start - _BEFORE)
    return tuple(z for (a, b), z in zone_marks if end <= a < after or before <= b <= start)


def days_in(text: str, low: int, high: int, today: date) -> list[Day]:
    """The days named in a sentence; adjacent names are one day: "Tuesday, the 19th of May"."""
    found: list[Day] = []
    for match in _DAY.finditer(text, low, high):
        start, known = match.start(), frozenset()
        if found and _TOGETHER.fullmatch(text, found[-1][0][1], start):
            (start, _), known = found.pop()
        if match["rel"]:
            name = str(today + timedelta(days=match["rel"] == "tomorrow"))
        else:
            month = (match["mon"] or match["mon2"] or "")[:3]
            number = match["d"] or match["d2"] or match["d3"] or ""
            name = match["iso"] or match["week"] or f"{number.lstrip('0')} {month}".strip()
        found.append(((start, match.end()), known | {name}))
    return found


def days_of(
    text: str, start: int, end: int, following: int, days: list[Day]
) -> tuple[frozenset[str], ...]:
    """The last day named before a time, and the one right after it, as far as there are any. A day
    further off is that of the `following` time if it leads to that one."""
    before = [names for (_, at), names in days if at <= start][-1:]
    for (at, ends), names in days:
        if at >= end:
            leads = 0 <= following - ends < _LEADS
            close = at - end < _AFTER or not (before or leads)
            return (*before, names) if close and "(" not in text[end:at] else (*before,)
    return (*before,)
