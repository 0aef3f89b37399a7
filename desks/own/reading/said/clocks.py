"""Finds the times of day and the lengths that an email names: "half past two", "3-4:30 pm"."""

import re
from collections.abc import Iterator, Sequence
from datetime import time
from typing import NamedTuple

from desks.own.reading.said.dates_meant import NUMBERS
from desks.own.reading.said.lengths import lengths
from desks.own.reading.said.numbers import is_time, value

_WORD = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_MERIDIEM = (
    r"(?:[ap]\.?\s?m\b\.?|(?<=\d)[ap]\b|(?:sharp\s+)?(?:(?:in|of)\s+the\s+(?:(?:early|"
    r"late)\s+)?(?:morning|forenoon|afternoon|evening)|(?:at|in\s+the)\s+night))"
)

_LITTLE = (
    r"(?:(?!ten\s+to\s+(?:eleven|twelve)|five\s+to\s+(?:six|seven))(?:ten|five)|"
    r"(?:(?<=\bat\s)|(?<=\bis\s)|(?<=\bby\s)|(?<=\btill\s)|(?<=\buntil\s)|(?<=\bbefore\s)|"
    r"(?<=\bafter\s)|(?<=\babout\s)|(?<=\baround\s))(?:ten|five))"
)
"""Minutes; but "ten to eleven" lasts an hour, unless it is at, by or until then."""


def _moment(n: str) -> str:
    """A time of day; the names of its groups end in `n`."""
    return rf"""(?:
        (?P<name{n}>(?:(?:12(?:[:.]00)?|twelve|high)\s*)?(?:noon|midday))
          (?!\s+(?:break|meal|prayers?|service|news|rush|bell|gun|train|ferry|sun|heat)\b)
      | (?P<fraction{n}>half|(?:a\s+)?quarter|(?<!from\ )(?:twenty|{_LITTLE})(?:\s+minutes)?)
          (?:\s+|-)(?P<way{n}>(?:past|to|after|before|of)\s+)?(?P<around{n}>\d{{1,2}}|{_WORD})
      | (?P<said{n}>{_WORD})[\s-]
          (?P<words{n}>thirty|fifteen|forty[\s-]five|twenty|ten|fifty|forty)\b
      | (?P<hour{n}>[01]?\d|2[0-4])(?:(?P<dot{n}>[:.]|\s?h\s?)(?P<minute{n}>[0-5]\d)h?|h(?=\b))
      | (?P<four{n}>(?:[01]\d|2[0-3])[0-5]\d)(?:\s*(?:hrs|hours|h))?
      | (?P<bare{n}>2[0-4]|1\d|0?\d|{_WORD})
    )(?P<clock{n}>\s*o['’]?\s?clock|\s*hours(?=\s+(?:of|in)\s+the\b)|\s*uhr\b|-?ish|\s*sharp)?(?:\s*(?P<meridiem{n}>{_MERIDIEM}))?"""


_PATTERN = re.compile(
    rf"""(?P<lead>\b(?:at|from|around|about|by|before|after|until|till|to|say|is|does|would|do|(?:start|finish|end)(?:ing|:)?|make\s+it|but|not|approx|suggest|propose|thinking|between|past|beyond|mean)\s+|@\s*|
        \b(?:ca|kl|klo|h)\.?\s+|~)?
      (?<![\w:/£$€#+-])(?<!\d[.,])(?P<whole>{_moment("1")}
      (?:\s*(?P<to>->?|→|\.\.+|–|—|~|〜|to\b|till\b|until\b|up\s+to\b|through\b|and\b(?!\s+three\s+q))\s*(?:(?:about|around|roughly)\s+)?{_moment("2")})?)(?![\w%€£]|[:/]\d|[.,]\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_EVENING = re.compile(
    r"(?:\b(?:evening|tonight|dinner|supper|drinks|pub)|(?:day|tomorrow) night)\b", re.IGNORECASE
)
LATE = re.compile(r"\b(?:dinner|supper|drinks|tonight|this evening)\b", re.IGNORECASE)
"""Of the times named next, too."""
_MORNING = re.compile(r"\b(?:morning|breakfast)\b", re.IGNORECASE)
_MINUTES = {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty five": 45, "fifty": 50}
_MINUTES |= {"twenty five": 25, "thirty five": 35, "fifty five": 55}
_MINUTES |= {"sixty": 60, "ninety": 90, "ten": 10, "five": 5}
FRACTIONS = {"half": 30, "quarter": 15, "twenty": 20, "ten": 10, "five": 5}
SHORT = 90
"""Minutes; what is told by its start and its end, and is no longer, is the meeting itself."""


class Clock(NamedTuple):
    """A time of day, or a span, that a text names, and where: text[begin:end]."""

    begin: int
    end: int
    start: time
    until: time | None
    lead: str
    """The word before it: "at", "by", ... or ""."""


def span(clock: Clock) -> int:
    """The minutes from its start to its end."""
    start, end = (at.hour * 60 + at.minute for at in (clock.start, clock.until or clock.start))
    return (end - start) % (24 * 60)


def clocks(text: str, day_ends: Sequence[int] = (), evening: bool = False) -> list[Clock]:
    """The times of day, in order. An hour without am or pm is taken as one that people work at,
    unless the evening is spoken of, in it or before. `day_ends` are where the days end that the
    text names."""
    return list(_clocks(text, day_ends, evening))


def _clocks(text: str, day_ends: Sequence[int], spoken: bool) -> Iterator[Clock]:
    taken = [(one.begin, one.end) for one in lengths(text)]
    for found in _PATTERN.finditer(text):
        begin, end = found.span("whole")
        if any(begin < stop and start < end for start, stop in taken):
            continue
        beside_day = any(
            0 <= begin - day < 3 and text[day:begin].strip(" ,") == "" for day in day_ends
        )
        if not is_time(found, beside_day):
            continue
        before, after = text[max(0, begin - 90) : begin], text[end : end + 22]
        evening = spoken or bool(_EVENING.search(before) or _EVENING.search(after))
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


def _read(found: re.Match[str], n: str, shared: str, evening: bool, morning: bool) -> time | None:
    told = {k[:-1]: v.lower() for k, v in found.groupdict().items() if k.endswith(n) and v}
    if "name" in told:
        return time(12)
    minute = 0
    if "fraction" in told:
        hour, fraction = value(told["around"]), _fraction(told["fraction"])
        back = told.get("way", "").strip() in ("to", "before", "of")
        hour, minute = (hour - 1 or 12, 60 - fraction) if back else (hour, fraction)
    elif "said" in told:
        hour, minute = NUMBERS[told["said"]], _MINUTES[re.sub(r"[\s-]+", " ", told["words"])]
    elif "four" in told:
        hour, minute = int(told["four"][:2]), int(told["four"][2:])
    else:
        hour, minute = value(told.get("hour") or told["bare"]), int(told.get("minute", 0))
    if meridiem := told.get("meridiem") or shared.lower():
        late = meridiem.startswith("p") or meridiem.endswith(("afternoon", "evening"))
        late = late or (meridiem.endswith("night") and 5 <= hour < 12)
        hour = hour % 12 + 12 * late if hour <= 12 else hour
    elif 0 < hour < (12 if evening else 7) and not morning and "four" not in told:
        padded = told.get("hour", "").startswith("0")
        hour += 0 if padded else 12
    return time(hour % 24, minute) if hour <= 24 else None


def _fraction(said: str) -> int:
    """The minutes of "a quarter" or "ten minutes"."""
    return FRACTIONS[said.removesuffix("minutes").split()[-1]]
