"""The calendar's time axes: the hours shown, in the executive's and the sender's local time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from desks.exec_assist import wording
from desks.exec_assist.calendar import to_zone
from desks.exec_assist.models import ExecScenario, Interval
from ui.drawing import escaped, signed
from ui.inbox.entries import Entry


def clock(at: Interval) -> str:
    """An interval as 09:00–10:30."""
    return f"{at.start:%H:%M}–{at.end:%H:%M}"


def city(zone: str) -> str:
    """The city of an IANA zone, escaped."""
    return escaped(wording.city(zone))


def now(scenario: ExecScenario) -> str:
    """The current time for the executive, and for the sender if it differs."""
    at, mine, theirs = scenario.now, scenario.executive.zone, scenario.sender.zone
    there = to_zone(at, mine, theirs)
    also = f"; {there:%H:%M} in {city(theirs)}, whose hours are in italics" if there != at else ""
    return f"It is {at:%A} {at.day} {at:%B %Y}, {at:%H:%M} in {city(mine)}{also}."


@dataclass(frozen=True)
class Scale:
    """The hours of the day that are drawn, [first, last)."""

    first: int
    last: int

    @classmethod
    def of(cls, opens: time, closes: time, drawn: Iterable[Entry]) -> "Scale":
        """The working hours, extended to hold all entries."""
        starts = [opens.hour, *(one.at.start.hour for one in drawn)]
        ends = [minute_of(closes), *(end_minute(one.at, one.at.start.date()) for one in drawn)]
        return cls(min(starts), -(-max(ends) // 60))

    @property
    def hours(self) -> int:
        return self.last - self.first

    def share(self, minute: int) -> str:
        """A minute of the day as a fraction of the column's height."""
        return f"{(minute / 60 - self.first) / self.hours:.4f}"

    def box(self, at: Interval, day: date) -> str:
        """An interval's position in a day's column, as CSS variables."""
        return f"--top:{self.share(minute_of(at.start))};--bottom:{self.share(end_minute(at, day))}"


def minute_of(moment: datetime | time) -> int:
    """The minute of the day."""
    return moment.hour * 60 + moment.minute


def end_minute(at: Interval, day: date) -> int:
    """The minute of the day at which an interval ends, or 1440 if it ends on a later day."""
    return 24 * 60 if at.end.date() > day else minute_of(at.end)


def lead(scenario: ExecScenario, day: date) -> timedelta:
    """How far the sender's clock is ahead of the executive's at noon on a day."""
    noon = datetime.combine(day, time(12))
    return to_zone(noon, scenario.executive.zone, scenario.sender.zone) - noon


def sender_clock(scenario: ExecScenario, day: date) -> str:
    """The sender's time offset from the executive on that day, if there is one."""
    ahead = lead(scenario, day)
    if not ahead:
        return ""
    said = signed(ahead / timedelta(hours=1), "+g")
    return f' <span class="other-clock">{city(scenario.sender.zone)} {said} h</span>'


def axes(scenario: ExecScenario, scale: Scale) -> str:
    """The hours in the executive's local time, and in the sender's if the offset is the same on
    all days; if not, only the days' headings give it."""
    ahead = {lead(scenario, day) for day in scenario.calendar.days}
    hours = range(scale.first, scale.last + 1)
    mine = [(hour * 60, f"{hour:02d}") for hour in hours]
    axes = _axis("mine", city(scenario.executive.zone), mine, scale)
    if len(ahead) > 1 or ahead == {timedelta()}:
        return f'<div class="axes" aria-hidden="true">{axes}</div>'
    there = datetime.combine(scenario.calendar.days[0], time()) + ahead.pop()
    form = "%H:%M" if there.minute else "%H"
    theirs = [(hour * 60, f"{there + timedelta(hours=hour):{form}}") for hour in hours]
    both = _axis("theirs", city(scenario.sender.zone), theirs, scale) + axes
    return f'<div class="axes two" aria-hidden="true">{both}</div>'


def _axis(whose: str, place: str, at: Iterable[tuple[int, str]], scale: Scale) -> str:
    marks = "".join(
        f'<span style="--at:{scale.share(minute)}">{said}</span>' for minute, said in at
    )
    return f'<div class="axis {whose}" title="the clock in {place}">{marks}</div>'
