"""What a calendar draws, read back from its HTML."""

import json
import re
from datetime import date, datetime, time
from html import unescape

import pytest

from desks import load
from desks.exec_assist.models import (
    Calendar,
    Event,
    ExecAction,
    ExecScenario,
    FreeBusy,
    Interval,
    Pending,
    Person,
    Series,
)
from graders import grade
from ui.inbox.calendar import draw
from ui.inbox.clocks import now
from ui.inbox.email_form import BLANK
from ui.inbox.tab import outcome

DAYS = (date(2026, 3, 9), date(2026, 3, 10))
BERLIN = Person(name="Eva Amadi", email="eva@a.example", zone="Europe/Berlin")
INVITED = Person(name="Kim Voss", email="kim@a.example", zone="Europe/Berlin")


def at(hour: float, day: int = 0) -> datetime:
    return datetime.combine(DAYS[day], time(int(hour), round(hour % 1 * 60)))


def event(name: str, start: float, end: float, **other) -> Event:
    return Event(id=name, title=f"The {name}", start=at(start), end=at(end), **other)


CALENDAR = Calendar(
    days=DAYS,
    opens=time(9),
    closes=time(17),
    events=(
        event("fixed", 10, 11),
        event("maybe", 12, 13, status="tentative"),
        event("gone", 13, 14, status="cancelled"),
        event("loose", 15, 16, movable=True),
    ),
    series=(
        Series(
            id="weekly",
            title="The weekly",
            first=Interval(start=datetime(2026, 3, 3, 9), end=datetime(2026, 3, 3, 10)),
            rule="FREQ=WEEKLY",
        ),
    ),
    colleagues=(FreeBusy(email=INVITED.email, busy=(Interval(start=at(14), end=at(15)),)),),
)


def scenario(zone: str = "Europe/Berlin") -> ExecScenario:
    """A calendar known to the minute; its sender lives in `zone`, and asks for nothing."""
    base = load("exec_assist").scenario(seed=0, tier="easy", split="eval")
    last = base.thread[-1]
    sender = last.sender.model_copy(update={"zone": zone})
    return base.model_copy(
        update={
            "executive": BERLIN,
            "now": at(9),
            "calendar": CALENDAR,
            "contacts": (INVITED,),
            "thread": (last.model_copy(update={"sender": sender}),),
            "truth": base.truth.model_copy(update={"request": None}),
        }
    )


def book(start: float, end: float, *who: str) -> ExecAction:
    meeting = {
        "title": "The booking",
        "start": f"{at(start):%Y-%m-%dT%H:%M}",
        "end": f"{at(end):%Y-%m-%dT%H:%M}",
        "attendees": list(who),
    }
    return ExecAction.model_validate(BLANK | {"meeting_details": meeting})


def said(drawn: str) -> dict[str, str]:
    """What a screen reader says of each entry, by its title."""
    lines = re.findall(r'</span><span class="unseen">(.*?)</span></li>', drawn)
    titled = (re.fullmatch(r"[\d:–]+ (.*?): (.*)", unescape(line)) for line in lines)
    return {found[1]: found[2] for found in titled if found}


def test_every_state_is_said_and_has_a_look_of_its_own():
    drawn = draw(scenario(), None, {"fixed": "against"})
    assert said(drawn) == {
        "The fixed": "confirmed, evidence against the answer",
        "The maybe": "tentative",
        "The gone": "cancelled",
        "The loose": "confirmed, movable",
        "The weekly": "repeats",
    }
    for look in ("entry tentative", "entry cancelled", "entry series", "entry confirmed against"):
        assert f'class="{look}' in drawn
    assert "ghost" not in drawn
    assert "clash" not in drawn


def test_the_working_hours_are_the_open_part_of_each_day():
    drawn = draw(scenario(), book(7, 8), {})
    boxes = re.findall(r'class="open" style="--top:([\d.]+);--bottom:([\d.]+)', drawn)
    assert boxes == [("0.2000", "1.0000")] * 2, "7 to 17 is drawn, of which 9 to 17 is open"
    assert said(drawn)["The booking"] == "put there by the answer, outside working hours"


@pytest.mark.parametrize(
    ("start", "end", "who", "clashes", "why"),
    [
        (9, 10, (), 0, "free until the next begins"),
        (9.5, 10.5, (), 1, "half of it is taken"),
        (12, 14, (), 0, "tentative and cancelled entries do not block"),
        (15, 16, (), 1, "a movable one blocks until it is moved"),
        (14, 15, (), 0, "a colleague who is not invited"),
        (14, 15, (INVITED.email,), 1, "a colleague who is"),
        (10, 16, (INVITED.email,), 3, "all of them"),
    ],
)
def test_what_a_booking_clashes_with_is_hatched_and_named(start, end, who, clashes, why):
    assert draw(scenario(), book(start, end, *who), {}).count('class="clash"') == clashes


ASKED = CALENDAR.model_copy(
    update={
        "pending": tuple(
            Pending(id=f"p{n}", who=who, priority=priority, start=at(hour, 1), end=at(hour + 1, 1))
            for n, (who, priority, hour) in enumerate(
                [("Ida <Berg>", "low", 10), ("Hugo Stone", "normal", 11), ("Vera Holm", "high", 13)]
            )
        )
    }
)
"""With what others have asked for on the second day."""


def test_what_others_have_asked_for_is_drawn_as_such_and_said():
    plain, drawn = scenario(), draw(scenario().model_copy(update={"calendar": ASKED}), None, {})
    words = said(drawn)
    assert words["Ida <Berg>"] == "asks for it, unanswered, low priority"
    assert words["Vera Holm"] == "asks for it, unanswered, high priority"
    assert drawn.count('class="entry pending') == 3
    assert "asked for by others" in drawn
    assert "asked earlier for Tuesday 13:00–14:00: high priority" in drawn
    assert "<Berg>" not in drawn
    assert "pending" not in draw(plain, None, {})


@pytest.mark.parametrize(("urgency", "clashes"), [("low", 3), ("normal", 2), ("high", 1)])
def test_a_booking_clashes_with_what_goes_first(urgency: str, clashes: int):
    base = scenario()
    last = base.thread[-1].model_copy(update={"priority": urgency})
    rivals = base.model_copy(update={"calendar": ASKED, "thread": (last,)})
    meeting = {"title": "All day", "start": "2026-03-10T10:00", "end": "2026-03-10T17:00"}
    action = BLANK | {"meeting_details": meeting | {"attendees": []}}
    drawn = draw(rivals, ExecAction.model_validate(action), {})
    assert drawn.count('class="clash"') == clashes


def test_an_entry_that_is_moved_makes_room():
    moved = {"event_id": "loose", "start": "2026-03-10T11:00", "end": "2026-03-10T12:00"}
    action = book(15, 16).model_dump(mode="json") | {"reschedule": moved}
    action["meeting_details"] |= {"start": "2026-03-09T15:00", "end": "2026-03-09T16:00"}
    drawn = draw(scenario(), ExecAction.model_validate(action), {})
    assert 'class="clash"' not in drawn
    assert said(drawn)["The loose"] == "confirmed, movable, moved away"
    assert "loose, moved" in said(drawn)


def test_offers_are_ghosted_in_and_other_days_are_named():
    slots = [
        {"start": "2026-03-10T11:00", "end": "2026-03-10T12:00"},
        {"start": "2026-03-10T10:00Z", "end": "2026-03-10T10:30Z"},
        {"start": "2026-04-01T11:00", "end": "2026-04-01T12:00"},
    ]
    drawn = draw(scenario(), ExecAction.model_validate(BLANK | {"proposed_slots": slots}), {})
    assert drawn.count('class="entry ghost') == 2, "two of three offers"
    assert "11:00–11:30 Offer 2" in unescape(drawn), "an offset is turned into local time"
    assert "Not on the days shown: Offer 3, Wed 2026-04-01 11:00–12:00" in unescape(drawn)


def test_the_answer_has_the_calendars_times_whatever_offsets_it_names():
    slot = {"start": "2026-03-09T23:30+05:30", "end": "2026-03-10T00:30+05:30"}
    meeting = {"title": "The booking", "attendees": [], **slot}
    moved = {"event_id": "loose", **slot}
    told = BLANK | {"meeting_details": meeting, "proposed_slots": [slot], "reschedule": moved}
    drawn = outcome(scenario(), grade(scenario(), json.dumps(told)))
    assert drawn.count("Mon 09 Mar 19:00–20:00") == 3
    assert "19:00–20:00 The booking" in unescape(drawn)


@pytest.mark.parametrize(
    ("zone", "first", "ahead"),
    [
        ("America/New_York", "04", "New York −5 h"),
        ("Asia/Kolkata", "13:30", "Kolkata +4.5 h"),
        ("Asia/Tokyo", "17", "Tokyo +8 h"),
    ],
)
def test_the_senders_clock_stands_beside_the_executives(zone, first, ahead):
    # In March New York has changed its clocks already and Berlin has not.
    drawn = draw(scenario(zone), book(9, 10), {})
    theirs, mine = re.findall(r'class="axis \w+" [^>]*>(.*?)</div>', drawn)
    assert re.findall(r">([\d:]+)<", mine)[0] == "09"
    there = re.findall(r">([\d:]+)<", theirs)
    assert there[0] == first
    assert len(there) == 9
    assert unescape(drawn).count(ahead) == len(DAYS)
    assert f"in {zone.partition('/')[2].replace('_', ' ')}" in said(drawn)["The booking"]


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Europe/Paris"])
def test_one_clock_is_drawn_once(zone):
    drawn = draw(scenario(zone), book(9, 10), {})
    assert drawn.count('class="axis') == 1
    assert "other-clock" not in drawn
    assert now(scenario(zone)) == "It is Monday 9 March 2026, 09:00 in Berlin."


def test_both_clocks_are_said_where_they_differ():
    said = "09:00 in Berlin; 04:00 in New York, whose hours are in italics."
    assert now(scenario("America/New_York")).endswith(said)
