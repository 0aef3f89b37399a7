"""A blank week to think on: the same text at the end of every ExecAssist prompt.

A model that reads from left to right, and writes its decision first, has nowhere to work out which
slots are open. The chat template gives it the place: every half hour of every weekday, in reverse,
so that at each of them the half hours after it have just been read. It says nothing about the case.
"""

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from desks.exec_assist.calendar import GRID
from desks.exec_assist.models import ExecScenario

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")


def cells(scenarios: Iterable[ExecScenario]) -> list[time]:
    """The half hours between the earliest opening and the latest closing, last first."""
    calendars = [s.calendar for s in scenarios]
    day = datetime(2000, 1, 3)
    at = datetime.combine(day, min(one.opens for one in calendars))
    closes = datetime.combine(day, max(one.closes for one in calendars))
    times = []
    while at < closes:
        times.append(at.time())
        at += GRID
    return times[::-1]


def planner(scenarios: Iterable[ExecScenario]) -> tuple[str, ...]:
    """The blank week, a token for each half hour of each day: Mon18:30, Mon18:00, ..."""
    row = cells(scenarios)
    return tuple(f"{day}{at:%H:%M}" for day in WEEKDAYS for at in row)


def week_of(scenario: ExecScenario) -> datetime:
    """Midnight of the Monday of the week shown."""
    first = scenario.calendar.days[0]
    return datetime.combine(first, time()) - timedelta(days=first.weekday())


def cell_start(week: datetime, day: str, clock: str) -> datetime:
    """When a half hour of the planner begins, in the week that begins at `week`."""
    hour, minute = map(int, clock.split(":"))
    return week + timedelta(days=WEEKDAYS.index(day), hours=hour, minutes=minute)
