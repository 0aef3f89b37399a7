"""A blank week to think on: the same text at the end of every ExecAssist prompt.

A model that reads from left to right, and writes its decision first, has nowhere to work out which
slots are open. The chat template gives it a place: every half hour of every weekday, in reverse,
so that at each of them the half hours after it have just been read. It says nothing about the case.
"""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from desks.exec_assist.calendar import GRID
from desks.exec_assist.models import ExecScenario

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")


def planner(scenarios: Sequence[ExecScenario]) -> tuple[str, ...]:
    """The blank week, a token for each half hour of each day: Mon18:30, Mon18:00, ..., from the
    latest closing to the earliest opening."""
    opens = datetime.combine(date.min, min(s.calendar.opens for s in scenarios))
    closes = datetime.combine(date.min, max(s.calendar.closes for s in scenarios))
    row = [opens + n * GRID for n in reversed(range(-((opens - closes) // GRID)))]
    return tuple(f"{day}{at:%H:%M}" for day in WEEKDAYS for at in row)


def week_of(scenario: ExecScenario) -> datetime:
    """Midnight of the Monday of the week shown."""
    return monday(scenario.calendar.days[0])


def monday(day: date) -> datetime:
    """Midnight of the Monday of a day's week."""
    return datetime.combine(day, time()) - timedelta(days=day.weekday())


def cell_start(week: datetime, day: str, clock: str) -> datetime:
    """When a half hour of the planner begins, in the week that begins at `week`."""
    hour, minute = map(int, clock.split(":"))
    return week + timedelta(days=WEEKDAYS.index(day), hours=hour, minutes=minute)
