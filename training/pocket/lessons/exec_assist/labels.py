"""What each place in an ExecAssist prompt says, as training labels on the prompt's own tokens.

Trained on completions alone, a small model learns the format and never the decision. So during its
warm start, auxiliary heads must predict from the hidden state at each token what a careful reader
knows there: at the end of a calendar line its day, its hours and whether it blocks; after the
thread what is asked for; at each half hour of the planner what is there and whether the meeting
could start. None of this is put into the prompt, and the heads are not part of the model.
"""

import re
from collections.abc import Iterator
from datetime import date

from desks.exec_assist.calendar import blocks, rank
from desks.exec_assist.models import ExecScenario, Interval
from training.pocket.lessons import Label, Question
from training.pocket.lessons.exec_assist.cells import at_cells
from training.pocket.lessons.exec_assist.classes import (
    FIRST_ID,
    HALF_HOURS,
    MAX_QUARTERS,
    QUARTERS,
    entry_class,
    half_hours_mask,
    moved_to_week,
    quarter,
)
from training.pocket.lessons.exec_assist.planner import cell_start, week_of
from training.pocket.lessons.exec_assist.pointers import BUSY, as_written
from training.pocket.tokens import DATE

QUESTIONS: dict[str, Question] = {
    "weekday": Question(7, 2),
    "day": Question(32, 2),
    "month": Question(13, 2),
    "fortnight": Question(2, 2),
    "line_day": Question(7, 4),
    "line_start": Question(QUARTERS + 1, 4),
    "line_end": Question(QUARTERS + 1, 4),
    "line_lasts": Question(MAX_QUARTERS + 1, 5),
    "line_id": Question(FIRST_ID + 32, 4),
    "line_covers": Question(HALF_HOURS, 5, several=True),
    "line_blocks": Question(2, 6),
    "line_on_day": Question(2, 6),
    "line_overlaps": Question(2, 7),
    "line_clashes": Question(2, 8),
    "starts_in_time": Question(2, 6),
    "ends_too_late": Question(2, 6),
    "gap_fits": Question(2, 6),
    "hours_ahead": Question(48, 4),
    "invited": Question(2, 8),
    "asks": Question(2, 6),
    "priority": Question(3, 4),
    "ask_day": Question(8, 4),
    "ask_start": Question(QUARTERS + 1, 4),
    "ask_end": Question(QUARTERS + 1, 4),
    "until_day": Question(8, 4),
    "until_time": Question(QUARTERS + 1, 4),
    "cell_clock": Question(QUARTERS, 6),
    "cell_holds": Question(FIRST_ID + 32, 8),
    "cell_asked": Question(2, 8),
    "cell_clash": Question(2, 9),
    "cell_opens": Question(2, 9),
    "cell_offered": Question(2, 9),
    "cell_until": Question(QUARTERS + 1, 9),
    "slot_day": Question(7, 8),
    "slot_start": Question(QUARTERS, 8),
    "slot_end": Question(QUARTERS, 8),
}


_RANGE = re.compile(r"(\d\d:\d\d)-(\d\d:\d\d)")
_ENTRY = re.compile(r"\d\d:\d\d-\d\d:\d\d ([a-z]\d+) ")
_AHEAD = re.compile(r" ([+-]\d+) h\)")


def in_prompt(s: ExecScenario, text: str, plan: int) -> list[Label]:
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


def _dates(text: str, start: int, end: int) -> Iterator[Label]:
    for match in DATE.finditer(text, start, end):
        day = date.fromisoformat(match[0])
        yield Label(match.start(), "weekday", day.weekday())
        yield Label(match.start(), "day", day.day)
        yield Label(match.start(), "month", day.month)
        yield Label(match.start(), "fortnight", (day.toordinal() - day.weekday()) // 7 % 2)


def _thread(s: ExecScenario, text: str, at: int) -> Iterator[Label]:
    """What the emails ask for, in the time zone they use; at the end of the thread."""
    request = s.truth.request
    yield Label(at, "asks", request is not None)
    yield Label(at, "priority", rank(s.thread[-1].priority))
    if request is None:
        return
    start, end = (as_written(s, one) for one in (request.slot.start, request.slot.end))
    said = any(f"{start:%H:%M}" in email.body for email in s.thread)
    span = f"{start:%H:%M} to {end:%H:%M}"
    if (place := text.rfind(span, 0, at)) > 0:
        last = place + len(span) - 1
        yield from _interval_labels(last, Interval(start=start, end=end))
    yield Label(at, "ask_day", start.weekday() if said else 7)
    yield Label(at, "ask_start", quarter(start) if said else QUARTERS)
    yield Label(at, "ask_end", quarter(end) if said else QUARTERS)
    until = request.deadline and as_written(s, request.deadline)
    yield Label(at, "until_day", until.weekday() if until else 7)
    yield Label(at, "until_time", quarter(until) if until else QUARTERS)


def _lines(s: ExecScenario, text: str, start: int, end: int) -> Iterator[Label]:
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
        if match := _ENTRY.search(line):
            entry = entries[match[1]]
            begins, at_id = at + match.start(), at + match.start(1)
            yield from _interval_labels(stop, entry)
            yield from _interval_labels(at_id, entry)
            if request:
                slot, here = request.slot, moved_to_week(entry, week)
                on_day = here.start.date() == slot.start.date()
                late = entry.end.time() > slot.start.time()
                yield Label(at_id, "line_overlaps", here.overlaps(slot.start, slot.end))
                yield Label(at_id, "line_on_day", on_day)
                yield Label(begins, "starts_in_time", entry.start.time() < slot.end.time())
                yield Label(begins + len("00:00-"), "ends_too_late", late)
            yield Label(stop, "line_id", entry_class(match[1]))
            yield Label(stop, "line_blocks", match[1] in taken)
            if request:
                yield Label(stop, "line_clashes", match[1] in s.truth.conflicts)
        elif line.startswith("Last week with"):
            yield from _interval_labels(stop, s.calendar.last_week[-1])
        elif " is busy: " in line:
            invited = next(colleagues).email in guests
            for match in BUSY.finditer(line):
                first, last = (cell_start(week, match[1], match[part]) for part in (2, 3))
                yield from _interval_labels(at + match.start(3), Interval(start=first, end=last))
                yield Label(at + match.end(), "line_blocks", invited)
        elif line.endswith(".example>"):
            yield Label(stop - 1, "invited", next(others).email in guests)
        elif line.startswith("free: ") and request:
            for match in _RANGE.finditer(line):
                opens, closes = (cell_start(week, "Mon", clock) for clock in match.groups())
                fits = closes - opens >= request.slot.end - request.slot.start
                yield Label(at + match.end(), "gap_fits", fits)
        elif (match := DATE.search(line)) and not line.startswith("Now: "):
            day = date.fromisoformat(match[0])
            yield Label(stop, "line_day", day.weekday())
            ahead = _AHEAD.search(line)
            yield Label(stop, "hours_ahead", int(ahead[1]) + 24 if ahead else 24)
            if ahead:
                yield Label(at + ahead.end() - 2, "hours_ahead", int(ahead[1]) + 24)
        at = stop + 1


def _interval_labels(at: int, one: Interval) -> Iterator[Label]:
    yield Label(at, "line_covers", half_hours_mask(one))
    yield Label(at, "line_day", one.start.weekday())
    yield Label(at, "line_start", quarter(one.start))
    yield Label(at, "line_end", quarter(one.end))
    yield Label(at, "line_lasts", min(one.minutes // 15, MAX_QUARTERS))


def _slot(s: ExecScenario, at: int) -> Iterator[Label]:
    """The slot asked for, in the executive's time zone, once everything is read."""
    if request := s.truth.request:
        yield Label(at, "slot_day", request.slot.start.weekday())
        yield Label(at, "slot_start", quarter(request.slot.start))
        yield Label(at, "slot_end", quarter(request.slot.end))
