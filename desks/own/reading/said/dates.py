"""Finds the days that an email names: "next Tuesday", "the 12th", "12/3", "tomorrow"."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from desks.own.reading.said.dates_meant import (
    NUMBERS,
    ORDINALS,
    Calendar,
    meant_by,
    of_next_week,
    weekday_number,
)

_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?"
WEEKDAY = re.compile(rf"\b{_WEEKDAY}\b", re.IGNORECASE)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_ORDINAL = r"(?:3[01]|[12]?\d|0\d)(?:st|nd|rd|th)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_COUNT = rf"(?:\d{{1,2}}|{'|'.join(NUMBERS)})"
_PATTERN = re.compile(
    rf"""(?<![\w@/.-])(?:
      (?P<iso>20\d\d(?P<mark>[-./])[01]?\d(?P=mark)[0-3]?\d)(?!\d)
    | (?:(?P<weekday0>{_WEEKDAY}|mo|tu|we|th|fr|sa|su)\.?,?\s+)?
        (?P<numeric>{_DAY}/{_DAY}(?:/(?:20)?\d\d)?|{_DAY}\.{_DAY}\.(?:(?:20)?\d\d)?
        |{_DAY}-{_DAY}-20\d\d)
        (?![\w%/]|\.\d|\s+(?:an?\s+)?h(?:ou)?rs?\b)
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
        (?=\s*(?:[-–.,;:!?)]|$|(?:instead|at|same|would|works?|suits?|do|be|is|if|and)\b))|of\s+that\s+week)
    | (?P<weekday6>{_WEEKDAY})\.?,?\s+(?:the\s+)?(?P<day6>{_DAY})\.?
        (?!st\b|nd\b|rd\b|th\b|[\d:/]|\.\d|\s*(?:[ap]\.?m\b|noon\b|h\b|o'?clock|ish\b|-ish\b|sharp|[-–]|to\b))
    | (?:the\s+)?(?:day\s+)?(?P<day3>{_DAY})(?:st|nd|rd|th)?\s+of\s+(?P<which>this|next)\s+month
    | (?P<nth>first|second|third|fourth|last)\s+(?P<weekday5>{_WEEKDAY}|working\s+day)\s+
        (?:of|in)\s+(?:(?P<which2>this|the|next)\s+month|(?P<month5>{_MONTH}))\b
    | (?P<week_today>(?:this\s+day|today|tomorrow)\s+(?:in\s+(?:a|one)\s+)?week
        |(?:(?P<count3>a|one|two|three|four)\s+weeks?|a\s+fortnight)\s+(?:from\s+)?
        (?:today|tomorrow|now))\b
    | (?P<after_tomorrow>(?:the\s+)?day\s+after\s+tomorrow)
    | (?P<tomorrow>tomm?orr?ow|tmrw|tmrow|tmr|2moro|tomoz)\b
    | (?P<today>today|tonight|this\s+(?:very\s+)?(?:morning|afternoon|evening))\b
    | (?P<week_on>(?:a|one|two)\s+(?:weeks?|fortnight)\s+(?:on|from)\s+(?:the\s+)?
        (?P<weekday3>{_WEEKDAY}))\b
    | (?P<weekday8>{_WEEKDAY})\s*,?\s+(?:of\s+|in\s+)?(?:calendar\s+)?(?:week|wk|kw)\s+
        (?P<iso_week>\d{{1,2}})\b
    | (?P<weekday9>{_WEEKDAY})\s+in\s+(?P<count9>a|one|two|three)\s+weeks?(?:['’]?s?\s+time)?\b
    | in\s+(?:exactly\s+)?(?P<count>{_COUNT})\s+(?P<unit>days?|weeks?|fortnight)(?:'?\s+time)?
        (?:\s+from\s+(?:today|now))?\b
    | (?:exactly\s+)?(?P<count2>{_COUNT})\s+(?P<unit2>days?|weeks?)\s+from\s+(?:today|now)\b
    | (?P<before>(?:this(?:\s+coming)?|next|the\s+following|following|last|past|that|
        (?<!is\s)(?<!are\s)(?<!'s\s)(?<!'re\s)(?<!'m\s)
        coming)\s+)?
        (?P<weekday4>{_WEEKDAY})\b\.?
        (?:(?P<after>\s+(?:week|fortnight|last|coming|this\s+week|after\s+next|next\s+week|of\s+next\s+week|the\s+week\s+after))\b)?
        (?:,?\s+(?:the\s+|\()?(?P<ordinal1>{_ORDINAL}))?
    | the\s+(?P<spelled>{"|".join(ORDINALS).replace("-", "[ -]")})\b
        (?:\s+of\s+(?P<month3>{_MONTH})\b|(?=\s*(?:[-–.,;:!?)]|$|(?:at|from|is|was|in\s+the|instead|will|would|
        works|and|or)\b)))
    | (?:the\s+)?(?P<ordinal2>{_ORDINAL})\b(?!\s+(?:floor|time|grade|draft|version|quarter|round|
        edition|anniversary|birthday|century|class|year|street|avenue|st\b|ave\b))
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_BEFORE_A_DAY = [[word] for word in ("on", "by", "until", "till", "before", "for", "or", "and")]
"""Words after which "sat" is a day."""
_NEXT_WEEK = re.compile(r"\bnext\s+week\b", re.IGNORECASE)


class Day(NamedTuple):
    """A day that a text names, and where: text[begin:end]."""

    begin: int
    end: int
    date: date


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
            meant = one if _NUMBERED.search(text[one.begin : one.end]) else before
            one = Day(before.begin, one.end, meant.date)
        found.append(one)
    return found


_COUNTED = re.compile(
    r"\s+(?!(?:at|from|or|and|to|in|for|is|works|would|then|please|pls|instead|if|before|after|"
    r"with|between|around|about|of|afternoon|morning|evening|not|but|so|ok|okay|suits|is|was|we|i|"
    r"you|can|could|till|until)\b)[A-Za-z]{2,}",
    re.IGNORECASE,
)
"""What follows a number that is no day: "a 2nd session"."""
_AT = re.compile(r"\b(?:at|around|about)\s+$", re.IGNORECASE)
"""Before "10.10." where that is a time."""
_ON_A = re.compile(r"\b(?:on|of) a\s+$", re.IGNORECASE)
"""Before a weekday of which it does not say which: "on a Sunday"."""
_DATED = re.compile(
    r"\b(?:letter|e-?mail|mail|note|message|invoice|minutes|memo|quote|bill|report|post|"
    r"one|version|draft|list)s?\s+(?:of|from|"
    r"dated)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""Before the day on which something was written."""
_TOMORROW = re.compile(r"today|tonight|tom", re.IGNORECASE)
"""Where the writer is, it may be another day than where the reader is."""
_NUMBERED = re.compile(r"\d|(?:st|nd|rd|th)\b")
_APPOSED = re.compile(
    r"(?:\s+(?:morning|afternoon|evening|night))?\s*[,(]?\s*(?:(?:i\.?e\.?,?|that(?:['’]s| is),?|"
    r"which is)\s+)?(?:the\s+|on\s+|a\s+)?",
    re.IGNORECASE,
)


def _agree(text: str, one: Day, other: Day) -> bool:
    """Whether two days named one after the other are the same, said twice."""
    if one.date == other.date:
        return True
    numbered = _NUMBERED.search(text[one.begin : one.end] + text[other.begin : other.end])
    elsewhere = _TOMORROW.match(text, one.begin) and abs(one.date - other.date) == timedelta(1)
    return bool(numbered) and (elsewhere or one.date.weekday() == other.date.weekday())


def _days(text: str, calendar: Calendar) -> Iterator[Day]:
    today = calendar.today
    next_week = _NEXT_WEEK.search(text)
    for found in _PATTERN.finditer(text):
        if found["range"]:
            continue
        try:
            meant = meant_by(found, calendar)
        except (ValueError, OverflowError):
            continue
        said = found.group()
        if _DATED.search(text[max(0, found.start() - 40) : found.start()]):
            continue
        if found["numeric"] and said.endswith(".") and _AT.search(text[: found.start()][-9:]):
            continue
        if (
            said.lower() in ("sat", "sun", "mon", "wed", "thu", "fri")
            and text[found.end() : found.end() + 1] == "-"
        ):
            continue
        if _is_bare(found) and _ON_A.search(text[max(0, found.start() - 6) : found.start()]):
            continue
        if calendar.week_of and _is_bare(found) and not next_week:
            monday = calendar.week_of - timedelta(days=calendar.week_of.weekday())
            there = monday + timedelta(days=weekday_number(found["weekday4"].lower()))
            meant = there if meant and there > today else meant
        if meant and _is_bare(found):
            offered = [day for day in calendar.offered if day.weekday() == meant.weekday()]
            meant = offered[0] if len(set(offered)) == 1 and not next_week else meant
        if next_week and _is_bare(found) and next_week.end() <= found.start():
            meant = of_next_week(today, found["weekday4"].lower())
        word = text[max(0, found.start() - 9) : found.start()].split()[-1:]
        at_a_time = re.match(
            r"\s+(?:at\s+)?\d|\s*[,.;?!)]|\s*$|\s+(?:is|works|then|afternoon|morning|evening)\b",
            text[found.end() : found.end() + 30],
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
