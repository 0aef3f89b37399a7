"""Finds times of day, days and durations in plain business English.

Every pattern is linear: no part of a text is read more than a bounded number of times. Each starts
with a lookahead for its possible first letters, since few positions match.
"""

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january february march april may june july august september october november december"
).split()
_NAMED_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_HOURS = {word: number for number, word in enumerate(_NAMED_HOURS, 1)}
NOON = 720
SAME_TIME_GAP = 3
"""Fewer characters than this between two words mean that they name one time ("12:00 noon")."""
_STEPS = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "half": 30}
_MONTH = "|".join(MONTHS) + "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
_WORD_HOUR = "|".join(_HOURS)
_AT_NOON = {"noon": 12, "midday": 12}
_SECONDS = r"(?::[0-5]\d)?+"
_HALF = r"(?:\s*(?P<{}>[ap])\.?m\b)"
_NOT_A_TIME = (
    r"(?![\d:]|[.,]\d|\s*(?:%|minutes?\b|mins?\b|hours?\b|people\b|days?\b|weeks?\b|of\b"
    rf"|(?:{_MONTH})\b|o['\u2019]clock|(?-i:[KMGT]B\b|[A-Z][a-z]+\s+(?:Street|Road|Square|Lane))))"
)
_EDGE = r"(?<![\w:.,/#$\u20ac+-])"

#: A time range, whose two ends help to interpret each other: "10-11.30 pm".
_RANGE = re.compile(
    rf"\b(?=[\dfabotsenm]){_EDGE}(?P<lead>(?:from|at|between)\s+)?"
    rf"(?<!past\s)(?<!half\s)(?<!half-)(?<!quarter\sto\s)(?:(?P<ha>[01]?\d|2[0-3])(?:[:.h](?P<ma>[0-5]\d){_SECONDS})?|(?P<fa>(?:[01]\d|2[0-3])[0-5]\d)"
    rf"|(?P<wa>{_WORD_HOUR}|noon|midday))" + _HALF.format("pa") + "?"
    r"(?:(?<=m)\.)?\s*(?P<between>[-\u2013\u2014]|to|till|until|through|and)\s*"
    rf"(?:(?P<hb>[01]?\d|2[0-3])(?:[:.h](?P<mb>[0-5]\d){_SECONDS})?|(?P<fb>(?:[01]\d|2[0-3])[0-5]\d)"
    rf"|(?P<wb>{_WORD_HOUR}|noon|midday))" + _HALF.format("pb") + f"?{_NOT_A_TIME}",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b(?=[\dafutbhqosenm])(?<![\d:.,/#$\u20ac+-])(?:(?<!\w)(?:\d{4}-\d\d-\d\dT)?(?P<h>[01]?\d|2[0-3])"
    rf"(?:[:.]|(?<=\d)h)(?P<m>[0-5]\d){_SECONDS}(?!\d|[:.]\d\d[:.])" + _HALF.format("p") + "?"
    r"|(?<!\w)(?P<h2>1[0-2]|0?[1-9])" + _HALF.format("p2") + r"|(?<!\w)(?P<h3>1\d|2[0-3]|[1-9])"
    r"\s+o['\u2019]clock"
    rf"|\b(?:at|from|until|till|by)\s+(?:(?P<h4>(?:[01]?\d|2[0-3]))|(?P<f4>(?:[01]\d|2[0-3])[0-5]\d)"
    rf"|(?P<w4>{_WORD_HOUR}))\b(?!\s*[ap]\.?m\b|(?<=one)\s(?:meeting|call|end|side|to\s(?:the|an)))"
    rf"{_NOT_A_TIME}"
    rf"|\b(?:a\s+)?(?P<step>{'|'.join(_STEPS)})[\s-]+(?P<way>past|to)\s+(?P<h5>\d{{1,2}}|{_WORD_HOUR})\b"
    rf"|\bhalf[\s-]+(?P<half>{_WORD_HOUR})\b(?!\s+(?:hour|an))"
    rf"|\b(?P<w6>{_WORD_HOUR})\s+(?:(?P<m6>fifteen|thirty|forty-five)\b"
    r"|o['\u2019]clock\b|(?=(?:till|until|to)\s+(?:a\s+)?(?:half|quarter)\b)"
    r"|(?=(?:in\s+the|that|this)\s+(?:morning|afternoon|evening|night)\b))"
    r"|\b(?P<word>noon|midday|midnight)\b)",
    re.IGNORECASE,
)
_PART = (
    r"(?:in\s+the|on\s+the|that|this|the\s+same|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"\s+(?:(?P<early>morning)|{})|at\s+night|tonight"
)
#: Right after a time, and right before one: the part of the day that it is in.
_THEN = re.compile(rf"\s*(?:{_PART.format('evening|afternoon|night')})\b", re.IGNORECASE)
_WHEN = re.compile(r"\b(?:evening|afternoon|night|tonight)(?:,|\s+(?:at|from))?\s+$", re.IGNORECASE)
_TILL = re.compile(r"\s*(?:[-\u2013\u2014]|to|till|until|and)\s*", re.IGNORECASE)
_WEEKDAYS = {day[:3]: number for number, day in enumerate(DAYS)}
_MONTHS = {month[:3]: number for number, month in enumerate(MONTHS, 1)}
_PAST = {"fifteen": 15, "thirty": 30, "forty-five": 45}
_WEEKDAY = re.compile(
    r"\b(?=[mtwfs])(mon|tue|wed|thu|fri|sat|sun)(?:s|rs|(?:s|nes|rs|ur)?days?)?\b", re.IGNORECASE
)
_DATE = re.compile(
    rf"\b(?=[\djfmasondt])(?:(?P<d>[0-3]?\d)(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<mon>{_MONTH})\b"
    rf"|(?P<mon2>{_MONTH})\.?\s+(?P<d2>[0-3]?\d)(?:st|nd|rd|th)?\b(?![:.]\d)"
    r"|\d{4}-(?P<m3>\d\d)-(?P<d3>\d\d)"
    rf"|the\s+(?P<d4>[0-3]?\d)(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?(?:{_MONTH})\b))",
    re.IGNORECASE,
)
_NEAR = re.compile(r"\b(today|tomorrow)\b", re.IGNORECASE)


class Day(NamedTuple):
    """A day as a text names it; what it does not say is None."""

    weekday: int | None = None
    date: tuple[int | None, int] | None = None
    """(month, day of the month); the month may be None."""
    ahead: int | None = None
    """0 for today, 1 for tomorrow."""


class Time(NamedTuple):
    """A time of day at characters [start, end), with the minutes since midnight that it may mean.

    `second`: it ends a range ("10:00 to 11:00").
    """

    start: int
    end: int
    minutes: frozenset[int]
    second: bool = False


def fold_case(text: str) -> str:
    """A text in lower case as `re.IGNORECASE` sees it: dotless i and long s become i and s."""
    return text.lower() if text.isascii() else text.upper().lower()


def clock_times(text: str) -> list[Time]:
    """Every time of day in a text, in order."""
    taken = [end for match in _RANGE.finditer(text) for end in _both(match)]
    found, at = taken.copy(), 0
    for one in _CLOCK.finditer(text):
        while at < len(taken) and taken[at].end <= one.start():
            at += 1
        if at == len(taken) or one.end() <= taken[at].start:
            bare = one.lastgroup in ("h4", "f4", "w4")  # "at 14", "until eleven"
            found.append(Time(one.start(one.lastgroup if bare else 0), one.end(), _minutes(one)))
    return _placed_in_the_day(text, list(_said_once(sorted(found, key=itemgetter(0)))))


def _placed_in_the_day(text: str, times: list[Time]) -> list[Time]:
    """The times, with those that are said to be in the morning or the evening taken so."""
    placed: list[Time] = []
    for at, time in enumerate(times):
        minutes = time.minutes
        later = frozenset(one if one >= NOON else one + NOON for one in minutes)
        if part := _THEN.match(text, time.end):
            minutes = frozenset(one for one in minutes if one < NOON) if part["early"] else later
            if at and _TILL.fullmatch(text, times[at - 1].end, time.start):
                begun = {one % NOON + half for one in placed[-1].minutes for half in (0, NOON)}
                if before := [one for one in begun if one < max(minutes, default=0)]:
                    placed[-1] = placed[-1]._replace(minutes=frozenset({max(before)}))
        elif _WHEN.search(text, max(0, time.start - 16), time.start):
            minutes |= later
        placed.append(time._replace(minutes=minutes or time.minutes))
    return placed


def _said_once(times: list[Time]) -> Iterator[Time]:
    """The times without the "noon" of "12:00 noon"."""
    last = Time(-SAME_TIME_GAP, -SAME_TIME_GAP, frozenset())
    for time in times:
        near = time.start - last.end < SAME_TIME_GAP and NOON in last.minutes
        if not near or time.minutes != {NOON}:
            yield time
        last = time


def _both(match: re.Match[str]) -> Iterator[Time]:
    """The two ends of a range, if it is clear that they are times."""
    got = match.groupdict()
    sure = got["ma"] or got["mb"] or got["pa"] or got["pb"] or (got["fa"] and got["fb"])
    noon = not _AT_NOON.keys().isdisjoint(fold_case(got[one] or "") for one in ("wa", "wb"))
    if not (sure or noon or got["lead"]):
        return
    for side, half in (("a", got["pa"] or got["pb"]), ("b", got["pb"])):
        hour, minute = _hour(got["h" + side], got["f" + side], got["w" + side])
        minute += int(got["m" + side] or 0)
        name = next(n for n in ("h", "f", "w") if got[n + side])
        start = match.start(name + side)
        end = match.end("m" + side if got["m" + side] else name + side)
        bare = not got["m" + side] and name != "f"
        minutes = _meant(hour, minute, half, bare)
        if half and not got["pa"] and side == "a":  # "11 to 1 pm" begins in the morning
            minutes |= {hour % 12 * 60 + minute}
        pair = fold_case(got["between"]) == "and" and "between" not in (got["lead"] or "").lower()
        yield Time(start, end, minutes, second=side == "b" and not pair)


def _hour(digits: str | None, four: str | None, word: str | None) -> tuple[int, int]:
    if four:
        return int(four[:2]), int(four[2:])
    return (_HOURS | _AT_NOON)[fold_case(word)] if word else int(digits or 0), 0


def _meant(hour: int, minute: int, half: str | None, bare: bool = False) -> frozenset[int]:
    """The minutes since midnight that a time may mean: "4 pm" is clear, "4:30" may be am or pm."""
    if half and 1 <= hour <= 12:
        return frozenset({(hour % 12 + (12 if half.lower() == "p" else 0)) * 60 + minute})
    at = {hour * 60 + minute}
    if 1 <= hour < 8 or (bare and hour <= 12):
        at.add((hour % 12 + 12) * 60 + minute)
    return frozenset(at)


def _minutes(found: re.Match[str]) -> frozenset[int]:
    got = found.groupdict()
    if word := got["word"]:
        return frozenset({0} if fold_case(word) == "midnight" else {720})
    if got["h"]:
        early = got["h"].startswith("0")
        at = int(got["h"]) * 60 + int(got["m"])
        return frozenset({at}) if early and not got["p"] else _meant(*divmod(at, 60), got["p"])
    if got["h2"]:
        return _meant(int(got["h2"]), 0, got["p2"])
    if said := got["h5"] or got["half"]:  # "half past ten", "half ten"
        hour = int(said) if said.isdigit() else _HOURS[fold_case(said)]
        past = _STEPS[fold_case(got["step"] or "half")]
        at = hour * 60 + (past if fold_case(got["way"] or "past") == "past" else -past)
        return frozenset({at % 1440, (at + 720) % 1440})
    if got["w6"]:
        past = _PAST[fold_case(got["m6"])] if got["m6"] else 0
        at = _HOURS[fold_case(got["w6"])] * 60 + past
        return frozenset({at, (at + 720) % 1440})
    hour, minute = _hour(got["h3"] or got["h4"], got["f4"], got["w4"])
    return _meant(hour, minute, None, bare=not got["f4"])


def days(text: str) -> list[tuple[int, Day]]:
    """The offset and value of each day in a text, in order."""
    found: list[tuple[int, Day]] = []
    for one in _WEEKDAY.finditer(text):
        word = one[0]
        if "day" in fold_case(word) or word[0].isupper():  # "sat" and "sun" are also ordinary words
            found.append((one.start(), Day(weekday=_WEEKDAYS[fold_case(one[1])])))
    found += [(one.start(), _date(one)) for one in _DATE.finditer(text)]
    found += [
        (one.start(), Day(ahead=int(fold_case(one[1]) == "tomorrow")))
        for one in _NEAR.finditer(text)
    ]
    return sorted(found, key=itemgetter(0))


def _date(found: re.Match[str]) -> Day:
    day, month, month2, day2, m3, d3, alone = found.groups()
    if alone:
        return Day(date=(None, int(alone)))
    if m3:
        return Day(date=(int(m3), int(d3)))
    return Day(date=(_MONTHS[fold_case(month or month2)[:3]], int(day or day2)))
