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
from icalendar import Calendar, Component, Event, FreeBusy, InvalidCalendar

from desks.desk import Frozen
from desks.own.errors import OwnError
from desks.own.ics_lines import MAX_BYTES, Block, blocks
from desks.own.text import text_of

MAX_ENTRIES = 2_000
"""On the days asked for."""
MAX_TITLE = 200
TIMES = ("DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID")
"""What says when an event is: wrong in one of these, it cannot be imported right."""
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

    Times without a zone are by the owner's clock, `zone` (an IANA name). What somebody with the
    address `me` has declined is cancelled. `at_line` is told the line of each event before it is
    worked out. OwnError if anything about when an event is cannot be read.
    """
    parts = blocks(text := text_of(data, name, MAX_BYTES), name)
    try:
        calendars = Calendar.from_ical(text, multiple=True)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise OwnError(name, None, f"a calendar that can be read: {error}"[:200]) from None
    window = Window(ZoneInfo(zone), datetime.combine(first, time()), last, me.casefold())
    found: list[Entry] = []
    for calendar, those in _series(calendars, parts, name):
        block = those[0][1]
        at_line(block.number)
        for event, part in those:
            _check(event, part, name)
        try:
            found += window.entries(calendar, [event for event, _ in those])
        except OverflowError:
            raise OwnError(name, block.number, "an event of the years 1 to 9999") from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            line = block.number_of("RRULE", "RDATE", "EXDATE", "DTSTART")
            raise OwnError(name, line, f"an event that can be worked out: {error}"[:200]) from None
        if len(found) > MAX_ENTRIES:
            raise OwnError(name, block.number, f"at most {MAX_ENTRIES:,} entries on those days")
    for calendar in calendars:
        for one in calendar.walk("VFREEBUSY"):
            found += window.busy(one)
    return sorted(found, key=lambda one: (one.start, one.end, one.title))


def _series(
    calendars: Sequence[Component], parts: Sequence[Block], name: str
) -> Iterator[tuple[Component, list[tuple[Event, Block]]]]:
    """Events with the same UID, each with its lines, and the calendar that they are in."""
    events = [(one, event) for one in calendars for event in one.walk("VEVENT")]
    lines = [part for part in parts if part.name == "VEVENT"]
    if len(events) != len(lines):
        raise OwnError(name, None, f"{len(lines)} events, of which {len(events)} can be read")
    grouped: dict[tuple[int, str], list[tuple[Event, Block]]] = defaultdict(list)
    for number, ((calendar, event), part) in enumerate(zip(events, lines, strict=True)):
        uid = str(event.get("UID", f"none {number}"))
        grouped[calendars.index(calendar) if len(calendars) > 1 else 0, uid].append((event, part))
    for (number, _), those in grouped.items():
        yield calendars[number], those


def _check(event: Event, part: Block, name: str) -> None:
    """OwnError if it cannot be said when an event is."""
    for wrong, why in event.errors:
        if wrong is None or wrong in TIMES:
            raise OwnError(name, part.number_of(wrong or "BEGIN"), f"{wrong}: {why}"[:200])
    if "DTSTART" not in event:
        raise OwnError(name, part.number, "an event with a DTSTART was expected")
    rules = event.get("RRULE", [])
    for rule in rules if isinstance(rules, list) else [rules]:
        if "FREQ" not in rule:
            raise OwnError(name, part.number_of("RRULE"), "a rule with a FREQ was expected")
    for key in ("DTSTART", "DTEND", "RECURRENCE-ID"):
        told = event.get(key)
        if isinstance(told, list):
            raise OwnError(name, part.number_of(key), f"a single {key} was expected")
        if told is not None and "TZID" in told.params and _is_naive(told.dt):
            zone = str(told.params["TZID"])[:60]
            raise OwnError(name, part.number_of(key), f"{zone}: a known time zone was expected")
    try:
        start, end = event.start, event.end
    except InvalidCalendar as error:
        raise OwnError(name, part.number_of("DTEND", "DURATION"), str(error)[:200]) from None
    if isinstance(start, datetime) and _is_naive(start) == _is_naive(end) and end < start:
        raise OwnError(name, part.number_of("DTEND", "DURATION"), "an end after the start")


def _is_naive(moment: date) -> bool:
    return isinstance(moment, datetime) and moment.tzinfo is None


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
            if end < start:  # the clock is put back meanwhile
                end = start + (event.end - event.start)
            if start < self._end and (self._start < end or self._start <= start):
                yield Entry(
                    title=str(event.get("SUMMARY", ""))[:MAX_TITLE],
                    start=start,
                    end=end,
                    all_day=not isinstance(event.start, datetime),
                    status="cancelled" if cancelled else self._status(event),
                    free=_shown_as(event) in FREE,
                    recurring=recurring,
                )

    def busy(self, one: FreeBusy) -> Iterator[Entry]:
        """Busy times that somebody shares."""
        told = one.get("FREEBUSY", [])
        for period in told if isinstance(told, list) else [told]:
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
        status = str(event.get("STATUS", "")).upper()
        if status == "CANCELLED" or "DECLINED" in replies:
            return "cancelled"
        tentative = (
            status == "TENTATIVE" or "TENTATIVE" in replies or _shown_as(event) == "TENTATIVE"
        )
        return "tentative" if tentative else "confirmed"


def _shown_as(event: Event) -> str:
    """TRANSP, or what Outlook writes in its place."""
    outlook = str(event.get("X-MICROSOFT-CDO-BUSYSTATUS", "")).upper()
    return outlook or str(event.get("TRANSP", "")).upper()
