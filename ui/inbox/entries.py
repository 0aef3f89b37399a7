"""Calendar entries: those that exist, those that an action would add, and their layout."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal

from desks.exec_assist.calendar import occurrences, to_local
from desks.exec_assist.models import ExecAction, ExecScenario, Interval, MeetingDetails, Slot

Kind = Literal["confirmed", "tentative", "cancelled", "series", "pending", "ghost"]
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Entry:
    """An entry that is in the calendar, or that an answer would add."""

    at: Interval
    title: str
    kind: Kind
    id: str = ""
    movable: bool = False
    moved: bool = False
    says: str = ""
    """A grader's evidence: "for", "against" or empty."""
    urgency: str = ""
    """The priority of a pending request."""


def entries(scenario: ExecScenario) -> list[Entry]:
    """Single events, the occurrences of series on the days shown, and pending requests."""
    calendar = scenario.calendar
    first = datetime.combine(calendar.days[0], time.min)
    last = datetime.combine(calendar.days[-1], time.min) + DAY
    single = [Entry(e, e.title, e.status, e.id, e.movable) for e in calendar.events]
    recurring = [
        Entry(at, series.title, "series", series.id)
        for series in calendar.series
        for at in occurrences(series, first, last)
        if at.start.date() in calendar.days
    ]
    pending = [
        Entry(asked, asked.who, "pending", asked.id, urgency=asked.priority)
        for asked in calendar.pending
    ]
    return single + recurring + pending


def ghosts(scenario: ExecScenario, action: ExecAction) -> list[Entry]:
    """The entries that the action adds: a booking, proposed slots, a moved entry."""
    zone = scenario.executive.zone
    added: list[tuple[str, Slot | MeetingDetails]] = []
    if meeting := action.meeting_details:
        added.append((meeting.title, meeting))
    added += [(f"Offer {n}", slot) for n, slot in enumerate(action.proposed_slots, start=1)]
    if move := action.reschedule:
        added.append((f"{move.event_id}, moved", move))
    return [
        Entry(Interval(start=start, end=end), title, "ghost")
        for title, slot in added
        for start, end in [(to_local(slot.start, zone), to_local(slot.end, zone))]
        if start < end
    ]


def lanes(today: Sequence[Entry]) -> Iterator[tuple[Entry, int, int]]:
    """Yield (entry, lane, number of lanes), so that overlapping entries stand side by side."""
    group: list[tuple[Entry, int]] = []
    ends: list[datetime] = []
    for entry in sorted(today, key=lambda e: (e.at.start, e.at.end)):
        if ends and entry.at.start >= max(ends):
            yield from ((e, lane, len(ends)) for e, lane in group)
            group, ends = [], []
        lane = next((n for n, end in enumerate(ends) if end <= entry.at.start), len(ends))
        ends[lane : lane + 1] = [entry.at.end]
        group.append((entry, lane))
    yield from ((e, lane, len(ends)) for e, lane in group)


def overlaps(at: Interval, busy: Iterable[Interval]) -> Iterator[Interval]:
    """The parts of an interval that overlap busy ones."""
    for one in busy:
        if one.overlaps(at.start, at.end):
            yield Interval(start=max(one.start, at.start), end=min(one.end, at.end))
