"""A calendar as people type it, an entry a line: 2026-11-26 14:00-15:00 Lunch with Bo.

Behind the title, "(tentative)", "(cancelled)" or "(free)" may say that it does not count as busy.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta

from desks.own.errors import OwnError
from desks.own.ics import MAX_TITLE, Entry
from desks.own.text import shortened

MAX_LINES = 500
MARKS = ("confirmed", "tentative", "cancelled", "free")
_ALMOST = timedelta(minutes=1, microseconds=-1)
_LINE = re.compile(
    r"(?P<day>20\d\d-\d\d-\d\d)\s+(?P<start>\d\d?:\d\d)\s*[-–]\s*(?P<end>\d\d?:\d\d)"
    rf"\s*(?P<title>.*?)\s*(?:\((?P<mark>{'|'.join(MARKS)})\))?",
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


def on_days(
    entries: Iterable[Entry], days: Sequence[date], opens: time, closes: time
) -> Iterator[Entry]:
    """What takes any time on these days, day by day, in whole minutes; what lasts beyond a
    day takes its hours."""
    whole = list(entries)
    for day in days:
        begins, ends = datetime.combine(day, opens), datetime.combine(day, closes)
        for one in whole:
            if one.start.date() == day == (one.end - timedelta(microseconds=1)).date():
                start, end = one.start, one.end
            else:
                start, end = max(one.start, begins), min(one.end, ends)
            if start < end and start.date() == day:
                yield one.model_copy(
                    update={"start": _minute(start), "end": _minute(end + _ALMOST)}
                )


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def written(entry: Entry) -> str:
    """An entry of one day as a line."""
    mark = "free" if entry.free and entry.status == "confirmed" else entry.status
    title = " ".join(entry.title.split())
    plain = mark == "confirmed" and not title.endswith(")")
    marked = title if plain else f"{title} ({mark})"
    return f"{entry.start:%Y-%m-%d %H:%M}-{entry.end:%H:%M} {marked}".rstrip()


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
    mark = found["mark"] or "confirmed"
    return Entry(
        title=shortened(found["title"], MAX_TITLE),
        start=start,
        end=end,
        all_day=False,
        status="confirmed" if mark == "free" else mark,
        free=mark == "free",
        recurring=False,
    )
