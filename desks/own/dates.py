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
    | (?P<range>{_WEEKDAY}\.?\s*(?:-|–|to|through|thru|till|until)\s*{_WEEKDAY})\b(?!\s+the\b)
    | (?P<relative>(?:the\s+)?(?:day\s+(?:after|before)|(?:following|next)\s+day)
        (?!\s+tom)(?=\s*(?:that|then|[-–.,;:!?)]|$|(?:instead|at|same|would|works|is)\b))
        (?:\s+(?:that|then))?|(?:the\s+)?(?:that|same)\s+day)\b
    | (?P<weekday7>{_WEEKDAY})\s+(?:(?P<after_that>after)(?:\s+(?:that|this)\b)?
        (?=\s*(?:[-–.,;:!?)]|$|(?:instead|at|same|would|works|is|if|and)\b))|of\s+that\s+week)
    | (?P<weekday6>{_WEEKDAY})\.?,?\s+(?:the\s+)?(?P<day6>{_DAY})\.?
        (?!st\b|nd\b|rd\b|th\b|[\d:/]|\.\d|\s*(?:[ap]\.?m\b|h\b|o'?clock|sharp|[-–]|to\b))
    | (?:the\s+)?(?:day\s+)?(?P<day3>{_DAY})(?:st|nd|rd|th)?\s+of\s+(?P<which>this|next)\s+month
    | (?P<nth>first|second|third|fourth|last)\s+(?P<weekday5>{_WEEKDAY})\s+(?:of|in)\s+
        (?:(?P<which2>this|the|next)\s+month|(?P<month5>{_MONTH}))\b
    | (?P<week_today>(?P<day_week>this\s+day|today|tomorrow)\s+week|(?:(?:a|one|two)\s+weeks?|a\s+fortnight)\s+(?:from\s+)?
        (?P<from_when>today|tomorrow|now))\b
    | (?P<after_tomorrow>(?:the\s+)?day\s+after\s+tomorrow)
    | (?P<tomorrow>tomm?orr?ow|tmrw|tmrow|tmr|2moro|tomoz)\b
    | (?P<today>today|tonight|this\s+(?:morning|afternoon|evening))\b
    | (?P<week_on>(?:a|one|two)\s+weeks?\s+(?:on|from)\s+(?:the\s+)?(?P<weekday3>{_WEEKDAY}))\b
    | (?P<weekday8>{_WEEKDAY})\s*,?\s+(?:of\s+|in\s+)?(?:week|wk|kw)\s+(?P<iso_week>\d{{1,2}})\b
    | in\s+(?:exactly\s+)?(?P<count>{_COUNT})\s+(?P<unit>days?|weeks?)(?:'?\s+time)?(?:\s+from\s+(?:today|now))?\b
    | (?:exactly\s+)?(?P<count2>{_COUNT})\s+(?P<unit2>days?|weeks?)\s+from\s+(?:today|now)\b
    | (?P<before>(?:this(?:\s+coming)?|next|(?<!is\s)(?<!are\s)(?<!'s\s)(?<!'re\s)(?<!'m\s)coming|the\s+following|following|last|past|that)\s+)?
        (?P<weekday4>{_WEEKDAY})\b\.?
        (?:(?P<after>\s+(?:week|last|coming|this\s+week|after\s+next|next\s+week|of\s+next\s+week|the\s+week\s+after))\b)?
        (?:,?\s+(?:the\s+|\()?(?P<ordinal1>{_ORDINAL}))?
    | (?:the\s+)?(?P<ordinal2>{_ORDINAL})\b(?!\s+(?:floor|time|grade|draft|version|quarter|round|
        edition|anniversary|birthday|century|class|year|street|avenue|st\b|ave\b))
    )""",
    re.IGNORECASE | re.VERBOSE,
)


_BEFORE_A_DAY = [[word] for word in ("on", "by", "until", "till", "before", "for", "or", "and")]
"""Words after which "sat" is a day."""


_NEXT_WEEK = re.compile(r"\bnext\s+week\b", re.IGNORECASE)


LONG_PAST = 200
"""Days after which a date without a year is taken for next year's."""


class Day(NamedTuple):
    """A day that a text names, and where: text[begin:end]."""

    begin: int
    end: int
    date: date


class Calendar(NamedTuple):
    """What the days that a text names count from."""

    today: date
    """When it was written."""
    month_first: bool = False
    """Whether 3/12 is in March."""
    anchor: date | None = None
    """The day that was named last: "the day after that"."""
    week_of: date | None = None
    """The day that has been spoken of so far, in whose week weekdays are."""


def days(text: str, calendar: Calendar) -> list[Day]:
    """The days named, in order; those that there are not, and days past, are left out."""
    found: list[Day] = []
    for one in _days(text, calendar):
        if (
            found
            and _APPOSED.fullmatch(text[found[-1].end : one.begin])
            and _agree(text, found[-1], one)
        ):
            before = found.pop()
            meant = one if re.search(r"\d", text[one.begin : one.end]) else before
            one = Day(before.begin, one.end, meant.date)
        found.append(one)
    return found


_COUNTED = re.compile(
    r"\s+(?!(?:at|from|or|and|to|in|for|is|works|would|then|please|pls|instead|if|before|after|with|between|around|about|"
    r"of|afternoon|morning|evening|not|but|so|ok|okay|suits|is|was|we|i|you|can|could|till|until)\b)[A-Za-z]{2,}",
    re.IGNORECASE,
)
"""What follows a number that is no day: "a 2nd session"."""
_APPOSED = re.compile(r"\s*[,(]?\s*(?:the\s+|i\.?e\.?\s+|on\s+)?")


def _agree(text: str, one: Day, other: Day) -> bool:
    """Whether two days named one after the other are the same, said twice."""
    if one.date == other.date:
        return True
    numbered = re.search(r"\d", text[one.begin : one.end] + text[other.begin : other.end])
    return bool(numbered) and one.date.weekday() == other.date.weekday()


def _days(text: str, calendar: Calendar) -> Iterator[Day]:
    today = calendar.today
    next_week = _NEXT_WEEK.search(text)
    for found in _PATTERN.finditer(text):
        if found["range"]:
            continue
        try:
            meant = _date(found, calendar)
        except (ValueError, OverflowError):
            continue
        said = found.group()
        if (
            said.lower() in ("sat", "sun", "mon", "wed", "thu", "fri")
            and text[found.end() : found.end() + 1] == "-"
        ):
            continue
        if calendar.week_of and _is_bare(found) and not next_week:
            monday = calendar.week_of - timedelta(days=calendar.week_of.weekday())
            there = monday + timedelta(days=_number(found["weekday4"].lower()))
            meant = there if meant and there > today else meant
        if next_week and _is_bare(found) and next_week.end() <= found.start():
            meant = _of_next_week(today, found["weekday4"].lower())
        word = text[max(0, found.start() - 9) : found.start()].split()[-1:]
        at_a_time = (
            found.group(),
            re.match(
                r"\s+(?:at\s+)?\d|\s*[,.;?!)]|\s*$|\s+(?:is|works|then|afternoon|morning|evening)\b",
                text[found.end() :],
            ),
        )
        if said in ("sat", "sun", "mon", "wed") and not (at_a_time or word in _BEFORE_A_DAY):
            continue
        if found["ordinal2"] and not said.startswith("the") and _COUNTED.match(text, found.end()):
            continue
        if meant is not None and meant >= today:
            calendar = calendar._replace(anchor=meant)
            odd = found["day6"] and meant.day != int(found["day6"])
            yield Day(found.start(), found.end("weekday6") if odd else found.end(), meant)


def _is_bare(found: re.Match[str]) -> bool:
    """Whether a weekday is named and nothing else."""
    return bool(found["weekday4"] and not (found["before"] or found["after"] or found["ordinal1"]))


def _date(found: re.Match[str], calendar: Calendar) -> date | None:
    """What a match means; None where nothing is said that has a date; ValueError: no such day."""
    today, month_first = calendar.today, calendar.month_first
    told = {name: said.lower() for name, said in found.groupdict().items() if said}
    if "relative" in told or "weekday7" in told:
        return _related(told, calendar)
    if "day6" in told:
        coming = _next(today, told["weekday6"])
        try:
            numbered = _day_of_month(today, int(told["day6"]))
        except ValueError:
            return coming
        return numbered if numbered.weekday() == coming.weekday() else coming
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
        return today + timedelta(weeks=weeks, days="tomorrow" in told["week_today"])
    if "after_tomorrow" in told:
        return today + timedelta(days=2)
    if "tomorrow" in told:
        return today + timedelta(days=1)
    if "today" in told:
        return today
    if week_on := told.get("week_on"):
        weeks = 2 if week_on.startswith("two") else 1
        return _next(today, told["weekday3"]) + timedelta(weeks=weeks)
    if "iso_week" in told:
        week = date.fromisocalendar(
            today.year, int(told["iso_week"]), _number(told["weekday8"]) + 1
        )
        past = (today - week).days > LONG_PAST
        return date.fromisocalendar(today.year + 1, *week.isocalendar()[1:]) if past else week
    if "count2" in told:
        told |= {"count": told["count2"], "unit": told["unit2"]}
    if "count" in told:
        count = int(told["count"]) if told["count"].isdecimal() else NUMBERS[told["count"]]
        return today + timedelta(days=count * (7 if told["unit"].startswith("week") else 1))
    if ordinal := told.get("ordinal1") or told.get("ordinal2"):
        return _day_of_month(today, int(ordinal[:-2]))
    if told.get("before", "").startswith("that") and calendar.anchor:
        first = calendar.anchor - timedelta(days=1)
        return _next(first, told["weekday4"])
    return _weekday(told, today)


def _related(told: dict[str, str], calendar: Calendar) -> date | None:
    """A day named by its distance from the one that was named before."""
    if not calendar.anchor:
        return None
    if said := told.get("relative"):
        away = 0 if said.endswith("day") and ("that" in said or "same" in said) else 1
        return calendar.anchor + timedelta(days=-away if "before" in said else away)
    if "after_that" in told:
        return _next(calendar.anchor, told["weekday7"])
    monday = calendar.anchor - timedelta(days=calendar.anchor.weekday())
    return monday + timedelta(days=_number(told["weekday7"]))


def _of_next_week(today: date, weekday: str) -> date:
    return today + timedelta(days=7 - today.weekday() + _number(weekday))


def _weekday(told: dict[str, str], today: date) -> date | None:
    said, before, after = told["weekday4"], told.get("before", ""), told.get("after", "")
    if said.endswith("days") or before.startswith(("last", "past")) or after.strip() == "last":
        return None
    coming, of_next_week = _next(today, said), _of_next_week(today, said)
    if "after next" in after:
        return of_next_week + timedelta(weeks=1)
    if after.strip() == "week":
        return coming + timedelta(weeks=1)
    if after.strip() not in ("", "coming", "this week") or before.startswith("next"):
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
