"""The lines of an email's worksheet on what the calendar does not say outright: which of the days
shown a series falls on, and whether an earlier request comes first."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from random import Random

from desks.exec_assist.calendar import occurrences, outranks, rank
from desks.exec_assist.models import Calendar, ExecScenario, Interval, Request, Series

FORTNIGHT = timedelta(weeks=2)
MAX_WEEKS_AGO = 13
"""The longest time since a made-up series began; those of cases began 3 to 12 weeks ago."""


def fortnights(rng: Random, calendar: Calendar, count: int) -> Calendar:
    """The days of a calendar, with nothing but so many series on them, every second week each."""
    title = calendar.series[0].title
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
    """The days of each series; if it is every second week, after the dates that lead there."""
    for one in calendar.series:
        first, last = (datetime.combine(calendar.days[n], time.min) for n in (0, -1))
        days = occurrences(one, first, last + timedelta(days=1))
        found = ", ".join(f"{at.start:%a}" for at in days) or "none"
        yield f"{one.id}: {_counted(one, calendar)}{found}"


def _counted(series: Series, calendar: Calendar) -> str:
    """The dates of a fortnightly series up to its weekday among the days shown, or past it."""
    if not series.fortnightly:
        return ""
    at = series.first.start.date()
    target = max(day for day in calendar.days if day.weekday() == at.weekday())
    dates = [at]
    while dates[-1] < target:
        dates.append(dates[-1] + FORTNIGHT)
    return f"{', '.join(f'{one:%m-%d}' for one in dates)} = "


def pending_lines(s: ExecScenario, request: Request) -> Iterator[str]:
    """The day of each earlier request, its priority beside that of this one, and whether it
    blocks."""
    for one in s.calendar.pending:
        higher = rank(one.priority) - rank(request.priority)
        sign = ">" if higher > 0 else "<" if higher < 0 else "="
        blocks = ", blocks" * outranks(one, request.priority)
        yield f"{one.id}: {one.start:%a}, {one.priority} {sign} {request.priority}{blocks}"
