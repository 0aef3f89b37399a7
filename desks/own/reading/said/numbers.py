"""Tells whether a number in an email is a time of day: "by 5", but not "by 5 people"."""

import re

from desks.own.reading.said.dates_meant import MONTHS, NUMBERS

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
    r"\b(?:done|finish\w*|over|out|through|away|gone|back|home|door|desk|wrapped|way|here|"
    r"there|with you|at (?:yours|mine))\s*$",
    re.IGNORECASE,
)
_BY_ZONE = re.compile(r"\s*(?:utc|gmt|z\b|zulu|local|cet|cest|est|edt|ist)", re.IGNORECASE)
_HOURS = re.compile(r"(?:hrs|hours|h)\b", re.IGNORECASE)
_YEARS = re.compile(r"(?:19|20)\d\d\D+20\d\d")
_IN_A_MONTH = re.compile(rf"\s+(?:{'|'.join(MONTHS)})\b", re.IGNORECASE)
_BY_A_CLOCK = re.compile(r"\s+(?:your|my|our)\s+(?:time|clock)\b", re.IGNORECASE)
_ON_A_DAY = re.compile(
    r"\s+(?:tomorrow|today|this|(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_MARK = re.compile(r"\s*(?:[,;.?!)]|[–-]\s|$)")
_ALONE = re.compile(r"\W*\w+\s*\?\W*")
"""Nothing but a number that is asked about."""
_WE_ARE = re.compile(r",?\s+(?:we|you|i|it)(?:['’]|\s)", re.IGNORECASE)
_OF_A_DAY = re.compile(rf"{_ON_A_DAY.pattern}\s+(?:morning|afternoon|evening)\b", re.IGNORECASE)
"""After a number that is a time of that day."""
_LEADS = {
    *"at from @ around ~ ca. ca kl. kl klo h start starting say thinking between".split(),
    *"until till finish finishing end ending".split(),
    "make it",
}
"""Words before a number that make it a time."""


def is_time(found: re.Match[str], beside_day: bool) -> bool:
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
    if found["four1"] and found["four2"]:
        return _HOURS.search(found[0]) is not None or not _YEARS.fullmatch(found["whole"])
    if found["four1"] and not found["to"]:
        return (
            lead in ("at", "from", "@", "around")
            or (lead in ("by", "until", "till") and found["four1"][:2] not in ("19", "20"))
            or (beside_day and found["four1"][3] in "05")
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
        beside = beside_day and found["bare1"].lower() != "one" and 0 < value(found["bare1"]) <= 19
        after = found.string[found.end() : found.end() + 20]
        if found["bare1"].isdecimal() and int(found["bare1"]) <= 19 and _CHOSEN.match(after):
            return True
        if lead in ("is", "does", "would", "do"):
            return bool(_WOULD_DO.match(after))
        if lead in ("about", "around", "past", "beyond") and re.match(r"\s*(?:[?.,!]|$)", after):
            return True
        before = found.string[max(0, found.start() - 20) : found.start()]
        return lead in _LEADS or beside or (lead == "by" and bool(_OVER.search(before)))
    return True


def _begins(found: re.Match[str]) -> bool:
    """Whether nothing but a mark comes before it."""
    return found.string[max(0, found.start() - 3) : found.start()].rstrip()[-1:] in {"", *",;:(–-"}


def _stands_alone(found: re.Match[str]) -> bool:
    """Whether it stands between marks."""
    return _begins(found) and bool(_MARK.match(found.string, found.end()))


def value(said: str) -> int:
    """A number in digits or in words."""
    return int(said) if said.isdecimal() else NUMBERS[said.lower()]
