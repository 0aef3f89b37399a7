"""An ExecAssist action beside its scenario: is the calendar right, and is the reply true to it.

`verdict` is the gate of the rubric. It knows what the truth accepts and compares; it gives no marks
for trying. How near an answer comes, and how well it is written, is the business of the parts in
`exec_assist.py`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.calendar import MIN_PROPOSALS, blocks, to_local, to_zone
from desks.exec_assist.models import (
    Acceptable,
    Calendar,
    ExecAction,
    ExecScenario,
    Interval,
    Slot,
)
from graders.clocks import Day
from graders.replies import Clause, Clock, Reply, Whose, read_reply


@dataclass(frozen=True)
class Reading:
    """An action beside its scenario, its times made local, its reply read."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def expected(self) -> Acceptable | None:
        """What the truth accepts of this kind of action."""
        return self.scenario.truth.accepts(self.action.calendar_action)

    @cached_property
    def meeting(self) -> Interval | None:
        return self._local(self.action.meeting_details)

    @cached_property
    def moved(self) -> Interval | None:
        return self._local(self.action.reschedule)

    @cached_property
    def offers(self) -> tuple[Interval, ...]:
        return tuple(self._local(slot) for slot in self.action.proposed_slots)

    @cached_property
    def stray(self) -> str | None:
        """A field filled in that the action does not use: something would go out unasked."""
        kind, action = self.action.calendar_action, self.action
        if action.meeting_details and kind not in ("book", "reschedule"):
            return "an invitation"
        if action.proposed_slots and kind != "propose_alternatives":
            return "proposals"
        return "a move" if action.reschedule and kind != "reschedule" else None

    @cached_property
    def promised(self) -> tuple[Interval, ...]:
        """The slots that the action gives the sender: the meeting, or the offers."""
        return self.offers or ((self.meeting,) if self.meeting else ())

    @cached_property
    def wrong(self) -> str | None:
        """What is wrong with the calendar after the action."""
        return wrong_calendar(self, self.expected) if self.expected else "another kind of action"

    @cached_property
    def untrue(self) -> str | None:
        """What the reply says that the action does not do."""
        return contradiction(self)

    @cached_property
    def reply(self) -> Reply:
        return read_reply(self.action.email_reply, self._marks)

    @cached_property
    def _marks(self) -> dict[str, Whose]:
        """What says, beside a time, whose clock it is by; none where all live by the same."""
        writer, reader = self.scenario.executive.zone, self.scenario.sender.zone
        if writer == reader:
            return {}
        noon = datetime.combine(
            self.scenario.calendar.days[0], datetime.min.time().replace(hour=12)
        )
        marks: dict[str, Whose] = {"utc": "utc", "gmt": "utc"}
        for zone, whose, words in (
            (writer, "writer", ("our time", "my time", "local time", "here")),
            (reader, "reader", ("your time",)),
        ):
            short = noon.replace(tzinfo=ZoneInfo(zone)).strftime("%Z").lower()
            marks |= dict.fromkeys(
                (*words, _city(zone), *((short,) if short.isalpha() else ())), whose
            )
        return marks

    def by_clock(self, moment: datetime, whose: Whose) -> datetime:
        """A local time as the sender, who reads the reply, or its writer says it."""
        executive, sender = self.scenario.executive, self.scenario.sender
        zone = {"reader": sender.zone, "writer": executive.zone, "utc": "UTC"}[whose]
        return to_zone(moment, executive.zone, zone)

    def _local(self, slot: Slot | None) -> Interval | None:
        if slot is None:
            return None
        zone = self.scenario.executive.zone
        # model_construct: an end before its start is the graders' business, not an error
        return Interval.model_construct(
            start=to_local(slot.start, zone), end=to_local(slot.end, zone)
        )


def _city(zone: str) -> str:
    return zone.split("/")[1].replace("_", " ").lower()


# -- is it right? ---


def verdict(reading: Reading) -> tuple[bool, str]:
    """Whether the calendar after the action is acceptable and the reply true to it, and why."""
    kind = reading.action.calendar_action
    if reading.expected is None:
        right = " or ".join(one.action for one in reading.scenario.truth.acceptable)
        return False, f"{kind} is not right here; {right} is"
    if reading.stray:
        return False, f"{kind}, yet {reading.stray} would go out as well"
    if reading.wrong or reading.untrue:
        return False, reading.wrong or reading.untrue
    return True, f"{kind} is right, and the reply agrees with it"


def wrong_calendar(reading: Reading, expected: Acceptable) -> str | None:
    request = reading.scenario.truth.request
    kind = reading.action.calendar_action
    if kind in ("book", "reschedule"):
        if reading.meeting is None:
            return "no meeting is given to book"
        if reading.meeting != request.slot:
            return (
                f"the meeting stands at {_say(reading.meeting)}, asked for was {_say(request.slot)}"
            )
        if problem := invited(reading)[1]:
            return problem
    if kind == "reschedule":
        return wrong_move(reading, expected)
    if kind == "propose_alternatives":
        return _wrong_offers(reading, expected)
    return None


def wrong_move(reading: Reading, expected: Acceptable) -> str | None:
    if reading.moved is None:
        return "no new slot is given for the entry that is to move"
    given = reading.action.reschedule.event_id
    if given != expected.event_id:
        return f"{given[:20]} may not be moved, {expected.event_id} may"
    event = next(e for e in reading.scenario.calendar.events if e.id == given)
    if reading.moved.end - reading.moved.start != event.end - event.start:
        return f"{given} would change its length"
    if reading.moved.start not in expected.starts:
        return f"{given} cannot move to {_say(reading.moved)}: the slot is not open"
    return None


def _wrong_offers(reading: Reading, expected: Acceptable) -> str | None:
    length = reading.scenario.truth.request.slot.end - reading.scenario.truth.request.slot.start
    for offer in reading.offers:
        if not is_real(offer, expected, length):
            return f"{_say(offer)} is not an open slot of the length asked for"
    if len({offer.start for offer in reading.offers}) < MIN_PROPOSALS:
        return f"fewer than {MIN_PROPOSALS} different slots are offered"
    if len({offer.start for offer in reading.offers}) < len(reading.offers):
        return "the same slot is offered twice"
    return None


def is_real(offer: Interval, expected: Acceptable, length: timedelta) -> bool:
    return offer.start in expected.starts and offer.end - offer.start == length


def invited(reading: Reading) -> tuple[float, str | None]:
    """F1 of the people invited, and what is wrong with them."""
    given = [who.strip().lower() for who in reading.action.meeting_details.attendees]
    asked = {who.lower() for who in reading.scenario.truth.request.attendees}
    hit = len(asked & set(given))
    f1 = 2 * hit / (len(given) + len(asked)) if given else 0.0
    if extra := [who for who in given if who not in asked]:
        return f1, f"{extra[0][:60]} was not asked for"
    if missing := sorted(asked - set(given)):
        return f1, f"{missing[0]} is not invited"
    return f1, "somebody is invited twice" if len(given) > len(asked) else None


def _say(slot: Interval) -> str:
    end = f"{slot.end:%H:%M}" if slot.end.date() == slot.start.date() else f"{slot.end:%a %H:%M}"
    return f"{slot.start:%a %H:%M}-{end}"


# -- is the reply true? ---


def contradiction(reading: Reading) -> str | None:
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


def _falsely_invited(reading: Reading) -> str | None:
    details = reading.action.meeting_details
    invited = {who.strip().lower() for who in details.attendees} if details else set()
    for person in reading.scenario.contacts:
        if person.email.lower() not in invited:
            said = (
                rf"\b(?:invited|added|copied|included)\b[^.;\n]*\b{re.escape(person.first_name)}\b"
            )
            if re.search(said, reading.reply.text):
                return person.first_name
    return None


def _false_time(reading: Reading) -> str | None:
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


def _false_refusal(reading: Reading, books: bool) -> str | None:
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


def kept(reading: Reading, clause: Clause, clock: Clock) -> bool:
    """Whether a time that a reply names without a "not" is true.

    A start must be one that the action gives, an end one of its ends, on the day named. A move may
    name where the moved entry stood and stands, any reply the sender's own deadline, and a clause on
    the writer's own day the edges of what stands in the calendar.
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


def _is_edge(reading: Reading, clock: Clock, slot: Interval) -> bool:
    """A start is said as a start, an end as an end, both of the day on which the slot starts."""
    return is_said(reading, clock, slot.end if clock.closes else slot.start, slot.start)


def _moved(reading: Reading) -> list[Interval]:
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
    return all(any(is_day(reading, day, date) for date in dates) for day in clock.day)


def is_day(reading: Reading, day: Day, when: date) -> bool:
    return (
        day.weekday in (None, when.weekday())
        and day.date in (None, (when.month, when.day))
        and (day.ahead is None or (when - reading.scenario.now.date()).days == day.ahead)
    )


def _given(reading: Reading, clock: Clock) -> bool:
    return any(is_said(reading, clock, slot.start) for slot in reading.promised)
