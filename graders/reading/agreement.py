"""Whether a reply agrees with the action beside it: times, days, lengths, guests, stance."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING

from desks.exec_assist.calendar import blocks
from desks.exec_assist.models import Calendar, Interval
from graders.reading.clocks import Day
from graders.reading.replies import Clause, Clock

if TYPE_CHECKING:
    from graders.reading.exec_assist import Reading


def contradiction(reading: "Reading") -> str | None:
    """What the reply says that the action does not do; None where they agree."""
    reply, kind = reading.reply, reading.action.calendar_action
    if not any(character.isalnum() for character in reply.text):
        return "the reply is empty"
    books = kind in ("book", "reschedule")
    if not books and reply.says("books"):
        return "the reply confirms a meeting that is not booked"
    if kind != "reschedule" and reply.says("moves"):
        return "the reply speaks of a move that the action does not make"
    if reading.scenario.truth.request is None:
        offered = any("offers" in clause.stances and clause.clocks for clause in reply.clauses)
        return "the reply offers a meeting that nobody asked for" if offered else None
    if name := _falsely_invited(reading):
        return f"the reply tells of an invitation for {name}, who has none"
    return _false_time(reading) or _false_refusal(reading, books)


_INVITED = re.compile(r"\b(?:invited|added|copied|included)\b[^.;\n]*")


def _falsely_invited(reading: "Reading") -> str | None:
    told = " ".join(_INVITED.findall(reading.reply.text))
    if not told:
        return None
    details = reading.action.meeting_details
    invited = {who.strip().lower() for who in details.attendees} if details else set()
    for person in reading.scenario.contacts:
        named = re.search(rf"\b{re.escape(person.first_name)}\b", told)
        if named and person.email.lower() not in invited:
            return person.first_name
    return None


def _false_time(reading: "Reading") -> str | None:
    """A time, day or length that the action does not give."""
    reply = reading.reply
    for clause, clock in reply.clocks(promised=True):
        if not kept(reading, clause, clock):
            said = clause.text[clock.start : clock.end]
            return f"the reply promises {said}, the action gives another time or day"
    spans = {slot.minutes for slot in (*reading.promised, *_moved(reading))}
    for clause in reply.clauses:
        if (
            spans
            and clause.lengths - spans
            and not clause.negative
            and "own_day" not in clause.stances
        ):
            return "the reply promises another length than the action gives"
    return None


def _false_refusal(reading: "Reading", books: bool) -> str | None:
    """The reply turns down what the action gives."""
    reply = reading.reply
    if any(_given(reading, clock) for _, clock in reply.clocks(promised=True)):
        return None
    for clause, clock in reply.clocks(promised=False):
        if _given(reading, clock):
            said = clause.text[clock.start : clock.end]
            return f"the reply rules out {said}, which the action gives"
    if books and reply.says("declines", "refuses") and not reply.says("books"):
        return "the reply declines while the action books"
    if reading.offers and reply.says("refuses") and not reply.says("offers"):
        return "the reply declines while the action proposes"
    return None


def kept(reading: "Reading", clause: Clause, clock: Clock) -> bool:
    """Whether a time that a reply names without a "not" is true.

    A start must be one that the action gives, an end one of its ends, on the day named. A move may
    name where the moved entry stood and stands, any reply the sender's own deadline, and a clause
    on the writer's own day the edges of what stands in the calendar.
    """
    if any(_is_edge(reading, clock, slot) for slot in reading.promised):
        return True
    if "books" not in clause.stances or "moves" in clause.stances:
        for slot in _moved(reading):
            if is_said(reading, clock, slot.start) or is_said(reading, clock, slot.end, slot.start):
                return True
    request = reading.scenario.truth.request
    if request and request.deadline and is_said(reading, clock, request.deadline):
        return True
    return "own_day" in clause.stances and any(
        is_said(reading, clock, edge) for edge in _edges(reading.scenario.calendar)
    )


def _is_edge(reading: "Reading", clock: Clock, slot: Interval) -> bool:
    """A start is said as a start, an end as an end, both of the day on which the slot starts."""
    return is_said(reading, clock, slot.end if clock.closes else slot.start, slot.start)


def _moved(reading: "Reading") -> list[Interval]:
    """Where the entry that the action moves stood, and where it goes."""
    if reading.moved is None:
        return []
    moved = reading.action.reschedule.event_id
    return [e for e in reading.scenario.calendar.events if e.id == moved] + [reading.moved]


def _edges(calendar: Calendar) -> Iterator[datetime]:
    for block in blocks(calendar):
        yield block.start
        yield block.end
    for day in calendar.days:
        yield datetime.combine(day, calendar.opens)
        yield datetime.combine(day, calendar.closes)


def is_said(
    reading: "Reading", clock: Clock, moment: datetime, day_of: datetime | None = None
) -> bool:
    """Whether a time in the reply, with the day it is said of, can mean that moment.

    The end of a slot goes by the day on which the slot starts (`day_of`).
    """
    at = reading.by_clock(moment, clock.whose)
    if at.hour * 60 + at.minute not in clock.minutes:
        return False
    local = day_of or moment
    dates = (reading.by_clock(local, clock.whose).date(), local.date())
    return all(any(is_day(reading, day, date) for date in dates) for day in clock.day)


def is_day(reading: "Reading", day: Day, when: date) -> bool:
    return (
        day.weekday in (None, when.weekday())
        and day.date in (None, (when.month, when.day))
        and (day.ahead is None or (when - reading.scenario.now.date()).days == day.ahead)
    )


def _given(reading: "Reading", clock: Clock) -> bool:
    return any(is_said(reading, clock, slot.start) for slot in reading.promised)
