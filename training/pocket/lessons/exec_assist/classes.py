"""What the values of ExecAssist's labels stand for: times of day, calendar entries."""

from datetime import datetime

from desks.exec_assist.models import Interval
from training.pocket.lessons.exec_assist.planner import monday

HALF_HOURS = 48
QUARTERS = 96
"""Quarter hours of a day; as a class, this stands for "none given"."""
MAX_QUARTERS = 16
"""Quarter hours that an entry lasts, at most; longer ones count as this."""
FREE, CLOSED, COLLEAGUE, FIRST_ID = 0, 1, 2, 3
"""What is at a half hour: nothing, closed, a guest's meeting; entry e1 and so on from FIRST_ID."""
ENTRIES = {"e": 0, "p": 28}
"""Where the classes of calendar entries and of earlier requests begin, by the id's letter."""


def entry_class(id_: str) -> int:
    """The class of an entry or an earlier request, by its id."""
    return FIRST_ID + ENTRIES[id_[0]] + int(id_[1:]) - 1


def quarter(at: datetime) -> int:
    return (at.hour * 60 + at.minute) // 15


def half_hours_mask(one: Interval) -> int:
    """The half hours of its day that an interval touches, as a bit mask."""
    first, last = quarter(one.start) // 2, -(-quarter(one.end) // 2) or HALF_HOURS
    return sum(1 << n for n in range(first, last))


def moved_to_week(one: Interval, week: datetime) -> Interval:
    """The interval on the same weekday and at the same hours, in the week that begins at `week`."""
    shift = week - monday(one.start.date())
    return Interval(start=one.start + shift, end=one.end + shift)
