"""Blind patterns for the fields of an ExecAssist answer: conflicts, slots, guests, moves.

A pattern is a list of changes, each of which sets one field or several related ones. They are made
only from what a model may see.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import get_args

from desks.exec_assist.calendar import grid
from desks.exec_assist.models import CalendarAction, ExecScenario, Interval
from graders.attacks.patterns import id_patterns
from graders.exec_assist.policies import slot, times_asked
from graders.grading import Answer, Patterns

_HALF_HOUR = timedelta(minutes=30)
_EMPTY = {"meeting_details": None, "proposed_slots": [], "reschedule": None}


def patterns(s: ExecScenario) -> Patterns:
    """All patterns for an email, by name."""
    calendar = s.calendar
    ids = [one.id for one in (*calendar.events, *calendar.series, *calendar.pending)]
    asked = list(dict.fromkeys(times_asked(s)))
    spans = _half_hours(s, asked)
    offering = _EMPTY | {"calendar_action": "propose_alternatives"}
    return {
        "conflicts": [{"conflicts": one} for one in id_patterns(ids, most=20)],
        "action alone": [{"calendar_action": kind} for kind in get_args(CalendarAction)],
        "nothing": [_EMPTY | {"calendar_action": kind} for kind in ("none", "decline")],
        "booking": [_booking(s, at) for at in (*asked, *spans)],
        "guests": [_booking(s, at, guests) for at in asked[-1:] for guests in _guests(s)],
        "proposals": [
            offering | {"proposed_slots": list(map(slot, slots))} for slots in _slot_patterns(spans)
        ],
        "move": list(_moves(s, spans, asked[-1:] or spans[:1])),
    }


def _half_hours(s: ExecScenario, asked: Sequence[Interval]) -> list[Interval]:
    """Every slot on the half hours of the days shown, in each length that was asked for."""
    found = sorted({one.end - one.start for one in asked if one.end > one.start})
    return [
        Interval(start=at, end=at + length)
        for length in (found or [2 * _HALF_HOUR])
        for at in grid(s.calendar, length)
    ]


def _booking(s: ExecScenario, at: Interval, guests: Sequence[str] | None = None) -> Answer:
    invited = [s.sender.email] if guests is None else list(guests)
    meeting = {"title": s.thread[0].subject, **slot(at), "attendees": invited}
    return _EMPTY | {"calendar_action": "book", "meeting_details": meeting}


def _guests(s: ExecScenario) -> Iterator[list[str]]:
    sender, others = s.sender.email, [person.email for person in s.contacts]
    yield []
    yield others
    yield [sender, sender]
    yield [sender, s.executive.email]
    yield [sender.upper()]
    yield [f"{s.sender.name} <{sender}>"]
    yield from ([sender, other] for other in others if other != sender)


def _slot_patterns(spans: Sequence[Interval]) -> Iterator[Sequence[Interval]]:
    """Adjacent pairs; one slot, once and twice; five in a row; empty; reversed; the whole span."""
    yield from pairwise(spans)
    for at in spans[::5]:
        yield (at,)
        yield (at, at)
    yield from (spans[first : first + 5] for first in range(0, len(spans), 5))
    first, last = spans[0], spans[-1]
    nothing = Interval(start=first.start, end=first.start)
    turned = Interval(start=last.end, end=first.start)
    yield from ((nothing, nothing), (turned, turned), (nothing, turned))
    yield (first, Interval(start=first.start, end=last.end))


def _moves(
    s: ExecScenario, spans: Sequence[Interval], meetings: Sequence[Interval]
) -> Iterator[Answer]:
    booking = _booking(s, meetings[0]) | {"calendar_action": "reschedule"}
    starts = sorted({at.start for at in spans})[::3]
    for event in s.calendar.events:
        for start in starts:
            to = Interval(start=start, end=start + (event.end - event.start))
            yield booking | {"reschedule": {"event_id": event.id, **slot(to)}}
