"""Reads iCalendar files: what is in a calendar on given days, by its owner's clock.

Recurring events, their exceptions and time zones are worked out by icalendar and
recurring-ical-events. A file is read whole or refused. Rules may take for ever to work out, so
whoever reads a stranger's file does so in a process of its own (`desks/own/bounded.py`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import recurring_ical_events
from icalendar import Calendar, Component, Event, FreeBusy

from desks.desk import Frozen
from desks.own.errors import OwnError
from desks.own.ics_checks import (
    BROKEN,
    check_busy,
    check_event,
    first_of,
    periods_of,
    refusing,
    unreadable,
)
from desks.own.ics_lines import MAX_BYTES, Block, blocks
from desks.own.text import shortened, text_of

MAX_ENTRIES = 2_000
"""On the days asked for."""
MAX_TITLE = 200
FREE = ("TRANSPARENT", "FREE")


class Entry(Frozen):
    """What is in a calendar: times are naive and by the owner's clock, [start, end)."""

    title: str
    start: datetime
    end: datetime
    all_day: bool
    status: Literal["confirmed", "tentative", "cancelled"]
    free: bool
    """Whether its owner is shown as free all the same."""
    recurring: bool


def read_ics(
    data: bytes,
    name: str,
    zone: str,
    first: date,
    last: date,
    me: str = "",
    at_line: Callable[[int], None] = lambda number: None,
) -> list[Entry]:
    """The entries of a file that touch the days from `first` to `last`, sorted by start.

    Times without a zone are by the calendar's X-WR-TIMEZONE or else the owner's clock, `zone` (an
    IANA name). What somebody with the address `me` has declined is cancelled. `at_line` is told the
    line of each event before it is worked out. OwnError if anything about when an event is cannot
    be read.
    """
    parts = blocks(text := text_of(data, name, MAX_BYTES), name)
    try:
        calendars = Calendar.from_ical(text, multiple=True)
    except BROKEN:
        raise unreadable(parts, name) from None
    window = Window(ZoneInfo(zone), datetime.combine(first, time()), last, me.casefold())
    found: list[Entry] = []
    for calendar, those in _series(calendars, parts, name):
        block = those[0][1]
        at_line(block.number)
        with refusing(block, name):
            for event, part in those:
                check_event(event, part, name)
            found += window.entries(calendar, [event for event, _ in those])
        _check_count(found, block, name)
    shared = [one for calendar in calendars for one in calendar.walk("VFREEBUSY")]
    lines = [part for part in parts if part.name == "VFREEBUSY"]
    for one, block in zip(shared, lines, strict=True):
        at_line(block.number)
        with refusing(block, name):
            check_busy(one, block, name)
            found += window.busy(one)
        _check_count(found, block, name)
    return sorted(found, key=lambda one: (one.start, one.end, one.title))


def _check_count(found: Sequence[Entry], block: Block, name: str) -> None:
    if len(found) > MAX_ENTRIES:
        raise OwnError(name, block.number, f"at most {MAX_ENTRIES:,} entries on those days")


def _series(
    calendars: Sequence[Component], parts: Sequence[Block], name: str
) -> Iterator[tuple[Component, list[tuple[Event, Block]]]]:
    """Events with the same UID, each with its lines, and the calendar that they are in."""
    events = [(at, one) for at, whole in enumerate(calendars) for one in whole.walk("VEVENT")]
    lines = [part for part in parts if part.name == "VEVENT"]
    if len(events) != len(lines):
        raise OwnError(name, None, f"{len(lines)} events, of which {len(events)} can be read")
    grouped: dict[tuple[int, str], list[tuple[Event, Block]]] = defaultdict(list)
    for number, ((at, event), part) in enumerate(zip(events, lines, strict=True)):
        uid = str(event.get("UID", f"none {number}"))
        grouped[at, uid].append((event, part))
    for (at, _), those in grouped.items():
        yield calendars[at], those


class Window:
    """The days that are asked for, by whose clock, and who asks."""

    def __init__(self, zone: ZoneInfo, start: datetime, last: date, me: str) -> None:
        self._zone, self._me = zone, me
        self._start, self._end = start, datetime.combine(last + timedelta(days=1), time())

    def entries(self, calendar: Component, events: Sequence[Event]) -> Iterator[Entry]:
        """What events with one UID come to on these days."""
        alone = Calendar()
        if zone := calendar.get("X-WR-TIMEZONE"):
            alone["X-WR-TIMEZONE"] = zone
        for event in events:
            alone.add_component(event)
        cancelled = str(calendar.get("METHOD", "")).upper() == "CANCEL"
        recurring = any(key in event for event in events for key in ("RRULE", "RDATE"))
        days = self._start - timedelta(days=2), self._end + timedelta(days=2)
        for event in recurring_ical_events.of(alone).between(*days):
            start, end = self._local(event.start), self._local(event.end)
            whole_day = not isinstance(event.start, datetime)
            if whole_day:  # it may be written to end on the day that it begins
                end = max(end, start + timedelta(days=1))
            if end < start:  # the clock is put back meanwhile
                end = start + (event.end - event.start)
            if start < self._end and (self._start < end or self._start <= start):
                yield Entry(
                    title=_title(event),
                    start=start,
                    end=end,
                    all_day=whole_day,
                    status="cancelled" if cancelled else self._status(event),
                    free=_shown_as(event) in FREE,
                    recurring=recurring,
                )

    def busy(self, one: FreeBusy) -> Iterator[Entry]:
        """Busy times that somebody shares."""
        for period in periods_of(one):
            start, end = self._local(period.start), self._local(period.end)
            kind = str(period.params.get("FBTYPE", "BUSY")).upper()
            if start < self._end and self._start < end and kind != "FREE":
                yield Entry(
                    title="busy",
                    start=start,
                    end=end,
                    all_day=False,
                    status="tentative" if kind == "BUSY-TENTATIVE" else "confirmed",
                    free=False,
                    recurring=False,
                )

    def _local(self, moment: date) -> datetime:
        if not isinstance(moment, datetime):
            return datetime.combine(moment, time())
        if moment.tzinfo is None:
            return moment
        return moment.astimezone(self._zone).replace(tzinfo=None)

    def _status(self, event: Event) -> str:
        told = event.get("ATTENDEE", [])
        replies = {
            str(one.params.get("PARTSTAT", "")).upper()
            for one in (told if isinstance(told, list) else [told])
            if self._me and str(one).casefold() == f"mailto:{self._me}"
        }
        status = first_of(event, "STATUS").upper()
        if status == "CANCELLED" or "DECLINED" in replies:
            return "cancelled"
        tentative = (
            status == "TENTATIVE" or "TENTATIVE" in replies or _shown_as(event) == "TENTATIVE"
        )
        return "tentative" if tentative else "confirmed"


def _shown_as(event: Event) -> str:
    """TRANSP, or what Outlook writes in its place."""
    return (first_of(event, "X-MICROSOFT-CDO-BUSYSTATUS") or first_of(event, "TRANSP")).upper()


def _title(event: Event) -> str:
    return shortened(first_of(event, "SUMMARY"), MAX_TITLE)
