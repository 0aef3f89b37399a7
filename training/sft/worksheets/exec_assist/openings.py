"""The last lines of an email's worksheet: what is open instead of the time asked for.

Day by day, what is taken and then what that leaves, and no further than the answer needs.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from desks.exec_assist.calendar import GRID, MIN_PROPOSALS, blocks, busy_colleagues
from desks.exec_assist.models import Calendar, ExecScenario, Interval, Request
from training.sft.worksheets.exec_assist.reading import reckoned


def simplest(s: ExecScenario) -> ExecScenario:
    """The case with one right answer, for which nothing but the lines below has to be worked out:
    slots at the beginning of the first open ranges."""
    request, accepted = s.truth.request, s.truth.acceptable[0]
    if request is None or accepted.action not in ("propose_alternatives", "reschedule"):
        return s
    starts = _offered(s, request)
    only = accepted.model_copy(update={"starts": starts})
    truth = s.truth.model_copy(update={"acceptable": (only,)})
    return s.model_copy(update={"truth": truth})


def lines(s: ExecScenario, request: Request) -> Iterator[str]:
    """For each day in turn, what is taken and what is open; then, if there are two clocks, what is
    offered by both."""
    accepted = s.truth.acceptable[0]
    if accepted.action == "reschedule":
        yield f"move {accepted.event_id}: {_length(s, request) // timedelta(minutes=1)} min"
    for day, taken, ranges in _days(s, request):
        if s.tier == "hard":  # elsewhere the calendar lists what is free
            yield f"taken {day:%a}: {_hours(taken)}"
        yield f"open {day:%a}: {_measured(ranges, _length(s, request))}"
    if accepted.action == "propose_alternatives" and s.executive.zone != s.sender.zone:
        for start in _offered(s, request):
            slot = Interval(start=start, end=start + _length(s, request))
            yield f"offer: {slot.start:%a} {slot.hours} = {reckoned(s, slot)}"


def _offered(s: ExecScenario, request: Request) -> tuple[datetime, ...]:
    """The starts that the answer names: of open ranges or, if that is too few, the next that is
    right after the first, if possible without overlapping it."""
    length = _length(s, request)
    begins = [one.start for *_, ranges in _days(s, request) for one in _fitting(ranges, length)]
    after = [at for at in s.truth.acceptable[0].starts if at > begins[0]]
    apart = [at for at in after if at >= begins[0] + length]
    begins += (apart or after)[:1]
    return tuple(begins[: _needed(s)])


def _needed(s: ExecScenario) -> int:
    """How many open ranges the answer needs; for declining, all days are looked at."""
    return 1 if s.truth.acceptable[0].action == "reschedule" else MIN_PROPOSALS


def _length(s: ExecScenario, request: Request) -> timedelta:
    """Of what needs a slot: the meeting, or the event that makes way for it."""
    accepted = s.truth.acceptable[0]
    moved = [one for one in s.calendar.events if one.id == accepted.event_id]
    [slot] = moved or [request.slot]
    return slot.end - slot.start


def _days(
    s: ExecScenario, request: Request
) -> Iterator[tuple[date, list[Interval], list[Interval]]]:
    """(day, what is taken, the ranges that are open), until enough of those are long enough."""
    accepted, length = s.truth.acceptable[0], _length(s, request)
    all_taken: list[Interval] = [*blocks(s.calendar, request.priority)]
    if accepted.action == "reschedule":
        all_taken = [one for one in all_taken if one.id != accepted.event_id] + [request.slot]
        deadline = None  # does not bind the event that is moved
    else:
        all_taken += busy_colleagues(s.calendar, request.attendees)
        deadline = request.deadline
    found = 0
    for day in s.calendar.days:
        if found >= _needed(s) or (deadline and day > deadline.date()):
            return
        taken = sorted(
            (one for one in all_taken if one.start.date() == day), key=lambda one: one.start
        )
        ranges = list(_open_ranges(s.calendar, day, taken, deadline))
        found += len(_fitting(ranges, length))
        yield day, taken, ranges


def _open_ranges(
    calendar: Calendar,
    day: date,
    taken: Iterable[Interval],
    deadline: datetime | None,
) -> Iterator[Interval]:
    """What is open on a day, from the next hour or half hour on: meetings start on those."""
    at, closes = (datetime.combine(day, one) for one in (calendar.opens, calendar.closes))
    closes = min(closes, deadline) if deadline else closes
    for one in taken:
        if one.start >= closes:
            break
        if one.start > at:
            yield Interval(start=at, end=one.start)
        at = max(at, one.end)
        at += (datetime.combine(day, calendar.opens) - at) % GRID
    if closes > at:
        yield Interval(start=at, end=closes)


def _fitting(ranges: Iterable[Interval], length: timedelta) -> list[Interval]:
    return [one for one in ranges if one.end - one.start >= length]


def _measured(ranges: Iterable[Interval], length: timedelta) -> str:
    """Ranges with their minutes, and which are too short."""
    told = (
        f"{one.hours} {one.minutes}{' short' * (one.end - one.start < length)}" for one in ranges
    )
    return ", ".join(told) or "nothing"


def _hours(those: Iterable[Interval]) -> str:
    return ", ".join(one.hours for one in those) or "nothing"
