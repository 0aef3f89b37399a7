"""Whether an ExecAssist action is right: the resulting calendar, and the reply.

`verdict` decides the rubric's gate: it compares with what the truth accepts and gives no partial
credit. How close an answer comes, and how well it is written, is scored by the parts in
`graders.exec_assist.rubric`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from desks.exec_assist.calendar import MIN_PROPOSALS
from desks.exec_assist.models import Acceptable, CalendarAction
from graders.reading.exec_assist.action import LocalSlot, Reading
from graders.reading.exec_assist.reply_check import contradiction
from graders.reading.exec_assist.roles import StatedTime
from graders.score import Verdict
from graders.text import f1

DID: dict[CalendarAction, str] = {
    "book": "booked",
    "propose_alternatives": "proposed alternatives",
    "reschedule": "rescheduled",
    "decline": "declined",
    "none": "left the calendar alone",
}
"""Each kind of action as what was done, or should have been."""


@dataclass(frozen=True)
class JudgedReading(Reading):
    """A reading plus what is wrong with it, computed once for the verdict and the parts."""

    @cached_property
    def wrong(self) -> str | None:
        """What is wrong with the calendar after the action, if anything."""
        return wrong_calendar(self, self.expected) if self.expected else "another kind of action"

    @cached_property
    def untrue(self) -> str | None:
        """How the reply contradicts the action, if it does."""
        return contradiction(self)

    @cached_property
    def slot_scores(self) -> tuple[float, ...]:
        """How well the reply states each promised slot, in [0, 1]: two thirds for the time of day,
        one third for the day; half of that if the sender has to convert the time zone."""
        context = self.context
        times = self.reply.times("promise", "offer", "listed", "open", "aside", "task")
        promised = list(filter(self.is_promised, times))

        def score(time: StatedTime, start: datetime) -> float:
            if not context.is_said(time, start):
                return 0.0
            last_day = time.last_day and context.are_of(time.last_day, context.dates(start))
            converts = {"reader", "unsaid"}.isdisjoint(time.zones)
            return (1.0 if time.day or last_day else 2 / 3) * (0.5 if converts else 1.0)

        return tuple(
            max((score(time, slot.start) for time in promised), default=0.0)
            for slot in self.promised
        )


def verdict(reading: JudgedReading) -> Verdict:
    """Whether the calendar after the action is acceptable and the reply agrees with it, and why."""
    did = DID[reading.action.calendar_action]
    if reading.expected is None:
        right = " or ".join(DID[one.action] for one in reading.scenario.truth.acceptable)
        return Verdict(False, f"should have {right}, but {did}")
    if reading.unasked:
        return Verdict(False, f"{did}, yet {reading.unasked} would go out as well")
    if wrong := reading.wrong or reading.untrue:
        return Verdict(False, wrong)
    return Verdict(True, f"rightly {did}, and the reply agrees with it")


def wrong_calendar(reading: JudgedReading, expected: Acceptable) -> str | None:
    """What is wrong with the calendar after an action of an acceptable kind, or None."""
    kind = reading.action.calendar_action
    if kind in ("book", "reschedule"):
        if reading.meeting is None:
            return "no meeting is given to book"
        asked = reading.scenario.truth.request.slot
        if reading.meeting != (asked.start, asked.end):
            return f"the meeting stands at {_say(reading.meeting)}, asked for was {_say(asked)}"
        if problem := invited(reading)[1]:
            return problem
    if kind == "reschedule":
        return wrong_move(reading, expected)
    if kind == "propose_alternatives":
        return _wrong_offers(reading, expected)
    return None


def wrong_move(reading: JudgedReading, expected: Acceptable) -> str | None:
    """What is wrong with the move (which entry, how long, where to), or None."""
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


def _wrong_offers(reading: JudgedReading, expected: Acceptable) -> str | None:
    asked = reading.scenario.truth.request.slot
    for offer in reading.offers:
        if not is_real(offer, expected, asked.end - asked.start):
            return f"{_say(offer)} is not an open slot of the length asked for"
    different = len({offer.start for offer in reading.offers})
    if different < MIN_PROPOSALS:
        return f"fewer than {MIN_PROPOSALS} different slots are offered"
    if different < len(reading.offers):
        return "the same slot is offered twice"
    return None


def is_real(offer: LocalSlot, expected: Acceptable, length: timedelta) -> bool:
    """Whether an offer is an open slot of the length asked for."""
    return offer.start in expected.starts and offer.end - offer.start == length


def invited(reading: JudgedReading) -> tuple[float, str | None]:
    """F1 of the people invited, and what is wrong with them, or None."""
    given = [who.strip().lower() for who in reading.action.meeting_details.attendees]
    asked = {who.lower() for who in reading.scenario.truth.request.attendees}
    share = f1(len(asked & set(given)), len(given), len(asked))
    if extra := [who for who in given if who not in asked]:
        return share, f"{extra[0][:60]} was not asked for"
    if missing := sorted(asked - set(given)):
        return share, f"{missing[0]} is not invited"
    return share, "somebody is invited twice" if len(given) > len(asked) else None


def _say(slot: LocalSlot) -> str:
    end = f"{slot.end:%H:%M}" if slot.end.date() == slot.start.date() else f"{slot.end:%a %H:%M}"
    return f"{slot.start:%a %H:%M}-{end}"
