"""The prompt for a scenario, and the oracle's answer."""

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from typing import Any

from desks.desk import Message
from desks.exec_assist.calendar import blocks
from desks.exec_assist.models import (
    Calendar,
    Email,
    Event,
    ExecAction,
    ExecScenario,
    Interval,
    Pending,
    Person,
    Series,
)
from desks.exec_assist.wording import as_said, city, clock_difference, day_in_words, slot
from desks.schema import schema_of

RULES = """\
- Times are ISO 8601 (2026-03-10T14:00) by the executive's clock; "(Chicago -5 h)" is the \
sender's. Leave null or empty what the action does not use.
- conflicts: ids of the entries and requests (not colleagues) that clash with the slot asked \
for. Tentative and cancelled entries do not block; a series blocks on the days it meets; an \
earlier request blocks unless its priority is lower than the sender's.
- attendees: addresses of the sender and whoever else is asked for. Who shows no busy times is free.
- book: the slot asked for is in the working hours and all are free.
- propose_alternatives: it is not; offer two or more open slots of that length, on the days \
shown, starting on the hour or half hour, over by the deadline.
- reschedule: only at high priority, if one movable entry alone is in the way: move it to \
any open slot, even after the deadline, and give the meeting in meeting_details.
- decline: no slot is open before the deadline.
- none: nothing is asked for.
- email_reply: address the sender by name, take up the matter, tell the decision with all times \
by the sender's clock, and sign with the executive's name."""
"""What each field of an action is for, and when each action is right."""

_SYSTEM = f"""\
You are the assistant of an executive. Answer the last email of the thread with one JSON object \
and nothing else.

{RULES}

JSON schema: {json.dumps(schema_of(ExecAction))}"""


def prompt(scenario: ExecScenario) -> list[Message]:
    """A system message (task, rules, JSON schema) and a user message (thread, calendar, people)."""
    return [
        {"role": "system", "content": _SYSTEM},
        {"role": "user", "content": "\n".join(_lines(scenario))},
    ]


# -- the user message ---


def _lines(s: ExecScenario) -> Iterator[str]:
    for email in s.thread:
        yield f"From: {email.sender.name} <{email.sender.email}>"
        yield from message(email)
        yield ""
    yield from office(s)


def office(s: ExecScenario) -> Iterator[str]:
    """Everything besides the thread: the calendar and the contacts."""
    sender = s.sender
    yield from heading(s.executive, s.now, s.calendar)
    for day in s.calendar.days:
        clock = clock_difference(s.executive.zone, sender.zone, day)
        yield f"{day:%a %Y-%m-%d}" + (f" ({clock})" if clock else "")
        yield from entries(s.calendar, day, gaps=s.tier != "hard", now=s.now)
    for series in s.calendar.series:
        yield repeating(series)
    if s.calendar.pending:
        yield "Unanswered requests:"
        yield from map(_asked_earlier, s.calendar.pending)
    for last in s.calendar.last_week:
        yield met_last_week(sender, last)
    yield from colleagues(s.calendar, s.contacts)
    yield "Contacts:"
    for person in s.contacts:
        if person.email != sender.email:
            yield f"{person.name} <{person.email}>"


def heading(executive: Person, now: datetime, calendar: Calendar) -> Iterator[str]:
    """Whose calendar it is, what time it is there, and the working hours."""
    yield f"Calendar of {executive.name}, {city(executive.zone)}"
    yield f"Now: {now:%a %Y-%m-%d %H:%M}"
    yield f"Hours: {calendar.opens:%H:%M}-{calendar.closes:%H:%M}"


def message(email: Email) -> Iterator[str]:
    """An email's priority, subject and body."""
    yield f"Priority: {email.priority}"
    yield f"Subject: {email.subject}"
    yield email.body


def entries(
    calendar: Calendar, day: date, gaps: bool, now: datetime = datetime.min
) -> Iterator[str]:
    """A line for each single entry of a day and, if `gaps`, one for its free times from `now`
    on."""
    for event in calendar.events:
        if event.start.date() == day:
            yield _entry(event)
    if gaps:
        yield f"free: {', '.join(_gaps(calendar, day, now)) or 'nothing'}"


def met_last_week(sender: Person, last: Interval) -> str:
    """A line for last week's meeting with the sender."""
    return f"Last week with {sender.first_name}: {last.start:%a} {last.hours}"


def colleagues(calendar: Calendar, contacts: Iterable[Person]) -> Iterator[str]:
    """A line for each contact who shares their busy times."""
    names = {person.email: person.name for person in contacts}
    for one in calendar.colleagues:
        busy = ", ".join(f"{i.start:%a} {i.hours}" for i in one.busy)
        yield f"{names[one.email]} is busy: {busy}"


def _entry(event: Event) -> str:
    marks = [] if event.status == "confirmed" else [event.status]
    marks += ["movable"] if event.movable else []
    return f"{event.hours} {event.id} {event.title}" + (f" ({', '.join(marks)})" if marks else "")


def repeating(series: Series) -> str:
    """A recurring meeting: its weekday, hours and first date."""
    every = "every second" if series.fortnightly else "every"
    first = series.first.start
    what = f"{series.first.hours} {series.id} {series.title}"
    return f"{every} {first:%A} {what} (since {first:%Y-%m-%d})"


def _asked_earlier(pending: Pending) -> str:
    when = f"{pending.start:%a} {pending.hours}"
    return f"{when} {pending.id} {pending.who} ({pending.priority} priority)"


def _gaps(calendar: Calendar, day: date, now: datetime) -> Iterator[str]:
    at = max(datetime.combine(day, calendar.opens), now)
    closes = datetime.combine(day, calendar.closes)
    for block in blocks(calendar):
        if block.start.date() != day:
            continue
        if block.start > at:
            yield f"{at:%H:%M}-{block.start:%H:%M}"
        at = max(at, block.end)
    if at < closes:
        yield f"{at:%H:%M}-{closes:%H:%M}"


# -- the best answer ---


def oracle(scenario: ExecScenario) -> str:
    """The ideal honest completion, built from the hidden truth: bare JSON on one line."""
    return json.dumps(_answer(scenario))


def _answer(s: ExecScenario) -> dict[str, Any]:
    accepted = s.truth.acceptable[0]
    answer: dict[str, Any] = {
        "conflicts": list(s.truth.conflicts),
        "calendar_action": accepted.action,
        "meeting_details": None,
        "proposed_slots": [],
        "reschedule": None,
    }
    request, topic = s.truth.request, s.truth.topic
    if request is None:
        words = f"Thank you for the news about the {topic}. It is noted."
        return answer | {"email_reply": _letter(s, words)}
    asked = request.slot
    length = asked.end - asked.start
    if accepted.action in ("book", "reschedule"):
        answer["meeting_details"] = {
            "title": topic.capitalize(),
            **slot(asked),
            "attendees": list(request.attendees),
        }
        words = f"The {topic} is booked for {as_said(s, asked)}."
        if accepted.action == "reschedule":
            moved = next(e for e in s.calendar.events if e.id == accepted.event_id)
            start = _nearest(accepted.starts, moved.start)[0]
            to = Interval(start=start, end=start + (moved.end - moved.start))
            answer["reschedule"] = {"event_id": moved.id, **slot(to)}
    elif accepted.action == "propose_alternatives":
        first, second = _two_apart(_nearest(accepted.starts, asked.start), length)
        offers = [Interval(start=at, end=at + length) for at in sorted((first, second))]
        answer["proposed_slots"] = [slot(offer) for offer in offers]
        said = " or ".join(as_said(s, offer) for offer in offers)
        rivals = {pending.id for pending in s.calendar.pending}
        why = ": another request goes first" if rivals & set(s.truth.conflicts) else ""
        words = f"Your time for the {topic} is not possible{why}. I can offer {said}."
    else:  # the deadline's day is in the executive's time zone
        until = request.deadline and f" before your deadline on {day_in_words(request.deadline)}"
        words = f"I am sorry, but I have to decline the {topic}: no slot is open{until or ''}."
    return answer | {"email_reply": _letter(s, words)}


def _letter(s: ExecScenario, words: str) -> str:
    return f"Dear {s.sender.first_name},\n{words}\nBest regards,\n{s.executive.name}"


def _nearest(starts: tuple[datetime, ...], wish: datetime) -> list[datetime]:
    return sorted(starts, key=lambda at: (abs(at - wish), at))


def _two_apart(starts: list[datetime], length: timedelta) -> tuple[datetime, datetime]:
    """The first start and the next one that does not overlap it, or else just the next."""
    first, *rest = starts
    return first, next((at for at in rest if abs(at - first) >= length), rest[0])
