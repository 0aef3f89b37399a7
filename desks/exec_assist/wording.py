"""How days, slots and cities are written in actions, replies and calendars."""

from datetime import date, datetime, time, timedelta

from desks.exec_assist.calendar import to_zone
from desks.exec_assist.models import ExecScenario, Interval


def day_in_words(at: datetime) -> str:
    """As in "Tuesday 10 March"."""
    return f"{at:%A} {at.day} {at:%B}"


def city(zone: str) -> str:
    """The city of an IANA zone, as in "New York"; the zone itself if it names none, as UTC."""
    return zone.rpartition("/")[2].replace("_", " ")


def clock_difference(home: str, zone: str, day: date) -> str:
    """The zone's city and its offset from home, as in "Chicago -5 h"; "" if it is home."""
    if zone == home:
        return ""
    noon = datetime.combine(day, time(12))
    return f"{city(zone)} {(to_zone(noon, home, zone) - noon) / timedelta(hours=1):+g} h"


def slot(at: Interval) -> dict[str, str]:
    """An interval in an action's format, local to the executive."""
    return {name: getattr(at, name).isoformat(timespec="minutes") for name in ("start", "end")}


def as_said(s: ExecScenario, at: Interval) -> str:
    """An interval as a reply names it, by the sender's clock."""
    start, end = (to_zone(t, s.executive.zone, s.sender.zone) for t in (at.start, at.end))
    theirs = " your time" if s.sender.zone != s.executive.zone else ""
    return f"{day_in_words(start)}, {start:%H:%M} to {end:%H:%M}{theirs}"
