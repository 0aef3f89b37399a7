"""An email's worksheet: the time asked for, what overlaps with it, what is open instead."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random

from desks.exec_assist.calendar import (
    Block,
    blocks,
    busy_colleagues,
    clashes,
    outranks,
    solve,
    to_zone,
)
from desks.exec_assist.models import Calendar, Event, ExecScenario, Interval, Request, Truth
from desks.exec_assist.prompt import office

MAX_TRIES = 60
"""Maximum number of requests drawn to find enough usable ones."""


def worksheet(s: ExecScenario) -> str:
    """The time asked for, what is on that day, the verdict; then what is open instead."""
    return "\n".join(_lines(s))


def what_ifs(rng: Random, s: ExecScenario, count: int) -> list[tuple[str, str]]:
    """Other requests to the same calendar, as (a worksheet up to the time asked for, the rest);
    every other one clashes with something."""
    questions: list[tuple[str, str]] = []
    calendar, request = s.calendar, s.truth.request
    guests = request.attendees if request else (s.sender.email,)
    for _ in range(MAX_TRIES):
        if len(questions) == count:
            break
        length = timedelta(minutes=rng.choice((30, 45, 60, 90)))
        opens = datetime.combine(rng.choice(calendar.days), calendar.opens)
        start = opens + timedelta(minutes=30 * rng.randrange(-1, 18))
        other = Request(
            topic=s.truth.topic,
            slot=Interval(start=start, end=start + length),
            attendees=guests,
            deadline=request and request.deadline,
            priority=rng.choice(("low", "normal", "high")),
        )
        ways = solve(calendar, other)
        clash = clashes(blocks(calendar, other.priority), start, start + length)
        if start.date() != opens.date() or not ways or bool(clash) != bool(len(questions) % 2):
            continue
        truth = Truth(topic=other.topic, request=other, conflicts=clash, acceptable=ways)
        lines = worksheet(s.model_copy(update={"truth": truth}))
        given, _, rest = lines.partition(f"{_time_asked(s, other)} = ")
        questions.append((f"{given}{_time_asked(s, other)} =", f" {rest}"))
    return questions


def drill(rng: Random, s: ExecScenario, count: int) -> tuple[str, list[tuple[str, str]]]:
    """One day filled at random, without an email, and what-ifs about it."""
    calendar, day = s.calendar, s.calendar.days[0]
    first = calendar.opens.hour * 2 + calendar.opens.minute // 30
    last = calendar.closes.hour * 2 + calendar.closes.minute // 30
    events = []
    for number in range(rng.randrange(4, 9)):
        start = datetime.combine(day, time.min) + timedelta(minutes=30 * rng.randrange(first, last))
        length = timedelta(minutes=rng.choice((30, 60, 60, 90)))
        title = rng.choice(calendar.events).title if calendar.events else s.truth.topic
        status = rng.choice(("confirmed",) * 4 + ("tentative", "cancelled"))
        span = {"start": start, "end": start + length}
        events.append(Event(id=f"e{number}", title=title, status=status, **span))
    ordered = sorted(events, key=lambda event: event.start)
    named = tuple(e.model_copy(update={"id": f"e{n}"}) for n, e in enumerate(ordered, 1))
    bare = s.model_copy(
        update={
            "calendar": Calendar(
                days=(day,), opens=calendar.opens, closes=calendar.closes, events=named
            ),
            "contacts": (),
            "truth": Truth(topic=s.truth.topic, request=None, conflicts=(), acceptable=()),
        }
    )
    return "\n".join(office(bare)), what_ifs(rng, bare, count)


def reading_case(s: ExecScenario) -> tuple[ExecScenario, str]:
    """The case with an empty calendar, and the first lines of its worksheet: what is asked for."""
    lines = list(_lines(s))
    asked = next(n for n, line in enumerate(lines) if line.startswith("asked:"))
    empty = s.calendar.model_copy(
        update={"events": (), "series": (), "pending": (), "colleagues": ()}
    )
    bare = s.model_copy(update={"calendar": empty, "contacts": ()})
    return bare, "".join(f"{line}\n" for line in lines[: asked + 1])


def simplest(s: ExecScenario) -> ExecScenario:
    """The case with one right answer: where slots are proposed, those at the beginning of the open
    ranges that the worksheet lists, which takes less arithmetic than those next to the time asked
    for."""
    request, [accepted, *_] = s.truth.request, s.truth.acceptable
    if request is None or accepted.action != "propose_alternatives":
        return s
    begins = [
        datetime.combine(day, time.fromisoformat(ranges[:5]))
        for day in s.calendar.days
        if not (request.deadline and day > request.deadline.date())
        for ranges in _open_ranges(s, request, day)
    ]
    begins += [begin + timedelta(minutes=request.slot.minutes) for begin in begins]
    starts = tuple(begin for begin in begins if begin in accepted.starts)[:2]
    if len(starts) < 2:
        return s
    only = accepted.model_copy(update={"starts": starts})
    truth = s.truth.model_copy(update={"acceptable": (only,)})
    return s.model_copy(update={"truth": truth})


def _lines(s: ExecScenario) -> Iterator[str]:
    request = s.truth.request
    if request is None:
        yield "asked: nothing"
        return
    yield f"priority: {request.priority}"
    if request.deadline:
        yield f"over by: {_sender_time(s, request.deadline)} = {request.deadline:%a %m-%d %H:%M}"
    slot = request.slot
    yield f"asked: {_time_asked(s, request)} = {slot.start:%a %Y-%m-%d %H:%M}-{slot.end:%H:%M}"
    that_day = list(_that_day(s, request))
    yield "that day: " + ("; ".join(that_day) or "nothing")
    ways = [one.action for one in s.truth.acceptable]
    clashing = ", ".join(s.truth.conflicts) or ("none" if ways == ["book"] else "not open")
    yield f"clash: {clashing}"
    if ways == ["book"]:
        return
    if ways[0] == "reschedule":
        yield f"only {s.truth.acceptable[0].event_id}, movable"
    for day in s.calendar.days:
        if request.deadline and day > request.deadline.date():
            continue
        yield f"open {day:%a}: " + (", ".join(_open_ranges(s, request, day)) or "nothing")


def _time_asked(s: ExecScenario, request: Request) -> str:
    return f"{request.slot.minutes} min from {_sender_time(s, request.slot.start)}"


def _sender_time(s: ExecScenario, at: datetime) -> str:
    """A time by the sender's clock, and the offset in hours where the time zones differ."""
    there = to_zone(at, s.executive.zone, s.sender.zone)
    if s.executive.zone == s.sender.zone:
        return f"{there:%a %H:%M}"
    hours = (at - there) / timedelta(hours=1)
    return f"{there:%a %H:%M} {hours:+g} h"


def _that_day(s: ExecScenario, request: Request) -> Iterator[str]:
    """What blocks that day, in the prompt's order, each with whether it clashes."""
    day, slot = request.slot.start.date(), request.slot
    for one in sorted(blocks(s.calendar, request.priority), key=_number):
        if one.start.date() == day:
            yield f"{_hours(one)} {_clash(one, slot)} {one.id}"
    for one in s.calendar.pending:
        if one.start.date() == day and not outranks(one, request.priority):
            yield f"lower {one.id}"
    for one in busy_colleagues(s.calendar, request.attendees):
        if one.start.date() == day:
            yield f"{_hours(one)} {_clash(one, slot)} busy"
    opens, closes = s.calendar.opens, s.calendar.closes
    inside = opens <= slot.start.time() and slot.end.time() <= closes and slot.end.date() == day
    yield f"hours {opens:%H:%M}-{closes:%H:%M} {'ok' if inside else 'outside'}"


def _number(one: Block) -> tuple[str, int]:
    """A sort key: entries by their number, then earlier requests."""
    return one.id[0], int(one.id[1:])


def _clash(one: Interval, slot: Interval) -> str:
    return "clash" if one.overlaps(slot.start, slot.end) else "no"


def _open_ranges(s: ExecScenario, request: Request, day: date) -> Iterator[str]:
    """Time ranges of a day that are open long enough, up to the deadline."""
    taken = [*blocks(s.calendar, request.priority)]
    taken += busy_colleagues(s.calendar, request.attendees)
    at = datetime.combine(day, s.calendar.opens)
    closes = datetime.combine(day, s.calendar.closes)
    if request.deadline:
        closes = min(closes, request.deadline)
    for one in sorted(taken, key=lambda one: one.start):
        if one.start.date() != day or one.start >= closes:
            continue
        if one.start - at >= timedelta(minutes=request.slot.minutes):
            yield f"{at:%H:%M}-{one.start:%H:%M}"
        at = max(at, one.end)
    if closes - at >= timedelta(minutes=request.slot.minutes):
        yield f"{at:%H:%M}-{closes:%H:%M}"


def _hours(slot: Interval) -> str:
    return f"{slot.start:%H:%M}-{slot.end:%H:%M}"
