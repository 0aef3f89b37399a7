"""An ExecAssist action beside its scenario: is the calendar right, and is the reply true to it.

`verdict` is the gate of the rubric. It knows what the truth accepts and compares; it gives no marks
for trying. How near an answer comes, and how well it is written, is the business of the parts in
`exec_assist.py`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.calendar import MIN_PROPOSALS, to_local, to_zone
from desks.exec_assist.models import (
    Acceptable,
    ExecAction,
    ExecScenario,
    Interval,
    Slot,
)
from graders.reading.agreement import contradiction
from graders.reading.replies import Reply, Whose, read_reply
from graders.reading.truths import stretches

WRITER_MARKS = (
    *("our time", "my time", "our local time", "my local time", "mine", "ours"),
    *("here", "over here", "for me", "on my side"),
)
READER_MARKS = ("your time", "your local time", "your end", "yours", "for you", "on your side")


@dataclass(frozen=True)
class Reading:
    """An action beside its scenario, its times made local, its reply read."""

    scenario: ExecScenario
    action: ExecAction

    @property
    def kind(self) -> str:
        """The action's kind, in words."""
        return self.action.calendar_action.replace("_", " ")

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
    def stretches(self) -> tuple[Interval, ...]:
        """All that a true word about the calendar can name."""
        return tuple(stretches(self.scenario))

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
            (writer, "writer", WRITER_MARKS),
            (reader, "reader", READER_MARKS),
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
    kind = reading.kind
    if reading.expected is None:
        right = " or ".join(one.action for one in reading.scenario.truth.acceptable)
        return False, f"{kind} is not right here; {right.replace('_', ' ')} is"
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
