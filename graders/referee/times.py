"""Times as people write them: "2.30 pm on Tuesday", "half past ten your time", "from 9 to noon".

A mention keeps every reading that a person would allow: "2:30" may be in the afternoon, "half past"
at any hour, "Tuesday" any Tuesday. What it means is for others to say.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()

_HOUR = "|".join(_HOURS) + "|1[0-2]|[1-9]"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May)|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_NOT_A_TIME = (
    r"(?!\s*(?:min|hour|day|week|people|of\b|st\b|nd\b|rd\b|th\b|%|[:.]\d|other|half|more|point|(?!thanks)[a-z]{3,}s\b|"
    rf"page|third|[a-z]*\s?'?{_MONTH}))"
)
TIME = re.compile(
    rf"""
      (?<![\d:.+])(?<!UTC-)(?P<h>[01]?\d|2[0-3])[:.h](?P<m>[0-5]\d)(?::\d\d)?(?![\d:]|\.\d)
        (?:\s?(?P<half>[ap])\.?m\b\.?|\ noon\b|\ midday\b)?
    | (?<![\d:.+])(?P<h12>0?[1-9]|1[0-2])\s?(?P<half12>[ap])\.?m\b\.?
    | (?:\b12\ )?\b(?P<noon>noon|midday)\b
    | \b(?P<past>half\ past|quarter\ past|quarter\ to)(?:\s(?P<past_hour>{_HOUR})\b)?
    | \b(?P<brief>half)\ (?P<brief_hour>{"|".join(_HOURS)})\b
    | (?<![\d:.+-])(?P<opening>1[0-2]|[1-9])(?=\s?(?:-|to|till|until|and)\s?\d\d?(?::\d\d)?
        (?:\s?[ap]\.?m\b|\ on\b|\ tomorrow\b))
    | \b(?P<sharp>{_HOUR})\ (?:sharp|o'clock|(?=on\ (?:mon|tues|wednes|thurs|fri)day))
    | (?:(?<=\bat\ )|(?<=\bfrom\ )|(?<=\buntil\ )|(?<=\btill\ )|(?<=\bby\ )|(?<=\bbetween\ ))
        (?P<bare>{_HOUR}|1[3-9]|2[0-3])\b{_NOT_A_TIME}
    | (?:(?<=\bto\ )|(?<=\d-)|(?<=\band\ )|(?<=\bor\ ))(?P<end>{_HOUR}|1[3-9]|2[0-3])\b{_NOT_A_TIME}
    """,
    re.VERBOSE | re.IGNORECASE,
)
DAY = re.compile(
    rf"""
      (?P<iso>\d{{4}}-\d\d-\d\d)
    | \b(?P<week>{"|".join(_DAYS)}|(?-i:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun))\b
    | \b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\ of)?\ (?P<mon>{_MONTH})
    | \b(?P<mon2>{_MONTH})\ (?:the\ )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d)
    | \bthe\ (?P<d3>\d{{1,2}})(?:st|nd|rd|th)\b(?!\ of|\ {_MONTH})
    | \b(?P<rel>today|tomorrow)\b
    | \b(?P<same>(?:that|same)\ (?:day|morning|afternoon|week))\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LENGTH = re.compile(
    r"""(?<!\d)(?P<n>\d+)[ -]?min(?:ute)?s?\b(?!\s(?:early|late|before|after|earlier|later))
    | (?P<half>half\ an\ hour|half-hour) | (?P<more>hour\ and\ a\ half|1\.5\ hours)
    | \b(?P<hours>an|one|1|a\ full|two|2|three|3)[ -]hours?\b(?!\s(?:and|early|late|before|after))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-") | {0x2019: "'"}
_ISO_ZONE = re.compile(r"(?<=\dT)(\d\d:\d\d(?::\d\d)?)(?:Z|([+-]\d\d:\d\d))")
_ISO_TIME = re.compile(r"(?<=\d)T(?=\d\d:)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])|\n+|;\s*")
_SAME_DAY = re.compile(r"[\s,(]*(?:the )?")
_LEADS_TO = re.compile(r"[\s,:(]*+(?:at|from|between)?\s*+")
_FOLLOWS = re.compile(
    r"\s*(?:(?:-|to|until)\s*\d\d?[:.]\d\d\s*)?(?:(?:your|my) time\s*)?(?:on\s+|\()?"
)
_LISTED = re.compile(r"[\s,-]*+(?:to|until|till|and|or)?\s*+")
"""What stands between two times of a list."""
_STRETCH = re.compile(
    r"[^.,;]{0,20}?(?:\bto\b|\buntil\b|\btill\b|-)\s*|\s*\(\s*(?:un)?til\s*|\s*\(\s*to\s*"
)
_RIGHT_AFTER = re.compile(r"\s?(?:-|to|till|until|and|or)\s?")
_TO_ZONE = re.compile(
    r"^[\s(,]*(?:in the (?P<half>morning|afternoon|evening)[\s,(]*)?(?:in |at |by |over )?(?:the )?"
)
_FIXED = re.compile(r"(?:utc|gmt)(?:\s?([+-])(\d{1,2})(?::?(\d\d))?)?\b")
_BETWEEN = re.compile(r"(?:[\s,(-]|\b(?:to|until|till|and|or|on|your|my|time|at|from|the)\b)*+")
"""What stands between times and the day that they share."""
_UP_TO = frozenset("time too that's it's that it this is at from".split())
"""What may stand between a zone and its time."""
_NEAR = 60
"""Characters after a time in which its zone may stand."""

OnDay = Callable[[date], bool]


@dataclass(frozen=True)
class Mention:
    """A time in a text, with every reading that it allows."""

    at: int
    """Where it begins."""
    end: int
    minutes: frozenset[int]
    """Minutes of the day."""
    zone: tzinfo
    days: tuple[OnDay, ...]
    closes: bool
    """Whether it is the end of a stretch: "to 10:30", "until noon"."""

    def means(self, moment: datetime, since: datetime | None = None) -> bool:
        """Whether it can be read as that moment (aware), or as the end of what began at `since`."""
        here = moment.astimezone(self.zone)
        if here.hour * 60 + here.minute not in self.minutes:
            return False
        dates = {one.astimezone(self.zone).date() for one in (moment, since or moment)}
        return any(all(on_day(one) for on_day in self.days) for one in dates)


class Days(NamedTuple):
    """Days named side by side in a sentence, which are one: "Tuesday, the 19th of May"."""

    start: int
    end: int
    tests: tuple[OnDay, ...]


def plain(text: str) -> str:
    """A text with plain letters, apostrophes and dashes, and with ISO 8601 times in words."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(_DASHES))
        text = "".join(c for c in text if not unicodedata.combining(c))
    return _ISO_TIME.sub(" ", _ISO_ZONE.sub(r"\1 UTC\2", text))


def lengths(text: str) -> set[int]:
    """The durations that a text names, in minutes."""
    found = set()
    for match in _LENGTH.finditer(text):
        hours = {"two": 2, "2": 2, "three": 3, "3": 3}.get((match["hours"] or "").lower(), 1)
        named = int(match["n"][:4]) if match["n"] else 30 if match["half"] else 90
        found.add(hours * 60 if match["hours"] else named)
    return found


def days(text: str, today: date, start: int = 0, end: int | None = None) -> list[Days]:
    """The days that a text names, by place. To name one again says nothing new."""
    groups: list[list[re.Match[str]]] = []
    for match in DAY.finditer(text, start, len(text) if end is None else end):
        if groups and _SAME_DAY.fullmatch(text, groups[-1][-1].end(), match.start()):
            groups[-1].append(match)
        else:
            groups.append([match])
    return [
        Days(
            group[0].start(),
            group[-1].end(),
            tuple(_on_day(one, today) for one in {one[0].lower(): one for one in group}.values()),
        )
        for group in groups
    ]


def mentions(text: str, zones: Mapping[str, tzinfo], reader: tzinfo, today: date) -> list[Mention]:
    """Every time in a text. `zones` says what a phrase after a time means ("my time", "cet");
    without one the time is by the reader's clock."""
    edges = [0, *(edge for m in _SENTENCE.finditer(text) for edge in m.span()), len(text)]
    found: list[Mention] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        times = _times(text, start, end)
        if times:
            named = days(text, today, start, end)
            found += _in_sentence(text, end, times, named, zones, reader)
    return found


def _times(text: str, start: int, end: int) -> list[re.Match[str]]:
    """The times of a sentence; "to four" is one only right after another."""
    found: list[re.Match[str]] = []
    for match in TIME.finditer(text, start, end):
        if match["end"] and not (
            found and _RIGHT_AFTER.fullmatch(text, found[-1].end(), match.start())
        ):
            continue
        found.append(match)
    return found


def _in_sentence(
    text: str,
    end: int,
    found: list[re.Match[str]],
    named: list[Days],
    zones: Mapping[str, tzinfo],
    reader: tzinfo,
) -> list[Mention]:
    gaps = [text[a.end() : b.start()] for a, b in pairwise(found)]
    after = [_zone(text[m.end() : min(m.end() + _NEAR, end)], zones) for m in found]
    for n in range(len(found) - 2, -1, -1):  # "9:00, 9:30 or 10:00 your time": back to front
        if _LISTED.fullmatch(gaps[n]):
            after[n] = (after[n][0] or after[n + 1][0], after[n][1] or after[n + 1][1])
    led: tzinfo | None = None
    for n, match in enumerate(found):  # "here too (15:30-17:00)": front to back
        listed = n > 0 and _LISTED.fullmatch(gaps[n - 1])
        led = (led if listed else None) or _zone_before(
            text[max(match.start() - 40, 0) : match.start()], zones
        )
        after[n] = (after[n][0] or led, after[n][1])
    return [
        Mention(
            at=match.start(),
            end=match.end(),
            minutes=minutes(match, after[n][1]),
            zone=after[n][0] or reader,
            days=_days_of(text, match, named),
            closes=bool(n and _ends_a_stretch(text, found[n - 1].start(), gaps[n - 1])),
        )
        for n, match in enumerate(found)
    ]


def _ends_a_stretch(text: str, start: int, gap: str) -> bool:
    if gap.strip() == "and":
        return text[max(start - 8, 0) : start].lower() == "between "
    return len(gap) < _NEAR and _STRETCH.fullmatch(DAY.sub("", gap)) is not None


def minutes(match: re.Match[str], half: str = "") -> frozenset[int]:
    """Minutes of the day that a time may mean; `half` is the half of the day said after it."""
    if match["noon"]:
        return frozenset({12 * 60})
    late = {"a": 0, "m": 0, "p": 12, "e": 12}
    if match["h"] or match["h12"]:
        hour, minute = int(match["h"] or match["h12"]), int(match["m"] or 0)
        if (said := (match["half"] or match["half12"] or "").lower()) or (half and hour <= 12):
            shift = late[said] if said else late[half[0]] if half != "afternoon" else 12
            return frozenset({(hour % 12 + shift) * 60 + minute})
        evening = 1 <= hour <= 7 and len(match["h"]) == 1
        return frozenset({hour * 60 + minute} | ({(hour + 12) * 60 + minute} if evening else set()))
    shift = {"half past": 30, "quarter past": 15, "quarter to": -15}.get(
        (match["past"] or "").lower(), 0
    )
    shift = 30 if match["brief"] else shift
    groups = ("past_hour", "brief_hour", "opening", "sharp", "bare", "end")
    word = next((match[name] for name in groups if match[name]), None)
    if word is None:
        return frozenset(hour * 60 + shift % 60 for hour in range(24))
    hour = _HOURS.index(word.lower()) + 1 if word.lower() in _HOURS else int(word)
    either = {hour, hour % 12 + 12, hour % 12} if hour <= 12 else {hour}
    return frozenset((one * 60 + shift) % (24 * 60) for one in either)


def _zone(after: str, zones: Mapping[str, tzinfo]) -> tuple[tzinfo | None, str]:
    """The zone that a text begins with, if it begins with one (" your time", " (CET)"), and the
    half of the day that stands before it."""
    lead = _TO_ZONE.match(after)
    said, half = after[lead.end() :].lower(), lead["half"] or ""
    if fixed := _FIXED.match(said):
        if fixed[1] is None:
            return UTC, half
        shift = timedelta(hours=int(fixed[2]), minutes=int(fixed[3] or 0))
        if shift >= timedelta(days=1):
            return None, half
        return timezone(shift if fixed[1] == "+" else -shift), half
    found = _one_of(tuple(zones)).match(said)
    return (zones[found[1]] if found else None), half


def _zone_before(before: str, zones: Mapping[str, tzinfo]) -> tzinfo | None:
    """The zone that a text ends with: "here too (", "in Lagos that is "."""
    words = before.lower().replace("(", " ").replace(",", " ").replace(":", " ").split()
    while words and words[-1] in _UP_TO and " ".join(words[-2:]) not in zones:
        words.pop()
    ends = (" ".join(words[-n:]) for n in (1, 2, 3))
    return next((zones[end] for end in ends if end in zones), None)


@lru_cache(maxsize=1024)
def _one_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """One of the names as a whole, the longest that there is."""
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"({either})\b")


def _days_of(text: str, time: re.Match[str], named: list[Days]) -> tuple[OnDay, ...]:
    """The day of a time: named right after it, else last before it, else after a list."""
    place = bisect_left(named, (time.start(),))
    before = named[place - 1] if place else None
    after = named[place] if place < len(named) else None
    touches = before and _LEADS_TO.fullmatch(text, before.end, time.start())
    follows = after and _FOLLOWS.fullmatch(text, time.end(), after.start)
    aside = after is not None and "(" in text[time.end() : after.start]
    if follows and not touches and not (before and aside):
        return after.tests
    if before:
        return before.tests
    gap = text[time.end() : after.start] if after else ""
    listed = after and len(gap) < _NEAR and _BETWEEN.fullmatch(TIME.sub("", gap))
    return after.tests if listed else ()


def _on_day(match: re.Match[str], today: date) -> OnDay:
    if match["same"]:
        return lambda day: True
    if match["iso"]:
        return lambda day: day.isoformat() == match["iso"]
    if match["week"]:
        weekday = [name[:3] for name in _DAYS].index(match["week"][:3].lower())
        return lambda day: day.weekday() == weekday
    if match["rel"]:
        wanted = today + timedelta(days=match["rel"].lower() == "tomorrow")
        return lambda day: day == wanted
    number = int(match["d"] or match["d2"] or match["d3"])
    month = match["mon"] or match["mon2"]
    if month is None:
        return lambda day: day.day == number
    which = _MONTHS.index(month[:3].lower()) + 1
    return lambda day: (day.day, day.month) == (number, which)
