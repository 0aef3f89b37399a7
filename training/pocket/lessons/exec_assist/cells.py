"""Labels at the planner's half hours: what is there, and whether the meeting could start."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from desks.exec_assist.calendar import (
    GRID,
    blocks,
    busy_colleagues,
    in_hours,
    open_starts,
    to_zone,
)
from desks.exec_assist.models import ExecScenario
from training.pocket.demonstrations.exec_assist import offered
from training.pocket.lessons import Label
from training.pocket.lessons.exec_assist.classes import (
    CLOSED,
    COLLEAGUE,
    FREE,
    entry_class,
    quarter,
)
from training.pocket.lessons.exec_assist.planner import cell_start, week_of
from training.pocket.lessons.exec_assist.pointers import CELL, same_hours


def at_cells(s: ExecScenario, text: str, plan: int) -> Iterator[Label]:
    """At each half hour of the week: what is there, and whether the meeting could start."""
    request, week = s.truth.request, week_of(s)
    own = blocks(s.calendar, s.thread[-1].priority)
    theirs = busy_colleagues(s.calendar, request.attendees) if request else ()
    open_, offers = open_for(s) if request else set(), set(offered(s))
    length = request.slot.end - request.slot.start if request else None
    for match in CELL.finditer(text, plan):
        start = cell_start(week, match[1], match[2])
        end = start + GRID
        there = to_zone(start, s.executive.zone, s.sender.zone)
        yield Label(match.start(), "cell_clock", quarter(there))
        yield Label(match.start(), "cell_holds", _holder(s, own, theirs, start, end))
        if request:
            near = start.date() == request.slot.start.date()
            if near or same_hours(request.slot, start, end):  # elsewhere it is obvious
                asked = request.slot.overlaps(start, end)
                held = any(one.overlaps(start, end) for one in own)
                yield Label(match.start(), "cell_asked", asked)
                yield Label(match.start(), "cell_clash", asked and held)
            yield Label(match.start(), "cell_opens", start in open_)
            yield Label(match.start(), "cell_offered", start in offers)
            yield Label(match.start(), "cell_until", quarter(start + length))


def open_for(s: ExecScenario) -> set[datetime]:
    """Every start that is open for the requested meeting."""
    request = s.truth.request
    taken = (*blocks(s.calendar, request.priority), *busy_colleagues(s.calendar, request.attendees))
    length = request.slot.end - request.slot.start
    return set(open_starts(s.calendar, taken, length, request.deadline))


def _holder(
    s: ExecScenario, own: Sequence, theirs: Sequence, start: datetime, end: datetime
) -> int:
    if not in_hours(s.calendar, start, end):
        return CLOSED
    for block in own:
        if block.overlaps(start, end):
            return entry_class(block.id)
    return COLLEAGUE if any(one.overlaps(start, end) for one in theirs) else FREE
