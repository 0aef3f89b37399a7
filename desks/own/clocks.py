"""Finds the times of day and the lengths that an email names: "half past two", "3-4:30 pm"."""

import re
from collections.abc import Iterator
from datetime import time
from typing import NamedTuple

from desks.own.dates import NUMBERS

_WORD = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_MERIDIEM = (
    r"(?:[ap]\.?\s?m\b\.?|(?:sharp\s+)?(?:in\s+the\s+(?:(?:early|late)\s+)?"
    r"(?:morning|afternoon|evening)|at\s+night))"
)


def _moment(n: str) -> str:
    """A time of day; the names of its groups end in `n`."""
    return rf"""(?:
        (?P<fraction{n}>half|(?:a\s+)?quarter|twenty|ten|five)(?:\s+|-)
          (?P<way{n}>(?:past|to|after|before|of)\s+)?(?P<around{n}>\d{{1,2}}|{_WORD})
      | (?P<said{n}>{_WORD})[\s-]
          (?P<words{n}>thirty|fifteen|forty[\s-]five|twenty|ten|fifty|forty)\b
      | (?P<hour{n}>[01]?\d|2[0-4])(?:(?P<dot{n}>[:.h])(?P<minute{n}>[0-5]\d)h?|h(?=\b))
      | (?P<four{n}>(?:[01]\d|2[0-3])[0-5]\d)(?:\s*(?:hrs|hours|h))?
      | (?P<bare{n}>2[0-4]|1\d|0?\d|{_WORD})
      | (?P<name{n}>(?:12\s*)?noon|midday)
    )(?P<clock{n}>\s*o'?\s?clock|ish|\s*sharp)?(?:\s*(?P<meridiem{n}>{_MERIDIEM}))?"""


_PATTERN = re.compile(
    rf"""(?P<lead>\b(?:at|from|around|about|by|before|after|until|till|to|say|start(?:ing)?)\s+|@\s*|
        \bca\.?\s+|~)?
      (?<![\w:/£$€#+-])(?<!\d[.,])(?P<whole>{_moment("1")}
      (?:\s*(?P<to>-|–|—|to\b|till\b|until\b|and\b)\s*{_moment("2")})?)(?![\w%€£]|[:/]\d|[.,]\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_LENGTH = re.compile(
    rf"""(?<![\w.,:/])(?:
      (?P<fixed>(?:(?:an?|one)\s+)?hour\s+and\s+(?:(?:a\s+)?half|a\s+quarter|three\s+quarters)|one\s+and\s+a\s+half\s+hours|three\s+quarters\s+of\s+an\s+hour|
        (?:a\s+)?quarter\s+of\s+an\s+hour|(?:a\s+)?half(?:\s+an?)?[\s-](?:hour|hr)|couple\s+of\s+hours|
        half\s+a\s+day|an?\s+(?:full\s+|good\s+|whole\s+)?hour|hour(?=[\s-]long))
    | (?P<hours>\d{{1,2}}(?:[.,]\d+)?|{_WORD})[\s-]*(?:h|hrs?|hours?)\b
        (?:\s+and\s+(?:a|(?P<three>three))\s+(?P<quarter>quarters?)
        |\s*(?:and\s+)?(?P<more>[0-5]?\d)(?:\s*(?:m|mins?|minutes?))?\b
        |(?P<and_half>\s+and\s+a\s+half))?
    | (?P<minutes>\d{{1,3}}|(?:twenty|thirty|forty|fifty)[\s-]five|fifteen|twenty|thirty|forty
        |fifty|sixty|ninety|ten|five)
        (?:\s*(?:-|–|to)\s*\d{{1,3}})?[\s-]*(?:m|mins?|minutes?)\b
    )(?:[\s-]*long\b)?""",
    re.IGNORECASE | re.VERBOSE,
)
_SHIFT = re.compile(
    r"[\s-]*(?P<way>later|earlier|sooner|ago|before|after|behind|ahead|away)\b", re.IGNORECASE
)
_IN = re.compile(r"\b(?:in|within|every|last|past|next|by)\s+(?:about\s+|the\s+)?$", re.IGNORECASE)
_EVENING = re.compile(r"\b(?:evening|tonight|dinner|supper)\b", re.IGNORECASE)
_MORNING = re.compile(r"\b(?:morning|breakfast)\b", re.IGNORECASE)
_FIXED = {
    "an hour and a half": 90,
    "hour and a half": 90,
    "hour and half": 90,
    "an hour and half": 90,
    "one hour and half": 90,
    "one hour and a half": 90,
    "hour and a quarter": 75,
    "hour and three quarters": 105,
    "an hour and a quarter": 75,
    "an hour and three quarters": 105,
    "one and a half hours": 90,
    "three quarters of an hour": 45,
    "quarter of an hour": 15,
    "half hour": 30,
    "half an hour": 30,
    "half hr": 30,
    "half an hr": 30,
    "couple of hours": 120,
    "half a day": 240,
    "an hour": 60,
}
_MINUTES = {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty five": 45, "fifty": 50}
_MINUTES |= {"twenty five": 25, "thirty five": 35, "fifty five": 55}
_MINUTES |= {"sixty": 60, "ninety": 90, "ten": 10, "five": 5}
_FRACTIONS = {"half": 30, "quarter": 15, "twenty": 20, "ten": 10, "five": 5}


class Clock(NamedTuple):
    """A time of day, or a span, that a text names, and where: text[begin:end]."""

    begin: int
    end: int
    start: time
    until: time | None
    lead: str
    """The word before it: "at", "by", ... or ""."""


class Length(NamedTuple):
    """A length in minutes that a text names, and where."""

    begin: int
    end: int
    minutes: int
    shift: int
    """-1 if it says how much earlier, 1 how much later, 0 that it is a length."""


def clocks(text: str) -> list[Clock]:
    """The times of day, in order. An hour without am or pm is taken as one that people work at,
    unless the evening is spoken of."""
    return list(_clocks(text))


def _clocks(text: str) -> Iterator[Clock]:
    taken = [(one.begin, one.end) for one in lengths(text)]
    for found in _PATTERN.finditer(text):
        begin, end = found.span("whole")
        if any(begin < stop and start < end for start, stop in taken) or not _is_time(found):
            continue
        before, after = text[max(0, begin - 90) : begin], text[end : end + 22]
        evening = bool(_EVENING.search(before) or _EVENING.search(after))
        morning = bool(_MORNING.search(before[-22:]) or _MORNING.search(after))
        until = _read(found, "2", "", evening, morning) if found["to"] else None
        shared = found["meridiem2"] if found["to"] and not found["meridiem1"] else ""
        start = _read(found, "1", shared or "", evening, morning)
        if start is None:
            continue
        if until is not None and until <= start:
            earlier = _read(found, "1", "", evening, morning)
            start = earlier if earlier and earlier < until else start
        if until is not None and until <= start:
            until = time(until.hour + 12, until.minute) if until.hour < 12 else None
        lead = (found["lead"] or "").strip().lower()
        yield Clock(begin, end, start, until, lead)


def _is_time(found: re.Match[str]) -> bool:
    """Whether a match is said as a time; a bare number seldom is."""
    lead = (found["lead"] or "").strip().lower()
    sure = any(
        found[f"{group}{n}"]
        for n in "12"
        for group in ("meridiem", "clock", "name", "minute", "said")
        if n == "1" or found["to"]
    )
    if found["dot1"] == "." and not (lead or found["meridiem1"] or found["to"]):
        return 7 <= int(found["hour1"]) <= 19 and found["minute1"][1] in "05"
    if found["fraction1"]:
        return bool(found["way1"]) or found["fraction1"].lower() == "half"
    if found["four1"] and not found["to"]:
        return lead in ("at", "from", "@", "around") or found[0].rstrip().lower().endswith(
            ("h", "s")
        )
    if found["bare1"] and not sure:
        return lead in ("at", "from", "@", "around", "~", "ca.", "ca", "start", "starting")
    return True


def _read(found: re.Match[str], n: str, shared: str, evening: bool, morning: bool) -> time | None:
    told = {k[:-1]: v.lower() for k, v in found.groupdict().items() if k.endswith(n) and v}
    if "name" in told:
        return time(12)
    minute = 0
    if "fraction" in told:
        hour, fraction = _value(told["around"]), _FRACTIONS[told["fraction"].split()[-1]]
        back = told.get("way", "").strip() in ("to", "before", "of")
        hour, minute = (hour - 1, 60 - fraction) if back else (hour, fraction)
    elif "said" in told:
        hour, minute = NUMBERS[told["said"]], _MINUTES[re.sub(r"[\s-]+", " ", told["words"])]
    elif "four" in told:
        hour, minute = int(told["four"][:2]), int(told["four"][2:])
    else:
        hour, minute = _value(told.get("hour") or told["bare"]), int(told.get("minute", 0))
    if meridiem := told.get("meridiem") or shared.lower():
        late = meridiem.startswith("p") or meridiem.endswith(("afternoon", "evening", "night"))
        hour = hour % 12 + 12 * late if hour <= 12 else hour
    elif 0 < hour < (12 if evening else 7) and not morning and "four" not in told:
        padded = told.get("hour", "").startswith("0")
        hour += 0 if padded else 12
    return time(hour % 24, minute) if hour <= 24 else None


def _value(said: str) -> int:
    return int(said) if said.isdecimal() else NUMBERS[said]


def lengths(text: str) -> list[Length]:
    """The lengths, in order; "an hour later" is a shift, and "in an hour" is neither."""
    found = []
    for match in _LENGTH.finditer(text):
        if re.fullmatch(
            r"(?:[6-9]|1\d|2[0-4])h(?:[0-5]\d)?", match[0]
        ):  # as the French write times
            continue
        shift = _SHIFT.match(text, match.end())
        way = shift["way"].lower() if shift else ""
        if way in ("ago", "behind", "ahead", "away", "before", "after"):
            continue
        if not way and _IN.search(text[: match.start()]):
            continue
        sign = 0 if not way else 1 if way == "later" else -1
        found.append(Length(match.start(), match.end(), _minutes(match), sign))
    return [one for one in found if 5 <= one.minutes <= 600]


def _minutes(match: re.Match[str]) -> int:
    if fixed := match["fixed"]:
        said = re.sub(r"[\s-]+", " ", fixed.lower()).removeprefix("a ")
        return (
            60
            if said.endswith("hour") and "half" not in said and "quarter" not in said
            else _FIXED.get(said, 480)
        )
    if hours := match["hours"]:
        count = float(hours.replace(",", ".")) if hours[0].isdigit() else _value(hours.lower())
        quarters = (45 if match["three"] else 15) if match["quarter"] else 0
        more = int(match["more"] or 0) + quarters + (30 if match["and_half"] else 0)
        return round(count * 60) + more
    said = re.sub(r"[\s-]+", " ", match["minutes"].lower())
    return int(said) if said.isdecimal() else _MINUTES[said]
