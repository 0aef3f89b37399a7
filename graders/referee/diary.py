"""The calendar after an action, minute by minute: is anyone double-booked, is it what was asked?

The diary is a strip of minutes for each who or what takes the executive's time (events, series,
earlier requests, guests), a bit a minute; no interval is ever compared with another. An action is
carried out on it as a secretary would, and what stands in it afterwards is looked at.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from desks.exec_assist.models import ExecAction, ExecScenario, Slot

MINUTE, HALF_HOUR = timedelta(minutes=1), timedelta(minutes=30)
FAR = timedelta(days=400)
RANK = {"low": 0, "normal": 1, "high": 2}
"""How urgent a request is; who asks as urgently, but later, waits."""

Stretch = tuple[datetime, datetime]
"""Start and end, naive and local to the executive."""


def fault(scenario: ExecScenario, action: ExecAction) -> str | None:
    """What is wrong with the calendar after the action, or None."""
    kind, diary = action.calendar_action, Diary(scenario, action)
    if (kind in ("book", "reschedule")) != (action.meeting_details is not None):
        return "a meeting goes out that is not a booking, or a booking without one"
    if (kind == "reschedule") != (action.reschedule is not None):
        return "an entry is moved that nobody asked to move, or no move is given"
    if action.proposed_slots and kind != "propose_alternatives":
        return "slots are proposed that nobody asked for"
    if (kind == "none") != (scenario.truth.request is None):
        return "something is done for no request, or a request is left without an answer"
    checks = {
        "book": lambda: diary.meeting_fault() or diary.asked_trouble(),
        "propose_alternatives": diary.proposal_fault,
        "reschedule": lambda: diary.move_fault() or diary.meeting_fault(),
        "decline": diary.refusal_fault,
        "none": lambda: None,
    }
    return checks[kind]()


def stretch(slot: Slot, scenario: ExecScenario) -> Stretch:
    """A slot of an action as the executive's clock shows it."""
    return _local(slot.start, scenario), _local(slot.end, scenario)


def _local(moment: datetime, scenario: ExecScenario) -> datetime:
    bare = moment.replace(tzinfo=None)
    first = datetime.combine(scenario.calendar.days[0], time.min)
    if moment.tzinfo is None or abs(bare - first) > FAR:  # years away: on no day on show anyhow
        return bare
    return moment.astimezone(ZoneInfo(scenario.executive.zone)).replace(tzinfo=None)


@dataclass(frozen=True)
class Diary:
    """A scenario's calendar as a table of minutes, and what an action does to it."""

    scenario: ExecScenario
    action: ExecAction

    def strip(self, start: datetime, end: datetime) -> int:
        """The minutes of [start, end), a bit each, counted from the first day on show."""
        days = self.scenario.calendar.days
        dawn, over = datetime.combine(days[0], time.min), datetime.combine(days[-1], time.max)
        first, last = (max((min(at, over) - dawn) // MINUTE, 0) for at in (start, end))
        return (1 << last) - (1 << first) if last > first else 0

    @cached_property
    def hours(self) -> list[Stretch]:
        """The working hours of the days on show."""
        show, at = self.scenario.calendar, datetime.combine
        return [(at(day, show.opens), at(day, show.closes)) for day in sorted({*show.days})]

    @cached_property
    def working(self) -> int:
        return sum(self.strip(*day) for day in self.hours)

    @cached_property
    def taken(self) -> list[tuple[str, int]]:
        """Who or what takes which minutes: ids, and addresses of guests."""
        return [(who, self.strip(start, end)) for who, start, end in self._entries()]

    def _entries(self) -> Iterator[tuple[str, datetime, datetime]]:
        calendar, request = self.scenario.calendar, self.scenario.truth.request
        for event in calendar.events:
            if event.status == "confirmed":
                yield event.id, event.start, event.end
        for series in calendar.series:
            lasts = series.first.end - series.first.start
            for start in rrulestr(series.rule, dtstart=series.first.start):
                if start > datetime.combine(calendar.days[-1], time.max):
                    break
                yield series.id, start, start + lasts
        for earlier in calendar.pending:
            if RANK[earlier.priority] >= RANK[request.priority]:
                yield earlier.id, earlier.start, earlier.end
        for guest in calendar.colleagues:
            if guest.email in request.attendees:
                yield from ((guest.email, busy.start, busy.end) for busy in guest.busy)

    @property
    def wanted(self) -> Stretch:
        slot = self.scenario.truth.request.slot
        return slot.start, slot.end

    def trouble(self, start: datetime, end: datetime, without: Iterable[str] = ()) -> str | None:
        """Why [start, end) cannot be had, once the entries `without` are out of the way."""
        span, whole = self.strip(start, end), (end - start) // MINUTE
        if whole > 0 and (span & self.working).bit_count() != whole:
            return f"{start:%a %H:%M} to {end:%H:%M} is not all in working hours on show"
        others = [who for who, strip in self.taken if strip & span and who not in without]
        return f"{start:%a %H:%M} to {end:%H:%M} is taken by {min(others)}" if others else None

    def late(self, end: datetime) -> bool:
        deadline = self.scenario.truth.request.deadline
        return deadline is not None and end > deadline

    def asked_trouble(self, without: Iterable[str] = ()) -> str | None:
        """Why the slot asked for cannot be had."""
        late = self.late(self.wanted[1])
        return "it ends after the deadline" if late else self.trouble(*self.wanted, without)

    @cached_property
    def starts(self) -> list[datetime]:
        """Every hour and half hour of the days on show, by time."""
        found = []
        for at, over in self.hours:
            at += timedelta(minutes=-at.minute % 30)
            found += [at + n * HALF_HOUR for n in range(max(-((at - over) // HALF_HOUR), 0))]
        return found

    # -- one question for each kind of action ---

    def meeting_fault(self) -> str | None:
        """Whether the meeting in the action is the one that was asked for."""
        start, end = stretch(self.action.meeting_details, self.scenario)
        if (start, end) != self.wanted:
            return f"the meeting stands at {start:%a %d %H:%M}-{end:%H:%M}, not where it was asked"
        lists = (self.action.meeting_details.attendees, self.scenario.truth.request.attendees)
        invited, asked = (sorted(map(str.casefold, names)) for names in lists)
        return None if invited == asked else "the guests are not those who were asked for"

    def proposal_fault(self) -> str | None:
        if self.asked_trouble() is None:
            return "the slot asked for can be had: nothing was to be proposed"
        offers = {stretch(slot, self.scenario) for slot in self.action.proposed_slots}
        if len(offers) < 2:
            return "fewer than two different slots are proposed"
        for start, end in sorted(offers):
            fits = end - start == self.wanted[1] - self.wanted[0] and start in self.starts
            if not fits or self.late(end):
                return f"the proposal of {start:%a %H:%M} is too long, too late or off the grid"
            if why := self.trouble(start, end):
                return f"the proposal of {start:%a %H:%M} is not real: {why}"
        return None

    @cached_property
    def obstacle(self) -> str | None:
        """The id of the one movable entry that alone keeps an important meeting from its slot."""
        if self.scenario.truth.request.important and self.asked_trouble() is not None:
            for event in self.scenario.calendar.events:
                movable = event.movable and event.status == "confirmed"
                if movable and self.asked_trouble([event.id]) is None:
                    return event.id
        return None

    def move_fault(self) -> str | None:
        moved = self.action.reschedule.event_id
        if self.obstacle is None or moved != self.obstacle:
            return f"{moved[:40]} is moved, but {self.obstacle or 'nothing'} is in the way"
        start, end = stretch(self.action.reschedule, self.scenario)
        if end - start != self._length(moved):
            return f"{moved} is moved into a slot of another length"
        why = self._no_new_home(moved, start, end)
        return f"{moved} cannot go there: {why}" if why else None

    def refusal_fault(self) -> str | None:
        length, moved = self.wanted[1] - self.wanted[0], self.obstacle
        if self.scenario.truth.request.deadline is None:
            return "nothing forces a refusal: there is no deadline"
        for start in self.starts:
            if not self.late(start + length) and self.trouble(start, start + length) is None:
                return f"nothing forces a refusal: {start:%a %H:%M} is open in time"
            if moved and self._no_new_home(moved, start, start + self._length(moved)) is None:
                return f"nothing forces a refusal: {moved} could be moved"
        return None

    def _length(self, event_id: str) -> timedelta:
        return next(e.end - e.start for e in self.scenario.calendar.events if e.id == event_id)

    def _no_new_home(self, moved: str, start: datetime, end: datetime) -> str | None:
        """Why an entry cannot move to [start, end), the meeting asked for being in the diary.

        Guests need not be free for it: it is none of their business.
        """
        if start not in self.starts or self.strip(start, end) & self.strip(*self.wanted):
            return "it would not start on a half hour on show, or stand where the meeting does"
        guests = [guest.email for guest in self.scenario.calendar.colleagues]
        return self.trouble(start, end, [moved, *guests])
