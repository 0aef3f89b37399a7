"""Finds the days that an email names: "next Tuesday", "the 12th", "12/3", "tomorrow"."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
} | {"a": 1, "an": 1, "couple": 2, "couple of": 2}
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_ORDINAL = r"(?:3[01]|[12]?\d|0\d)(?:st|nd|rd|th)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_COUNT = rf"(?:\d{{1,2}}|{'|'.join(NUMBERS)})"
_PATTERN = re.compile(
    rf"""(?<![\w@/.-])(?:
      (?P<iso>20\d\d-\d\d-\d\d)
    | (?P<numeric>{_DAY}/{_DAY}(?:/(?:20)?\d\d)?|{_DAY}\.{_DAY}\.(?:(?:20)?\d\d)?)(?![\w%/]|\.\d)
    | (?:(?P<weekday1>{_WEEKDAY})\.?,?\s+)?(?:the\s+)?(?P<day1>{_DAY})(?:st|nd|rd|th)?\.?
        (?:\s+of)?[\s-]+(?P<month1>{_MONTH})\b\.?(?:,?[\s-]+(?P<year1>20\d\d))?
        (?:,?\s*\(?(?:a\s+)?{_WEEKDAY}\b\)?)?
    | (?:(?P<weekday2>{_WEEKDAY})\.?,?\s+)?(?P<month2>{_MONTH})\.?\s+(?:the\s+)?
        (?P<day2>{_DAY})(?:st|nd|rd|th)?\b(?!:)(?:,?\s+(?P<year2>20\d\d))?
        (?:,?\s*\(?(?:a\s+)?{_WEEKDAY}\b\)?)?
    | (?:the\s+)?(?:day\s+)?(?P<day3>{_DAY})(?:st|nd|rd|th)?\s+of\s+(?P<which>this|next)\s+month
    | (?P<nth>first|second|third|fourth|last)\s+(?P<weekday5>{_WEEKDAY})\s+(?:of|in)\s+
        (?:(?P<which2>this|the|next)\s+month|(?P<month5>{_MONTH}))\b
    | (?P<week_today>(?:(?:a|one|two)\s+weeks?|a\s+fortnight)\s+(?:from\s+)?
        (?P<from_when>today|tomorrow|now))\b
    | (?P<after_tomorrow>(?:the\s+)?day\s+after\s+tomorrow)
    | (?P<tomorrow>tomm?orr?ow|tmrw|tmrow|tmr|2moro|tomoz)\b
    | (?P<today>today|tonight|this\s+(?:morning|afternoon|evening))\b
    | (?P<week_on>(?:a|one|two)\s+weeks?\s+(?:on|from)\s+(?:the\s+)?(?P<weekday3>{_WEEKDAY}))\b
    | in\s+(?P<count>{_COUNT})\s+(?P<unit>days?|weeks?)(?:'?\s+time)?\b
    | (?P<before>(?:this|next|coming|the\s+following|following|last|past)\s+)?
        (?P<weekday4>{_WEEKDAY})\b\.?
        (?:(?P<after>\s+(?:week|after\s+next|next\s+week|of\s+next\s+week|the\s+week\s+after))\b)?
        (?:,?\s+(?:the\s+|\()?(?P<ordinal1>{_ORDINAL}))?
    | (?:the\s+)?(?P<ordinal2>{_ORDINAL})\b(?!\s+(?:floor|time|grade|draft|version|quarter|round|
        edition|anniversary|birthday|century|class|year|street|avenue|st\b|ave\b))
    )""",
    re.IGNORECASE | re.VERBOSE,
)


_BEFORE_A_DAY = [[word] for word in ("on", "by", "until", "till", "before", "for", "or", "and")]
"""Words after which "sat" is a day."""


LONG_PAST = 200
"""Days after which a date without a year is taken for next year's."""


class Day(NamedTuple):
    """A day that a text names, and where: text[begin:end]."""

    begin: int
    end: int
    date: date


def days(text: str, today: date, month_first: bool = False) -> list[Day]:
    """The days named, in order; those that there are not, and days past, are left out.

    `today` is when it was written. `month_first` says whether 3/12 is in March.
    """
    return list(_days(text, today, month_first))


def _days(text: str, today: date, month_first: bool) -> Iterator[Day]:
    for found in _PATTERN.finditer(text):
        try:
            meant = _date(found, today, month_first)
        except (ValueError, OverflowError):
            continue
        word = text[max(0, found.start() - 9) : found.start()].split()[-1:]
        said, at_a_time = found.group(), re.match(r"\s+(?:at\s+)?\d", text[found.end() :])
        if said in ("sat", "sun", "mon", "wed") and not (at_a_time or word in _BEFORE_A_DAY):
            continue
        if meant is not None and meant >= today:
            yield Day(found.start(), found.end(), meant)


def _date(found: re.Match[str], today: date, month_first: bool) -> date | None:
    """What a match means; None where nothing is said that has a date; ValueError: no such day."""
    told = {name: said.lower() for name, said in found.groupdict().items() if said}
    if iso := told.get("iso"):
        return date.fromisoformat(iso)
    if numeric := told.get("numeric"):
        return _numeric(re.split("[./]", numeric.rstrip(".")), today, month_first)
    for number in "12":
        if f"month{number}" in told:
            day, month = int(told[f"day{number}"]), _month(told[f"month{number}"])
            return _coming(today, month, day, told.get(f"year{number}"))
    if "day3" in told:
        months = today.month - 1 + (told["which"] == "next")
        return date(today.year + months // 12, months % 12 + 1, int(told["day3"]))
    if "nth" in told:
        return _nth(told, today)
    if "week_today" in told:
        weeks = 2 if told["week_today"].startswith(("two", "a fort")) else 1
        return today + timedelta(weeks=weeks, days=told["from_when"] == "tomorrow")
    if "after_tomorrow" in told:
        return today + timedelta(days=2)
    if "tomorrow" in told:
        return today + timedelta(days=1)
    if "today" in told:
        return today
    if week_on := told.get("week_on"):
        weeks = 2 if week_on.startswith("two") else 1
        return _next(today, told["weekday3"]) + timedelta(weeks=weeks)
    if "count" in told:
        count = int(told["count"]) if told["count"].isdecimal() else NUMBERS[told["count"]]
        return today + timedelta(days=count * (7 if told["unit"].startswith("week") else 1))
    if ordinal := told.get("ordinal1") or told.get("ordinal2"):
        return _day_of_month(today, int(ordinal[:-2]))
    return _weekday(told, today)


def _weekday(told: dict[str, str], today: date) -> date | None:
    said, before, after = told["weekday4"], told.get("before", ""), told.get("after", "")
    if said.endswith("days") or before.startswith(("last", "past")):
        return None
    coming, monday = _next(today, said), today + timedelta(days=7 - today.weekday())
    of_next_week = monday + timedelta(days=_number(said))
    if "after next" in after:
        return of_next_week + timedelta(weeks=1)
    if after.strip() == "week":
        return coming + timedelta(weeks=1)
    if after or before.startswith("next"):
        return of_next_week
    return coming


def _nth(told: dict[str, str], today: date) -> date:
    """Such as the last Monday of this month."""
    month = today.replace(day=1)
    if "month5" in told:
        month = month.replace(month=_month(told["month5"]))
        month = month if month >= today.replace(day=1) else month.replace(year=month.year + 1)
    elif told["which2"] == "next":
        month = (month + timedelta(days=31)).replace(day=1)
    first = month + timedelta(days=(_number(told["weekday5"]) - month.weekday()) % 7)
    weeks = ("first", "second", "third", "fourth", "last").index(told["nth"])
    if weeks == 4:
        return max(at for n in range(5) if (at := first + timedelta(weeks=n)).month == month.month)
    return first + timedelta(weeks=weeks)


def _number(weekday: str) -> int:
    return next(n for n, name in enumerate(WEEKDAYS) if name.startswith(weekday[:3]))


def _month(said: str) -> int:
    return next(n for n, name in enumerate(MONTHS, 1) if name.startswith(said[:3]))


def _next(today: date, weekday: str) -> date:
    """The first such weekday after today."""
    return today + timedelta(days=(_number(weekday) - today.weekday() - 1) % 7 + 1)


def _coming(today: date, month: int, day: int, year: str | None) -> date:
    if year:
        return date(int(year), month, day)
    this = date(today.year, month, day)
    return date(today.year + 1, month, day) if (today - this).days > LONG_PAST else this


def _day_of_month(today: date, day: int) -> date:
    """The next day of that number."""
    for months in range(4):
        year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
        try:
            found = date(year, month + 1, day)
        except ValueError:
            continue
        if found >= today:
            return found
    raise ValueError(f"no day {day}")


def _numeric(parts: list[str], today: date, month_first: bool) -> date:
    first, second = int(parts[0]), int(parts[1])
    if (month_first and first <= 12) or second > 12:
        month, day = first, second
    else:
        day, month = first, second
    year = parts[2] if len(parts) > 2 else None
    return _coming(today, month, day, f"20{year[-2:]}" if year else None)
