"""How a day, a slot and a city are written: in actions, in letters, in the calendar."""

from datetime import datetime

from desks.exec_assist.calendar import to_zone
from desks.exec_assist.models import ExecScenario, Interval


def day_in_words(at: datetime) -> str:
    """Tuesday 10 March."""
    return f"{at:%A} {at.day} {at:%B}"


def city(zone: str) -> str:
    """What people call the clock of an IANA zone: New York."""
    return zone.split("/")[1].replace("_", " ")


def slot(at: Interval) -> dict[str, str]:
    """An interval as an action gives it, local to the executive."""
    return {name: getattr(at, name).isoformat(timespec="minutes") for name in ("start", "end")}


def as_said(s: ExecScenario, at: Interval) -> str:
    """An interval as a letter names it, by the sender's clock."""
    start, end = (to_zone(t, s.executive.zone, s.sender.zone) for t in (at.start, at.end))
    theirs = " your time" if s.sender.zone != s.executive.zone else ""
    return f"{day_in_words(start)}, {start:%H:%M} to {end:%H:%M}{theirs}"
