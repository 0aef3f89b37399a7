"""Makes a case of the inbox of somebody's own email and calendar.

The truth is worked out as for every other case: from the reading that its owner confirmed, by the
solver that tries all slots.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from itertools import starmap
from zlib import crc32

from desks.exec_assist.calendar import blocks, clashes, solve, to_local
from desks.exec_assist.models import (
    Calendar,
    Email,
    Event,
    ExecScenario,
    Interval,
    Person,
    Priority,
    Request,
    Truth,
)
from desks.own import OWN
from desks.own.bounded import bounded
from desks.own.entries import on_days
from desks.own.errors import OwnError
from desks.own.ics import Entry, read_ics
from desks.own.message import Address, Message
from desks.own.reading import Reading
from desks.own.subjects import topic_of
from desks.own.text import is_writable, without_hidden

DAYS = 3
"""Working days that are shown, from the one that is asked for, or else the next."""
MAX_PEOPLE, MAX_PERSON = 19, 200
"""Who may come besides the sender, and characters of each: as many as an answer may invite."""


def entries_of(files: Iterable[tuple[str, bytes]], me: Person, days: Sequence[date]) -> list[Entry]:
    """What touches these days in the calendars of `me`, each (name, content) read in a process of
    its own. OwnError if one cannot be read."""
    options = {"zone": me.zone, "first": days[0], "last": days[-1], "me": me.email}
    return [one for name, data in files for one in bounded(read_ics, data, name, **options)]


def days_shown(reading: Reading, now: datetime, count: int = DAYS) -> tuple[date, ...]:
    """The day that is asked for and the working days after it, or else those after today."""
    first = reading.day or now.date() + timedelta(days=1)
    found: list[date] = [first] if reading.day else []
    at = first + timedelta(days=bool(found))
    while len(found) < count:
        if at.weekday() < 5:
            found.append(at)
        at += timedelta(days=1)
    return tuple(found)


def mail_case(
    thread: Sequence[Message],
    entries: Iterable[Entry],
    reading: Reading,
    me: Person,
    now: datetime,
    opens: time = time(9),
    closes: time = time(17),
    days: Sequence[date] = (),
    sender_zone: str = "",
    priority: Priority = "normal",
    name: str = "the email",
) -> ExecScenario:
    """The case of answering the last message of a thread, at `now` by the clock of `me`.

    `entries` are what is in the calendar on `days` (`days_shown`); `reading` what is asked for.
    OwnError if something is asked for of which day, start or length is not known, if no answer
    would be right, or if none could name those whom it must.
    """
    shown = tuple(days) or days_shown(reading, now)
    events = starmap(_event, enumerate(on_days(entries, shown, opens, closes), start=1))
    calendar = Calendar(days=shown, opens=opens, closes=closes, events=tuple(events))
    sender = _person(thread[-1].sender, sender_zone or me.zone)
    topic = topic_of(thread[-1].subject)
    reading = reading.model_copy(update={"people": _each_once(sender.email, reading.people)})
    for one in (me.name, sender.email, *reading.people):
        if not is_writable(one):
            raise OwnError(name, None, f"{one[:40]!r}: letters of the Latin script were expected")
    request = _request(reading, topic, sender, priority, name)
    acceptable = solve(calendar, request, now)
    if not acceptable:
        raise OwnError(name, None, "no answer is right: show more days, or give a deadline")
    taken = blocks(calendar, priority)
    slot = request.slot if request else None
    return ExecScenario(
        seed=crc32(thread[-1].body.encode("utf-8", "replace")),
        tier="medium",
        split="eval",
        situation=OWN,
        executive=me,
        now=now,
        thread=_emails(thread, sender, me, now, priority),
        inbox=(),
        calendar=calendar,
        contacts=(sender, *(_guest(one, me.zone) for one in reading.people)),
        truth=Truth(
            topic=topic,
            request=request,
            conflicts=clashes(taken, slot.start, slot.end) if slot else (),
            acceptable=acceptable,
        ),
    )


def _request(
    reading: Reading, topic: str, sender: Person, priority: Priority, name: str
) -> Request | None:
    if not reading.asks:
        return None
    for what in ("day", "start", "minutes"):
        if getattr(reading, what) is None:
            raise OwnError(name, None, f"the {what} that is asked for was expected: fill it in")
    if len(reading.people) > MAX_PEOPLE or any(len(one) > MAX_PERSON for one in reading.people):
        found = f"at most {MAX_PEOPLE} others were expected to come, of {MAX_PERSON} characters"
        raise OwnError(name, None, f"{found} each: take some out")
    start = datetime.combine(reading.day, reading.start)
    deadline = reading.deadline
    if deadline is not None and not isinstance(deadline, datetime):
        deadline = datetime.combine(deadline, time(23, 59))
    return Request(
        topic=topic,
        slot=Interval(start=start, end=start + timedelta(minutes=reading.minutes)),
        attendees=(sender.email, *reading.people),
        deadline=deadline,
        priority=priority,
    )


def _event(number: int, one: Entry) -> Event:
    status = "tentative" if one.free and one.status == "confirmed" else one.status
    title = one.title or "busy"
    return Event(id=f"e{number}", title=title, status=status, start=one.start, end=one.end)


def _emails(
    thread: Sequence[Message], sender: Person, me: Person, now: datetime, priority: Priority
) -> tuple[Email, ...]:
    known = {one.email.casefold(): one for one in (sender, me)}
    return tuple(
        Email(
            sender=known.get(one.sender.email.casefold()) or _person(one.sender, me.zone),
            sent=min(to_local(one.sent, me.zone), now) if one.sent else now,
            subject=one.subject,
            body=one.body,
            priority=priority,
        )
        for one in thread
    )


def _person(told: Address, zone: str) -> Person:
    said = without_hidden(told.name)
    last, comma, first = said.partition(",")
    name = f"{first} {last}" if comma and "," not in first else said
    name = " ".join(name.split() if is_writable(name) else ())
    name = name or told.email.partition("@")[0] or "Somebody"
    return Person(name=name, email=told.email or "unknown@example.com", zone=zone)


def _each_once(sender: str, people: Sequence[str]) -> tuple[str, ...]:
    """Who else is to come, each as named first; the sender comes anyway."""
    named = {sender.casefold(): sender}
    for one in people:
        named.setdefault(one.casefold(), one)
    return tuple(named.values())[1:]


def _guest(told: str, zone: str) -> Person:
    return Person(name=told.partition("@")[0] or told, email=told, zone=zone)
