"""Whose time zone each time in an email is in."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

from graders.reading.exec_assist.time_expressions import Time

ZoneOf = Literal["reader", "writer", "utc", "unsaid"]
"""Whose time zone a time is in; readers take an "unsaid" one for their own."""
MAX_BEFORE = 24
"""The most characters between a time and a mark before it."""
MAX_RANGE_GAP = 25
"""The most characters between the two ends of a time range."""
MAX_AFTER = 60
"""The most characters between a time and a mark after it."""
#: Between two times that share a mark after the second.
_JOINED = re.compile(r"[^.;]{0,24}?\b(?:or|and)\b[^.;]{0,24}")
#: Between a time and a mark that may belong to the next time.
_APART = re.compile(r"[,(]")
#: A time zone for the whole letter.
_OVER = re.compile(
    r"\b(?:all\s)?(?:in|by|on|at|all),?\s(?:the\s)?([a-z ]{2,20}?)(?=\s(?:time|clock|zone))"
)
DATES = (
    r"(?:mon|tues?|wed(?:nes|s)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?"
    r"|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|(?:octo|novem|decem)ber"
    r"|oct|nov|dec"
)

_AMERICAN = {"e": "eastern", "c": "central", "m": "mountain", "p": "pacific"}
#: After such a name: it is that of a time zone, and not "the central office".
_AS_A_ZONE = r"(?=\s(?:standard\s|daylight\s)?time\b|\s?(?:[^\w\s]|$))"


def names_of(zone: str, noon: datetime) -> Iterator[str]:
    """What people call a time zone next to a time, in lower case, at noon of some day: by its
    abbreviations ("cst", "cdt", "ct"), in America by its name ("central"), by its offset
    ("utc-5")."""
    local = noon.replace(tzinfo=ZoneInfo(zone))
    for month in (1, 7):
        short = local.replace(month=month, day=1).strftime("%Z").lower()
        if short.isalpha():
            yield short
            if zone.startswith("America/") and short[0] in _AMERICAN:
                yield from (f"{short[0]}t", _AMERICAN[short[0]])
    minutes = int(local.utcoffset().total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    for hour in (f"{hours}", f"{hours}:{rest:02}", f"{hours:02}:{rest:02}")[rest > 0 :]:
        yield from (f"{utc}{'-' if minutes < 0 else '+'}{hour}" for utc in ("utc", "gmt"))


def zones_of(
    lower: str,
    spans: Sequence[tuple[int, int]],
    times: Sequence[Time],
    marks: Mapping[str, ZoneOf],
) -> list[tuple[ZoneOf, ...]]:
    """Whose time zone each time may be in: that of the mark right after it or its range, else that
    of the mark right before it or for the whole letter ("all in Berlin time"), else unsaid.

    `marks` maps lower-case words to the time zone they stand for.
    """
    if not marks or not times:
        return [("unsaid",)] * len(times)
    behind, anywhere = _marked(tuple(marks))
    placed = [(found.start(), found.end(), marks[found[0]]) for found in anywhere.finditer(lower)]
    starts = [time.start for time in times]
    over = {
        marks[found[1]]
        for start, end in spans
        if bisect_left(starts, start) == bisect_left(starts, end)
        for found in _OVER.finditer(lower, start, end)
        if found[1] in marks
    }
    usual: tuple[ZoneOf, ...] = (*over,) if len(over) == 1 else ("unsaid",)
    zones: list[tuple[ZoneOf, ...]] = []
    for at, time in enumerate(times):
        mark = behind.match(lower, time.end, time.end + MAX_AFTER)
        apart = mark and _APART.search(lower, time.end, mark.start(1))
        place = bisect_left(starts, mark.end()) if apart else len(starts)
        beyond = lower[mark.end() : starts[place]] if place < len(starts) else ")"
        if mark and (len(beyond) > MAX_BEFORE or ")" in beyond):
            zones.append((marks[mark[1]],))
            continue
        place = bisect_left(placed, (time.start,))
        before = placed[place - 1] if place else (0, -MAX_AFTER, "unsaid")
        if at and time.second:
            zones.append(zones[-1])
            continue
        near = time.start - before[1] <= MAX_BEFORE and not (at and times[at - 1].end > before[0])
        zones.append(tuple({*usual, before[2]}) if near else usual)
    for at in reversed(range(len(times) - 1)):  # "10:00 or 11:00 your time"
        between = lower[times[at].end : starts[at + 1]]
        if zones[at] == usual and len(between) < MAX_RANGE_GAP and _JOINED.fullmatch(between):
            zones[at] = zones[at + 1]
    return zones


@lru_cache(maxsize=1024)
def _marked(words: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two patterns: a mark after nothing but the rest of a time (its end, its day, small words),
    and a mark anywhere."""
    named = dict.fromkeys(_AMERICAN.values(), _AS_A_ZONE)
    longest = sorted(words, key=len, reverse=True)
    either = "|".join(re.escape(word) + named.get(word, "") for word in longest)
    return re.compile(
        r"(?:(?:\s?(?:[ap]\.?)?m\.?)?\s?(?:[-/\u2013\u2014]|to|till|until|and|or)\s?\d{1,4}(?:[:.h]\d\d)?(?:\s?[ap]\.?m\.?)?)?"
        r"(?:[^\S\n]|[,(.]|(?:in|by|at|on|the|of|m|am|pm|noon|over|that|this|time|hours|morning|afternoon|evening"
        rf"|{DATES})\b|\d{{1,2}}(?:st|nd|rd|th)?\b(?![:.h]\d))*+"
        rf"\b({either})\b(?!(?<=here)\s(?:is|are)\b)"
    ), re.compile(rf"\b(?:{either})\b")
