"""Reads what a thread asks for: the day, the time, the length, who else, and by when.

A reader by rules: what a later message says goes before what an earlier one said, what somebody
cannot do is not what they ask for, and what is not found is None, to be filled in by whoever
brought the email. It never guesses a length or a clock.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, NaiveDatetime, ValidationError
from pydantic_core import to_json

from desks.desk import Frozen
from desks.own import cues
from desks.own.asked import Wish, deadline_of, minutes_of, span, wish_of
from desks.own.clocks import Clock
from desks.own.errors import OwnError
from desks.own.message import Message
from desks.own.people import is_same, merged, taking_part
from desks.own.sentences import Sentence, corrected, own_text, sentences_of
from desks.own.zones import is_ours, is_yours, said_clock, said_zone

SURE = 0.5
"""Below it, a time is not taken for one that changes what was asked for before."""
_AUTOMATIC = re.compile(r"(?:automatic reply|out of office|auto:)", re.IGNORECASE)
_WHERE = re.compile(r"\b(?:greetings from|i'?m (?:back )?in|out here|our time)\b", re.IGNORECASE)


def _naive(clock: time) -> time:
    if clock.tzinfo is not None:
        raise ValueError("a time without an offset was expected")
    return clock


NaiveTime = Annotated[time, AfterValidator(_naive)]


class Reading(Frozen):
    """What a thread asks for, by the reader's clock; None is what was not found."""

    asks: bool
    day: Annotated[date, Field(ge=date(2000, 1, 1), lt=date(2100, 1, 1))] | None = None
    start: NaiveTime | None = None
    minutes: Annotated[int, Field(ge=1, le=24 * 60)] | None = None
    people: Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(max_length=30)] = ()
    """Addresses, or names where there is none, of those who are to come as well."""
    deadline: date | NaiveDatetime | None = None
    """By when it has to have taken place."""


def reading_of(fields: Mapping[str, Any]) -> Reading:
    """A reading of these fields, as somebody has put them right; OwnError names an invalid one."""
    try:
        return Reading.model_validate_json(to_json(fields))
    except ValidationError as error:
        wrong = error.errors()[0]
        raise OwnError(f"the field {wrong['loc'][0]!r}", None, wrong["msg"]) from None


@dataclass(frozen=True)
class _State:
    """What is asked for so far, as its writer puts it."""

    asks: bool = False
    day: date | None = None
    clock: Clock | None = None
    zone: str | None = None
    """The zone whose clock that is, if it is not the reader's."""
    known: bool = True
    """Whether it is known whose clock that is."""
    minutes: int | None = None
    people: tuple[str, ...] = ()
    deadline: date | datetime | None = None
    zones: dict[str, str] = field(default_factory=dict)
    """Where each writer says that they are."""


def read_request(thread: Sequence[Message], me: str, zone: str, now: datetime) -> Reading:
    """What the last message of a thread asks of `me`, an address, at `now` by the clock of `zone`.

    Days and times that a message gives in words count from when it was sent, or else from `now`.
    """
    state = _State()
    for message in thread:
        sent = message.sent.replace(tzinfo=None) if message.sent else now
        state = _after(state, message, min(sent, now).date(), zone, me.casefold())
    if not state.asks:
        return Reading(asks=False)
    day, start = state.day, state.clock.start if state.clock else None
    if not state.known:
        start = None
    elif state.zone and start and day:
        there = datetime.combine(day, start, ZoneInfo(state.zone))
        here = there.astimezone(ZoneInfo(zone))
        day, start = here.date(), here.time()
    known = {me.casefold(), thread[-1].sender.email.casefold()} | _own_names(thread)
    people = tuple(one for one in state.people if one.casefold() not in known)
    return Reading(
        asks=True,
        day=day,
        start=start,
        minutes=state.minutes,
        people=people,
        deadline=state.deadline,
    )


def _own_names(thread: Sequence[Message]) -> set[str]:
    """What those who write, and whom the last message is to, are called."""
    names = {one.sender.name for one in thread} | {one.name for one in thread[-1].to[:1]}
    return {part.casefold() for name in names for part in (name, *name.split())}


def _after(state: _State, message: Message, sent: date, zone: str, me: str) -> _State:
    """What is asked for once this message is read as well."""
    if _AUTOMATIC.match(message.subject):
        return replace(state, asks=False)
    body = own_text(message.body)
    told = sentences_of(body, sent, zone.startswith("America/"))
    writer = message.sender.email.casefold() or message.sender.name
    if there := said_zone(_where(told)):
        state = replace(state, zones=state.zones | {writer: there})
    for part in corrected(told):
        wish = wish_of(part)
        same = [one for one in part if one.days and cues.SAME_TIME.search(one.text)]
        if state.clock and same:
            wish = Wish(day=same[0].days[-1].date)
        elif wish.clock and wish.score < SURE and (state.clock or writer == me):
            wish = replace(wish, clock=None, where=None)
        if not wish.day and not wish.clock and writer != me and cues.REVOKED.search(body):
            state = replace(state, day=None, clock=None)
        state = _moved(_with_clock(state, wish, writer, me, said_clock(body)), wish, part)
    state = replace(state, minutes=minutes_of(told, wish.clock) or state.minutes)
    if wish.clock and wish.clock.until and state.minutes:
        longer = span(wish.clock) >= 2 * state.minutes
        state = replace(state, clock=None if longer or cues.OPEN.search(body) else state.clock)
    return replace(
        state,
        asks=(state.asks or any(_asks(one, wish) for one in told)) and not _calls_off(body, wish),
        people=_people(state.people, body),
        deadline=deadline_of(told, sent) or state.deadline,
    )


def _asks(one: Sentence, wish: Wish) -> bool:
    """Whether a sentence asks for something."""
    if one.score > 0 and cues.STRONG.search(one.text):
        return True
    if one.score > 0 and (one.days or one.clocks) and cues.ASKS.search(one.text):
        return True
    return bool((one.lengths and one.score >= 0) or ("?" in one.text and (wish.day or wish.clock)))


def _calls_off(body: str, wish: Wish) -> bool:
    """Whether a message says that nothing has to be, and does not ask for something else."""
    if not cues.NO_MEETING.search(body):
        return False
    said = wish.where.text if wish.where and wish.score >= SURE else ""
    return not cues.ASKS.search(said) or bool(cues.NO_MEETING.search(said))


def _people(before: Sequence[str], body: str) -> tuple[str, ...]:
    """Who is to come, once a message has added some and taken others away."""
    together, apart = taking_part(body)
    people = dict.fromkeys((*before, *together))
    return merged([one for one in people if not any(is_same(one, other) for other in apart)])


def _where(told: Sequence[Sentence]) -> str:
    """What may say where its writer is."""
    return " ".join(one.text for one in told if is_ours(one.text) or _WHERE.search(one.text))


def _with_clock(state: _State, wish: Wish, writer: str, me: str, by: str | None) -> _State:
    """With the day and time of a wish; `by` is the zone whose clock the message names."""
    if wish.clock and wish.where:
        text, clock = wish.where.text, wish.clock
        near = text[max(0, clock.begin - 40) : clock.end + 60]
        after = text[clock.end : clock.end + 30].strip(" ,(").removeprefix("in ")
        zone, known = by or state.zone, True
        if told := said_zone(f"in {after}", anywhere=False) or said_clock(near):
            zone = told
        elif is_yours(near) or (is_ours(near) and writer == me):
            zone = None
        elif is_ours(near):
            zone = said_zone(near) or state.zones.get(writer) or state.zone
            known = zone is not None
        state = replace(state, clock=clock, zone=zone, known=known)
    return replace(state, day=wish.day or state.day)


def _moved(state: _State, wish: Wish, part: Sequence[Sentence]) -> _State:
    """Later or earlier than it was, where a message says no more than that."""
    for one in part:
        for length in one.lengths:
            if length.shift and state.clock and not wish.clock:
                at = datetime.combine(date(2026, 1, 1), state.clock.start)
                at += timedelta(minutes=length.shift * length.minutes)
                state = replace(state, clock=state.clock._replace(start=at.time(), until=None))
        shift = cues.DAY_SHIFT.search(one.text)
        if shift and state.day and not wish.day:
            by = 7 if shift["back"] or (shift["unit"] or "").lower() == "week" else 1
            earlier = "earlier" in shift[0].lower() or "forward" in shift[0].lower()
            state = replace(state, day=state.day + timedelta(days=-by if earlier else by))
    return state
