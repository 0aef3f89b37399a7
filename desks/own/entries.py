"""A calendar as people type it, an entry a line: 2026-11-26 14:00-15:00 Lunch with Bo.

A "?" behind the times marks a tentative entry, an "x" a cancelled one.
"""

import re
from datetime import datetime, timedelta

from desks.own.errors import OwnError
from desks.own.ics import Entry

MAX_LINES = 500
MARKS = {"": "confirmed", "?": "tentative", "x": "cancelled"}
_LINE = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)\s+(?P<start>\d\d?:\d\d)\s*[-–]\s*(?P<end>\d\d?:\d\d)"
    r"(?:\s+(?P<mark>[?x])(?=\s|$))?\s*(?P<title>.*)",
    re.ASCII,
)


def read_entries(text: str, name: str = "the calendar") -> list[Entry]:
    """The entries of a text; OwnError if a line is none. An end at 00:00 is the end of the day."""
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise OwnError(name, MAX_LINES, f"at most {MAX_LINES} lines were expected")
    return [
        _entry(line.strip(), name, number)
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def written(entry: Entry) -> str:
    """An entry as a line, [start, end) on the day on which it starts."""
    ends = f"{entry.end:%H:%M}" if entry.end.date() == entry.start.date() else "00:00"
    marks = {status: f" {mark}" * bool(mark) for mark, status in MARKS.items()}
    title = " ".join(entry.title.split()) or "busy"
    return f"{entry.start:%Y-%m-%d %H:%M}-{ends}{marks[entry.status]} {title}"


def _entry(line: str, name: str, number: int) -> Entry:
    found = _LINE.fullmatch(line)
    try:
        start = datetime.fromisoformat(f"{found['day']}T{found['start']:0>5}")
        end = datetime.fromisoformat(f"{found['day']}T{found['end']:0>5}")
    except (TypeError, ValueError):
        example = "2026-11-26 14:00-15:00 Lunch"
        raise OwnError(name, number, f"a line such as {example!r} was expected") from None
    if f"{end:%H:%M}" == "00:00":
        end += timedelta(days=1)
    if end <= start:
        raise OwnError(name, number, "an end after the start was expected")
    return Entry(
        title=found["title"][:200],
        start=start,
        end=end,
        all_day=False,
        status=MARKS[found["mark"] or ""],
        free=False,
        recurring=False,
    )
