"""Finds the times of day and the lengths that an email names: "half past two", "3-4:30 pm"."""

import re
from collections.abc import Iterator, Sequence
from datetime import time
from typing import NamedTuple

from desks.own.reading.said.dates_meant import MONTHS, NUMBERS
from desks.own.reading.said.lengths import lengths

_WORD = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_MERIDIEM = (
    r"(?:[ap]\.?\s?m\b\.?|(?<=\d)[ap]\b|(?:sharp\s+)?(?:in\s+the\s+(?:(?:early|"
    r"late)\s+)?(?:morning|afternoon|evening)|(?:at|in\s+the)\s+night))"
)


def _moment(n: str) -> str:
    """A time of day; the names of its groups end in `n`."""
    return rf"""(?:
        (?P<name{n}>(?:12(?:[:.]00)?\s*)?noon|midday)
      | (?P<fraction{n}>half|(?:a\s+)?quarter|(?<!from\ )(?:twenty|ten|five))(?:\s+|-)
          (?P<way{n}>(?:past|to|after|before|of)\s+)?(?P<around{n}>\d{{1,2}}|{_WORD})
      | (?P<said{n}>{_WORD})[\s-]
          (?P<words{n}>thirty|fifteen|forty[\s-]five|twenty|ten|fifty|forty)\b
      | (?P<hour{n}>[01]?\d|2[0-4])(?:(?P<dot{n}>[:.h])(?P<minute{n}>[0-5]\d)h?|h(?=\b))
      | (?P<four{n}>(?:[01]\d|2[0-3])[0-5]\d)(?:\s*(?:hrs|hours|h))?
      | (?P<bare{n}>2[0-4]|1\d|0?\d|{_WORD})
    )(?P<clock{n}>\s*o['’]?\s?clock|\s*uhr\b|-?ish|\s*sharp)?(?:\s*(?P<meridiem{n}>{_MERIDIEM}))?"""


_PATTERN = re.compile(
    rf"""(?P<lead>\b(?:at|from|around|about|by|before|after|until|till|to|say|is|does|would|do|(?:start|finish|end)(?:ing|:)?|make\s+it|but|not|approx|suggest|propose|thinking|between)\s+|@\s*|
        \bca\.?\s+|~)?
      (?<![\w:/£$€#+-])(?<!\d[.,])(?P<whole>{_moment("1")}
      (?:\s*(?P<to>-|–|—|~|〜|to\b|till\b|until\b|through\b|and\b(?!\s+three\s+q))\s*(?:(?:about|around|roughly)\s+)?{_moment("2")})?)(?![\w%€£]|[:/]\d|[.,]\d)""",
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
_COUNTS = re.compile(
    r"\s+(?:(?!(?:is|as|was|us|this|works|suits|mondays|tuesdays|wednesdays|thursdays|"
    r"fridays)\b)[a-z]{2,}s|table|point|go|time|place|person|way|other|another|people|or two|more|"
    r"of)\b"
)
"""What follows a number that is no time: "at one table"."""
_CHOSEN = re.compile(
    r"\s+(?:rather than|then|it is|works|please|pls|instead|is (?:fine|good|ok|okay|perfect|better|"
    r"great|best)|would be (?:fine|good|better|best|ideal|perfect|great|lovely|my))\b",
    re.IGNORECASE,
)
"""After a number that can only be a time."""
_WOULD_DO = re.compile(
    r"\s*(?:[?.]|$|(?:ok|okay|all right|alright|fine|good|better|possible|works?|suits?|do|instead|"
    r"too (?:early|late))\b)",
    re.IGNORECASE,
)
"""After a number that is asked about, as a time."""
_OVER = re.compile(
    r"\b(?:done|finish\w*|over|out|through|away|gone|back|here|there|with you)\s*$", re.IGNORECASE
)
_BY_ZONE = re.compile(r"\s*(?:utc|gmt|z\b|zulu|local|cet|cest|est|edt|ist)", re.IGNORECASE)
_IN_A_MONTH = re.compile(rf"\s+(?:{'|'.join(MONTHS)})\b", re.IGNORECASE)
_BY_A_CLOCK = re.compile(r"\s+(?:your|my|our)\s+(?:time|clock)\b", re.IGNORECASE)
_ON_A_DAY = re.compile(
    r"\s+(?:tomorrow|today|this|(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\W*\w+\s*\?\W*")
"""Nothing but a number that is asked about."""
_WE_ARE = re.compile(r",?\s+(?:we|you|i|it)(?:['’]|\s)", re.IGNORECASE)
_OF_A_DAY = re.compile(rf"{_ON_A_DAY.pattern}\s+(?:morning|afternoon|evening)\b", re.IGNORECASE)
"""After a number that is a time of that day."""
_LEADS = {
    *"at from @ around ~ ca. ca start starting say thinking between".split(),
    *"until till finish finishing end ending".split(),
    "make it",
}
"""Words before a number that make it a time."""
FRACTIONS = {"half": 30, "quarter": 15, "twenty": 20, "ten": 10, "five": 5}


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
        if not _is_time(found, beside_day):
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


def _is_time(found: re.Match[str], beside_day: bool) -> bool:
    """Whether a match is said as a time; a bare number seldom is."""
    lead = (found["lead"] or "").strip(" :").lower()
    sure = any(
        found[f"{group}{n}"]
        for n in "12"
        for group in ("meridiem", "clock", "name", "minute", "said")
        if n == "1" or found["to"]
    )
    if found["dot1"] == "." and beside_day:
        return found["minute1"][1] in "05"
    if found["dot1"] == "." and not (lead or found["meridiem1"] or found["to"]):
        sure = _CHOSEN.match(found.string, found.end()) or _stands_alone(found)
        return (7 <= int(found["hour1"]) <= 19 or bool(sure)) and found["minute1"][1] in "05"
    if found["fraction1"]:
        return bool(found["way1"]) or found["fraction1"].lower() == "half"
    if found["four1"] and not found["to"]:
        return (
            lead in ("at", "from", "@", "around")
            or _BY_ZONE.match(found.string, found.end("four1")) is not None
            or found[0].rstrip().lower().endswith(("h", "s"))
        )
    if found["bare1"] and not sure:
        if _IN_A_MONTH.match(found.string, found.end("bare1")):
            return False
        if found["to"] and _stands_alone(found):
            return True
        if (found["to"] or "").lower() in ("till", "until"):
            return True
        if not found["bare1"].isdecimal() and _COUNTS.match(found.string, found.end()):
            return False
        if _OF_A_DAY.match(found.string, found.end()) or _ALONE.fullmatch(found.string):
            return True
        if _BY_A_CLOCK.match(found.string, found.end()):
            return True
        if (found["to"] or _begins(found)) and _ON_A_DAY.match(found.string, found.end()):
            return True
        if lead in ("by", "before") and _ON_A_DAY.match(found.string, found.end()):
            return True
        if lead == "by" and _WE_ARE.match(found.string, found.end()):
            return True
        beside = beside_day and found["bare1"].lower() != "one" and 0 < _value(found["bare1"]) <= 19
        after = found.string[found.end() : found.end() + 20]
        if found["bare1"].isdecimal() and int(found["bare1"]) <= 19 and _CHOSEN.match(after):
            return True
        if lead in ("is", "does", "would", "do"):
            return bool(_WOULD_DO.match(after))
        if lead in ("about", "around") and re.match(r"\s*(?:[?.,!]|$)", after):
            return True
        before = found.string[max(0, found.start() - 20) : found.start()]
        return lead in _LEADS or beside or (lead == "by" and bool(_OVER.search(before)))
    return True


def _begins(found: re.Match[str]) -> bool:
    """Whether nothing but a mark comes before it."""
    return found.string[max(0, found.start() - 3) : found.start()].rstrip()[-1:] in {"", *",;:(–-"}


def _stands_alone(found: re.Match[str]) -> bool:
    """Whether it stands between marks."""
    return _begins(found) and bool(re.match(r"\s*(?:[,;.?!)]|$)", found.string[found.end() :]))


def _read(found: re.Match[str], n: str, shared: str, evening: bool, morning: bool) -> time | None:
    told = {k[:-1]: v.lower() for k, v in found.groupdict().items() if k.endswith(n) and v}
    if "name" in told:
        return time(12)
    minute = 0
    if "fraction" in told:
        hour, fraction = _value(told["around"]), FRACTIONS[told["fraction"].split()[-1]]
        back = told.get("way", "").strip() in ("to", "before", "of")
        hour, minute = (hour - 1, 60 - fraction) if back else (hour, fraction)
    elif "said" in told:
        hour, minute = NUMBERS[told["said"]], _MINUTES[re.sub(r"[\s-]+", " ", told["words"])]
    elif "four" in told:
        hour, minute = int(told["four"][:2]), int(told["four"][2:])
    else:
        hour, minute = _value(told.get("hour") or told["bare"]), int(told.get("minute", 0))
    if meridiem := told.get("meridiem") or shared.lower():
        late = meridiem.startswith("p") or meridiem.endswith(("afternoon", "evening"))
        late = late or (meridiem.endswith("night") and 5 <= hour < 12)
        hour = hour % 12 + 12 * late if hour <= 12 else hour
    elif 0 < hour < (12 if evening else 7) and not morning and "four" not in told:
        padded = told.get("hour", "").startswith("0")
        hour += 0 if padded else 12
    return time(hour % 24, minute) if hour <= 24 else None


def _value(said: str) -> int:
    return int(said) if said.isdecimal() else NUMBERS[said]
