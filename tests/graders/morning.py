"""One hand-made morning for the executive assistant, and an action for each way that it may go.

Monday 9 March 2026, Berlin. Dana Whitfield, who is in New York (five hours back in that week), asks
for 14:00 to 15:00 about the pricing review, with Omar. e1 stands from 9:00 to 10:00, e2 from 14:30
to 15:30 where the case says so.
"""

import json
from datetime import date, datetime, time
from typing import Any

from desks.exec_assist.calendar import blocks, clashes, solve
from desks.exec_assist.models import (
    Calendar,
    Email,
    Event,
    ExecScenario,
    Interval,
    Person,
    Request,
    Truth,
)

DAY = date(2026, 3, 9)
DANA = Person(name="Dana Whitfield", email="dana@acme.example", zone="America/New_York")
OMAR = Person(name="Omar Okafor", email="omar@acme.example", zone="America/New_York")
ALEX = Person(name="Alex Moretti", email="alex@home.example", zone="Europe/Berlin")


def at(clock: str) -> datetime:
    return datetime.combine(DAY, time.fromisoformat(clock))


def event(number: int, start: str, end: str, **rest: Any) -> Event:
    return Event(id=f"e{number}", title="Standup", start=at(start), end=at(end), **rest)


def morning(*events: Event, asks: bool = True, **wish: Any) -> ExecScenario:
    calendar = Calendar(days=(DAY,), opens=time(9), closes=time(17), events=events)
    slot = Interval(start=at("14:00"), end=at("15:00"))
    request = Request(topic="pricing review", slot=slot, attendees=(DANA.email, OMAR.email), **wish)
    body = "Could we meet on Monday 9 March, 14:00 to 15:00 your time about the pricing review?"
    return ExecScenario(
        seed=0,
        tier="hard",
        split="eval",
        situation="by_hand",
        executive=ALEX,
        now=datetime(2026, 3, 6, 8),
        thread=(Email(sender=DANA, sent=datetime(2026, 3, 6, 7), subject="Pricing", body=body),),
        inbox=(),
        calendar=calendar,
        contacts=(DANA, OMAR),
        truth=Truth(
            topic="pricing review",
            request=request if asks else None,
            conflicts=clashes(blocks(calendar), slot.start, slot.end) if asks else (),
            acceptable=solve(calendar, request if asks else None),
        ),
    )


EARLY = event(1, "09:00", "10:00")
FREE = morning(EARLY)
TAKEN = morning(EARLY, event(2, "14:30", "15:30"))
MOVABLE = morning(EARLY, event(2, "14:30", "15:30", movable=True), priority="high")
FULL = morning(event(1, "09:00", "13:00"), event(2, "13:00", "17:00"), deadline=at("16:00"))
NEWS = morning(EARLY, asks=False)


def slot(start: str, end: str) -> dict[str, str]:
    return {"start": f"2026-03-09T{start}", "end": f"2026-03-09T{end}"}


def meeting(start: str = "14:00", end: str = "15:00", **rest: Any) -> dict[str, Any]:
    people = [DANA.email, OMAR.email]
    return {"title": "Pricing review", **slot(start, end), "attendees": people} | rest


def action(kind: str, reply: str, **fields: Any) -> str:
    empty = {"meeting_details": None, "proposed_slots": [], "reschedule": None}
    return json.dumps(
        {"conflicts": [], "calendar_action": kind} | empty | fields | {"email_reply": reply}
    )


def letter(words: str) -> str:
    return f"Dear Dana,\n{words}\nBest regards,\nAlex Moretti"


BOOKED = letter("The pricing review is booked for Monday 9 March, 9:00 to 10:00 your time.")
OFFER = letter(
    "Your time for the pricing review is not possible. "
    "I can offer Monday 9 March, 06:00 or Monday 9 March, 07:00 your time."
)
OFFERS = [slot("11:00", "12:00"), slot("12:00", "13:00")]
NOTED = letter("Thank you for the news about the pricing review.")
DECLINED = letter(
    "I have to decline the pricing review: no slot is open before your deadline on Monday."
)

MORNINGS: dict[str, tuple[ExecScenario, str, dict[str, Any]]] = {
    "book": (FREE, BOOKED, {"meeting_details": meeting()}),
    "propose_alternatives": (TAKEN, OFFER, {"proposed_slots": OFFERS}),
    "decline": (FULL, DECLINED, {}),
    "none": (NEWS, NOTED, {}),
}
"""For each kind of action a world in which it is right, a letter that says so, and its fields."""
