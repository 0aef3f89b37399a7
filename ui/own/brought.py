"""What a visitor brings and puts right in the panel for one's own email, parsed."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zoneinfo import available_timezones

import gradio as gr

from desks.exec_assist.models import Person
from desks.own.bounded import bounded
from desks.own.entries import MAX_LINES, on_days, written
from desks.own.errors import OwnError
from desks.own.mail_case import days_shown, entries_of
from desks.own.message import MAX_HEADER, Address, addresses
from desks.own.reading import FIRST_YEAR, LAST_YEAR, Reading, reading_of
from desks.own.thread import Thread, Understood, read_thread, understand
from ui.events import refused
from ui.own.events import own_text

MAX_CALENDARS = 5
FIELDS = (
    ("day", "Day", "date"),
    ("start", "Start, by your clock", "time"),
    ("minutes", "Minutes", "number"),
    ("deadline", "Not later than", "datetime-local"),
    ("people", "Who else", "text"),
)
"""What a reading says: its name, its label, and the type of its input."""


@dataclass(frozen=True)
class Brought:
    """What a visitor typed or dropped, parsed."""

    text: str
    me: Person
    hours: tuple[time, time]
    now: datetime | None

    @classmethod
    def parse(cls, event: gr.EventData) -> "Brought":
        """OwnError if something is missing or cannot be read."""
        text, zone = own_text(event, "mail"), own_text(event, "zone")
        if not text:
            raise OwnError("the email", None, "paste it, or drop a file")
        if zone not in available_timezones():
            raise OwnError("your zone", None, f"{zone[:40]!r}: one such as Europe/Berlin")
        me = _address(own_text(event, "me"))
        hours = _moment(time, event, "opens"), _moment(time, event, "closes")
        if hours[0] >= hours[1]:
            raise OwnError("your hours", None, "opening before closing was expected")
        now = _moment(datetime, event, "now") if own_text(event, "now") else None
        if now and not FIRST_YEAR <= now.year <= LAST_YEAR:
            expected = f"a year from {FIRST_YEAR} to {LAST_YEAR} was expected"
            raise OwnError("the field 'now'", None, expected)
        return cls(text, Person(name=me.name or me.email, email=me.email, zone=zone), hours, now)

    def thread(self) -> Thread:
        """What of the email is answered."""
        return self._read(read_thread)

    def understood(self) -> Understood:
        """The same, and what it asks for."""
        return self._read(understand)

    def _read(self, reader: Callable[..., Any]) -> Any:
        whose = {"zone": self.me.zone, "me": self.me.email, "now": self.now}
        return bounded(reader, self.text.encode(), "the email", **whose)


@dataclass(frozen=True)
class Shown:
    """What the page shows of a calendar."""

    days: tuple[date, ...]
    known: tuple[date, ...]
    """The days that the text is about: these and those shown before."""
    text: str
    """An entry a line."""
    added: int | None
    """How many lines at its end are new; None where it was read for the first time."""

    @classmethod
    def read(
        cls,
        event: gr.EventData,
        brought: Brought,
        now: datetime,
        reading: Reading,
        known: tuple[date, ...],
        text: str,
    ) -> "Shown":
        """The days that a reading asks for: those that are not known yet as they are in the
        calendars that were dropped, the others as they stand in the text."""
        days = days_shown(reading, now)
        if not (new := tuple(day for day in days if day not in known)):
            return cls(days, known, text, 0)
        entries = entries_of(_calendars(event), brought.me, new)
        added = list(map(written, on_days(entries, new, *brought.hours)))
        lines = [*text.splitlines(), *added]
        if len(lines) > MAX_LINES:
            raise OwnError(
                "your calendar", None, f"{len(lines):,} entries; at most {MAX_LINES} were expected"
            )
        whole = "\n".join(lines)
        return cls(days, tuple(sorted({*known, *new})), whole, len(added) if known else None)


def corrected(event: gr.EventData, brought: Brought, now: datetime) -> tuple[Reading, Shown]:
    """The reading as its fields say, and the calendar of the days that it asks for."""
    told = {name: own_text(event, name) for name, *_ in FIELDS}
    people = [who for one in told["people"].split(",") for who in addresses(one.strip())]
    told["people"] = [who.email or who.name for who in people]
    asks = own_text(event, "asks") == "true"
    given = {name: value for name, value in told.items() if value and asks}
    read = reading_of(given | {"asks": asks})
    return read, Shown.read(event, brought, now, read, _days(event), own_text(event, "entries"))


def _address(text: str) -> Address:
    if len(text) > MAX_HEADER:
        raise OwnError("who you are", None, f"at most {MAX_HEADER} characters were expected")
    found = [one for one in addresses(text) if "@" in one.email]
    if len(found) != 1:
        raise OwnError("who you are", None, "one address was expected, such as Ada <ada@firm.com>")
    return found[0]


def _moment(kind: type[time] | type[datetime], event: gr.EventData, name: str) -> Any:
    try:
        found = kind.fromisoformat(own_text(event, name))
    except ValueError:
        found = None
    if found is None or found.tzinfo is not None:
        raise OwnError(f"the field {name!r}", None, "a time was expected")
    return found


def _days(event: gr.EventData) -> tuple[date, ...]:
    """The days that the text of the calendar is about."""
    try:
        return tuple(map(date.fromisoformat, own_text(event, "days").split(",")))
    except ValueError:
        raise OwnError("the days that are shown", None, "dates were expected") from None


def _calendars(event: gr.EventData) -> list[tuple[str, bytes]]:
    """The files dropped, by name, from a JSON list of pairs."""
    try:
        told = json.loads(own_text(event, "calendars"))
        pairs = [
            (name.encode()[:100].decode(errors="ignore"), text.encode()) for name, text in told
        ]
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise refused("The calendars did not arrive whole. Drop them again.") from None
    if len(pairs) > MAX_CALENDARS:
        raise OwnError("your calendars", None, f"at most {MAX_CALENDARS} were expected")
    return pairs
