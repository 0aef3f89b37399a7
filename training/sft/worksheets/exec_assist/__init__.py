"""An email's worksheet: when series take place, what is asked for, what overlaps with it, what is
open instead.

A small model copies and compares well on one line, and loses count of what a list is to leave out:
so what may or may not fall on the day asked for has a line of its own, with its verdict.
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from random import Random

from desks.exec_assist.calendar import (
    blocks,
    clashes,
    in_hours,
    solve,
)
from desks.exec_assist.models import Calendar, Event, ExecScenario, Interval, Request, Truth
from desks.exec_assist.prompt import office, oracle
from training.sft.worksheets.exec_assist import entries, openings, reading
from training.sft.worksheets.exec_assist.openings import simplest as simplest

MAX_TRIES = 60
"""Maximum number of requests drawn to find enough usable ones."""


def worksheet(s: ExecScenario) -> str:
    """The days of series; what is asked for; what is on that day, and the verdict; what is open
    instead."""
    series = entries.series_lines(s.calendar) if s.truth.request else ()
    return "\n".join([*series, *reading.lines(s), *_weighing(s)])


def copied(s: ExecScenario) -> str:
    """The answer for which nothing has to be worked out but its worksheet."""
    return oracle(simplest(s))


def what_ifs(rng: Random, s: ExecScenario, count: int) -> list[tuple[str, str]]:
    """Other requests to the same calendar, as (a worksheet up to the words that say the time, the
    rest); every other one clashes with something, if anything is there."""
    questions: list[tuple[str, str]] = []
    calendar, request = s.calendar, s.truth.request
    guests = request.attendees if request else (s.sender.email,)
    for _ in range(MAX_TRIES):
        if len(questions) == count:
            break
        length = timedelta(minutes=rng.choice((30, 45, 60, 90)))
        opens = datetime.combine(rng.choice(calendar.days), calendar.opens)
        start = opens + timedelta(minutes=30 * rng.randrange(-1, 18))
        own_clock = s.executive.zone != s.sender.zone and rng.random() < 0.5
        other = Request(
            topic=s.truth.topic,
            slot=Interval(start=start, end=start + length),
            attendees=guests,
            deadline=request and request.deadline,
            priority=rng.choice(("low", "normal", "high")),
        )
        ways, taken = solve(calendar, other), blocks(calendar, other.priority)
        clash = clashes(taken, start, start + length)
        unlike = taken and bool(clash) != bool(len(questions) % 2)
        if not ways or unlike:
            continue
        truth = Truth(topic=other.topic, request=other, conflicts=clash, acceptable=ways)
        case = s.model_copy(update={"truth": truth})
        said, until = reading.as_said(rng, s, other, own_clock)
        read = reading.asked(case, other, said, until, own_clock)
        lines = [*entries.series_lines(calendar), *read, *_weighing(case)]
        given, _, rest = "\n".join(lines).partition("\nasked:")
        questions.append((given, f"\nasked:{rest}"))
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
    filled = Calendar(days=(day,), opens=calendar.opens, closes=calendar.closes, events=named)
    bare = _without_email(s, filled)
    return "\n".join(office(bare)), what_ifs(rng, bare, count)


def series_drill(rng: Random, s: ExecScenario, count: int) -> tuple[str, list[tuple[str, str]]]:
    """`count` fortnightly series, without an email, and on which of the days shown they are."""
    bare = _without_email(s, entries.fortnights(rng, s.calendar, s.truth.topic, count))
    told = "\n".join(entries.series_lines(bare.calendar))
    return "\n".join(office(bare)), [("", told)] if told else []


def _without_email(s: ExecScenario, calendar: Calendar) -> ExecScenario:
    nothing = Truth(topic=s.truth.topic, request=None, conflicts=(), acceptable=())
    return s.model_copy(update={"calendar": calendar, "contacts": (), "truth": nothing})


def reading_case(s: ExecScenario) -> tuple[ExecScenario, str]:
    """The case with an empty calendar, and the lines that say what it asks for."""
    empty = s.calendar.model_copy(
        update={"events": (), "series": (), "pending": (), "colleagues": ()}
    )
    bare = s.model_copy(update={"calendar": empty})
    return bare, "".join(f"{line}\n" for line in reading.lines(bare))


def _weighing(s: ExecScenario) -> Iterator[str]:
    """The lines after the reading: the day asked for, the verdict, what is open instead."""
    request = s.truth.request
    if request is None:
        return
    yield from _that_day(s, request)
    ways = [one.action for one in s.truth.acceptable]
    yield f"clash: {', '.join(s.truth.conflicts) or ('none' if ways == ['book'] else 'not open')}"
    if ways != ["book"]:
        yield from openings.lines(s, request)


def _that_day(s: ExecScenario, request: Request) -> Iterator[str]:
    """The single entries that block that day, in the prompt's order, each with where it lies beside
    the request, and whether that is within working hours; then, a line each, what every series,
    earlier request and guest who shares a calendar has on that day."""
    slot, calendar = request.slot, s.calendar
    taken = [one for one in blocks(calendar, request.priority) if _same_day(one, slot)]
    singles = {one.id for one in calendar.events}
    listed = sorted((one for one in taken if one.id in singles), key=lambda one: int(one.id[1:]))
    told = [f"{_beside(one, slot)} {one.id}{' movable' * one.movable}" for one in listed]
    inside = "ok" if in_hours(calendar, slot.start, slot.end) else "outside"
    hours = f"hours {calendar.opens:%H:%M}-{calendar.closes:%H:%M} {inside}"
    yield f"that day: {'; '.join((*told, hours))}"
    names = {one.email: one.first_name for one in s.contacts}
    others = [
        (named, [one for one in taken if one.id == id_])
        for id_, named in entries.recurring_and_pending(calendar, request)
    ]
    others += [
        (names[one.email], [at for at in one.busy if _same_day(at, slot)])
        for one in calendar.colleagues
        if one.email in request.attendees
    ]
    for named, those in others:
        yield f"{named}: {'; '.join(_beside(at, slot) for at in those) or 'no'}"


def _same_day(one: Interval, slot: Interval) -> bool:
    return one.start.date() == slot.start.date()


def _beside(one: Interval, slot: Interval) -> str:
    """When it is, and where that lies beside the slot: 09:00-10:00 before."""
    if one.overlaps(slot.start, slot.end):
        return f"{one.hours} clash"
    return f"{one.hours} {'before' if one.end <= slot.start else 'after'}"
