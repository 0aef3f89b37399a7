"""The first lines of an email's worksheet: what it asks for, quoted before it is worked out.

A small model cannot turn "the 23rd, 10.30, 90 minutes" into a start and an end while it looks for
them. It can copy the words, and then work on what it has just written.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import product
from random import Random
from typing import get_args

from desks.exec_assist.calendar import to_zone
from desks.exec_assist.models import ExecScenario, Interval, Request
from desks.exec_assist.voices import Days, Times, day, hour
from desks.exec_assist.wording import city

STYLES = list(product(get_args(Days), get_args(Times)))
"""How emails write a day and a time of day."""
LONGEST = 90
"""Characters of a quotation; from a longer passage only the times themselves are quoted."""
WEEK = timedelta(weeks=1)


class QuotedScenario(ExecScenario):
    """A case whose email was written freely, with what says its time and its deadline."""

    said: str
    """The email's words for day, time and length."""
    until: str
    """Those for the deadline; "" if there is none."""
    own_clock: bool
    """Whether both are by the sender's clock."""


def lines(s: ExecScenario) -> Iterator[str]:
    """What the emails of a case ask for."""
    request = s.truth.request
    if request is None:
        yield "asked: nothing"
        return
    said, until, own_clock = _quotations(s, request)
    yield from asked(s, request, said, until, own_clock)


def asked(
    s: ExecScenario, request: Request, said: str, until: str, own_clock: bool
) -> Iterator[str]:
    """A request's priority, deadline, guests and time: as said, as a time span, and by the
    executive's clock."""
    start, end = request.slot.start, request.slot.end
    yield f"priority: {request.priority}"
    if request.deadline:
        apart = f", {_sum(sender_time(s, request.deadline), request.deadline)}" * own_clock
        yield f"until: {until}{apart} = {request.deadline:%a %m-%d %H:%M}"
    else:
        yield "until: any time"
    guests = [one.name for one in s.contacts if one.email in request.attendees[1:]]
    yield f"with: {', '.join(guests) or 'nobody else'}"
    yield f"says: {said}"
    written = by_sender(s, request.slot) if own_clock else request.slot
    yield f"asked: {written.start:%a} {written.hours}, {request.slot.minutes} min"
    apart = "".join(f"{_sum(sender_time(s, at), at)}, " for at in (start, end))
    yield f"here: {apart * own_clock}{start:%a %Y-%m-%d %H:%M}-{end:%H:%M}"
    if s.executive.zone != s.sender.zone and not own_clock:
        yield f"theirs: {reckoned(s, request.slot)}"


def as_said(rng: Random, s: ExecScenario, request: Request, own_clock: bool) -> tuple[str, str]:
    """A request's time and deadline as some email might say them."""
    style = rng.randrange(len(STYLES))
    clock = f" {rng.choice(_clocks(s, own_clock))}".rstrip()
    slot, minutes = request.slot, request.slot.minutes
    (on, start), (_, end) = (_told(s, at, own_clock)[style] for at in (slot.start, slot.end))
    until = ""
    if request.deadline:
        until = f"{', '.join(_told(s, request.deadline, own_clock)[style])}{clock}"
    said = rng.choice(
        (
            f"{on}, {start} to {end}{clock}",
            f"{on} from {start} to {end}{clock}",
            f"{on} {start}-{end}{clock}",
            f"{on}, {start}{clock}, {minutes} minutes",
            f"{on} at {start}{clock}, a {minutes}-minute",
            f"{minutes} minutes on {on}, {start}{clock}",
        )
    )
    return said, until


def sender_time(s: ExecScenario, at: datetime) -> datetime:
    """A time of the executive's by the sender's clock."""
    return to_zone(at, s.executive.zone, s.sender.zone)


def by_sender(s: ExecScenario, slot: Interval) -> Interval:
    """A time span by the sender's clock."""
    return Interval(start=sender_time(s, slot.start), end=sender_time(s, slot.end))


def reckoned(s: ExecScenario, slot: Interval) -> str:
    """A time span by the sender's clock, after the sums that lead to its start and its end:
    10+6 = 16, 11+6 = 17, Tue 16:00-17:00."""
    there = by_sender(s, slot)
    sums = f"{_sum(slot.start, there.start)}, {_sum(slot.end, there.end)}"
    return f"{sums}, {there.start:%a} {there.hours}"


def _sum(one: datetime, other: datetime) -> str:
    """How the time on one clock becomes that on the other, in hours: 20-6 = 14, 22+8-24 = 6."""
    was, now = (at.hour + at.minute / 60 for at in (one, other))
    apart = (other - one) / timedelta(hours=1)
    midnight = f"{now - was - apart:+g}" if now != was + apart else ""
    return f"{was:g}{apart:+g}{midnight} = {now:g}"


# -- what the emails say, word for word ---


def _quotations(s: ExecScenario, request: Request) -> tuple[str, str, bool]:
    """The words for the time and for the deadline ("" if there is none), and whether they are by
    the sender's clock; ValueError if the emails do not say them."""
    if isinstance(s, QuotedScenario):
        return s.said, s.until, s.own_clock
    for own_clock in (False, True)[: 1 + (s.executive.zone != s.sender.zone)]:
        clocks = _clocks(s, own_clock)
        bodies, until = [email.body for email in s.thread], ""
        if request.deadline:
            told = [", ".join(one) for one in _told(s, request.deadline, own_clock)]
            longest_first = sorted(
                (f"{one} {clock}".strip() for one in told for clock in clocks), key=len
            )[::-1]
            by = re.compile("|".join(map(re.escape, longest_first)))
            until = (by.search("\n".join(bodies)) or [""])[0]
            bodies = [by.sub("\n", body) for body in bodies]
            if not until:
                continue
        if said := _quoted(s, request, bodies, own_clock):
            return said, until, own_clock
    raise ValueError(f"{s.tier} {s.seed}: no email of the thread says the time asked for")


def _quoted(s: ExecScenario, request: Request, bodies: list[str], own_clock: bool) -> str:
    """The words for the time: of the latest email that says all of it; of the first, with the
    length that the last one gives; or of the calendar's line on last week."""
    clocks, minutes = _clocks(s, own_clock), request.slot.minutes
    length = [f"{minutes} minutes", f"{minutes}-minute"]
    starts, ends = (_told(s, at, own_clock) for at in (request.slot.start, request.slot.end))
    for body in reversed(bodies):
        for (on, start), (_, end) in zip(starts, ends, strict=True):
            if said := _passage(body, [on], [start], [end, *length], clocks):
                return said
    for on, start in starts:
        begins, longer = _passage(bodies[0], [on], [start], clocks), _passage(bodies[-1], length)
        if begins and longer:
            return f"{begins}; {longer}"
    last = s.calendar.last_week[-1] if s.calendar.last_week else None
    if last and last.start == request.slot.start - WEEK:
        return f"last week, {last.start:%a %H:%M}-{last.end:%H:%M}"
    return ""


def _told(s: ExecScenario, at: datetime, own_clock: bool) -> list[tuple[str, str]]:
    """Day and time of day as they are written, in each style."""
    there = sender_time(s, at) if own_clock else at
    return [(day(there, days), hour(there, times)) for days, times in STYLES]


def _clocks(s: ExecScenario, own_clock: bool) -> list[str]:
    """The words that say whose clock it is, [""] if there is only one clock."""
    if s.executive.zone == s.sender.zone:
        return [""]
    zone, whose = (s.sender.zone, "my") if own_clock else (s.executive.zone, "your")
    return [f"{whose} time", f"{city(zone)} time"]


def _passage(text: str, *groups: list[str]) -> str:
    """The shortest passage with a phrase of each group, or those alone if it is long; "" if there
    is none."""
    found = [
        [
            match
            for phrase in group
            for match in re.finditer(rf"(?<![\w:.]){re.escape(phrase)}(?!\w|[.:]\d)", text)
        ]
        for group in groups
        if group != [""]
    ]
    passages = []
    for parts in product(*found):
        first, last = min(part.start() for part in parts), max(part.end() for part in parts)
        passages.append((last - first, text[first:last], parts))
    if not passages:
        return ""
    length, passage, parts = min(passages, key=lambda one: one[0])
    if length <= LONGEST and "\n" not in passage:
        return passage
    return ", ".join(part[0] for part in sorted(parts, key=lambda part: part.start()))
