"""What the values of ExecAssist's labels stand for: hours of a day, entries of a calendar."""

from datetime import datetime, time, timedelta

from desks.exec_assist.models import Interval

HALF_HOURS = 48
QUARTERS = 96
"""Quarter hours of a day; as a class one more stands for "none given"."""
LONGEST = 16
"""Quarter hours that an entry lasts; what lasts longer counts as this."""
FREE, CLOSED, COLLEAGUE, FIRST_ID = 0, 1, 2, 3
"""What stands at a half hour: nothing, no working hours, a guest's meeting, entry e1 and so on."""
ENTRIES = {"e": 0, "p": 28}
"""Where the classes of calendar entries and of earlier requests begin, by the id's letter."""


def entry_class(id_: str) -> int:
    """The class of an entry, or of an earlier request, as what stands at a half hour."""
    return FIRST_ID + ENTRIES[id_[0]] + int(id_[1:]) - 1


def quarter(at: datetime) -> int:
    return (at.hour * 60 + at.minute) // 15


def covered(one: Interval) -> int:
    """The half hours of its day that an interval touches, a bit for each."""
    first, last = quarter(one.start) // 2, -(-quarter(one.end) // 2) or HALF_HOURS
    return sum(1 << n for n in range(first, last))


def stretch(day: datetime, start: str, end: str) -> Interval:
    first, last = (
        datetime.combine(day.date(), datetime.strptime(one, "%H:%M").time()) for one in (start, end)
    )
    return Interval(start=first, end=last)


def at_week(one: Interval, week: datetime) -> Interval:
    """The same days and hours in the week that begins at that midnight."""
    monday = datetime.combine(one.start.date(), time()) - timedelta(days=one.start.weekday())
    return Interval(start=one.start + (week - monday), end=one.end + (week - monday))
