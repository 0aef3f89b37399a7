"""The calendar after an action, minute by minute: is anyone double-booked, is it what was asked?

Everything that takes time (events, series, earlier requests, guests' meetings) is a bit mask with
one bit per minute; intervals are never compared with each other. An action is carried out as a
secretary would, and the result is inspected.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from itertools import takewhile
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from desks.exec_assist.models import ExecAction, ExecScenario, Slot

MINUTE, HALF_HOUR = timedelta(minutes=1), timedelta(minutes=30)
FAR = timedelta(days=400)
RANK = {"low": 0, "normal": 1, "high": 2}
"""The urgency of a request; earlier requests that are at least as urgent keep their slots."""

Period = tuple[datetime, datetime]
"""Start and end, naive, in the executive's local time."""


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
        "book": lambda: diary.meeting_fault() or diary.why_unavailable(*diary.wanted),
        "propose_alternatives": diary.proposal_fault,
        "reschedule": lambda: diary.move_fault() or diary.meeting_fault(),
        "decline": diary.refusal_fault,
        "none": lambda: None,
    }
    return checks[kind]()


def local_slot(slot: Slot, scenario: ExecScenario) -> Period:
    """A slot of an action in the executive's local time."""
    return _local(slot.start, scenario), _local(slot.end, scenario)


def _local(moment: datetime, scenario: ExecScenario) -> datetime:
    bare = moment.replace(tzinfo=None)
    first = datetime.combine(scenario.calendar.days[0], time.min)
    if moment.tzinfo is None or abs(bare - first) > FAR:  # years away: on no day shown anyway
        return bare
    return moment.astimezone(ZoneInfo(scenario.executive.zone)).replace(tzinfo=None)


@dataclass(frozen=True)
class Diary:
    """A scenario's calendar in minutes, and what an action, if any, does to it."""

    scenario: ExecScenario
    action: ExecAction | None = None

    @cached_property
    def _show(self) -> Period:
        days = self.scenario.calendar.days
        return datetime.combine(days[0], time.min), datetime.combine(days[-1], time.max)

    def minute_mask(self, start: datetime, end: datetime) -> int:
        """The minutes of [start, end) as a bit mask, counted from the first day shown."""
        dawn, over = self._show
        first = max((min(start, over) - dawn) // MINUTE, 0)
        last = max((min(end, over) - dawn) // MINUTE, 0)
        return (1 << last) - (1 << first) if last > first else 0

    @cached_property
    def hours(self) -> list[Period]:
        """The working hours of the days shown."""
        show, at = self.scenario.calendar, datetime.combine
        return [(at(day, show.opens), at(day, show.closes)) for day in sorted({*show.days})]

    @cached_property
    def working(self) -> int:
        return sum(self.minute_mask(*day) for day in self.hours)

    @cached_property
    def taken(self) -> list[tuple[str, int]]:
        """(id or guest's address, minutes) of everything that takes time."""
        calendar, request = self.scenario.calendar, self.scenario.truth.request
        over = self._show[1]
        found = [(e.id, e.start, e.end) for e in calendar.events if e.status == "confirmed"]
        for one in calendar.series:
            starts = takewhile(over.__gt__, rrulestr(one.rule, dtstart=one.first.start))
            found += [(one.id, at, at + (one.first.end - one.first.start)) for at in starts]
        for one in calendar.pending:
            if RANK[one.priority] >= RANK[request.priority]:
                found.append((one.id, one.start, one.end))
        for guest in calendar.colleagues:
            if guest.email in request.attendees:
                found += [(guest.email, busy.start, busy.end) for busy in guest.busy]
        return [(who, self.minute_mask(start, end)) for who, start, end in found]

    @property
    def wanted(self) -> Period:
        slot = self.scenario.truth.request.slot
        return slot.start, slot.end

    def why_unavailable(
        self, start: datetime, end: datetime, without: Iterable[str] = (), due: bool = True
    ) -> str | None:
        """Why [start, end) is not available, ignoring the entries `without` and, if not `due`, the
        deadline; or None."""
        span, deadline = self.minute_mask(start, end), self.scenario.truth.request.deadline
        if due and deadline is not None and end > deadline:
            return f"{end:%a %H:%M} is after the deadline"
        if start < self.scenario.now:
            return f"{start:%a %H:%M} is past"
        if start < end and (span & self.working).bit_count() != (end - start) // MINUTE:
            return f"{start:%a %H:%M} to {end:%H:%M} is not all in working hours on show"
        others = [who for who, mask in self.taken if mask & span and who not in without]
        return f"{start:%a %H:%M} to {end:%H:%M} is taken by {min(others)}" if others else None

    @cached_property
    def starts(self) -> list[datetime]:
        """Every half hour to come within the working hours shown, in order."""
        found = []
        for at, over in self.hours:
            at += timedelta(minutes=-at.minute % 30)
            found += [at + n * HALF_HOUR for n in range(max(-((at - over) // HALF_HOUR), 0))]
        return [at for at in found if at >= self.scenario.now]

    # -- one check per kind of action ---

    def meeting_fault(self) -> str | None:
        """How the meeting in the action differs from the one asked for, or None."""
        start, end = local_slot(self.action.meeting_details, self.scenario)
        if (start, end) != self.wanted:
            return f"the meeting stands at {start:%a %d %H:%M}-{end:%H:%M}, not where it was asked"
        lists = (self.action.meeting_details.attendees, self.scenario.truth.request.attendees)
        invited, asked = (sorted(map(str.casefold, names)) for names in lists)
        return None if invited == asked else "the guests are not those who were asked for"

    def proposal_fault(self) -> str | None:
        if self.why_unavailable(*self.wanted) is None:
            return "the slot asked for can be had: nothing was to be proposed"
        offers = {local_slot(slot, self.scenario) for slot in self.action.proposed_slots}
        if len(offers) < 2:
            return "fewer than two different slots are proposed"
        for start, end in sorted(offers):
            offer = f"the proposal of {start:%a %H:%M}"
            if end - start != self.wanted[1] - self.wanted[0] or start not in self.starts:
                return f"{offer} is of another length or off the half hours"
            if why := self.why_unavailable(start, end):
                return f"{offer} is not real: {why}"
        return None

    @cached_property
    def obstacle(self) -> str | None:
        """The id of the movable event that alone blocks an important meeting's slot, if any."""
        if not self.scenario.truth.request.important or self.why_unavailable(*self.wanted) is None:
            return None
        events = self.scenario.calendar.events
        movable = (one.id for one in events if one.movable and one.status == "confirmed")
        alone = (one for one in movable if self.why_unavailable(*self.wanted, [one]) is None)
        return next(alone, None)

    def move_fault(self) -> str | None:
        moved = self.action.reschedule.event_id
        if self.obstacle is None or moved != self.obstacle:
            return f"{moved[:40]} is moved, but {self.obstacle or 'nothing'} is in the way"
        why = self._no_new_home(*local_slot(self.action.reschedule, self.scenario))
        return f"{moved} cannot go there: {why}" if why else None

    def refusal_fault(self) -> str | None:
        if self.scenario.truth.request.deadline is None:
            return "nothing forces a refusal: there is no deadline"
        for start in self.starts:
            if self.why_unavailable(start, start + (self.wanted[1] - self.wanted[0])) is None:
                return f"nothing forces a refusal: {start:%a %H:%M} is open in time"
            if self.obstacle and self._no_new_home(start, start + self._length) is None:
                return f"nothing forces a refusal: {self.obstacle} could be moved"
        return None

    @property
    def _length(self) -> timedelta:
        events = self.scenario.calendar.events
        return next(one.end - one.start for one in events if one.id == self.obstacle)

    def _no_new_home(self, start: datetime, end: datetime) -> str | None:
        """Why the obstacle cannot move to [start, end) once the meeting is booked, or None.

        The guests need not be free: they do not attend the event that is moved.
        """
        if start not in self.starts or end - start != self._length:
            return "it would have another length, or not start on a half hour on show"
        if self.minute_mask(start, end) & self.minute_mask(*self.wanted):
            return "the meeting asked for stands there"
        guests = [guest.email for guest in self.scenario.calendar.colleagues]
        return self.why_unavailable(start, end, [self.obstacle, *guests], due=False)
