"""What each place of an ExecAssist prompt says, as training labels on the prompt's own tokens.

Trained on completions alone, a small model learns the format and never the decision. So during its
warm start, throw-away heads must tell from the hidden state at each token what a careful reader
knows there: at the end of a calendar line its day, its hours and whether it blocks; after the
thread what is asked for; at each half hour of the planner what is there and whether the meeting
could start. None of this is put into the prompt, and the heads are not part of the model.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from desks.exec_assist.calendar import blocks
from desks.exec_assist.models import ExecScenario, Interval
from training.pocket.lessons import Kind, Mark
from training.pocket.lessons.exec_assist.cells import at_cells
from training.pocket.lessons.exec_assist.classes import (
    FIRST_ID,
    HALF_HOURS,
    LONGEST,
    QUARTERS,
    at_week,
    covered,
    entry_class,
    quarter,
    stretch,
)
from training.pocket.lessons.exec_assist.planner import WEEKDAYS, week_of
from training.pocket.lessons.exec_assist.pointers import BUSY, as_written
from training.pocket.tokens import DATE

PRIORITIES = ("low", "normal", "high")


KINDS: dict[str, Kind] = {
    "weekday": Kind(7, 2),
    "day": Kind(32, 2),
    "month": Kind(13, 2),
    "fortnight": Kind(2, 2),
    "line_day": Kind(7, 4),
    "line_start": Kind(QUARTERS + 1, 4),
    "line_end": Kind(QUARTERS + 1, 4),
    "line_lasts": Kind(LONGEST + 1, 5),
    "line_id": Kind(FIRST_ID + 32, 4),
    "line_covers": Kind(HALF_HOURS, 5, several=True),
    "line_blocks": Kind(2, 6),
    "line_on_day": Kind(2, 6),
    "line_overlaps": Kind(2, 7),
    "line_clashes": Kind(2, 8),
    "starts_in_time": Kind(2, 6),
    "ends_too_late": Kind(2, 6),
    "gap_fits": Kind(2, 6),
    "hours_ahead": Kind(48, 4),
    "invited": Kind(2, 8),
    "asks": Kind(2, 6),
    "priority": Kind(len(PRIORITIES), 4),
    "ask_day": Kind(8, 4),
    "ask_start": Kind(QUARTERS + 1, 4),
    "ask_end": Kind(QUARTERS + 1, 4),
    "until_day": Kind(8, 4),
    "until_time": Kind(QUARTERS + 1, 4),
    "cell_clock": Kind(QUARTERS, 6),
    "cell_holds": Kind(FIRST_ID + 32, 8),
    "cell_asked": Kind(2, 8),
    "cell_clash": Kind(2, 9),
    "cell_opens": Kind(2, 9),
    "cell_offered": Kind(2, 9),
    "cell_until": Kind(QUARTERS + 1, 9),
    "slot_day": Kind(7, 8),
    "slot_start": Kind(QUARTERS, 8),
    "slot_end": Kind(QUARTERS, 8),
}


_RANGE = re.compile(r"(\d\d:\d\d)-(\d\d:\d\d)")
_ENTRY = re.compile(r"\d\d:\d\d-\d\d:\d\d ([a-z]\d+) ")
_AHEAD = re.compile(r" ([+-]\d+) h\)")


def marks(s: ExecScenario, text: str, plan: int) -> list[Mark]:
    """All labels of a prompt.

    `text` is the whole rendered prompt (its names may differ from those of `s`); `plan` is the
    index of the character at which the planner's token begins, followed by the planner.
    """
    calendar = text.rindex("\nCalendar of ", 0, plan)
    return [
        *_dates(text, calendar, plan),
        *_thread(s, text, calendar),
        *_lines(s, text, calendar, plan),
        *_slot(s, plan),
        *at_cells(s, text, plan),
    ]


def _dates(text: str, start: int, end: int) -> Iterator[Mark]:
    for found in DATE.finditer(text, start, end):
        day = date.fromisoformat(found[0])
        yield Mark(found.start(), "weekday", day.weekday())
        yield Mark(found.start(), "day", day.day)
        yield Mark(found.start(), "month", day.month)
        yield Mark(found.start(), "fortnight", (day.toordinal() - day.weekday()) // 7 % 2)


def _thread(s: ExecScenario, text: str, at: int) -> Iterator[Mark]:
    """What the emails ask for, in the time zone they use; at the end of the thread."""
    request = s.truth.request
    yield Mark(at, "asks", int(request is not None))
    yield Mark(at, "priority", PRIORITIES.index(s.thread[-1].priority))
    if request is None:
        return
    start, end = (as_written(s, one) for one in (request.slot.start, request.slot.end))
    said = any(f"{start:%H:%M}" in email.body for email in s.thread)
    span = f"{start:%H:%M} to {end:%H:%M}"
    if (place := text.rfind(span, 0, at)) > 0:
        last = place + len(span) - 1
        yield from _stretch(last, Interval(start=start, end=end))
    yield Mark(at, "ask_day", start.weekday() if said else 7)
    yield Mark(at, "ask_start", quarter(start) if said else QUARTERS)
    yield Mark(at, "ask_end", quarter(end) if said else QUARTERS)
    until = request.deadline and as_written(s, request.deadline)
    yield Mark(at, "until_day", until.weekday() if until else 7)
    yield Mark(at, "until_time", quarter(until) if until else QUARTERS)


def _lines(s: ExecScenario, text: str, start: int, end: int) -> Iterator[Mark]:
    """Labels at the end of each line of the calendar, and of each time range in it."""
    taken = {block.id for block in blocks(s.calendar, s.thread[-1].priority)}
    entries: dict[str, Interval] = {e.id: e for e in (*s.calendar.events, *s.calendar.pending)}
    entries |= {one.id: one.first for one in s.calendar.series}
    request = s.truth.request
    guests = set(request.attendees) if request else set()
    colleagues = iter(s.calendar.colleagues)
    others = (one for one in s.contacts if one != s.sender)
    week = week_of(s)
    at = start + 1
    for line in text[start + 1 : end].split("\n"):
        stop = at + len(line)
        if found := _ENTRY.search(line):
            entry = entries[found[1]]
            yield from _stretch(stop, entry)
            yield from _stretch(at + found.start(1), entry)
            if request:
                here = at_week(entry, week)
                overlaps = here.overlaps(request.slot.start, request.slot.end)
                yield Mark(at + found.start(1), "line_overlaps", int(overlaps))
                on_day = here.start.date() == request.slot.start.date()
                yield Mark(at + found.start(1), "line_on_day", int(on_day))
                begins, ends = at + found.start(), at + found.start() + len("00:00-")
                early = entry.start.time() < request.slot.end.time()
                yield Mark(begins, "starts_in_time", int(early))
                late = entry.end.time() > request.slot.start.time()
                yield Mark(ends, "ends_too_late", int(late))
            yield Mark(stop, "line_id", entry_class(found[1]))
            yield Mark(stop, "line_blocks", int(found[1] in taken))
            if request:
                yield Mark(stop, "line_clashes", int(found[1] in s.truth.conflicts))
        elif line.startswith("Last week with"):
            yield from _stretch(stop, s.calendar.last_week[-1])
        elif " is busy: " in line:
            invited = int(next(colleagues).email in guests)
            for found in BUSY.finditer(line):
                on = week + timedelta(days=WEEKDAYS.index(found[1]))
                busy = stretch(on, found[2], found[3])
                yield from _stretch(at + found.start(3), busy)
                yield Mark(at + found.end(), "line_blocks", invited)
        elif line.endswith(".example>"):
            yield Mark(stop - 1, "invited", int(next(others).email in guests))
        elif line.startswith("free: ") and request:
            for found in _RANGE.finditer(line):
                gap = stretch(week, found[1], found[2])
                fits = gap.minutes >= request.slot.minutes
                yield Mark(at + found.end(), "gap_fits", int(fits))
        elif (found := DATE.search(line)) and not line.startswith("Now: "):
            day = date.fromisoformat(found[0])
            yield Mark(stop, "line_day", day.weekday())
            ahead = _AHEAD.search(line)
            yield Mark(stop, "hours_ahead", int(ahead[1]) + 24 if ahead else 24)
            if ahead:
                yield Mark(at + ahead.end() - 2, "hours_ahead", int(ahead[1]) + 24)
        at = stop + 1


def _stretch(at: int, one: Interval) -> Iterator[Mark]:
    yield Mark(at, "line_covers", covered(one))
    yield Mark(at, "line_day", one.start.weekday())
    yield Mark(at, "line_start", quarter(one.start))
    yield Mark(at, "line_end", quarter(one.end))
    yield Mark(at, "line_lasts", min(one.minutes // 15, LONGEST))


def _slot(s: ExecScenario, at: int) -> Iterator[Mark]:
    """The slot asked for, in the executive's time zone, once everything is read."""
    if request := s.truth.request:
        yield Mark(at, "slot_day", request.slot.start.weekday())
        yield Mark(at, "slot_start", quarter(request.slot.start))
        yield Mark(at, "slot_end", quarter(request.slot.end))
