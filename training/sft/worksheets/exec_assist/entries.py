"""The lines of an email's worksheet on what the calendar does not say outright: which of the days
shown a series falls on, and whether an earlier request comes first."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from random import Random

from desks.exec_assist.calendar import occurrences, outranks, rank
from desks.exec_assist.models import Calendar, Interval, Request, Series

MAX_WEEKS_AGO = 13
"""The longest time since a made-up series began; those of cases began 3 to 12 weeks ago."""


def fortnights(rng: Random, calendar: Calendar, title: str, count: int) -> Calendar:
    """The days of a calendar, with nothing but so many series on them, every second week each."""
    series = []
    for number in range(1, count + 1):
        began = rng.choice(calendar.days) - timedelta(weeks=rng.randint(1, MAX_WEEKS_AGO))
        hour = time(rng.randrange(calendar.opens.hour, calendar.closes.hour))
        start = datetime.combine(began, hour)
        first = Interval(start=start, end=start + timedelta(hours=1))
        rule = "FREQ=WEEKLY;INTERVAL=2"
        series.append(Series(id=f"e{number}", title=title, first=first, rule=rule))
    others = dict.fromkeys(("events", "last_week", "colleagues", "pending"), ())
    return calendar.model_copy(update={**others, "series": tuple(series)})


def series_lines(calendar: Calendar) -> Iterator[str]:
    """The days of each series; if it is every second week, after a count that tells which."""
    for one in calendar.series:
        counted = f"{_counted(one, calendar)}; " if one.fortnightly else ""
        yield f"{one.id}: {counted}{_days_of(one, calendar)}"


def _days_of(series: Series, calendar: Calendar) -> str:
    first, last = (datetime.combine(calendar.days[n], time.min) for n in (0, -1))
    days = occurrences(series, first, last + timedelta(days=1))
    return ", ".join(f"{at.start:%a}" for at in days) or "none"


def _counted(series: Series, calendar: Calendar) -> str:
    """The days between the beginning of a fortnightly series and its weekday among the days shown,
    summed up month by month: Nov 14 to Fri Jan 16 2026: Nov 30-14 = 16, Dec +31 = 47, Jan +16 = 63,
    odd. They make whole weeks, and it takes place if the number of weeks, and so of days, is even.
    """
    began = at = series.first.start.date()
    shown = max(day for day in calendar.days if day.weekday() == began.weekday())
    told = []
    while at <= shown:
        _, length = monthrange(at.year, at.month)
        upto = min(shown, at.replace(day=length))
        days = f"{upto.day}-{began.day}" if at == began else f"+{upto.day}"
        told.append(f"{at:%b} {days} = {(upto - began).days}")
        at = upto + timedelta(days=1)
    parity = "odd" if (shown - began).days % 2 else "even"
    between = f"{began:%b} {began.day} to {shown:%a %b} {shown.day} {shown.year}"
    return f"{between}: {', '.join(told)}, {parity}"


def recurring_and_pending(calendar: Calendar, request: Request) -> Iterator[tuple[str, str]]:
    """(id, what is said of it): each series with its days; each earlier request with its day, its
    priority beside that of this one, and whether it blocks."""
    for series in calendar.series:
        yield series.id, f"{series.id} {_days_of(series, calendar)}"
    for earlier in calendar.pending:
        higher = rank(earlier.priority) - rank(request.priority)
        sign = ">" if higher > 0 else "<" if higher < 0 else "="
        blocks = ", blocks" * outranks(earlier, request.priority)
        priorities = f"{earlier.priority} {sign} {request.priority}{blocks}"
        yield earlier.id, f"{earlier.id} {earlier.start:%a}, {priorities}"
