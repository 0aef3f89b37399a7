"""Reads what a thread asks for: the day, the time, the length, who else, and by when.

A reader by rules: what a later message says goes before what an earlier one said, what somebody
cannot do is not what they ask for, and what is not found is None, to be filled in by whoever
brought the email. It never guesses a length or a clock.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field, NaiveDatetime, ValidationError
from pydantic_core import to_json

from desks.desk import Frozen
from desks.exec_assist.calendar import to_local
from desks.own.errors import OwnError
from desks.own.message import Message
from desks.own.reading.plan import Plan
from desks.own.reading.planning import after
from desks.own.reading.said.people import Person, is_same, resolved
from desks.own.reading.whose_clock import in_zone

FIRST_YEAR, LAST_YEAR = 2000, 2099
"""In which a meeting can be."""
_AUTOMATIC = re.compile(r"(?:automatic reply|out of office|auto:)", re.IGNORECASE)


def _naive(clock: time) -> time:
    if clock.tzinfo is not None:
        raise ValueError("a time without an offset was expected")
    return clock


def _in_range(day: date) -> date:
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"a year from {FIRST_YEAR} to {LAST_YEAR} was expected")
    return day


def _as_said(told: Any) -> Any:
    """A deadline as text: a day is the whole of it, and midnight is when it begins."""
    if not isinstance(told, str) or "T" not in told:
        return told
    try:
        found = datetime.fromisoformat(told)
    except ValueError:
        return told
    if found.tzinfo is not None:
        raise ValueError("a time without an offset was expected")
    return found


NaiveTime = Annotated[time, AfterValidator(_naive)]


class Reading(Frozen):
    """What a thread asks for, by the reader's clock; None is what was not found."""

    asks: bool
    day: Annotated[date, AfterValidator(_in_range)] | None = None
    start: NaiveTime | None = None
    minutes: Annotated[int, Field(ge=1, le=24 * 60)] | None = None
    people: tuple[Annotated[str, Field(pattern=r"\S")], ...] = ()
    """Addresses, or names where there is none, of those who are to come as well."""
    deadline: (
        Annotated[date | NaiveDatetime, BeforeValidator(_as_said), AfterValidator(_in_range)] | None
    ) = None
    """By when it has to have taken place."""


def reading_of(fields: Mapping[str, Any]) -> Reading:
    """A reading of these fields, as somebody has put them right; OwnError names an invalid one."""
    try:
        return Reading.model_validate_json(to_json(fields))
    except ValidationError as error:
        wrong = error.errors()[0]
        raise OwnError(f"the field {wrong['loc'][0]!r}", None, wrong["msg"]) from None


def _found(fields: Mapping[str, Any]) -> Reading:
    """A reading of what was found; what none can hold counts as not found."""
    try:
        return Reading.model_validate(fields)
    except ValidationError as error:
        wrong = {one["loc"][0] for one in error.errors()}
    return Reading.model_validate({name: fields[name] for name in fields if name not in wrong})


def read_request(thread: Sequence[Message], me: str, zone: str, now: datetime) -> Reading:
    """What the last message of a thread asks of `me`, an address, at `now` by the clock of `zone`.

    Days and times that a message gives in words count from when it was sent, or else from `now`,
    by its writer's clock.
    """
    plan = Plan(known=_writers(thread, me))
    for message in thread:
        if not _AUTOMATIC.match(message.subject):
            plan = after(plan, message, *_when(message.sent, zone, now), zone, me.casefold())
        else:
            plan = replace(plan, asks=False)
    if not plan.asks or _is_over(plan, thread[-1].sent, zone):
        return Reading(asks=False)
    day, start = plan.day, plan.clock.start if plan.clock else None
    if not plan.sure:
        start = None
    elif plan.zone and start and day:
        here = in_zone(datetime.combine(day, start), plan.zone, zone)
        day, start = here.date(), here.time()
    own = [Person(one.name, one.email) for one in (thread[-1].sender, *thread[-1].to[:1])]
    own += [
        Person(one.sender.name, one.sender.email)
        for one in thread
        if one.sender.email.casefold() == me.casefold()
    ]
    people = tuple(
        one.shown
        for one in resolved(plan.people, plan.known)
        if not any(is_same(one, other) or is_same(Person(one.name), other) for other in own)
    )
    found = {"day": day, "start": start, "minutes": plan.minutes, "deadline": plan.deadline}
    return _found(found | {"asks": True, "people": people})


def _writers(thread: Sequence[Message], me: str) -> tuple[Person, ...]:
    """Those who have written, but for the reader and for who wrote last."""
    others = {one.sender for one in thread[:-1]} - {thread[-1].sender}
    return tuple(
        Person(one.name, one.email)
        for one in sorted(others, key=lambda one: one.email)
        if one.name and one.email and one.email.casefold() != me.casefold()
    )


def _when(sent: datetime | None, zone: str, now: datetime) -> tuple[datetime, datetime]:
    """When a message was sent, `now` at the latest, by the clock of its writer and of `zone`."""
    here = min(to_local(sent, zone), now) if sent else now
    if not (sent and sent.tzinfo):
        return here, here
    there = here.replace(tzinfo=ZoneInfo(zone)).astimezone(sent.tzinfo)
    return there.replace(tzinfo=None), here


def _is_over(plan: Plan, sent: datetime | None, zone: str) -> bool:
    """Whether what was asked for has been by the time of the last message, by the reader's
    clock."""
    if not (plan.day and sent) or plan.zone:
        return False
    start = plan.clock.start if plan.clock else time(23, 59)
    return datetime.combine(plan.day, start) < to_local(sent, zone)
