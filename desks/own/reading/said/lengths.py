"""Finds the lengths of time that an email names: "half an hour", "an hour later"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from desks.own.reading.said.dates_meant import NUMBERS

_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "seventy": 70}
WORDS = {word: number for word, number in NUMBERS.items() if number} | _TENS
WORDS |= {f"{tens} five": number + 5 for tens, number in _TENS.items()}
WORDS |= {"fifteen": 15, "sixty": 60, "eighty": 80, "ninety": 90}
_PARTS = {"¼": 0.25, "½": 0.5, "¾": 0.75}
_COUNT = (
    r"(?:\d\s)?[13]/[24](?=\s+h)|\d{1,3}(?:[.,]\d{1,2})?|(?:\d\s?)?[¼½¾]|(?:twenty|thirty|forty|fifty|seventy)[\s-]five|an?|one|"
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|"
    r"sixty|seventy|eighty|ninety"
)
_PART = r"(?:a\s+)?half|(?:a\s+)?quarter|three\s+quarters"
_HOUR = r"(?:h|hrs?|hours?)"
_MINUTE = r"(?:m|mins?|minutes?)"
_LENGTH = re.compile(
    rf"""(?<![\w.,:/])(?:
      (?P<couple>(?:a\s+)?couple\s+(?:of\s+)?hours)
    | (?P<part>three[\s-]quarters?|(?:a\s+)?quarter|(?:a\s+)?half
        |[13]/[24]|[¼½¾])[\s-]
        (?:of\s+)?(?:an?[\s-])?(?:hour|hr)s?\b
    | (?P<half_day>half\s+a\s+day)
    | (?<!at\s)(?<!from\s)(?P<hour>[1-5])h(?P<past>[0-5]\d)\b
    | (?:(?P<hours>{_COUNT})(?:\s+(?:and|&)\s+(?P<first>{_PART}))?[\s-]*
        (?:(?:full|good|whole|solid|clear|quiet|short|free|quick)[\s-]+)?|(?P<bare>(?:the\s+)?(?:full|whole|good)\s+|(?=hour[\s-](?:long|and\s+(?:a\s+)?(?:half|quarter|three))\b)))
        {_HOUR}\b(?:[\s-]+(?:and|&)[\s-]+(?P<then>{_PART})
          |\s*(?:and\s+)?(?P<more>[0-5]?\d)(?:\s*{_MINUTE})?\b(?![:.]\d)
          |\s+and\s+(?P<said>five|ten|fifteen|twenty|forty
            |(?:thirty|fifty|(?:twenty|thirty|forty|fifty)[\s-]five)(?=\s+{_MINUTE}\b))
            (?:\s+{_MINUTE})?\b)?
    | (?P<minutes>{_COUNT})(?:\s*(?:-|–|to|or)\s*(?:{_COUNT}))?[\s-]*{_MINUTE}\b(?!&)
    | (?:(?<=^say\s)|(?<=let's\ssay\s)|(?<=,\ssay\s)|(?<=or\ssay\s)|(?<='d\ssay\s)
        |(?<=make\sit\s)|(?<=rather\s)|(?<=quick\s)|(?<=more\slike\s))
        (?P<bare_minutes>[2-9][05])(?![\d:.%/]|\s*(?:[ap]\.?m|people)\b)
    | (?<=for\s)(?<!room\sfor\s)(?<!table\sfor\s)
        (?P<for_minutes>15|20|25|30|40|45|50|60|90)(?=\s*(?:[.,;!?)]|$))
    | (?P<prime_minutes>15|20|25|30|40|45|50|60|90)\s?['’′](?!\w)
    | (?<=quick\s)(?P<few_minutes>1[05]|ten|fifteen|twenty|thirty)\b
    )(?:[\s-]*long\b)?""",
    re.IGNORECASE | re.VERBOSE,
)
_FRENCH = re.compile(r"(?:[6-9]|1\d|2[0-4])h(?:[0-5]\d)?")
_LATER = re.compile(r"\W{0,2}(?:later|back)\b", re.IGNORECASE)
_EARLIER = re.compile(r"\W{0,2}(?:earlier|sooner|forward)\b", re.IGNORECASE)
_LATER_BY = re.compile(
    r"(?:\b(?:back|later)(?: by)?(?: an?)?|\b(?:push|delay|postpon|shift|mov)\w*(?: \w+){0,2} "
    r"by)\s*$",
    re.IGNORECASE,
)
_EARLIER_BY = re.compile(r"\b(?:forward|earlier|sooner)(?: by)?\s*$", re.IGNORECASE)
_NO_LENGTH = re.compile(
    r"['’]?[\s-]*(?:ago|before(?! (?:an?|my|i)\b)|after(?! (?:which|that))|behind|ahead|away|"
    r"over(?=\s*[.,;!?]|\s*$)|late\b|early\b|apart|into|in front|(?:more|less)\b(?! than)|of "
    r"(?:sleep|traffic)|(?:by )?(?:drive|walk|ride|flight|train|journey|bus|trip|notice|difference|"
    r"commute|by car)\b|from (?:here|now)\b|(?<=minutes\s)(?:to|past) (?:\d{1,2}|one|two|three|"
    r"four|five|six|seven|eight|nine|ten|eleven|twelve)\b)",
    re.IGNORECASE,
)
_NO_LENGTH_AFTER = re.compile(
    r"(?<!off )(?<!it )(?<!this )(?<!that )(?<!done )(?<!through )\b(?:in|within|every|(?<!will "
    r")(?<!ould )(?<!to )(?<!can )(?<!may )(?<!and )last|past|next|by|after|first|"
    r"per)\s+(?:(?:about|the|another)\s+)?$",
    re.IGNORECASE,
)
_BARE = ("bare", "few", "for", "prime")
"""Ways to name minutes without that word."""
_MOST = 600
"""Minutes; what is longer is no meeting."""


class Length(NamedTuple):
    """A length in minutes that a text names, and where."""

    begin: int
    end: int
    minutes: int
    shift: int
    """-1 if it says how much earlier, 1 how much later, 0 that it is a length."""


def lengths(text: str) -> list[Length]:
    """The lengths, in order; "an hour later" is a shift, and "in an hour" is neither."""
    return [one for one in _lengths(text) if 5 <= one.minutes <= _MOST]


def _lengths(text: str) -> Iterator[Length]:
    for found in _LENGTH.finditer(text):
        if _FRENCH.fullmatch(found[0]):  # a time, as the French write it
            continue
        before = text[max(0, found.start() - 30) : found.start()]
        if _LATER.match(text, found.end()) or _LATER_BY.search(before):
            yield Length(*found.span(), _minutes(found), 1)
        elif _EARLIER.match(text, found.end()) or _EARLIER_BY.search(before):
            yield Length(*found.span(), _minutes(found), -1)
        elif not _NO_LENGTH.match(text, found.end()) and not _NO_LENGTH_AFTER.search(before):
            yield Length(*found.span(), _minutes(found), 0)


def _minutes(found: re.Match[str]) -> int:
    if found["couple"]:
        return 120
    if found["half_day"]:
        return 240
    if part := found["part"]:
        return _part(part)
    bare = next((found[f"{how}_minutes"] for how in _BARE if found[f"{how}_minutes"]), "")
    if minutes := found["minutes"] or bare:
        return round(_value(minutes))
    if found["hour"]:
        return int(found["hour"]) * 60 + int(found["past"])
    more = (
        int(found["more"] or _value(found["said"] or "0"))
        + _part(found["first"])
        + _part(found["then"])
    )
    return round(60 * _value(found["hours"] or "one")) + more


def _part(said: str | None) -> int:
    """The minutes of a part of an hour."""
    if not said:
        return 0
    if said[0] in "13¼½¾":
        return round(60 * _value(said))
    return 45 if said.lower().startswith("three") else 15 if "quarter" in said.lower() else 30


def _value(said: str) -> float:
    bare = re.sub(r"[\s-]+", " ", said.lower())
    for name, sign in (("1/4", "¼"), ("1/2", "½"), ("3/4", "¾")):
        bare = bare.replace(name, sign)
    if bare[-1] in _PARTS:
        return int(bare[:-1].strip() or 0) + _PARTS[bare[-1]]
    return float(bare.replace(",", ".")) if bare[0].isdigit() else float(WORDS[bare])
