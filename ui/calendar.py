"""A calendar in HTML: a column per day, what stands in it, and what an action would put there.

No state is told by colour alone: tentative entries have a dashed edge and a question mark, cancelled
ones are struck through, clashes are hatched and named, and each entry says all of it in words to a
screen reader.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from desks.exec_assist.calendar import blocks, occurrences, to_local, to_zone
from desks.exec_assist.models import (
    Calendar,
    ExecAction,
    ExecScenario,
    Interval,
    MeetingDetails,
    Slot,
)
from ui.drawing import avatar, shown, unseen

Kind = Literal["confirmed", "tentative", "cancelled", "series", "ghost"]
DAY = timedelta(days=1)
_SIGNS = {"confirmed": "", "tentative": "? ", "cancelled": "✕ ", "series": "↻ ", "ghost": "+ "}
_SAID = {"series": "repeats", "ghost": "put there by the answer"}


@dataclass(frozen=True)
class Entry:
    """Something that stands in the calendar, or would."""

    at: Interval
    title: str
    kind: Kind
    id: str = ""
    movable: bool = False
    moved: bool = False
    says: str = ""
    """Evidence of a grader: "for", "against", or nothing."""


def entries(scenario: ExecScenario) -> list[Entry]:
    """What stands in the calendar on the days on show, occurrences of series included."""
    calendar = scenario.calendar
    first, last = _midnight(calendar.days[0]), _midnight(calendar.days[-1]) + DAY
    single = [Entry(e, e.title, e.status, e.id, e.movable) for e in calendar.events]
    recurring = [
        Entry(at, series.title, "series", series.id)
        for series in calendar.series
        for at in occurrences(series, first, last)
        if at.start.date() in calendar.days
    ]
    return single + recurring


def ghosts(scenario: ExecScenario, action: ExecAction) -> list[Entry]:
    """What the action puts into the calendar: a booking, proposals, a moved entry."""
    zone = scenario.executive.zone
    found = []
    if action.meeting_details is not None:
        found.append(_ghost(action.meeting_details, action.meeting_details.title, zone))
    for number, slot in enumerate(action.proposed_slots, start=1):
        found.append(_ghost(slot, f"Offer {number}", zone))
    if action.reschedule is not None:
        found.append(_ghost(action.reschedule, f"{action.reschedule.event_id}, moved", zone))
    return [entry for entry in found if entry is not None]


def _ghost(slot: Slot | MeetingDetails, title: str, zone: str) -> Entry | None:
    start, end = local(slot.start, zone), local(slot.end, zone)
    if start is None or end is None or end <= start:
        return None
    return Entry(Interval(start=start, end=end), title, "ghost")


def local(moment: datetime, zone: str) -> datetime | None:
    """A moment by the executive's clock; None at the ends of time, where no zone can be applied."""
    if moment.tzinfo is not None and not 1 < moment.year < 9999:
        return None
    return to_local(moment, zone)


def draw(
    scenario: ExecScenario,
    action: ExecAction | None = None,
    evidence: dict[str, str] | None = None,
) -> str:
    """The days on show, with an action's bookings and offers where one is given.

    `evidence` maps ids of events to "for" or "against".
    """
    calendar = scenario.calendar
    standing = entries(scenario)
    new = ghosts(scenario, action) if action else []
    moved = action.reschedule.event_id if action and action.reschedule else None
    standing = [
        Entry(e.at, e.title, e.kind, e.id, e.movable, e.id == moved, (evidence or {}).get(e.id, ""))
        for e in standing
    ]
    on_show = [entry for entry in new if entry.at.start.date() in calendar.days]
    first, last = _hours(calendar, standing + on_show)
    busy = [b for b in blocks(calendar) if b.id != moved]
    columns = "".join(
        _column(scenario, day, standing, on_show, busy, first, last) for day in calendar.days
    )
    axis = "".join(
        f'<span style="--at:{_share(hour * 60, first, last)}">{hour:02d}</span>'
        for hour in range(first, last + 1)
    )
    return (
        f'<div class="calendar" style="--days:{len(calendar.days)};--span:{last - first}">'
        f'<div class="axis" aria-hidden="true">{axis}</div>{columns}</div>'
        f"{_elsewhere(new, on_show)}{_legend(standing, new, bool(calendar.colleagues))}"
        f"{_notes(scenario)}"
    )


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min)


def _hours(calendar: Calendar, drawn: Iterable[Entry]) -> tuple[int, int]:
    """The first and the last hour to draw: the working hours, wider where something stands outside."""
    first, last = calendar.opens.hour, calendar.closes.hour + (calendar.closes.minute > 0)
    for entry in drawn:
        first = min(first, entry.at.start.hour)
        ends = 24 if entry.at.end.date() > entry.at.start.date() else _minute(entry.at.end) / 60
        last = max(last, int(-(-ends // 1)))
    return first, last


def _minute(moment: datetime | time) -> int:
    return moment.hour * 60 + moment.minute


def _share(minute: int, first: int, last: int) -> str:
    return f"{(minute - first * 60) / ((last - first) * 60):.4f}"


def _box(at: Interval, day: date, first: int, last: int) -> str:
    """Where an interval stands in a day's column, as shares of its height."""
    end = 24 * 60 if at.end.date() > day else _minute(at.end)
    top, bottom = _share(_minute(at.start), first, last), _share(end, first, last)
    return f"--top:{top};--bottom:{bottom}"


def _column(
    scenario: ExecScenario,
    day: date,
    standing: Sequence[Entry],
    new: Sequence[Entry],
    busy: Sequence[Interval],
    first: int,
    last: int,
) -> str:
    calendar = scenario.calendar
    today = [e for e in standing if e.at.start.date() == day]
    boxes = [_entry(e, lane, of, day, first, last) for e, lane, of in _lanes(today)]
    for ghost in (e for e in new if e.at.start.date() == day):
        boxes.append(_entry(ghost, 0, 1, day, first, last))
        boxes += [
            f'<li class="clash" style="{_box(over, day, first, last)}">clash'
            f"{unseen(' with what stands there')}</li>"
            for over in _overlaps(ghost.at, busy)
        ]
    shared = _shared_calendars(scenario, day, first, last)
    open_ = (
        f"--top:{_share(_minute(calendar.opens), first, last)};"
        f"--bottom:{_share(_minute(calendar.closes), first, last)}"
    )
    return (
        f'<section class="day" aria-label="{day:%A} {day.day} {day:%B}" '
        f'style="--shared:{len(calendar.colleagues)}">'
        f"<h4><b>{day:%a} {day.day}</b> {day:%b}{_sender_clock(scenario, day)}</h4>"
        f'<div class="hours"><div class="open" style="{open_}"></div>'
        f'<ol class="entries">{"".join(boxes)}</ol>{shared}</div></section>'
    )


def _sender_clock(scenario: ExecScenario, day: date) -> str:
    """How far the sender's clock is ahead on that day, as a calendar with two zones shows it."""
    mine, theirs = scenario.executive.zone, scenario.sender.zone
    if mine == theirs:
        return ""
    noon = _midnight(day) + timedelta(hours=12)
    ahead = (to_zone(noon, mine, theirs) - noon) / timedelta(hours=1)
    said = f"{ahead:+g}".replace("-", "−")
    return f' <span class="other-clock">{city(theirs)} {said} h</span>'


def city(zone: str) -> str:
    """Europe/Berlin -> Berlin."""
    return shown(zone.rpartition("/")[2].replace("_", " "))


def _lanes(today: Sequence[Entry]) -> Iterator[tuple[Entry, int, int]]:
    """Each entry with its lane and the number of lanes, so that overlapping ones stand side by side."""
    group: list[tuple[Entry, int]] = []
    ends: list[datetime] = []
    for entry in sorted(today, key=lambda e: (e.at.start, e.at.end)):
        if ends and entry.at.start >= max(ends):
            yield from ((e, lane, len(ends)) for e, lane in group)
            group, ends = [], []
        lane = next((n for n, end in enumerate(ends) if end <= entry.at.start), len(ends))
        ends[lane : lane + 1] = [entry.at.end]
        group.append((entry, lane))
    yield from ((e, lane, len(ends)) for e, lane in group)


def clock(at: Interval) -> str:
    return f"{at.start:%H:%M}–{at.end:%H:%M}"


def _entry(entry: Entry, lane: int, lanes: int, day: date, first: int, last: int) -> str:
    marks = [_SAID.get(entry.kind, entry.kind)]
    marks += ["movable"] * entry.movable + ["moved away"] * entry.moved
    marks += [f"evidence {entry.says} the answer"] * bool(entry.says)
    said = f"{clock(entry.at)} {shown(entry.title)}: {', '.join(marks)}"
    classes = f"entry {entry.kind} {entry.says}" + " moved" * entry.moved
    classes += " short" * (entry.at.minutes <= 30)
    name = f"<i>{shown(entry.id)}</i>" if entry.id else ""
    movable = " ⇄" if entry.movable else ""
    return (
        f'<li class="{classes}" title="{said}" '
        f'style="{_box(entry.at, day, first, last)};--lane:{lane};--lanes:{lanes}">'
        f'<span aria-hidden="true"><b>{_SIGNS[entry.kind]}{shown(entry.title)}{movable}</b>'
        f"<small>{entry.at.start:%H:%M} {name}</small></span>{unseen(said)}</li>"
    )


def _overlaps(at: Interval, busy: Iterable[Interval]) -> Iterator[Interval]:
    for one in busy:
        if one.overlaps(at.start, at.end):
            yield Interval(start=max(one.start, at.start), end=min(one.end, at.end))


def _shared_calendars(scenario: ExecScenario, day: date, first: int, last: int) -> str:
    """A narrow lane for each colleague who shares a calendar, hatched where they are busy."""
    lanes = []
    for colleague in scenario.calendar.colleagues:
        name = _name(scenario, colleague.email)
        bars = "".join(
            f'<li style="{_box(i, day, first, last)}" title="{shown(name)} is busy {clock(i)}">'
            f"{unseen(f'{shown(name)} is busy {clock(i)}')}</li>"
            for i in colleague.busy
            if i.start.date() == day
        )
        initials = "".join(part[0] for part in name.split()[:2])
        lanes.append(f'<ol class="lane" data-who="{shown(initials)}">{bars}</ol>')
    return f'<div class="shared">{"".join(lanes)}</div>' if lanes else ""


def _name(scenario: ExecScenario, email: str) -> str:
    return next((p.name for p in scenario.contacts if p.email == email), email)


def _elsewhere(new: Sequence[Entry], on_show: Sequence[Entry]) -> str:
    off = [entry for entry in new if entry not in on_show]
    if not off:
        return ""
    said = "; ".join(f"{shown(e.title)}, {e.at.start:%a %Y-%m-%d} {clock(e.at)}" for e in off)
    return f'<p class="elsewhere">Not on the days shown: {said}</p>'


def _legend(standing: Sequence[Entry], new: Sequence[Entry], shared: bool) -> str:
    keys = dict.fromkeys(entry.kind for entry in standing)
    labels = [
        f'<li><span class="key entry {kind}">{_SIGNS[kind].strip()}</span> '
        f"{'repeats' if kind == 'series' else kind}</li>"
        for kind in keys
    ]
    if any(entry.movable for entry in standing):
        labels.append('<li><span class="key">⇄</span> movable</li>')
    if new:
        labels.append('<li><span class="key entry ghost">+</span> the answer</li>')
    if shared:
        labels.append('<li><span class="key busy"></span> a colleague is busy</li>')
    return f'<ul class="legend" aria-label="Legend">{"".join(labels)}</ul>'


def _notes(scenario: ExecScenario) -> str:
    """What a calendar holds beside its columns: series, last week, whose lanes these are."""
    calendar, lines = scenario.calendar, []
    for series in calendar.series:
        every = "every second" if "INTERVAL=2" in series.rule else "every"
        first = series.first.start
        lines.append(
            f"↻ <b>{shown(series.title)}</b> <i>{shown(series.id)}</i>: {every} {first:%A} "
            f"{clock(series.first)}, since {first.day} {first:%B}"
        )
    for last in calendar.last_week:
        who = shown(scenario.sender.first_name)
        lines.append(f"Last week with {who}: {last.start:%A} {clock(last)}")
    for colleague in calendar.colleagues:
        name = _name(scenario, colleague.email)
        lines.append(f"{avatar(name)} {shown(name)} shares a calendar: the narrow lanes")
    return (
        f'<ul class="notes">{"".join(f"<li>{line}</li>" for line in lines)}</ul>' if lines else ""
    )
