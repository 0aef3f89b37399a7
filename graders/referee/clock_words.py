"""Times as people write them: "2.30 pm on Tuesday", "half past ten your time", "from 9 to noon".

It reads English. A mention keeps every reading that a person would allow: "2:30" may be in the
afternoon, "half past" at any hour, "Tuesday" any Tuesday.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple

from graders.referee.clauses import Cuts

_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()

_HOUR = "|".join(_HOURS) + "|1[0-2]|[1-9]"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May)|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_TIME = re.compile(
    rf"""
      (?<![\d:.+])(?<!UTC-)(?P<h>[01]?\d|2[0-3])[:.h](?P<m>[0-5]\d)(?::\d\d)?(?![\d:]|\.\d)
        (?:\s*(?P<half>[ap])\.?m\b\.?)?
    | (?<![\d:.+])(?P<h12>0?[1-9]|1[0-2])\s*(?P<half12>[ap])\.?m\b\.?
    | \b(?P<noon>noon|midday)\b
    | \b(?P<past>half\ past|quarter\ past|quarter\ to)(?:\s+(?P<past_hour>{_HOUR})\b)?
    | (?<![\d:.+-])(?P<opening>1[0-2]|[1-9])(?=\s*(?:-|–|to)\s*\d\d?(?::\d\d)?\s*[ap]\.?m\b)
    | \b(?P<sharp>{_HOUR})\ (?:sharp|o'clock)
    | (?:(?<=\bat\ )|(?<=\bfrom\ )|(?<=\buntil\ )|(?<=\bby\ ))(?P<bare>{_HOUR}|1[3-9]|2[0-3])\b
        (?!\s*(?:min|hour|day|week|people|of\b|st\b|nd\b|rd\b|th\b|%|{_MONTH}|other|half|more))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DAY = re.compile(
    rf"""
      (?P<iso>\d{{4}}-\d\d-\d\d)
    | \b(?P<week>{"|".join(_DAYS)}|(?-i:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun))\b
    | \b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\ of)?\ (?P<mon>{_MONTH})
    | \b(?P<mon2>{_MONTH})\ (?:the\ )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d)
    | \bthe\ (?P<d3>\d{{1,2}})(?:st|nd|rd|th)\b(?!\ of|\ {_MONTH})
    | \b(?P<rel>today|tomorrow)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])|\n+|;\s*")
_BREAK = re.compile(
    r",?\s(?:but|so|because|as|since|while|although|though)\s|\s[-–—]\s|:\s"
    r"|,?\sand\s(?=(?:I|we|you)\b)|,\s(?=(?:I|we|you|how|would|could|it|the|my)\b)"
)
_LENGTH = re.compile(
    r"""(?<!\d)(?P<n>\d+)[ -]min(?:ute)?s?\b(?!\s+(?:early|late|before|after|earlier|later))
    | (?P<half>half\ an\ hour|half-hour) | (?P<more>hour\ and\ a\ half|1\.5\ hours)
    | \b(?P<hours>an|one|1|a\ full|two|2|three|3)[ -]hours?\b(?!\s(?:and|early|late|before|after))
    """,
    re.VERBOSE | re.IGNORECASE,
)

_SAME_DAY = re.compile(r"[\s,(]*(?:the )?")
_LEADS_TO = re.compile(r"[\s,:(]*+(?:at|from)?\s*+")
_FOLLOWS = re.compile(
    r"\s*(?:(?:-|–|to|until)\s*\d\d?[:.]\d\d\s*)?(?:(?:your|my) time\s*)?(?:on\s+|\()?"
)

#: What stands between two times of a list, and of a stretch.
_LISTED = re.compile(r"[\s,–-]*+(?:to|until|till|and|or)?\s*+")
_STRETCH = re.compile(r"[^.,;]{0,20}?(?:\bto\b|\buntil\b|\btill\b|-|–)\s*")

_ISO_ZONE = re.compile(r"(?<=\dT)(\d\d:\d\d(?::\d\d)?)(?:Z|([+-]\d\d:\d\d))")
_ISO_TIME = re.compile(r"(?<=\d)T(?=\d\d:)")
_TO_ZONE = re.compile(r"^[\s(,]*(?:in |at |by )?")
_FIXED = re.compile(r"(?:utc|gmt)(?:\s?([+-])(\d{1,2})(?::?(\d\d))?)?\b")

_NEAR = 60
"""Characters around a time that are looked at."""

OnDay = Callable[[date], bool]


@dataclass(frozen=True)
class Mention:
    """A time in a text, with every reading that it allows."""

    minutes: frozenset[int]
    """Minutes of the day."""
    zone: tzinfo
    days: tuple[OnDay, ...]
    clause: str
    before: str
    """The last words before it in the clause."""
    after: str
    """The first words after it in the sentence."""
    closes: bool
    """Whether it is the end of a stretch: "to 10:30", "until noon"."""

    def means(self, moment: datetime, since: datetime | None = None) -> bool:
        """Whether it can be read as that moment (aware), or as the end of what began at `since`."""
        here = moment.astimezone(self.zone)
        if here.hour * 60 + here.minute not in self.minutes:
            return False
        dates = {one.astimezone(self.zone).date() for one in (moment, since or moment)}
        return any(all(on_day(one) for on_day in self.days) for one in dates)


class _Days(NamedTuple):
    """Days named side by side in a sentence, which are one: "Tuesday, the 19th of May"."""

    start: int
    end: int
    tests: tuple[OnDay, ...]


def plain(text: str) -> str:
    """A text with straight apostrophes, and with ISO 8601 times in words: date, time, zone."""
    text = text.replace("’", "'")
    return _ISO_TIME.sub(" ", _ISO_ZONE.sub(r"\1 UTC\2", text))


def sentences(text: str) -> list[str]:
    return [piece for piece in Cuts(text, _SENTENCE, longest=len(text)).pieces if piece.strip()]


def clauses(sentence: str) -> list[str]:
    return [piece for piece in Cuts(sentence, _BREAK).pieces if piece.strip()]


def lengths(text: str) -> set[int]:
    """The durations that a text names, in minutes."""
    found = set()
    for match in _LENGTH.finditer(text):
        hours = {"two": 2, "2": 2, "three": 3, "3": 3}.get((match["hours"] or "").lower(), 1)
        found.add(
            int(match["n"][:4])
            if match["n"]
            else 30
            if match["half"]
            else 90
            if match["more"]
            else hours * 60
        )
    return found


def days(text: str, today: date) -> list[OnDay]:
    """The days that a text names, each as a test of a date."""
    return [_on_day(match, today) for match in _DAY.finditer(text)]


def mentions(text: str, zones: Mapping[str, tzinfo], reader: tzinfo, today: date) -> list[Mention]:
    """Every time in a text. `zones` says what a phrase after a time means ("my time", "cet");
    without one the time is by the reader's clock."""
    return [
        mention
        for sentence in sentences(text)
        for mention in _in_sentence(sentence, zones, reader, today)
    ]


def _in_sentence(
    sentence: str, zones: Mapping[str, tzinfo], reader: tzinfo, today: date
) -> Iterator[Mention]:
    found = list(_TIME.finditer(sentence))
    edges = [0, *(match.end() for match in found)]
    gaps = [sentence[edge : match.start()] for edge, match in zip(edges, found, strict=False)]
    read_in = [_zone(sentence[end : end + _NEAR], zones) for end in edges[1:]]
    for number in range(len(found) - 1, 0, -1):  # "9:00, 9:30 or 10:00 your time": back to front
        if read_in[number - 1] is None and _LISTED.fullmatch(gaps[number]):
            read_in[number - 1] = read_in[number]
    named, clauses_ = _days_named(sentence, today), Cuts(sentence, _BREAK)
    for number, match in enumerate(found):
        start, end = clauses_.at(match.start())
        yield Mention(
            minutes=_minutes(match),
            zone=read_in[number] or reader,
            days=_days_of(sentence, match, named),
            clause=sentence[start:end],
            before=sentence[max(match.start() - _NEAR, start) : match.start()],
            after=sentence[match.end() : match.end() + _NEAR],
            closes=bool(number and _STRETCH.fullmatch(_DAY.sub("", gaps[number]))),
        )


def _minutes(match: re.Match[str]) -> frozenset[int]:
    if match["noon"]:
        return frozenset({12 * 60})
    if match["h"] or match["h12"]:
        hour, minute = int(match["h"] or match["h12"]), int(match["m"] or 0)
        if half := match["half"] or match["half12"]:
            return frozenset({(hour % 12 + 12 * (half.lower() == "p")) * 60 + minute})
        afternoon = (
            {(hour + 12) * 60 + minute} if 1 <= hour <= 7 and len(match["h"]) == 1 else set()
        )
        return frozenset({hour * 60 + minute} | afternoon)
    shift = {"half past": 30, "quarter past": 15, "quarter to": -15}.get(
        (match["past"] or "").lower(), 0
    )
    word = match["past_hour"] or match["opening"] or match["sharp"] or match["bare"]
    if word is None:
        return frozenset(hour * 60 + shift % 60 for hour in range(24))
    hour = _HOURS.index(word.lower()) + 1 if word.lower() in _HOURS else int(word)
    either = {hour, hour % 12 + 12} if hour <= 12 else {hour}
    return frozenset((one * 60 + shift) % (24 * 60) for one in either)


def _zone(after: str, zones: Mapping[str, tzinfo]) -> tzinfo | None:
    """The zone that a text begins with, if it begins with one: " your time", " (CET)", " UTC+2"."""
    said = _TO_ZONE.sub("", after).lower()
    if fixed := _FIXED.match(said):
        if fixed[1] is None:
            return UTC
        shift = timedelta(hours=int(fixed[2]), minutes=int(fixed[3] or 0))
        return timezone(shift if fixed[1] == "+" else -shift) if shift < timedelta(days=1) else None
    found = _one_of(tuple(zones)).match(said)
    return zones[found[1]] if found else None


@lru_cache(maxsize=1024)
def _one_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """One of the names as a whole, the longest that there is."""
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"({either})\b")


def _days_named(sentence: str, today: date) -> list[_Days]:
    """The days that a sentence names, by place. To name one again says nothing new."""
    groups: list[list[re.Match[str]]] = []
    for match in _DAY.finditer(sentence):
        if groups and _SAME_DAY.fullmatch(sentence, groups[-1][-1].end(), match.start()):
            groups[-1].append(match)
        else:
            groups.append([match])
    return [
        _Days(
            group[0].start(),
            group[-1].end(),
            tuple(_on_day(one, today) for one in {one[0].lower(): one for one in group}.values()),
        )
        for group in groups
    ]


def _days_of(sentence: str, time: re.Match[str], named: list[_Days]) -> tuple[OnDay, ...]:
    """The day of a time: named right after it, else last before it, else next in the sentence."""
    place = bisect_left(named, (time.start(),))
    before = named[place - 1] if place else None
    after = named[place] if place < len(named) else None
    touches = before and _LEADS_TO.fullmatch(sentence, before.end, time.start())
    follows = after and _FOLLOWS.fullmatch(sentence, time.end(), after.start)
    day = after if follows and not touches else before or after
    return day.tests if day else ()


def _on_day(match: re.Match[str], today: date) -> OnDay:
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
