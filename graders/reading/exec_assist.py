"""An ExecAssist action beside its scenario: its times made local, its reply read."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.calendar import blocks, to_local, to_zone
from desks.exec_assist.models import (
    Acceptable,
    ExecAction,
    ExecScenario,
    Interval,
    Slot,
)
from desks.exec_assist.wording import city
from graders.reading.replies import Reply, Whose, read_reply

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
    def stretches(self) -> tuple[Interval, ...]:
        """All that a true word about the calendar can name."""
        return tuple(_stretches(self.scenario))

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
                (*words, city(zone).lower(), *((short,) if short.isalpha() else ())), whose
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


def _stretches(scenario: ExecScenario) -> Iterator[Interval]:
    """All that a true word about the calendar can name: entries, hours, colleagues, last week, the
    slot asked for."""
    calendar, request = scenario.calendar, scenario.truth.request
    yield from blocks(calendar)
    yield from (event for event in calendar.events if not event.blocks)
    yield from calendar.last_week
    for day in calendar.days:
        opens, closes = (datetime.combine(day, at) for at in (calendar.opens, calendar.closes))
        yield Interval.model_construct(start=opens, end=closes)
    for colleague in calendar.colleagues:
        yield from colleague.busy
    if request:
        yield request.slot
