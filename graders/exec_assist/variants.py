"""Variants of an email's answer: single defects, harmless rewordings, polished wrong answers."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from zoneinfo import ZoneInfo

from desks.exec_assist.calendar import blocks
from desks.exec_assist.models import CalendarAction, ExecScenario, Interval
from desks.exec_assist.wording import slot
from graders.exec_assist import policies
from graders.grading import Answer, Variants

FILLER = (
    "It has been quite a week on our side.",
    "The weather here has been mild for the season.",
    "There is a lot going on at this time of the year.",
    "The history of cinema is a subject of its own.",
)
_ISO, _UTC = "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%SZ"
_TIME = re.compile(r"\d\d:\d\d")
_SIGNED = re.compile(r"Best regards,\s*.*$")
_GREETING = re.compile(r"^[^,\n]+,\s*")
_DAY = re.compile(r"([A-Z][a-z]+day) (\d{1,2}) ([A-Z][a-z]+)")
_HALF_HOUR, _HOUR = timedelta(minutes=30), timedelta(hours=1)
_DECLINED = "I am sorry, but I have to decline the meeting."
_BOOKED = "The meeting is booked for the time that you asked for."
_CURT = {"propose_alternatives": "Other times?", "decline": "Declined.", "none": "Noted."}


def plain(s: ExecScenario, answer: Answer) -> Answer:
    """The right calendar action with a reply of a word or two that just states it."""
    return answer | {"email_reply": _CURT.get(answer["calendar_action"], "Booked.")}


# -- wrong, in the best style ---


def wrong(s: ExecScenario, answer: Answer, other: Answer) -> dict[str, Answer]:
    """Well-written answers with a wrong outcome: another email's, an hour late, another action."""
    found = {
        "another email's answer": other | {"email_reply": _addressed(s, other["email_reply"])},
        "an hour late": json.loads(_TIME.sub(_hour_later, json.dumps(answer))),
        "books regardless": json.loads(policies.conflict_blind(s)),
        "offers the first slots": json.loads(policies.earliest_slots(s)),
        "declines": json.loads(policies.always_decline(s)),
        "does nothing": json.loads(policies.always_none(s)),
    }
    return {name: one for name, one in found.items() if not _is_right(s, one)}


def _addressed(s: ExecScenario, reply: str) -> str:
    words = _GREETING.sub(f"Dear {s.sender.first_name}, ", reply)
    return _SIGNED.sub(f"Best regards, {s.executive.name}", words)


def _hour_later(found: re.Match[str]) -> str:
    return (datetime.strptime(found[0], "%H:%M") + _HOUR).strftime("%H:%M")


def _is_right(s: ExecScenario, answer: Answer) -> bool:
    """Whether the truth accepts the outcome, ignoring attendees and wording."""
    accepted = s.truth.accepts(answer["calendar_action"])
    if accepted is None:
        return False
    right = {start.strftime(_ISO) for start in accepted.starts}
    if accepted.action == "book":
        return answer["meeting_details"]["start"] in right
    if accepted.action == "propose_alternatives":
        offers = answer["proposed_slots"]
        return bool(offers) and all(one["start"] in right for one in offers)
    if accepted.action == "reschedule":
        asked = s.truth.request.slot.start.strftime(_ISO)
        moved, booked = answer["reschedule"], answer["meeting_details"]
        return moved["start"] in right and booked["start"] == asked
    return True


# -- one defect each ---


def defects(s: ExecScenario, answer: Answer) -> dict[str, Answer]:
    """The answer with a single defect, for every defect that applies, by name."""
    return {
        name: answer | change
        for kind in (_reply, _conflicts, _kinds, _meeting, _moves, _proposals)
        for name, change in kind(s, answer)
    }


Changes = Iterator[tuple[str, Answer]]


def _reply(s: ExecScenario, answer: Answer) -> Changes:
    text = answer["email_reply"]
    yield "an empty reply", {"email_reply": ""}
    elsewhere = text.replace(s.sender.first_name, "Wilbur", 1)
    yield "a reply to somebody else", {"email_reply": elsewhere}
    opposite = _DECLINED if answer["calendar_action"] in ("book", "reschedule") else _BOOKED
    contradiction = _addressed(s, f"Dear all, {opposite}")
    yield "a reply that says the opposite", {"email_reply": contradiction}
    if found := _TIME.search(text):
        late = text.replace(found[0], _hour_later(found), 1)
        yield "a reply with another hour", {"email_reply": late}
    if answer["calendar_action"] != "decline" and (found := _DAY.search(text)):
        year = s.calendar.days[0].year
        day = datetime.strptime(f"{found[2]} {found[3]} {year}", "%d %B %Y") + timedelta(days=7)
        moved = f"{found[1]} {day.day} {day:%B}"
        yield "a reply with another date", {"email_reply": text.replace(found[0], moved)}


def _conflicts(s: ExecScenario, answer: Answer) -> Changes:
    if known := answer["conflicts"]:
        yield "a clash overlooked", {"conflicts": known[1:]}
    if free := [event.id for event in s.calendar.events if event.id not in known]:
        yield "a clash invented", {"conflicts": [*known, free[0]]}


def _kinds(s: ExecScenario, answer: Answer) -> Changes:
    for kind in get_args(CalendarAction):
        if s.truth.accepts(kind) is None:
            yield f"the action {kind}", {"calendar_action": kind}


def _meeting(s: ExecScenario, answer: Answer) -> Changes:
    details, request = answer["meeting_details"], s.truth.request
    if details is None:
        if request is not None:
            stray = {"title": "Meeting", **slot(request.slot), "attendees": []}
            yield "a booking besides", {"meeting_details": stray}
        return

    def changed(**fields: Any) -> Answer:
        return {"meeting_details": details | fields}

    yield "no details", {"meeting_details": None}
    yield "half an hour late", changed(**_shifted(details, _HALF_HOUR))
    yield "a day late", changed(**_shifted(details, timedelta(days=1)))
    yield "half an hour longer", changed(end=_later(details["end"], _HALF_HOUR))
    for taken in _taken(s, details):
        yield "a slot that clashes", changed(**taken)
    yield "nobody invited", changed(attendees=[])
    yield "a stranger invited", changed(attendees=[*request.attendees, "walt@elsewhere.example"])
    for person in s.contacts:
        if person.email not in request.attendees:
            yield "a guest too many", changed(attendees=[*request.attendees, person.email])
    if len(request.attendees) > 1:
        yield "a guest forgotten", changed(attendees=list(request.attendees[:-1]))


def _moves(s: ExecScenario, answer: Answer) -> Changes:
    move = answer["reschedule"]
    if move is None:
        for event in s.calendar.events[-1:]:
            away = _shifted(slot(event), timedelta(hours=2))
            yield "a move that nobody asked for", {"reschedule": {"event_id": event.id, **away}}
        return
    yield "the move left out", {"reschedule": None}
    for taken in _taken(s, move):
        yield "moved onto a meeting", {"reschedule": move | taken}
    for other in [event.id for event in s.calendar.events if event.id != move["event_id"]][:1]:
        yield "another entry moved", {"reschedule": move | {"event_id": other}}
    yield "moved for longer", {"reschedule": move | {"end": _later(move["end"], _HALF_HOUR)}}


def _proposals(s: ExecScenario, answer: Answer) -> Changes:
    offers = answer["proposed_slots"]
    if not offers:
        for taken in blocks(s.calendar)[:1]:
            yield "a slot offered besides", {"proposed_slots": [slot(taken)]}
        return
    first, *rest = offers

    def changed(one: Answer) -> Answer:
        return {"proposed_slots": [one, *rest]}

    for taken in _taken(s, first):
        yield "an offer that clashes", changed(taken)
    yield "an offer at night", changed(_shifted(first, timedelta(hours=11)))
    yield "an offer too long", changed(first | {"end": _later(first["end"], _HOUR)})
    yield "a single offer", {"proposed_slots": rest}
    yield "an offer made twice", changed(rest[0])


def _taken(s: ExecScenario, like: Answer) -> list[Answer]:
    """A slot of the same length, starting when a meeting outside the true conflicts starts; none
    if there is no such meeting."""
    starts = [b.start for b in blocks(s.calendar) if b.id not in s.truth.conflicts]
    length = _moment(like["end"]) - _moment(like["start"])
    return [slot(Interval(start=start, end=start + length)) for start in starts[:1]]


def _moment(text: str) -> datetime:
    return datetime.strptime(text, _ISO)


def _later(text: str, by: timedelta) -> str:
    return (_moment(text) + by).strftime(_ISO)


def _shifted(at: Answer, by: timedelta) -> Answer:
    return {"start": _later(at["start"], by), "end": _later(at["end"], by)}


# -- the same in other words ---


def rewordings(s: ExecScenario, answer: Answer) -> dict[str, Answer]:
    """The answer in other words or formats, with the same outcome and message."""
    text, details = answer["email_reply"], answer["meeting_details"]
    guests_reversed = details and details | {"attendees": details["attendees"][::-1]}

    def zoned(at: datetime) -> datetime:
        return at.replace(tzinfo=ZoneInfo(s.executive.zone))

    texts = {
        "another greeting": text.replace("Dear", "Hello", 1),
        "another closing": text.replace("Best regards", "Kind regards"),
        "thanks before": _GREETING.sub(r"\g<0>Thank you for your message. ", text),
        "one line": " ".join(text.split()),
        "blank lines": text.replace("\n", "\n\n"),
        "a twelve-hour clock": _TIME.sub(_twelve_hours, text),
        "the month before the day": _DAY.sub(r"\1, \3 \2", text),
        "no weekday": _DAY.sub(r"\2 \3", text),
    }
    return {
        "seconds": _each_time(answer, lambda at: at.isoformat(timespec="seconds")),
        "an offset": _each_time(answer, lambda at: zoned(at).isoformat(timespec="minutes")),
        "universal time": _each_time(answer, lambda at: zoned(at).astimezone(UTC).strftime(_UTC)),
        "offers in another order": answer | {"proposed_slots": answer["proposed_slots"][::-1]},
        "guests in another order": answer | {"meeting_details": guests_reversed},
        **{name: answer | {"email_reply": other} for name, other in texts.items()},
    }


def _twelve_hours(found: re.Match[str]) -> str:
    at = datetime.strptime(found[0], "%H:%M")
    return f"{at.hour % 12 or 12}:{at:%M} {'am' if at.hour < 12 else 'pm'}"


def _each_time(answer: Answer, put: Callable[[datetime], str]) -> Answer:
    def rewritten(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                name: put(_moment(one)) if name in ("start", "end") else rewritten(one)
                for name, one in value.items()
            }
        return [rewritten(one) for one in value] if isinstance(value, list) else value

    return rewritten(answer)


VARIANTS = Variants(FILLER, plain, wrong, defects, rewordings)
