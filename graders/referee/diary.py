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

from desks.exec_assist.models import Calendar, ExecAction, ExecScenario, Interval, Slot

MINUTE = timedelta(minutes=1)
RANK = {"low": 0, "normal": 1, "high": 2}
"""How urgent a request is; who asks as urgently, but later, waits."""
FAR = timedelta(days=400)

Stretch = tuple[datetime, datetime]
"""Start and end, naive and local to the executive."""


def fault(scenario: ExecScenario, action: ExecAction) -> str | None:
    """What is wrong with the calendar after the action, or None."""
    kind, request = action.calendar_action, scenario.truth.request
    if stray := _stray(action):
        return stray
    if request is None:
        return None if kind == "none" else "something is done although nothing was asked for"
    diary = Diary(scenario)
    if kind == "book":
        return diary.booking_fault(action)
    if kind == "propose_alternatives":
        return diary.proposal_fault(action)
    if kind == "reschedule":
        return diary.move_fault(action)
    if kind == "decline":
        return diary.refusal_fault()
    return "a request is left without an answer in the calendar"


def local(moment: datetime, scenario: ExecScenario) -> datetime:
    """A moment of an action as the executive's clock shows it, naive."""
    bare = moment.replace(tzinfo=None)
    first = datetime.combine(scenario.calendar.days[0], datetime.min.time())
    if moment.tzinfo is None or abs(bare - first) > FAR:  # years away: on no day on show anyhow
        return bare
    return moment.astimezone(ZoneInfo(scenario.executive.zone)).replace(tzinfo=None)


def stretch(slot: Slot, scenario: ExecScenario) -> Stretch:
    return local(slot.start, scenario), local(slot.end, scenario)


def _stray(action: ExecAction) -> str | None:
    """What goes out, or is missing, that the kind of action does not go with."""
    wants_meeting = action.calendar_action in ("book", "reschedule")
    if wants_meeting != (action.meeting_details is not None):
        return (
            "no meeting is given" if wants_meeting else "a meeting goes out that is not a booking"
        )
    wants_move = action.calendar_action == "reschedule"
    if wants_move != (action.reschedule is not None):
        return "no move is given" if wants_move else "an entry is moved that nobody asked to move"
    if action.proposed_slots and action.calendar_action != "propose_alternatives":
        return "slots are proposed that nobody asked for"
    return None


def _entries(calendar: Calendar) -> Iterator[tuple[str, datetime, datetime]]:
    """All that takes the executive's time: id, start, end."""
    for event in calendar.events:
        if event.status == "confirmed":
            yield event.id, event.start, event.end
    over = datetime.combine(calendar.days[-1], datetime.max.time())
    for series in calendar.series:
        lasts = series.first.end - series.first.start
        for start in rrulestr(series.rule, dtstart=series.first.start):
            if start > over:
                break
            yield series.id, start, start + lasts


def _promised_before(scenario: ExecScenario) -> Iterator[tuple[str, datetime, datetime]]:
    """What the executive owes to somebody who asked earlier and no less urgently."""
    urgency = RANK[scenario.truth.request.priority]
    for earlier in scenario.calendar.pending:
        if not RANK[earlier.priority] < urgency:
            yield earlier.id, earlier.start, earlier.end


@dataclass(frozen=True)
class Diary:
    """A scenario's calendar as a table of minutes."""

    scenario: ExecScenario

    @cached_property
    def _dawn(self) -> datetime:
        return datetime.combine(self.scenario.calendar.days[0], time.min)

    def strip(self, start: datetime, end: datetime) -> int:
        """The minutes of [start, end), a bit each, counted from the first day on show."""
        over = datetime.combine(self.scenario.calendar.days[-1], time.max)
        first, last = (
            max((moment - self._dawn) // MINUTE, 0) for moment in (min(start, over), min(end, over))
        )
        return (1 << last) - (1 << first) if last > first else 0

    @cached_property
    def working(self) -> int:
        """Every working minute on show."""
        opens, closes = self._hours
        at = datetime.combine
        return sum(
            self.strip(at(day, opens), at(day, closes)) for day in self.scenario.calendar.days
        )

    @cached_property
    def taken(self) -> list[tuple[str, int]]:
        """Who or what takes which minutes: ids, and addresses of guests."""
        calendar, request = self.scenario.calendar, self.scenario.truth.request
        found = [*_entries(calendar), *_promised_before(self.scenario)]
        for guest in calendar.colleagues:
            if guest.email in request.attendees:
                found += [(guest.email, busy.start, busy.end) for busy in guest.busy]
        return [(who, self.strip(start, end)) for who, start, end in found]

    @property
    def _hours(self) -> tuple[time, time]:
        return self.scenario.calendar.opens, self.scenario.calendar.closes

    @property
    def wanted(self) -> Interval:
        return self.scenario.truth.request.slot

    def trouble(self, start: datetime, end: datetime, without: Iterable[str] = ()) -> str | None:
        """Why [start, end) cannot be had, once the entries `without` are out of the way."""
        span = self.strip(start, end)
        whole = (end - start) // MINUTE
        if whole > 0 and (span & self.working).bit_count() != whole:
            return f"{start:%a %H:%M} to {end:%H:%M} is not all in working hours on show"
        others = [who for who, strip in self.taken if strip & span and who not in without]
        return f"{start:%a %H:%M} to {end:%H:%M} is taken by {min(others)}" if others else None

    def late(self, end: datetime) -> bool:
        deadline = self.scenario.truth.request.deadline
        return deadline is not None and end > deadline

    def asked_trouble(self, without: Iterable[str] = ()) -> str | None:
        """Why the slot asked for cannot be had."""
        if self.late(self.wanted.end):
            return "the slot asked for ends after the deadline"
        return self.trouble(self.wanted.start, self.wanted.end, without)

    @cached_property
    def starts(self) -> list[datetime]:
        """Every hour and half hour of the days on show, by time."""
        opens, closes = self._hours
        found = []
        for day in sorted(set(self.scenario.calendar.days)):
            at, over = datetime.combine(day, opens), datetime.combine(day, closes)
            at += timedelta(minutes=-at.minute % 30)
            while at < over:
                found.append(at)
                at += timedelta(minutes=30)
        return found

    # -- one question for each kind of action ---

    def meeting_fault(self, action: ExecAction) -> str | None:
        """Whether the meeting in the action is the one that was asked for."""
        start, end = stretch(action.meeting_details, self.scenario)
        if (start, end) != (self.wanted.start, self.wanted.end):
            return (
                f"the meeting stands at {start:%a %d %H:%M}-{end:%H:%M}, not where it was asked for"
            )
        invited = sorted(guest.casefold() for guest in action.meeting_details.attendees)
        if invited != sorted(guest.casefold() for guest in self.scenario.truth.request.attendees):
            return "the guests are not those who were asked for"
        return None

    def booking_fault(self, action: ExecAction) -> str | None:
        return self.meeting_fault(action) or self.asked_trouble()

    def proposal_fault(self, action: ExecAction) -> str | None:
        if self.asked_trouble() is None:
            return "the slot asked for can be had: nothing was to be proposed"
        offers = {stretch(slot, self.scenario) for slot in action.proposed_slots}
        if len(offers) < 2:
            return "fewer than two different slots are proposed"
        for start, end in sorted(offers):
            if end - start != self.wanted.end - self.wanted.start:
                return f"the proposal of {start:%a %H:%M} has another length than the meeting"
            if start not in self.starts:
                return f"the proposal of {start:%a %H:%M} is off the half hours of the days on show"
            if self.late(end):
                return f"the proposal of {start:%a %H:%M} ends after the deadline"
            if why := self.trouble(start, end):
                return f"the proposal of {start:%a %H:%M} is not real: {why}"
        return None

    def obstacle(self) -> str | None:
        """The id of the one movable entry that alone keeps an important meeting from its slot."""
        if not self.scenario.truth.request.important:
            return None
        for event in self.scenario.calendar.events:
            if event.movable and event.status == "confirmed":
                alone = self.asked_trouble([event.id]) is None
                if alone and self.asked_trouble() is not None:
                    return event.id
        return None

    def move_fault(self, action: ExecAction) -> str | None:
        moved, obstacle = action.reschedule.event_id, self.obstacle()
        if obstacle is None:
            return "no single movable entry is in the way of an important meeting"
        if moved != obstacle:
            return f"{moved[:40]} is moved, but {obstacle} is in the way"
        if why := self.meeting_fault(action):
            return why
        start, end = stretch(action.reschedule, self.scenario)
        if end - start != self._length(moved):
            return f"{moved} is moved into a slot of another length"
        if why := self._no_new_home(moved, start, end):
            return f"{moved} cannot go there: {why}"
        return None

    def refusal_fault(self) -> str | None:
        if self.scenario.truth.request.deadline is None:
            return "nothing forces a refusal: there is no deadline"
        length = self.wanted.end - self.wanted.start
        for start in self.starts:
            if not self.late(start + length) and self.trouble(start, start + length) is None:
                return f"nothing forces a refusal: {start:%a %H:%M} is open in time"
        obstacle = self.obstacle()
        if obstacle is not None:
            lasts = self._length(obstacle)
            if any(self._no_new_home(obstacle, at, at + lasts) is None for at in self.starts):
                return f"nothing forces a refusal: {obstacle} could be moved"
        return None

    def _length(self, event_id: str) -> timedelta:
        event = next(e for e in self.scenario.calendar.events if e.id == event_id)
        return event.end - event.start

    def _no_new_home(self, moved: str, start: datetime, end: datetime) -> str | None:
        """Why an entry cannot move to [start, end), the meeting asked for being in the diary.

        Guests need not be free for it: it is none of their business.
        """
        guests = [guest.email for guest in self.scenario.calendar.colleagues]
        if start not in self.starts:
            return "it would not start on an hour or half hour on show"
        if self.strip(start, end) & self.strip(self.wanted.start, self.wanted.end):
            return "the meeting asked for stands there"
        return self.trouble(start, end, [moved, *guests])
