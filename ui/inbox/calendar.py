"""The calendar as HTML: a column per day with its entries and what an action would add.

No state is shown by colour alone: tentative entries have a dashed edge and a question mark,
cancelled ones are struck through, pending requests have a dotted edge and an envelope, clashes are
hatched and labelled, and screen readers get all of it in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from desks.exec_assist.calendar import blocks, busy_colleagues, in_hours
from desks.exec_assist.models import ExecAction, ExecScenario, Interval
from ui.drawing import avatar, escaped, sr_only
from ui.inbox.clocks import Scale, axes, city, clock, lead, minute_of, sender_clock
from ui.inbox.entries import Entry, entries, ghosts, lanes, overlaps

_SYMBOLS = {
    "confirmed": "",
    "tentative": "? ",
    "cancelled": "✕ ",
    "series": "↻ ",
    "pending": "✉ ",
    "ghost": "+ ",
}
_SAID = {
    "series": "repeats",
    "pending": "asks for it, unanswered",
    "ghost": "put there by the answer",
}
_KEYS = {"series": "repeats", "pending": "asked for by others"}


def draw(scenario: ExecScenario, action: ExecAction | None, evidence: Mapping[str, str]) -> str:
    """The days shown, with what `action`, if given, would add.

    `evidence` maps entry ids to "for" or "against".
    """
    calendar = scenario.calendar
    gone = action.reschedule.event_id if action and action.reschedule else None
    standing = [
        replace(entry, moved=entry.id == gone, says=evidence.get(entry.id, ""))
        for entry in entries(scenario)
    ]
    new = ghosts(scenario, action) if action else []
    on_show = [entry for entry in new if entry.at.start.date() in calendar.days]
    urgency = scenario.thread[-1].priority
    busy = [block for block in blocks(calendar, urgency) if block.id != gone]
    if action:
        asked, meeting = scenario.truth.request, action.meeting_details
        invited = {*(asked.attendees if asked else ()), *(meeting.attendees if meeting else ())}
        busy += busy_colleagues(calendar, invited)
    scale = Scale.of(calendar.opens, calendar.closes, standing + on_show)
    drawn = [*standing, *on_show]
    columns = "".join(_column(scenario, day, drawn, busy, scale) for day in calendar.days)
    return (
        f'<div class="calendar" style="--days:{len(calendar.days)};--span:{scale.hours}" '
        f'data-first="{scale.first * 60}" data-last="{scale.last * 60}" '
        f'data-opens="{minute_of(calendar.opens)}" data-closes="{minute_of(calendar.closes)}">'
        f"{axes(scenario, scale)}{columns}</div>"
        f"{_elsewhere(entry for entry in new if entry not in on_show)}"
        f"{_legend(standing, new, bool(calendar.colleagues))}{_notes(scenario)}"
    )


def _column(
    scenario: ExecScenario,
    day: date,
    drawn: Sequence[Entry],
    busy: Sequence[Interval],
    scale: Scale,
) -> str:
    calendar, boxes = scenario.calendar, []
    for entry, lane, count in lanes([e for e in drawn if e.at.start.date() == day]):
        place = f"{scale.box(entry.at, day)};--lane:{lane};--lanes:{count}"
        boxes.append(_entry(entry, place, _besides(scenario, entry)))
        if entry.kind == "ghost":
            boxes += [
                f'<li class="clash" style="{scale.box(over, day)}"><b>clash</b>'
                f"{sr_only(' with what stands there')}</li>"
                for over in overlaps(entry.at, busy)
            ]
    opens, closes = scale.share(minute_of(calendar.opens)), scale.share(minute_of(calendar.closes))
    return (
        f'<section class="day" aria-label="{day:%A} {day.day} {day:%B}" data-day="{day}" '
        f'style="--shared:{len(calendar.colleagues)}">'
        f"<h4><b>{day:%a} {day.day}</b> {day:%b}{sender_clock(scenario, day)}</h4>"
        f'<div class="hours"><div class="open" style="--top:{opens};--bottom:{closes}"></div>'
        f'<ol class="entries">{"".join(boxes)}</ol>{_shared_calendars(scenario, day, scale)}'
        "</div></section>"
    )


def _besides(scenario: ExecScenario, entry: Entry) -> list[str]:
    """Notes on an entry that the answer adds: the sender's local time, and whether it is
    outside working hours."""
    if entry.kind != "ghost":
        return []
    start, end, ahead = entry.at.start, entry.at.end, lead(scenario, entry.at.start.date())
    there = clock(Interval(start=start + ahead, end=end + ahead))
    said = [f"{there} in {city(scenario.sender.zone)}"] * bool(ahead)
    return said + ["outside working hours"] * (not in_hours(scenario.calendar, start, end))


def _entry(entry: Entry, place: str, besides: Iterable[str] = ()) -> str:
    marks = [_SAID.get(entry.kind, entry.kind), *besides]
    marks += [f"{entry.urgency} priority"] * bool(entry.urgency)
    marks += ["movable"] * entry.movable + ["moved away"] * entry.moved
    marks += [f"evidence {entry.says} the answer"] * bool(entry.says)
    said = f"{clock(entry.at)} {escaped(entry.title)}: {', '.join(marks)}"
    classes = f"entry {entry.kind} {entry.says}" + " moved" * entry.moved
    classes += " short" * (entry.at.minutes <= 30)
    name = f"<i>{escaped(entry.id)}</i> " if entry.id else ""
    movable = "⇄ " if entry.movable else ""
    facts = ""
    if entry.id:
        facts = f'data-entry="{escaped(entry.id)}" data-title="{escaped(entry.title)}" '
        facts += f'data-at="{entry.at.start:%Y-%m-%dT%H:%M}" data-minutes="{entry.at.minutes}"'
    return (
        f'<li class="{classes}" title="{said}" style="{place}" {facts}><span aria-hidden="true">'
        f"<b>{name}{movable}{_SYMBOLS[entry.kind]}{escaped(entry.title)}</b>"
        f"<small><time>{entry.at.start:%H:%M}</time></small></span>{sr_only(said)}</li>"
    )


def _shared_calendars(scenario: ExecScenario, day: date, scale: Scale) -> str:
    """A narrow lane for each colleague who shares a calendar, hatched where they are busy."""
    found = []
    for colleague in scenario.calendar.colleagues:
        name = _name(scenario, colleague.email)
        bars = "".join(
            f'<li style="{scale.box(at, day)}" title="{said}">{sr_only(said)}</li>'
            for at in colleague.busy
            if at.start.date() == day
            for said in [f"{escaped(name)} is busy {clock(at)}"]
        )
        found.append(f'<ol class="lane" data-who="{escaped(name[:1].upper())}">{bars}</ol>')
    return f'<div class="shared">{"".join(found)}</div>' if found else ""


def _name(scenario: ExecScenario, email: str) -> str:
    return next((p.name for p in scenario.contacts if p.email == email), email)


def _elsewhere(off: Iterable[Entry]) -> str:
    """What the action adds on days that are not shown."""
    said = "; ".join(f"{escaped(e.title)}, {e.at.start:%a %Y-%m-%d} {clock(e.at)}" for e in off)
    return f'<p class="elsewhere">Not on the days shown: {said}</p>' if said else ""


def _legend(standing: Sequence[Entry], new: Sequence[Entry], shared: bool) -> str:
    keys = [
        (f"entry {kind}", _SYMBOLS[kind].strip(), _KEYS.get(kind, kind))
        for kind in dict.fromkeys(entry.kind for entry in standing)
    ]
    keys += [("", "⇄", "movable")] * any(entry.movable for entry in standing)
    keys += [("entry ghost", "+", "the answer")] * bool(new)
    keys += [("busy", "", "a colleague is busy")] * shared
    lines = "".join(
        f'<li><span class="key {look}">{sign}</span> {text}</li>' for look, sign, text in keys
    )
    return f'<ul class="legend" aria-label="Legend">{lines}</ul>'


def _notes(scenario: ExecScenario) -> str:
    """Notes below the columns: series, pending requests, last week's meetings, shared calendars."""
    calendar, lines = scenario.calendar, []
    for series in calendar.series:
        every = "every second" if series.fortnightly else "every"
        first = series.first.start
        lines.append(
            f"↻ <b>{escaped(series.title)}</b> <i>{escaped(series.id)}</i>: {every} {first:%A} "
            f"{clock(series.first)}, since {first.day} {first:%B}"
        )
    lines += [
        f"✉ <b>{escaped(asked.who)}</b> <i>{escaped(asked.id)}</i> asked earlier for "
        f"{asked.start:%A} {clock(asked)}: {asked.priority} priority"
        for asked in calendar.pending
    ]
    for last in calendar.last_week:
        who = escaped(scenario.sender.first_name)
        lines.append(f"Last week with {who}: {last.start:%A} {clock(last)}")
    for colleague in calendar.colleagues:
        name = _name(scenario, colleague.email)
        lines.append(
            f"{avatar(name)} {escaped(name)} shares a calendar: lane {escaped(name[:1].upper())}"
        )
    return (
        f'<ul class="notes">{"".join(f"<li>{line}</li>" for line in lines)}</ul>' if lines else ""
    )
