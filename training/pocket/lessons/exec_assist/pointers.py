"""Where attention should look: the second kind of training label of an ExecAssist demonstration.

Left alone, a head takes a long time to find out where to look among hundreds of tokens. So during
the warm start some heads are taught to look: at a half hour of the planner, at what occupies it and
at the request for it; after the thread, at the time that counts; and in a completion, at what each
word is copied from.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from desks.exec_assist.calendar import GRID, blocks, busy_colleagues, to_zone
from desks.exec_assist.models import ExecScenario, Interval
from training.pocket.lessons import COPIED, Head, Pointer
from training.pocket.lessons.exec_assist.planner import WEEKDAYS, cell_start, week_of
from training.pocket.tokens import DATE

HEADS: dict[str, Head] = {
    "day_of_line": Head(1, 0),
    "id_of_line": Head(1, 1),
    "time_asked": Head(3, 0),
    "deadline": Head(3, 1),
    "request": Head(5, 0),
    "hours_ahead": Head(5, 1),
    "holder": Head(7, 0),
    "asked": Head(7, 1),
    COPIED: Head(9, 0),
    "clash": Head(9, 1),
    "until": Head(9, 2),
    "said": Head(9, 3),
}


_ENTRY = re.compile(r"^.*\d\d:\d\d-\d\d:\d\d ([a-z]\d+) .*$", re.MULTILINE)
BUSY = re.compile(r"([A-Z][a-z]{2}) (\d\d:\d\d)-(\d\d:\d\d)")
_AHEAD = re.compile(r"^([A-Z][a-z]{2}) .* [+-]\d+( h\))$", re.MULTILINE)
_LAST_WEEK = re.compile(r"^Last week with .*-(\d\d:\d\d)$", re.MULTILINE)
CELL = re.compile(rf"({'|'.join(WEEKDAYS)})(\d\d:\d\d)")
_SLOT = re.compile(
    r'(?:"event_id": "(\w+)", )?'
    r'"start": "(\d{4}-\d\d-\d\d)T(\d\d:\d\d)", "end": "(\d{4}-\d\d-\d\d)T(\d\d:\d\d)"'
)
_SAID = re.compile(r"([A-Z][a-z]+day) (\d{1,2}) ([A-Z][a-z]+), (\d\d:\d\d) to (\d\d:\d\d)")
_ID = re.compile(r'"([a-z]\d+)"')


def cell_places(text: str, plan: int) -> dict[tuple[str, str], int]:
    """Where each half hour of the planner stands, by weekday and time."""
    return {(one[1], one[2]): one.start() for one in CELL.finditer(text, plan)}


def in_prompt(s: ExecScenario, text: str, plan: int) -> Iterator[Pointer]:
    """What a rendered prompt's tokens should look at; `plan` as for `labels.in_prompt`."""
    calendar = text.rindex("\nCalendar of ", 0, plan)
    ends = {}
    for one in _ENTRY.finditer(text, calendar, plan):
        ends[one[1]] = one.end()
        yield Pointer(one.end(), one.start(1), "id_of_line")
        yield Pointer(one.start(1), calendar, "request")
    ahead = {one[1]: one.start(2) for one in _AHEAD.finditer(text, calendar, plan)}
    for (day, _), at in cell_places(text, plan).items():
        yield Pointer(at, calendar, "request")
        if day in ahead:
            yield Pointer(at, ahead[day], "hours_ahead")
    for event in s.calendar.events:
        header = text.find(f"{event.start:%a %Y-%m-%d}", calendar, plan)
        if header > 0 and event.id in ends:
            yield Pointer(ends[event.id], header + 4, "day_of_line")
    if s.truth.request is None:
        return
    place = _request_place(s, text, calendar, plan)
    if place is not None and place < calendar:
        yield Pointer(calendar, place, "time_asked")
    if (until := _deadline_place(s, text, calendar)) is not None:
        yield Pointer(calendar, until, "deadline")
    yield from _in_planner(s, text, plan, ends, plan if place is None else place)
    if cell_places(text, plan):
        clash = next(iter(clash_places(s, text, plan).values()), plan)
        yield Pointer(len(text) - 1, clash, "clash")


def _request_place(s: ExecScenario, text: str, calendar: int, plan: int) -> int | None:
    """The end of the requested time's last mention, in the thread or else in last week's line."""
    start = as_written(s, s.truth.request.slot.start)
    mentions = list(re.finditer(rf"{start:%H:%M} to \d\d:\d\d", text[:calendar]))
    if mentions:
        return mentions[-1].end() - 1
    last = _LAST_WEEK.search(text, calendar, plan)
    return last.start(1) if last else None


def _deadline_place(s: ExecScenario, text: str, calendar: int) -> int | None:
    if s.truth.request.deadline is None:
        return None
    until = as_written(s, s.truth.request.deadline)
    place = text.rfind(f"{until.day} {until:%B}, {until:%H:%M}", 0, calendar)
    return text.index(f"{until:%H:%M}", place) if place >= 0 else None


def as_written(s: ExecScenario, at: datetime) -> datetime:
    """A time in the time zone that the sender writes in."""
    own = any(" my time" in email.body for email in s.thread)
    return to_zone(at, s.executive.zone, s.sender.zone) if own else at


def _in_planner(
    s: ExecScenario, text: str, plan: int, ends: dict[str, int], asked: int
) -> Iterator[Pointer]:
    slot = s.truth.request.slot
    own = [one for one in blocks(s.calendar, s.truth.request.priority) if one.id in ends]
    theirs = [
        (one, place)
        for one, place in _busy_places(s, text, plan)
        if one in busy_colleagues(s.calendar, s.truth.request.attendees)
    ]
    week = week_of(s)
    for (day, clock), at in cell_places(text, plan).items():
        start = cell_start(week, day, clock)
        end = start + GRID
        held = [ends[one.id] for one in own if one.overlaps(start, end)]
        held += [place for one, place in theirs if one.overlaps(start, end)]
        yield Pointer(at, held[0] if held else plan, "holder")
        if start.date() == slot.start.date() or same_hours(slot, start, end):
            yield Pointer(at, asked if slot.overlaps(start, end) else plan, "asked")


def same_hours(slot: Interval, start: datetime, end: datetime) -> bool:
    """Whether a time range overlaps the slot's hours, on any day."""
    days = timedelta(days=(slot.start.date() - start.date()).days)
    return slot.overlaps(start + days, end + days)


def _busy_places(s: ExecScenario, text: str, plan: int) -> Iterator[tuple]:
    """Each time range in which a colleague is busy, and where the text says when it ends."""
    lines = re.finditer(r"^.* is busy: .*$", text[:plan], re.MULTILINE)
    for colleague, line in zip(s.calendar.colleagues, lines, strict=False):
        said = {(f[1], f[2]): line.start() + f.start(3) for f in BUSY.finditer(line[0])}
        for one in colleague.busy:
            if (key := (f"{one.start:%a}", f"{one.start:%H:%M}")) in said:
                yield one, said[key]


def clash_places(s: ExecScenario, text: str, plan: int) -> dict[str, int]:
    """By id, the planner's first half hour in which each clash overlaps the requested slot."""
    request, cells = s.truth.request, cell_places(text, plan)
    places = {}
    for block in blocks(s.calendar, request.priority) if request else ():
        first = max(block.start, request.slot.start)
        cell = (f"{first:%a}", f"{first - timedelta(minutes=first.minute % 30):%H:%M}")
        if block.id in s.truth.conflicts and cell in cells:
            places[block.id] = cells[cell]
    return places


def in_answer(s: ExecScenario, text: str, plan: int, answer: int) -> Iterator[Pointer]:
    """Where the values of a completion are taken from; it begins at `answer` in `text`."""
    calendar = text.rindex("\nCalendar of ", 0, plan)
    cells = cell_places(text[:answer], plan)
    headers = {one[0]: one.start() for one in DATE.finditer(text, calendar, plan)}
    slots = list(_SLOT.finditer(text, answer))
    for one in slots:
        for part in (2, 4):
            if header := headers.get(one[part]):
                yield Pointer(one.start(part), header, COPIED)
        if cell := cells.get(_cell(one[2], one[3])):
            yield Pointer(one.start(3), cell, COPIED)
            if not one[1]:
                yield Pointer(one.start(5), cell, "until", ahead=True)
        if one[1] and (line := re.search(rf"-\d\d:\d\d {one[1]} .*$", text[calendar:plan], re.M)):
            yield Pointer(one.start(5), calendar + line.end(), "until", ahead=True)
    meetings = [one for one in slots if not one[1]]
    yield from _letter(text, answer, meetings, cells, headers)
    places = clash_places(s, text, plan)
    for one in _ID.finditer(text, answer):
        if one[1] in places:
            yield Pointer(one.start(1), places[one[1]], COPIED)


def _letter(
    text: str,
    answer: int,
    slots: list[re.Match[str]],
    cells: dict[tuple[str, str], int],
    headers: dict[str, int],
) -> Iterator[Pointer]:
    """Pointers from a letter's dates and times, in whatever time zone, to calendar and planner."""
    for one, slot in zip(_SAID.finditer(text, answer), slots, strict=False):
        near = [datetime.fromisoformat(slot[2]) + timedelta(days=n) for n in (-1, 0, 1)]
        for day in near:
            if day.day == int(one[2]) and (header := headers.get(f"{day:%Y-%m-%d}")):
                for part in (1, 2, 3):
                    yield Pointer(one.start(part), header, "said", ahead=True)
        start, end = (cells.get(_cell(slot[2], slot[part])) for part in (3, 5))
        if start:
            yield Pointer(one.start(4), start, "said", ahead=True)
            yield Pointer(one.start(5), end or start, "said", ahead=True)


def _cell(day: str, clock: str) -> tuple[str, str]:
    """The planner's key for a half hour: weekday and time."""
    return f"{datetime.fromisoformat(day):%a}", clock
