"""What an agent reads: the rules, the calendar as it stands, and the waiting mails."""

import json
from collections.abc import Iterable, Iterator
from datetime import date

from desks.exec_assist.models import Calendar, ExecAction
from desks.exec_assist.prompt import (
    RULES,
    colleagues,
    entries,
    heading,
    message,
    met_last_week,
    repeating,
)
from desks.exec_assist.wording import clock_difference
from desks.schema import schema_of
from envs.exec_assist_inbox.models import Mail, Morning

SYSTEM = f"""\
You are the assistant of an executive. Answer the emails of the morning one by one, the most \
urgent first, each with the email's id and one JSON object. The calendar changes with what you \
book and move.

{RULES}
- Other open emails: one of higher priority, or of the same and further up, goes first; the time \
it asks for blocks, and its id belongs in conflicts.
- decline also where fewer than two slots are open.
- Move, book and invite nothing that nobody asked for.

JSON schema: {json.dumps(schema_of(ExecAction))}"""


def render_observation(morning: Morning, calendar: Calendar, waiting: Iterable[Mail]) -> str:
    """Everything an agent needs to know: the waiting mails, the calendar, the people."""
    lines = [line for mail in waiting for line in _mail(morning, mail)]
    return "\n".join([*lines, *_calendar(morning, calendar), *_people(morning, calendar)])


def render_changed_days(morning: Morning, before: Calendar, after: Calendar) -> list[str]:
    """The lines of the days that an answer has changed, as they are now."""
    return [
        line
        for day in after.days
        if _day(morning, before, day) != (now := _day(morning, after, day))
        for line in now
    ]


def short_label(mail: Mail) -> str:
    """A waiting mail in short, as in "m2 (high)"."""
    return f"{mail.id} ({mail.priority})"


def _mail(morning: Morning, mail: Mail) -> Iterator[str]:
    """A mail with its id and its sender, who may be in another time zone; no clock changes on the
    days shown."""
    sender = mail.sender
    clock = clock_difference(morning.executive.zone, sender.zone, morning.calendar.days[0])
    for email in mail.thread:
        yield f"{mail.id} From: {sender.name} <{sender.email}>" + (f", {clock}" if clock else "")
        yield from message(email)
    for last in mail.last_week:
        yield met_last_week(sender, last)
    yield ""


def _calendar(morning: Morning, calendar: Calendar) -> Iterator[str]:
    yield from heading(morning.executive, morning.now, calendar)
    for day in calendar.days:
        yield from _day(morning, calendar, day)
    yield from map(repeating, calendar.series)


def _day(morning: Morning, calendar: Calendar, day: date) -> list[str]:
    gaps = morning.tier != "hard"
    return [f"{day:%a %Y-%m-%d}", *entries(calendar, day, gaps=gaps)]


def _people(morning: Morning, calendar: Calendar) -> Iterator[str]:
    """Colleagues and further contacts; the senders' addresses are above their mails."""
    yield from colleagues(calendar, morning.contacts)
    senders = {mail.sender for mail in morning.mails}
    if others := [person for person in morning.contacts if person not in senders]:
        yield "Contacts:"
        yield from (f"{person.name} <{person.email}>" for person in others)
