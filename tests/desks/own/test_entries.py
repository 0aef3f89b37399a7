"""A calendar typed as text: each line is an entry, or is named as none."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desks.own.entries import MARKS, MAX_LINES, on_days, read_entries, written
from desks.own.errors import OwnError
from desks.own.ics import Entry

DAY_LONG = timedelta(days=1)
STARTS = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31, 22)).map(
    lambda at: at.replace(second=0, microsecond=0)
)
TITLES = st.one_of(
    st.text("abcxXYZ é<>&\"'-?()", max_size=30), st.sampled_from(["x ray", "(free)"])
)
DAY, NINE, FIVE = date(2026, 3, 5), time(9), time(17)


def entry(start, end, title="Lunch", mark="confirmed") -> Entry:
    return Entry(
        title=title,
        start=start,
        end=end,
        all_day=False,
        status="confirmed" if mark == "free" else mark,
        free=mark == "free",
        recurring=False,
    )


@given(STARTS, st.integers(1, 120), st.sampled_from(MARKS), TITLES)
def test_what_is_written_is_read_back(start, minutes, mark, title):
    ends = min(start + timedelta(minutes=minutes), start.replace(hour=0, minute=0) + DAY_LONG)
    told = entry(start, ends, title, mark)
    [found] = read_entries(written(told))
    assert found == told.model_copy(update={"title": " ".join(title.split())})


@pytest.mark.parametrize(
    ("start", "end", "kept"),
    [
        ("2026-03-05T10:00", "2026-03-05T11:00", "10:00-11:00"),
        ("2026-03-05T07:00", "2026-03-05T08:00", "07:00-08:00"),
        ("2026-03-05T00:00", "2026-03-06T00:00", "00:00-00:00"),
        ("2026-03-02T00:00", "2026-03-08T00:00", "09:00-17:00"),
        ("2026-03-04T22:00", "2026-03-05T10:30", "09:00-10:30"),
        ("2026-03-05T16:00", "2026-03-06T02:00", "16:00-17:00"),
        ("2026-03-04T22:00", "2026-03-05T02:00", ""),
        ("2026-03-05T11:00:15", "2026-03-05T11:00:45", "11:00-11:01"),
        ("2026-03-05T23:59:15", "2026-03-05T23:59:45", "23:59-00:00"),
        ("2026-03-05T10:00", "2026-03-05T10:00", ""),
        ("2026-03-06T10:00", "2026-03-06T11:00", ""),
    ],
)
def test_of_what_lasts_longer_the_hours_of_a_day_are_kept(start, end, kept):
    told = entry(datetime.fromisoformat(start), datetime.fromisoformat(end))
    found = [written(one) for one in on_days([told], [DAY], NINE, FIVE)]
    assert found == ([f"2026-03-05 {kept} Lunch"] if kept else [])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("lunch at noon", "a line such as"),
        ("2026-02-30 09:00-10:00 no such day", "a line such as"),
        ("2026-02-03 9:00-24:10 no such time", "a line such as"),
        ("2026-02-03 10:00-09:00 backwards", "an end after the start"),
        ("2026-02-03 10:00-10:00 nothing", "an end after the start"),
        ("9999-12-31 10:00-00:00 the end", "a line such as"),
    ],
)
def test_a_line_that_is_no_entry_is_named(line, expected):
    with pytest.raises(OwnError, match=rf"the calendar, line 3: {expected}"):
        read_entries(f"2026-02-02 9:00-10:00 fine\n\n{line}")


def test_too_many_lines_are_refused():
    with pytest.raises(OwnError, match=f"at most {MAX_LINES}"):
        read_entries("2026-02-02 09:00-10:00 x\n" * (MAX_LINES + 1))
