"""Calendar arithmetic: what blocks a slot, which are open, what is right to do about a request."""

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
    """A stretch in which the executive cannot meet, and the id of what takes it."""

    id: str
    movable: bool = False


def to_zone(moment: datetime, source: str, target: str) -> datetime:
    """A naive local time of one IANA zone as the naive local time of another."""
    if source == target:
        return moment
    return moment.replace(tzinfo=ZoneInfo(source)).astimezone(ZoneInfo(target)).replace(tzinfo=None)


def to_local(moment: datetime, zone: str) -> datetime:
    """A moment as an action gives it, naive and local to `zone`."""
    if moment.tzinfo is None:
        return moment
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def occurrences(series: Series, start: datetime, end: datetime) -> Iterator[Interval]:
    """The meetings of a series that touch [start, end)."""
    length = series.first.end - series.first.start
    rule = _rule(series.rule, series.first.start)
    for at in rule.between(start - length, end, inc=True):
        if at < end and at + length > start:
            yield Interval(start=at, end=at + length)


@lru_cache(maxsize=4096)
def _rule(rule: str, first: datetime):
    return rrulestr(rule, dtstart=first)


def rank(priority: Priority) -> int:
    """0 for low, and the more the more urgent."""
    return _RANKS.index(priority)


def goes_first(pending: Pending, priority: Priority) -> bool:
    """Whether an earlier request comes before one of that priority: unless its own is lower."""
    return rank(pending.priority) >= rank(priority)


def blocks(calendar: Calendar, priority: Priority | None = None) -> tuple[Block, ...]:
    """All that blocks the days on show, by start: single events and occurrences of series, and for
    a request of that priority the earlier requests that go first."""
    first = datetime.combine(calendar.days[0], datetime.min.time())
    last = datetime.combine(calendar.days[-1], datetime.min.time()) + timedelta(days=1)
    single = [
        Block.model_construct(id=e.id, start=e.start, end=e.end, movable=e.movable)
        for e in calendar.events
        if e.blocks
    ]
    recurring = [
        Block.model_construct(id=s.id, start=o.start, end=o.end, movable=False)
        for s in calendar.series
        for o in occurrences(s, first, last)
    ]
    ahead = [
        Block.model_construct(id=p.id, start=p.start, end=p.end, movable=False)
        for p in calendar.pending
        if priority is not None and goes_first(p, priority)
    ]
    return tuple(sorted(single + recurring + ahead, key=lambda block: (block.start, block.id)))


def clashes(taken: Iterable[Block], start: datetime, end: datetime) -> tuple[str, ...]:
    """Ids of the blocks that overlap [start, end), each once, in order of start."""
    return tuple(dict.fromkeys(block.id for block in taken if block.overlaps(start, end)))


def in_hours(calendar: Calendar, start: datetime, end: datetime) -> bool:
    """Whether [start, end) lies within the working hours of one of the days on show."""
    return (
        start.date() in calendar.days
        and start.date() == end.date()
        and calendar.opens <= start.time()
        and end.time() <= calendar.closes
    )


def busy_colleagues(calendar: Calendar, attendees: Iterable[str]) -> tuple[Interval, ...]:
    """When any of the attendees who share a calendar is busy."""
    asked = set(attendees)
    return tuple(i for one in calendar.colleagues if one.email in asked for i in one.busy)


def grid(calendar: Calendar, length: timedelta) -> Iterator[datetime]:
    """Every start on the half-hour grid from which that length fits the working hours."""
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
) -> tuple[datetime, ...]:
    """Every start from which that length is free of `taken` and over by the deadline."""
    taken = tuple(taken)
    return tuple(
        at
        for at in grid(calendar, length)
        if (deadline is None or at + length <= deadline)
        and not any(one.overlaps(at, at + length) for one in taken)
    )


def solve(calendar: Calendar, request: Request | None) -> tuple[Acceptable, ...]:
    """Everything that is right to do about a request, found by trying all slots.

    The slot asked for, if it is open. Else, for an important request with nothing but movable
    events in the way, moving the one event into any slot that stays open, or proposing. Else at
    least two open slots. Else, where the deadline leaves none, declining. Open is what neither an
    entry takes nor an earlier request that goes first, also for the event that moves. An empty
    result means that the desk has no rule for the case (a single open slot): the generator does not
    use it.
    """
    if request is None:
        return (Acceptable(action="none"),)
    start, end = request.slot.start, request.slot.end
    own = blocks(calendar, request.priority)
    theirs = busy_colleagues(calendar, request.attendees)
    length = end - start
    open_ = open_starts(calendar, own + theirs, length, request.deadline)
    if start in open_:
        return (Acceptable(action="book", starts=(start,)),)

    found = []
    in_the_way = [block for block in own if block.overlaps(start, end)]
    if request.important and len(in_the_way) == 1 and in_the_way[0].movable:
        moved = in_the_way[0]
        others = tuple(block for block in own if block.id != moved.id)
        if start in open_starts(calendar, others + theirs, length, request.deadline):
            taken = (*others, request.slot)
            starts = open_starts(calendar, taken, moved.end - moved.start)
            if starts:
                found.append(Acceptable(action="reschedule", starts=starts, event_id=moved.id))
    if len(open_) >= MIN_PROPOSALS:
        found.append(Acceptable(action="propose_alternatives", starts=open_))
    elif not open_ and request.deadline is not None and not found:
        found.append(Acceptable(action="decline"))
    return tuple(found)
