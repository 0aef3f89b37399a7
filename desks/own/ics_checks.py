"""What has to be right about an iCalendar component, or else its file is refused with the line."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any

from icalendar import Component, Event, FreeBusy, InvalidCalendar
from icalendar.prop import vText

from desks.own.errors import OwnError
from desks.own.ics_lines import Block

TIMES = ("DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID")
"""What says when an event is: wrong in one of these, it cannot be imported right."""
ONCE = ("STATUS", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS")
"""What says whether an event counts; it may not say two things."""
BROKEN = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What the libraries raise where a calendar makes no sense to them."""


@contextmanager
def refusing(block: Block, name: str) -> Iterator[None]:
    """Turn what is raised while a component is worked out into a refusal of its file."""
    try:
        yield
    except OwnError:
        raise
    except OverflowError:
        raise OwnError(name, block.number, "an event of the years 1 to 9999 was expected") from None
    except BROKEN:
        line = block.number_of("RRULE", "RDATE", "EXDATE", "FREEBUSY", "DTSTART")
        raise OwnError(name, line, "an event that can be worked out was expected") from None


def unreadable(parts: Sequence[Block], name: str) -> OwnError:
    """The refusal of a calendar that cannot be read, with the first line that is at fault."""
    for part in parts:
        for line in part.lines:
            said = f"{line.name}{line.parameters}:{line.value}"
            kind = "STANDARD" if part.name == "VTIMEZONE" else part.name  # a zone needs its parts
            try:
                Component.from_ical(f"BEGIN:{kind}\r\n{said}\r\nEND:{kind}\r\n")
            except BROKEN:
                expected = f"{line.name[:40]}: a value that can be read was expected"
                return OwnError(name, line.number, expected)
    return OwnError(name, None, "a calendar that can be read was expected")


def first_of(event: Event, key: str) -> str:
    """A text of an event, the first if it has several; "" if there is none."""
    told = event.get(key, "")
    told = told[0] if isinstance(told, list) else told
    return str(told) if isinstance(told, str | vText) else ""


def periods_of(shared: FreeBusy) -> list[Any]:
    """The times that somebody shares."""
    told = shared.get("FREEBUSY", [])
    return told if isinstance(told, list) else [told]


def check_busy(shared: FreeBusy, part: Block, name: str) -> None:
    """OwnError if it cannot be said when somebody is busy."""
    zoned = [one for one in part.lines if one.name == "FREEBUSY" and "TZID" in one.parameters]
    if zoned and any(_is_naive(one.start) for one in periods_of(shared)):
        raise OwnError(name, zoned[0].number, "times in UTC were expected")


def check_event(event: Event, part: Block, name: str) -> None:
    """OwnError if it cannot be said when an event is, or whether it counts."""
    for wrong, why in event.errors:
        if wrong is None or wrong in TIMES:
            raise OwnError(name, part.number_of(wrong or "BEGIN"), f"{wrong}: {why}"[:200])
    if "DTSTART" not in event:
        raise OwnError(name, part.number, "an event with a DTSTART was expected")
    if "EXRULE" in event:
        expected = "an event without EXRULE was expected: exceptions are read from EXDATE"
        raise OwnError(name, part.number_of("EXRULE"), expected)
    for line in part.lines:
        if line.name == "RRULE" and line.value.upper().count("FREQ=") != 1:
            raise OwnError(name, line.number, "a rule with a FREQ was expected, and with only one")
    for key in ONCE:
        if len({one.value.strip().upper() for one in part.lines if one.name == key}) > 1:
            raise OwnError(name, part.number_of(key), f"a single {key} was expected")
    for key in ("DTSTART", "DTEND", "DURATION", "RECURRENCE-ID"):
        told = event.get(key)
        if isinstance(told, list):
            raise OwnError(name, part.number_of(key), f"a single {key} was expected")
        if told is not None and "TZID" in told.params and _is_naive(told.dt):
            zone = str(told.params["TZID"])[:60]
            raise OwnError(name, part.number_of(key), f"{zone}: a known time zone was expected")
    _check_end(event, part, name)


def _check_end(event: Event, part: Block, name: str) -> None:
    line = part.number_of("DTEND", "DURATION")
    try:
        start, end = event.start, event.end
    except InvalidCalendar as error:
        raise OwnError(name, line, str(error)[:200]) from None
    length = event.get("DURATION")
    backwards = length is not None and length.dt < timedelta(0)
    if backwards or (_is_naive(start) == _is_naive(end) and end < start):
        raise OwnError(name, line, "an end after the start was expected")


def _is_naive(moment: date) -> bool:
    return isinstance(moment, datetime) and moment.tzinfo is None
