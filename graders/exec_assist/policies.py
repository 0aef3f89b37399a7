"""Scripted policies that answer an email without doing the work, from what a model may see."""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

from desks.exec_assist.calendar import blocks, open_starts, to_zone
from desks.exec_assist.models import ExecScenario, Interval
from desks.exec_assist.prompt import prompt
from desks.exec_assist.wording import as_said, city, slot

_CLOCK = re.compile(r"\b(2[0-3]|[01]?\d)(?:[:.]([0-5]\d))?(?:(?<=[:.]\d\d)\b|(am|pm)\b)")
_TO = re.compile(r"\s*(?:to|till|until|and|[-\u2013])\s*")
_MATTER = re.compile(
    r"\b[A-Za-z]+ (?:review|plan|update|workshop|proposal|contract|summary|policy|strategy|timeline"
    r"|agreement|report)\b"
)
_MINUTES = re.compile(r"\b(\d{1,3}) minutes\b")
_DAY = timedelta(days=1)


def answer(action: str, reply: str, **fields: Any) -> str:
    """An ExecAssist completion; fields not given are empty."""
    empty = {"meeting_details": None, "proposed_slots": [], "reschedule": None}
    return json.dumps(
        {"conflicts": fields.pop("conflicts", []), "calendar_action": action}
        | empty
        | fields
        | {"email_reply": reply},
        ensure_ascii=False,
    )


def times_asked(s: ExecScenario) -> Iterator[Interval]:
    """The slot each email asks for, in the executive's time, if it names day, time and length."""
    for email in s.thread:
        text, days = email.body, list(_days(s, email.body))
        clocks, minutes = list(_CLOCK.finditer(text)), _MINUTES.search(text)
        ranges = [
            (one, two)
            for one, two in pairwise(clocks)
            if _TO.fullmatch(text, one.end(), two.start())
        ]
        if not days or not (ranges or (clocks and minutes)):
            continue
        first, last = ranges[0] if ranges else (clocks[0], None)
        _, day = min((abs(at - first.start()), day) for at, day in days)
        start = datetime.combine(day, _time(first))
        # A range may cross midnight in the sender's time zone.
        if last:
            length = (datetime.combine(day, _time(last)) - start) % _DAY
        else:
            length = timedelta(minutes=int(minutes[1]))
        if " my time" in text or f"{city(s.sender.zone)} time" in text:
            start = to_zone(start, s.sender.zone, s.executive.zone)
        yield Interval(start=start, end=start + length)


def _days(s: ExecScenario, text: str) -> Iterator[tuple[int, date]]:
    """(offset, day) of each mention of a day shown or, for other time zones, a day next to one."""
    shown = s.calendar.days
    for day in dict.fromkeys([*shown, *(one + by for one in shown for by in (-_DAY, _DAY))]):
        dated = f"{day.day} (?:{day:%B}|{day:%b})|{day:%B} {day.day}(?![:.]?\\d)"
        named = f"{dated}|{day:%A} the {day.day}[a-z]{{2}}"
        for found in re.finditer(rf"\b(?:{named})\b", text):
            yield found.start(), day


def _time(clock: re.Match[str]) -> time:
    hour, minute, half = clock.groups()
    late = 12 if half == "pm" else 0
    return time(int(hour) % 12 + late if half else int(hour), int(minute or 0))


def _first_asked(s: ExecScenario) -> Interval:
    return next(times_asked(s), _opening(s))


def _last_asked(s: ExecScenario) -> Interval:
    *_, last = [_opening(s), *times_asked(s)]
    return last


def _opening(s: ExecScenario) -> Interval:
    start = datetime.combine(s.calendar.days[0], s.calendar.opens)
    return Interval(start=start, end=start + timedelta(hours=1))


def letter(s: ExecScenario, words: str) -> str:
    """A letter to the sender that says these words."""
    return f"Dear {s.sender.first_name}, {words} Best regards, {s.executive.name}"


def _topic(s: ExecScenario) -> str:
    """A two-word topic found in the thread ("budget review"), or else the subject."""
    texts = [text for email in s.thread for text in (email.subject, email.body)]
    found = next(filter(None, map(_MATTER.search, texts)), None)
    return found[0].lower() if found else s.thread[0].subject.lower()


def _meeting(s: ExecScenario, at: Interval) -> dict[str, Any]:
    return {"title": _topic(s).capitalize(), **slot(at), "attendees": [s.sender.email]}


def constant(s: ExecScenario) -> str:
    """The same polite letter to every email."""
    return answer(
        "none",
        "Dear colleague, thank you for your message. I am happy to help and will come back to you "
        "with the details. Kind regards, the office",
    )


def hurried(s: ExecScenario) -> str:
    """Book the first time in the thread, with a curt reply."""
    at = _first_asked(s)
    return answer("book", f"Booked, {at.start:%H:%M}.", meeting_details=_meeting(s, at))


def conflict_blind(s: ExecScenario) -> str:
    """Book the last time in the thread, politely, without looking at the calendar."""
    at = _last_asked(s)
    words = f"Thank you for your message. The {_topic(s)} is booked for {as_said(s, at)}."
    return answer("book", letter(s, words), meeting_details=_meeting(s, at))


def copier(s: ExecScenario) -> str:
    """Paste the prompt into the reply."""
    return answer("none", prompt(s)[1]["content"])


def keyword_stuffer(s: ExecScenario) -> str:
    """Write every word that a grader may look for, and name every event as a conflict."""
    words = (
        "Thank you, please, kindly, I appreciate it. There is a conflict, a clash, an overlap; I "
        "am busy, already booked, unavailable. I can offer alternatives: another time, "
        "another slot. It is booked, moved, rescheduled, declined and confirmed."
    )
    at = _opening(s)
    return answer(
        "propose_alternatives",
        letter(s, f"{words} {as_said(s, at)}."),
        conflicts=[event.id for event in s.calendar.events][:20],
        proposed_slots=[slot(at)],
    )


def always_none(s: ExecScenario) -> str:
    """Send a kind note and do nothing."""
    words = f"Thank you for your message about the {_topic(s)}. It is noted."
    return answer("none", letter(s, words))


def always_decline(s: ExecScenario) -> str:
    """Decline with regrets."""
    words = (
        f"I am sorry, but I have to decline the {_topic(s)}: no slot is open before your deadline."
    )
    return answer("decline", letter(s, words))


def always_reschedule(s: ExecScenario) -> str:
    """Move the first movable event (else the first), if there is one, and book."""
    if not s.calendar.events:
        return conflict_blind(s)
    at = _last_asked(s)
    moved = max(s.calendar.events, key=lambda event: event.movable)
    free = open_starts(s.calendar, (*blocks(s.calendar), at), moved.end - moved.start)
    start = next(iter(free), moved.end)
    to = Interval(start=start, end=start + (moved.end - moved.start))
    return answer(
        "reschedule",
        letter(s, f"The {_topic(s)} is booked for {as_said(s, at)}."),
        conflicts=[moved.id],
        meeting_details=_meeting(s, at),
        reschedule={"event_id": moved.id, **slot(to)},
    )


def earliest_slots(s: ExecScenario) -> str:
    """Offer the first slots left free by the executive's calendar and earlier requests."""
    asked = _first_asked(s)
    length = asked.end - asked.start
    taken = blocks(s.calendar, s.thread[-1].priority)
    starts = open_starts(s.calendar, taken, length)[:3]
    offers = [Interval(start=at, end=at + length) for at in starts]
    said = " or ".join(as_said(s, offer) for offer in offers)
    return answer(
        "propose_alternatives",
        letter(s, f"Your time for the {_topic(s)} is not possible. I can offer {said}."),
        proposed_slots=[slot(offer) for offer in offers],
    )


def flood_proposals(s: ExecScenario) -> str:
    """Offer five one-hour slots blindly."""
    first = _opening(s)
    hours = [timedelta(hours=n) for n in (0, 1, 2, 3, 5)]
    offers = [Interval(start=first.start + h, end=first.end + h) for h in hours]
    said = ", ".join(as_said(s, offer) for offer in offers)
    return answer(
        "propose_alternatives",
        letter(s, f"Thank you. For the {_topic(s)} I can offer {said}."),
        proposed_slots=[slot(offer) for offer in offers],
    )


def rambler(s: ExecScenario) -> str:
    """Book without looking at the calendar, and ramble."""
    action = json.loads(conflict_blind(s))
    ramble = "As you know, these are busy days, and I always value our exchange very much indeed. "
    return json.dumps(action | {"email_reply": action["email_reply"] + " " + ramble * 15})
