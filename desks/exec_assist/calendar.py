"""Calendar arithmetic: what blocks a slot, which slots are open, how a request may be answered."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from typing import get_args
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from desks.exec_assist.models import (
    Acceptable,
    Calendar,
    Interval,
    Pending,
    Priority,
    Request,
    Series,
)

GRID = timedelta(minutes=30)
"""Meetings start on the hour or the half hour."""
MIN_PROPOSALS = 2
_RANKS = get_args(Priority)


class Block(Interval):
    """An interval in which the executive is busy, with the id of the entry or request behind it."""

    id: str
    movable: bool = False


def to_zone(moment: datetime, source: str, target: str) -> datetime:
    """Convert a naive local time from one IANA zone to another."""
    if source == target:
        return moment
    return moment.replace(tzinfo=ZoneInfo(source)).astimezone(ZoneInfo(target)).replace(tzinfo=None)


def to_local(moment: datetime, zone: str) -> datetime:
    """A moment as a naive time in `zone`; naive times are already local."""
    if moment.tzinfo is None:
        return moment
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def occurrences(series: Series, start: datetime, end: datetime) -> Iterator[Interval]:
    """The meetings of a series that overlap [start, end)."""
    length = series.first.end - series.first.start
    rule = _rule(series.rule, series.first.start)
    for at in rule.between(start - length, end, inc=True):
        if at < end and at + length > start:
            yield Interval(start=at, end=at + length)


@lru_cache(maxsize=4096)
def _rule(rule: str, first: datetime):
    return rrulestr(rule, dtstart=first)


def rank(priority: Priority) -> int:
    """0 for low; higher is more urgent."""
    return _RANKS.index(priority)


def outranks(pending: Pending, priority: Priority) -> bool:
    """Whether an earlier request takes precedence over one of `priority`, i.e. is not lower."""
    return rank(pending.priority) >= rank(priority)


def blocks(calendar: Calendar, priority: Priority | None = None) -> tuple[Block, ...]:
    """Everything that blocks the days shown, sorted by start: single events, occurrences of series
    and, if `priority` is given, the earlier requests that take precedence over one of that
    priority."""
    first = datetime.combine(calendar.days[0], datetime.min.time())
    last = datetime.combine(calendar.days[-1], datetime.min.time()) + timedelta(days=1)
    found = [(e.id, e, e.movable) for e in calendar.events if e.blocks]
    found += [(s.id, o, False) for s in calendar.series for o in occurrences(s, first, last)]
    if priority is not None:
        found += [(p.id, p, False) for p in calendar.pending if outranks(p, priority)]
    made = (
        Block.model_construct(id=id_, start=at.start, end=at.end, movable=movable)
        for id_, at, movable in found
    )
    return tuple(sorted(made, key=lambda block: (block.start, block.id)))


def clashes(taken: Iterable[Block], start: datetime, end: datetime) -> tuple[str, ...]:
    """Ids of the blocks that overlap [start, end), each once, in the order given."""
    return tuple(dict.fromkeys(block.id for block in taken if block.overlaps(start, end)))


def in_hours(calendar: Calendar, start: datetime, end: datetime) -> bool:
    """Whether [start, end) lies within the working hours of one of the days shown."""
    return (
        start.date() in calendar.days
        and start.date() == end.date()
        and calendar.opens <= start.time()
        and end.time() <= calendar.closes
    )


def busy_colleagues(calendar: Calendar, attendees: Iterable[str]) -> tuple[Interval, ...]:
    """Busy times of the attendees who share their calendar."""
    asked = set(attendees)
    return tuple(i for one in calendar.colleagues if one.email in asked for i in one.busy)


def grid(calendar: Calendar, length: timedelta) -> Iterator[datetime]:
    """Every half-hour start at which a meeting of that length fits into the working hours."""
    for day in calendar.days:
        at, closes = datetime.combine(day, calendar.opens), datetime.combine(day, calendar.closes)
        while at + length <= closes:
            yield at
            at += GRID


def open_starts(
    calendar: Calendar,
    taken: Iterable[Interval],
    length: timedelta,
    deadline: datetime | None = None,
    now: datetime | None = None,
) -> tuple[datetime, ...]:
    """Every start on the grid, from `now` on, at which a meeting of that length avoids `taken` and
    ends by the deadline."""
    spans = [(one.start, one.end) for one in taken]
    return tuple(
        at for at in grid(calendar, length) if _is_open(at, at + length, spans, deadline, now)
    )


def _is_open(
    start: datetime,
    end: datetime,
    spans: Iterable[tuple[datetime, datetime]],
    deadline: datetime | None,
    now: datetime | None,
) -> bool:
    return (
        (deadline is None or end <= deadline)
        and (now is None or now <= start)
        and all(end <= begins or ends <= start for begins, ends in spans)
    )


def solve(
    calendar: Calendar, request: Request | None, now: datetime | None = None
) -> tuple[Acceptable, ...]:
    """Every acceptable answer to a request, found by trying all slots.

    Book the requested slot, if it is open. Otherwise, for a high-priority request with a single
    movable event in the way, move that event to any slot that stays open, or propose alternatives.
    Otherwise propose at least two open slots. Otherwise, if the deadline leaves none, decline. A
    slot is open if it avoids every blocking entry, every earlier request that takes precedence, and
    the attendees' busy times, and is not past by `now`; for the moved event, attendees and deadline
    do not matter. An empty result means that no rule covers the case, e.g. a single open slot; the
    generator discards it.
    """
    if request is None:
        return (Acceptable(action="none"),)
    start, end = request.slot.start, request.slot.end
    own = blocks(calendar, request.priority)
    theirs = busy_colleagues(calendar, request.attendees)
    length, deadline = end - start, request.deadline
    open_ = open_starts(calendar, own + theirs, length, deadline, now)

    def is_free(taken: Iterable[Interval]) -> bool:
        """Whether the requested slot, on the grid or not, is open beside these."""
        spans = [(one.start, one.end) for one in taken]
        return in_hours(calendar, start, end) and _is_open(start, end, spans, deadline, now)

    if is_free(own + theirs):
        return (Acceptable(action="book", starts=(start,)),)

    found = []
    in_the_way = [block for block in own if block.overlaps(start, end)]
    if request.important and len(in_the_way) == 1 and in_the_way[0].movable:
        moved = in_the_way[0]
        others = tuple(block for block in own if block.id != moved.id)
        if is_free(others + theirs):
            taken = (*others, request.slot)
            starts = open_starts(calendar, taken, moved.end - moved.start, now=now)
            if starts:
                found.append(Acceptable(action="reschedule", starts=starts, event_id=moved.id))
    if len(open_) >= MIN_PROPOSALS:
        found.append(Acceptable(action="propose_alternatives", starts=open_))
    elif not open_ and deadline is not None and not found:
        found.append(Acceptable(action="decline"))
    return tuple(found)
