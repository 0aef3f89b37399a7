"""What a reply may truly say: times and days of the action, the calendar and the thread."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from desks.exec_assist.models import ExecScenario, Interval
from graders.reading.clocks import Day, clock_times
from graders.reading.exec_assist import Reading
from graders.reading.replies import Clause, Clock, Whose

_LEADS_TO = re.compile(r"\b(?:to|until)\s+$")


def kept(reading: Reading, clause: Clause, clock: Clock) -> bool:
    """Whether a time that the reply names is true.

    A promised start must be one that the action gives, a promised end one of its ends, on the day
    named; a move may name where the moved entry stood and stands. A time that is ruled out or told
    of the writer's own day must be an edge of something in the calendar, of the slot asked for, or
    the deadline. The time of a task is not the calendar's business.
    """
    if clock.kind == "task":
        return True
    moves = "moves" in clause.stances
    leads_to = _LEADS_TO.search(clause.lower[max(0, clock.start - 9) : clock.start])
    if reading.moved and moves and leads_to and "books" not in clause.stances:
        return is_said(reading, clock, reading.moved.start)
    if any(_is_edge(reading, clock, slot) for slot in reading.promised):
        return True
    if moves and any(_either_edge(reading, clock, slot) for slot in moved_slots(reading)):
        return True
    request = reading.scenario.truth.request
    if request and request.deadline and is_said(reading, clock, request.deadline):
        return True
    on_the_matter = reading.scenario.truth.topic.lower() in clause.lower
    promises = clock.kind == "promise" or (clock.kind == "own_day" and on_the_matter)
    if promises and not names_entry(reading.scenario, clause):
        return False
    if clock.minutes & times_told(reading.scenario):
        return True
    # of their own day people speak by their own clock, too
    clocks = {clock, replace(clock, whose="writer")}
    return any(_either_edge(reading, one, slot) for slot in reading.stretches for one in clocks)


def names_entry(scenario: ExecScenario, clause: Clause) -> bool:
    """The clause is about an entry of the calendar, by its title, and not about the request."""
    if clause.stances & {"books", "offers"} or scenario.truth.topic.lower() in clause.lower:
        return False
    entries = (*scenario.calendar.events, *scenario.calendar.series)
    return any(entry.title.lower() in clause.lower for entry in entries)


def moved_slots(reading: Reading) -> list[Interval]:
    """Where the entry that the action moves stood, and where it goes."""
    if reading.moved is None:
        return []
    moved = reading.action.reschedule.event_id
    return [e for e in reading.scenario.calendar.events if e.id == moved] + [reading.moved]


def _is_edge(reading: Reading, clock: Clock, slot: Interval) -> bool:
    """A start is said as a start, an end as an end, both of the day on which the slot starts."""
    return is_said(reading, clock, slot.end if clock.closes else slot.start, slot.start)


def _either_edge(reading: Reading, clock: Clock, slot: Interval) -> bool:
    return is_said(reading, clock, slot.start) or is_said(reading, clock, slot.end, slot.start)


def is_said(
    reading: Reading, clock: Clock, moment: datetime, day_of: datetime | None = None
) -> bool:
    """Whether a time in the reply, with the day it is said of, can mean that moment.

    The end of a slot goes by the day on which the slot starts (`day_of`).
    """
    at = reading.by_clock(moment, clock.whose)
    if at.hour * 60 + at.minute not in clock.minutes:
        return False
    local = day_of or moment
    dates = (reading.by_clock(local, clock.whose).date(), local.date())
    return all(any(is_day(reading, day, when) for when in dates) for day in clock.day)


def is_day(reading: Reading, day: Day, when: date) -> bool:
    """Whether a day, as the reply names it, can be that date."""
    month, number = day.date or (None, None)
    return (
        day.weekday in (None, when.weekday())
        and (number is None or (month in (None, when.month) and number == when.day))
        and (day.ahead is None or (when - reading.scenario.now.date()).days == day.ahead)
    )


def is_given(reading: Reading, clock: Clock) -> bool:
    """Whether a time in the reply can mean a start that the action gives."""
    return any(is_said(reading, clock, slot.start) for slot in reading.promised)


def given_days(reading: Reading) -> Iterator[date]:
    """The days of the slots that the action gives, by both clocks."""
    for slot in reading.promised:
        yield from _dates(reading, slot.start)


def days_on_show(reading: Reading) -> Iterator[date]:
    """The days that a true word can name: of the calendar, the action, the thread, the deadline."""
    yield from given_days(reading)
    for slot in reading.stretches:
        yield from _dates(reading, slot.start)
    yield from (email.sent.date() for email in reading.scenario.thread)
    request = reading.scenario.truth.request
    if request and request.deadline:
        yield from _dates(reading, request.deadline)


def _dates(reading: Reading, moment: datetime) -> Iterator[date]:
    whose: tuple[Whose, ...] = ("reader", "writer")
    for clock in whose:
        yield reading.by_clock(moment, clock).date()


def times_told(scenario: ExecScenario) -> set[int]:
    """The times of day, in minutes, that the thread itself names."""
    return {
        m for email in scenario.thread for time in clock_times(email.body) for m in time.minutes
    }
