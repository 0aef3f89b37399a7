"""What the days that an email names mean: the date of "next Tuesday", by when it was written."""

import re
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

_NTH = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_NTH += [f"{word}teenth" for word in "thir four fif six seven eigh nine".split()]
_NTH += ["twentieth", *(f"twenty-{word}" for word in _NTH[:9]), "thirtieth", "thirty-first"]
ORDINALS = {word: number for number, word in enumerate(_NTH, 1) if number > 3}
"""Days of the month in words, but for those that may as well be the first of several things."""

_MONTH_FIRST = re.compile(
    "(?:US|Canada)/.+|Pacific/(?:Honolulu|Guam|Saipan)|America/(?:(?:Indiana|Kentucky|North_Dakota)"
    "/.+|Adak|Anchorage|Boise|Chicago|Denver|Detroit|Juneau|Los_Angeles|Menominee|Metlakatla|"
    "New_York|Nome|Phoenix|Sitka|Yakutat|Cambridge_Bay|Dawson|Dawson_Creek|Edmonton|Fort_Nelson|"
    "Glace_Bay|Goose_Bay|Halifax|Inuvik|Iqaluit|Moncton|Rankin_Inlet|Regina|Resolute|St_Johns|"
    "Swift_Current|Toronto|Vancouver|Whitehorse|Winnipeg)"
)
"""Zones of the United States and Canada, where 3/12 is in March."""

LONG_PAST = 200
"""Days after which a date without a year is taken for next year's."""


class Calendar(NamedTuple):
    """What the days that a text names count from."""

    today: date
    """When it was written."""
    month_first: bool = False
    """Whether 3/12 is in March (`is_month_first`)."""
    anchor: date | None = None
    """The day that was named last: "the day after that"."""
    week_of: date | None = None
    """The day that has been spoken of so far, in whose week weekdays are."""
    offered: tuple[date, ...] = ()
    """The days to choose from so far."""


def is_month_first(zone: str) -> bool:
    """Whether people in a zone write the month before the day."""
    return bool(_MONTH_FIRST.fullmatch(zone))


def meant_by(found: re.Match[str], calendar: Calendar) -> date | None:
    """What a match means; None where nothing is said that has a date; ValueError: no such day."""
    today, month_first = calendar.today, calendar.month_first
    told = {name: said.lower() for name, said in found.groupdict().items() if said}
    if "relative" in told or "weekday7" in told:
        return _related(told, calendar)
    if "day6" in told:
        coming = _next(today, told["weekday6"])
        said = (_day_of_month(today, int(told["day6"])), calendar.week_of)
        return next((one for one in said if one and one.weekday() == coming.weekday()), coming)
    if iso := told.get("iso"):
        return date(*(int(part) for part in re.split(r"[-./]", iso)))
    if numeric := told.get("numeric"):
        parts = re.split("[-./]", numeric.rstrip("."))
        return _numeric(parts, today, month_first, "." in numeric, told.get("weekday0"))
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
        weeks = 2 if "fortnight" in told["week_today"] else NUMBERS[told.get("count3", "one")]
        return today + timedelta(weeks=weeks, days="tomorrow" in told["week_today"])
    if "after_tomorrow" in told:
        return today + timedelta(days=2)
    if "tomorrow" in told:
        return today + timedelta(days=1)
    if "today" in told:
        return today
    if week_on := told.get("week_on"):
        weeks = 2 if week_on.startswith("two") or "fortnight" in week_on else 1
        return _next(today, told["weekday3"]) + timedelta(weeks=weeks)
    if "iso_week" in told:
        week = date.fromisocalendar(
            today.year, int(told["iso_week"]), weekday_number(told["weekday8"]) + 1
        )
        past = (today - week).days > LONG_PAST
        return date.fromisocalendar(today.year + 1, *week.isocalendar()[1:]) if past else week
    if "count9" in told:
        return of_next_week(today, told["weekday9"]) + timedelta(weeks=NUMBERS[told["count9"]] - 1)
    if "count2" in told:
        told |= {"count": told["count2"], "unit": told["unit2"]}
    if "count" in told:
        count = int(told["count"]) if told["count"].isdecimal() else NUMBERS[told["count"]]
        days = {"week": 7, "fort": 14}.get(told["unit"][:4], 1)
        return today + timedelta(days=count * days)
    if spelled := told.get("spelled"):
        if month := told.get("month3"):
            return _coming(today, _month(month), ORDINALS[re.sub(r"\s", "-", spelled)], None)
        return _day_of_month(today, ORDINALS[re.sub(r"\s", "-", spelled)])
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
    return monday + timedelta(days=weekday_number(told["weekday7"]))


def of_next_week(today: date, weekday: str) -> date:
    return today + timedelta(days=7 - today.weekday() + weekday_number(weekday))


def _weekday(told: dict[str, str], today: date) -> date | None:
    said, before, after = told["weekday4"], told.get("before", ""), told.get("after", "")
    if said.endswith("days") or before.startswith(("last", "past")) or after.strip() == "last":
        return None
    coming, week_after = _next(today, said), of_next_week(today, said)
    if "after next" in after:
        return week_after + timedelta(weeks=1)
    if after.strip() in ("week", "fortnight"):
        return coming + timedelta(weeks=1 if "week" in after else 2)
    if after.strip() not in ("", "coming", "this week") or before.startswith("next"):
        return week_after
    return coming


def _nth(told: dict[str, str], today: date) -> date:
    """Such as the last Monday of this month."""
    month = today.replace(day=1)
    if "month5" in told:
        month = month.replace(month=_month(told["month5"]))
        month = month if month >= today.replace(day=1) else month.replace(year=month.year + 1)
    elif told["which2"] == "next":
        month = (month + timedelta(days=31)).replace(day=1)
    works = told["weekday5"].startswith("working")
    meant = range(5) if works else (weekday_number(told["weekday5"]),)
    those = [month + timedelta(days=n) for n in range(31)]
    those = [one for one in those if one.month == month.month and one.weekday() in meant]
    return those[-1 if told["nth"] == "last" else _NTH.index(told["nth"])]


def weekday_number(weekday: str) -> int:
    return next(n for n, name in enumerate(WEEKDAYS) if name.startswith(weekday[:3]))


def _month(said: str) -> int:
    return next(n for n, name in enumerate(MONTHS, 1) if name.startswith(said[:3]))


def _next(today: date, weekday: str) -> date:
    """The first such weekday after today."""
    return today + timedelta(days=(weekday_number(weekday) - today.weekday() - 1) % 7 + 1)


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


def _numeric(
    parts: list[str], today: date, month_first: bool, dotted: bool, weekday: str | None
) -> date:
    """The date that is written so; if it may be two, the one that is on the weekday beside it."""
    first, second = int(parts[0]), int(parts[1])
    if dotted and second > 12:
        raise ValueError(f"no month {second}")
    year = f"20{parts[2][-2:]}" if len(parts) > 2 else None
    ways = [(first, second), (second, first)]
    if (month_first and not dotted and first <= 12) or second > 12:
        ways.reverse()
    meant = _coming(today, ways[0][1], ways[0][0], year)
    if weekday and not dotted and max(first, second) <= 12:
        number = weekday_number(weekday)
        other = _coming(today, ways[1][1], ways[1][0], year)
        meant = other if meant.weekday() != number == other.weekday() else meant
    return meant
