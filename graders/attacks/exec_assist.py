"""Scripted ways to answer an email without the work, from what a model may read and no more."""

import json
import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any

from desks.exec_assist.calendar import blocks, open_starts, to_zone
from desks.exec_assist.models import ExecScenario, Interval
from desks.exec_assist.prompt import prompt
from desks.exec_assist.wording import as_said, slot

_CLOCK = re.compile(r"\b[01]\d:[0-5]\d\b|\b2[0-3]:[0-5]\d\b")
_SENTENCE_END = re.compile(r"[.?!]\s")
_MINUTES = re.compile(r"\b(\d{1,3}) minutes\b")
_DAY = timedelta(days=1)


def answer(action: str, reply: str, **fields: Any) -> str:
    """An ExecAssist completion: what `fields` leaves out is empty."""
    empty = {"meeting_details": None, "proposed_slots": [], "reschedule": None}
    return json.dumps(
        {"conflicts": fields.pop("conflicts", []), "calendar_action": action}
        | empty
        | fields
        | {"email_reply": reply},
        ensure_ascii=False,
    )


def times_asked(s: ExecScenario) -> Iterator[Interval]:
    """What every sentence with a day, a time and a length asks for, by the executive's clock."""
    shown = s.calendar.days
    days = {f"{day.day} {day:%B}": day for d in shown for day in (d - _DAY, d + _DAY)}
    days |= {f"{day.day} {day:%B}": day for day in shown}
    for email in s.thread:
        for sentence in _SENTENCE_END.split(email.body):
            day = next((day for name, day in days.items() if f" {name}" in sentence), None)
            clocks, minutes = _CLOCK.findall(sentence), _MINUTES.search(sentence)
            if day is None or not clocks or (len(clocks) == 1 and not minutes):
                continue
            start, *_, end = [datetime.combine(day, time.fromisoformat(at)) for at in clocks * 2]
            # A range may run past midnight by the sender's clock.
            length = timedelta(minutes=int(minutes[1])) if minutes else (end - start) % _DAY
            if "my time" in sentence:
                start = to_zone(start, s.sender.zone, s.executive.zone)
            yield Interval(start=start, end=start + length)


def _first_asked(s: ExecScenario) -> Interval:
    return next(times_asked(s), _opening(s))


def _last_asked(s: ExecScenario) -> Interval:
    *_, last = [_opening(s), *times_asked(s)]
    return last


def _opening(s: ExecScenario) -> Interval:
    start = datetime.combine(s.calendar.days[0], s.calendar.opens)
    return Interval(start=start, end=start + timedelta(hours=1))


def _letter(s: ExecScenario, words: str) -> str:
    return f"Dear {s.sender.first_name}, {words} Best regards, {s.executive.name}"


def _topic(s: ExecScenario) -> str:
    return s.thread[0].subject.lower()


def _meeting(s: ExecScenario, at: Interval) -> dict[str, Any]:
    return {"title": s.thread[0].subject, **slot(at), "attendees": [s.sender.email]}


def constant(s: ExecScenario) -> str:
    """One polite letter, whatever came in."""
    return answer(
        "none",
        "Dear colleague, thank you for your message. I am happy to help and will come back to you "
        "with the details. Kind regards, the office",
    )


def hurried(s: ExecScenario) -> str:
    """Book the first time that the thread names, in a word."""
    at = _first_asked(s)
    return answer("book", f"Booked, {at.start:%H:%M}.", meeting_details=_meeting(s, at))


def conflict_blind(s: ExecScenario) -> str:
    """Book the last time that the thread names, politely, without a look at the calendar."""
    at = _last_asked(s)
    words = f"Thank you for your message. The {_topic(s)} is booked for {as_said(s, at)}."
    return answer("book", _letter(s, words), meeting_details=_meeting(s, at))


def copier(s: ExecScenario) -> str:
    """Paste the prompt into the reply."""
    return answer("none", prompt(s)[1]["content"])


def keyword_stuffer(s: ExecScenario) -> str:
    """Every word that a grader may look for, and every entry as a clash."""
    words = (
        "Thank you, please, kindly, I appreciate it. There is a conflict, a clash, an overlap; I "
        "am busy, already booked, unavailable. I can offer alternatives: another time, "
        "another slot. It is booked, moved, rescheduled, declined and confirmed."
    )
    at = _opening(s)
    return answer(
        "propose_alternatives",
        _letter(s, f"{words} {as_said(s, at)}."),
        conflicts=[event.id for event in s.calendar.events][:20],
        proposed_slots=[slot(at)],
    )


def always_none(s: ExecScenario) -> str:
    """A kind note and nothing else."""
    words = f"Thank you for your message about the {_topic(s)}. It is noted."
    return answer("none", _letter(s, words))


def always_decline(s: ExecScenario) -> str:
    """Decline with regrets."""
    words = (
        f"I am sorry, but I have to decline the {_topic(s)}: no slot is open before your deadline."
    )
    return answer("decline", _letter(s, words))


def always_reschedule(s: ExecScenario) -> str:
    """Move the first entry that may be moved, if any may, and book."""
    at = _last_asked(s)
    moved = max(s.calendar.events, key=lambda event: event.movable)
    free = open_starts(s.calendar, (*blocks(s.calendar), at), moved.end - moved.start)
    start = next(iter(free), moved.end)
    to = Interval(start=start, end=start + (moved.end - moved.start))
    return answer(
        "reschedule",
        _letter(s, f"The {_topic(s)} is booked for {as_said(s, at)}."),
        conflicts=[moved.id],
        meeting_details=_meeting(s, at),
        reschedule={"event_id": moved.id, **slot(to)},
    )


def earliest_slots(s: ExecScenario) -> str:
    """Offer the first slots that the executive's own calendar and earlier requests leave free."""
    asked = _first_asked(s)
    length = asked.end - asked.start
    taken = blocks(s.calendar, s.thread[-1].priority)
    starts = open_starts(s.calendar, taken, length)[:3]
    offers = [Interval(start=at, end=at + length) for at in starts]
    said = " or ".join(as_said(s, offer) for offer in offers)
    return answer(
        "propose_alternatives",
        _letter(s, f"Your time for the {_topic(s)} is not possible. I can offer {said}."),
        proposed_slots=[slot(offer) for offer in offers],
    )


def flood_proposals(s: ExecScenario) -> str:
    """Offer five hours blindly."""
    first = _opening(s)
    hours = [timedelta(hours=n) for n in (0, 1, 2, 3, 5)]
    offers = [Interval(start=first.start + h, end=first.end + h) for h in hours]
    said = ", ".join(as_said(s, offer) for offer in offers)
    return answer(
        "propose_alternatives",
        _letter(s, f"Thank you. For the {_topic(s)} I can offer {said}."),
        proposed_slots=[slot(offer) for offer in offers],
    )


def rambler(s: ExecScenario) -> str:
    """Book without a look, and talk on."""
    action = json.loads(conflict_blind(s))
    ramble = "As you know, these are busy days, and I always value our exchange very much indeed. "
    return json.dumps(action | {"email_reply": action["email_reply"] + " " + ramble * 15})
