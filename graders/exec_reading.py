"""An ExecAssist action beside its scenario: is the calendar right, and is the reply true to it.

`verdict` is the gate of the rubric. It knows what the truth accepts and compares; it gives no marks
for trying. How near an answer comes, and how well it is written, is the business of the parts in
`exec_assist.py`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from desks.exec_assist.calendar import MIN_PROPOSALS, to_local, to_zone
from desks.exec_assist.models import Acceptable, ExecAction, ExecScenario, Interval, Slot
from graders.replies import Reply, read_reply

_OWN_MARKS = ("our time", "my time", "local time", "here")


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
        sender, executive = self.scenario.sender, self.scenario.executive
        if sender.zone == executive.zone:
            return read_reply(self.action.email_reply, (), ())
        own = (*_OWN_MARKS, _city(executive.zone), f"{executive.first_name}'s time")
        return read_reply(self.action.email_reply, own, ("your time", _city(sender.zone)))

    def by_clock(self, moment: datetime, whose: str) -> datetime:
        """A local time as the sender, who reads the reply, or its writer says it."""
        executive, sender = self.scenario.executive, self.scenario.sender
        return to_zone(moment, executive.zone, sender.zone) if whose == "reader" else moment

    def _local(self, slot: Slot | None) -> Interval | None:
        if slot is None:
            return None
        zone = self.scenario.executive.zone
        # model_construct: an end before its start is the graders' business, not an error
        return Interval.model_construct(
            start=to_local(slot.start, zone), end=to_local(slot.end, zone)
        )


def _city(zone: str) -> str:
    return zone.split("/")[1].replace("_", " ")


def minute_of_day(moment: datetime) -> int:
    return moment.hour * 60 + moment.minute


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
    if books and reply.says("declines") and not reply.says("books"):
        return "the reply declines while the action books"
    if kind != "reschedule" and reply.says("moves"):
        return "the reply speaks of a move that the action does not make"
    if reading.scenario.truth.request is None:
        offered = any("offers" in clause.stances and clause.clocks for clause in reply.clauses)
        return "the reply offers a meeting that nobody asked for" if offered else None
    return _false_time(reading)


def _false_time(reading: Reading) -> str | None:
    allowed = {whose: set(sayable(reading, whose)) for whose in ("reader", "writer")}
    for clock in reading.reply.clocks(promised=True):
        if not clock.minutes & allowed[clock.whose]:
            said = reading.reply.text[clock.start : clock.end]
            return f"the reply promises {said}, the action does not"
    own = {
        whose: {minute_of_day(reading.by_clock(slot.start, whose)) for slot in reading.promised}
        for whose in ("reader", "writer")
    }
    kept = any(c.minutes & own[c.whose] for c in reading.reply.clocks(promised=True))
    refused = [c for c in reading.reply.clocks(promised=False) if c.minutes & own[c.whose]]
    if refused and not kept:
        said = reading.reply.text[refused[0].start : refused[0].end]
        return f"the reply rules out {said}, which the action gives"
    return _false_day(reading)


def sayable(reading: Reading, whose: str) -> Iterable[int]:
    """Minutes of the day that a true reply may name without a "not": what the action gives, what is
    moved, and, where nothing is booked, the deadline."""
    slots = list(reading.promised)
    if reading.moved:
        slots.append(reading.moved)
        slots += [
            e
            for e in reading.scenario.calendar.events
            if e.id == reading.action.reschedule.event_id
        ]
    request = reading.scenario.truth.request
    if request.deadline:
        yield minute_of_day(reading.by_clock(request.deadline, whose))
    for slot in slots:
        yield minute_of_day(reading.by_clock(slot.start, whose))
        yield minute_of_day(reading.by_clock(slot.end, whose))


def _false_day(reading: Reading) -> str | None:
    days = [
        reading.by_clock(moment, whose).date()
        for slot in (*reading.promised, *((reading.moved,) if reading.moved else ()))
        for moment in (slot.start,)
        for whose in ("reader", "writer")
    ]
    weekdays, dates = {d.weekday() for d in days}, {(d.month, d.day) for d in days}
    for clause in reading.reply.clauses:
        if clause.negative or not any(c.promised for c in clause.clocks):
            continue
        if clause.weekdays - weekdays and days:
            return "the reply promises another day than the action gives"
        if clause.dates - dates and days:
            return "the reply promises another date than the action gives"
    return None
