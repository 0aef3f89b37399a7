"""A calendar typed as text: each line is an entry, or is named as none."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desks.own.entries import MARKS, MAX_LINES, read_entries, written
from desks.own.errors import OwnError
from desks.own.ics import Entry

STARTS = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31, 22)).map(
    lambda at: at.replace(second=0, microsecond=0)
)
TITLES = st.text("abcXYZ é<>&\"'-", max_size=30)


@given(STARTS, st.integers(1, 120), st.sampled_from(list(MARKS.values())), TITLES)
def test_what_is_written_is_read_back(start, minutes, status, title):
    entry = Entry(
        title=title,
        start=start,
        end=start + timedelta(minutes=minutes),
        all_day=False,
        status=status,
        free=False,
        recurring=False,
    )
    [found] = read_entries(written(entry))
    ends = entry.end if entry.end.date() == start.date() else _midnight(start)
    assert (found.start, found.end, found.status) == (start, ends, status)
    assert found.title == (" ".join(title.split()) or "busy")


def _midnight(start):
    return start.replace(hour=0, minute=0) + timedelta(days=1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("lunch at noon", "a line such as"),
        ("2026-02-30 09:00-10:00 no such day", "a line such as"),
        ("2026-02-03 9:00-24:10 no such time", "a line such as"),
        ("2026-02-03 10:00-09:00 backwards", "an end after the start"),
        ("2026-02-03 10:00-10:00 nothing", "an end after the start"),
    ],
)
def test_a_line_that_is_no_entry_is_named(line, expected):
    with pytest.raises(OwnError, match=rf"the calendar, line 3: {expected}"):
        read_entries(f"2026-02-02 9:00-10:00 fine\n\n{line}")


def test_too_many_lines_are_refused():
    with pytest.raises(OwnError, match=f"at most {MAX_LINES}"):
        read_entries("2026-02-02 09:00-10:00 x\n" * (MAX_LINES + 1))
