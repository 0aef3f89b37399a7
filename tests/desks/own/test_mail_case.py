"""Cases of people's own emails: what is right, what is shown, what an honest answer is worth."""

from datetime import date, datetime, time

import pytest

from desks import load
from desks.exec_assist.models import ExecScenario, Person
from desks.own.errors import OwnError
from desks.own.ics import Entry
from desks.own.mail_case import days_shown, mail_case
from desks.own.message import Address, Message
from desks.own.reading import Reading, reading_of
from graders import grade
from graders.referee import Ruling, referee

ME = "ada@example.com"
ADA = Person(name="Ada Byron", email=ME, zone="Europe/London")
NOW = datetime(2026, 3, 9, 10)
THURSDAY = Reading(asks=True, day=date(2026, 3, 12), start=time(15), minutes=60, people=("Tom",))


def entry(day: int, start: int, until: int, **told) -> Entry:
    at = {"start": datetime(2026, 3, day, start), "end": datetime(2026, 3, day, until)}
    whole = {"title": "Busy", "all_day": False, "status": "confirmed", "free": False}
    return Entry(**whole | {"recurring": False} | at | told)


def case(entries=(), reading=THURSDAY, now=NOW, name="Bob Hope", subject="Plan", me=ADA, **told):
    sender = Address(name=name, email="bob@example.org")
    body = "Can we meet on Thursday?"
    thread = [Message(sender=sender, to=(), sent=NOW, subject=subject, body=body)]
    return mail_case(thread, entries, reading, me, now, **told)


DESK = load("exec_assist")
DONE = Ruling(True, "the outcome is what was asked for")


def rulings(made: ExecScenario, answer: str) -> tuple[bool, bool]:
    """Whether the rubric takes an answer for right, and whether the referee does."""
    return grade(made, answer).correct, referee(made, answer).done


@pytest.mark.parametrize(
    ("entries", "action"),
    [
        ([], "book"),
        ([entry(12, 15, 16)], "propose_alternatives"),
        ([entry(12, 15, 16, status="tentative")], "book"),
        ([entry(12, 15, 16, free=True)], "book"),
        ([entry(11, 0, 23, end=datetime(2026, 3, 13), all_day=True)], "propose_alternatives"),
        ([entry(13, 15, 16)], "book"),
    ],
)
def test_the_solver_says_what_is_right(entries, action):
    made = case(entries)
    assert [one.action for one in made.truth.acceptable] == [action]
    assert made.calendar.days == (date(2026, 3, 12), date(2026, 3, 13), date(2026, 3, 16))
    assert "Can we meet on Thursday" in DESK.prompt(made)[1]["content"]
    assert rulings(made, DESK.oracle(made)) == (True, True)


@pytest.mark.parametrize(
    "again", [("bob@example.org",), ("Bob@Example.org",), ("Zoe", "tom", "zoe")]
)
def test_nobody_is_invited_twice(again):
    made = case(reading=THURSDAY.model_copy(update={"people": ("Tom", *again)}))
    others = ("Tom", "Zoe")[: 1 + ("Zoe" in again)]
    assert made.truth.request.attendees == ("bob@example.org", *others)
    assert [one.name for one in made.contacts] == ["Bob Hope", *others]
    assert rulings(made, DESK.oracle(made)) == (True, True)


@pytest.mark.parametrize("start", [time(9, 10), time(10, 15), time(15, 59)])
@pytest.mark.parametrize(
    ("entries", "action"), [([], "book"), ([entry(12, 9, 17)], "propose_alternatives")]
)
def test_a_time_off_the_half_hour_can_be_had(start, entries, action):
    made = case(entries, THURSDAY.model_copy(update={"start": start}))
    assert [one.action for one in made.truth.acceptable] == [action]
    assert rulings(made, DESK.oracle(made)) == (True, True)


AFTERNOON = datetime(2026, 3, 9, 15, 30)
TODAY = Reading(asks=True, day=AFTERNOON.date(), start=time(16), minutes=60)


@pytest.mark.parametrize(
    ("told", "entries", "action", "first"),
    [
        ({}, [], "book", "09T16:00"),
        ({}, [entry(9, 16, 17)], "propose_alternatives", "10T09:00"),
        ({"minutes": 30}, [entry(9, 16, 17)], "propose_alternatives", "09T15:30"),
        ({"start": time(11)}, [], "propose_alternatives", "09T15:30"),
        ({"deadline": datetime(2026, 3, 9, 17)}, [entry(9, 16, 17)], "decline", ""),
    ],
)
def test_what_is_past_is_not_open(told, entries, action, first):
    made = case(entries, TODAY.model_copy(update=told), AFTERNOON)
    (right,) = made.truth.acceptable
    assert (right.action, f"{right.starts[0]:%dT%H:%M}" if first else "") == (action, first)
    assert rulings(made, DESK.oracle(made)) == (True, True)
    assert "\nfree: 15:30-1" in DESK.prompt(made)[1]["content"]


def test_the_referee_knows_what_is_past():
    made = case([entry(9, 16, 17)], TODAY, AFTERNOON)
    early = made.truth.acceptable[0].model_copy(
        update={"starts": (datetime(2026, 3, 9, 9), datetime(2026, 3, 10, 9))}
    )
    past = made.model_copy(update={"truth": made.truth.model_copy(update={"acceptable": (early,)})})
    assert not referee(made, DESK.oracle(past)).done


def test_without_a_wish_nothing_is_right_but_nothing():
    assert [one.action for one in case([], Reading(asks=False)).truth.acceptable] == ["none"]
    assert days_shown(Reading(asks=False), NOW)[0] == date(2026, 3, 10)


SUBJECTS = {
    "Re: Quarterly numbers": "Quarterly numbers",
    "AW: AW: Frame cracks": "Frame cracks",
    "CORRECTION Re: Inverter commissioning": "Inverter commissioning",
    "Future: jobs": "Future",
    "Lunch on Tuesday?": "Lunch",
    "is it on?": "meeting",
    "Re: Coffee, or a call?": "Coffee",
    "Hello!": "meeting",
    "A. B.": "meeting",
    "1:1": "meeting",
    "Our 1:1 on Tuesday": "meeting",
    "Move to Thursday 11:00?": "meeting",
    "Canceled: Standup": "Standup",
    "don't forget the milk": "milk",
    "R&D sync": "R&D sync",
    "Proposal for the new office coffee machine contract": "coffee machine contract",
    "Invitation: Q3 planning @ Thu Mar 12, 2026 10am (CET)": "Q3 planning",
    "[EXT] Contract renewal \u2013 next steps": "Contract renewal",
    "bud\u00adget": "budget",
    "Lunch \U0001f468\u200d\U0001f469\u200d\U0001f467": "Lunch",
    "\u0412\u0441\u0442\u0440\u0435\u0447\u0430": "meeting",
    "": "meeting",
}
FULL = [entry(day, 9, 17) for day in (12, 13, 16)]
DEADLINE = THURSDAY.model_copy(update={"deadline": datetime(2026, 3, 12, 17)})


@pytest.mark.parametrize(("subject", "topic"), SUBJECTS.items())
def test_an_answer_can_take_up_what_a_subject_is_about(subject, topic):
    made = [
        case([], subject=subject),
        case([entry(12, 15, 16)], subject=subject),
        case(FULL, DEADLINE, subject=subject),
        case([], Reading(asks=False), subject=subject),
    ]
    done = ["book", "propose_alternatives", "decline", "none"]
    assert [one.truth.acceptable[0].action for one in made] == done
    for one in made:
        assert one.truth.topic == topic
        assert rulings(one, DESK.oracle(one)) == (True, True)


def test_a_topic_can_be_taken_up_in_other_words():
    made = case([], subject="Re: Quarterly numbers")
    said = DESK.oracle(made).replace("The Quarterly numbers", "The meeting on quarterly numbers")
    assert grade(made, said).total == 1


def test_what_was_not_found_has_to_be_filled_in():
    with pytest.raises(OwnError, match="the email: the start that is asked for was expected"):
        case([], THURSDAY.model_copy(update={"start": None}))


@pytest.mark.parametrize(
    ("zone", "named"),
    [("UTC", "UTC"), ("America/New_York", "New York"), ("America/Argentina/Ushuaia", "Ushuaia")],
)
def test_a_case_in_any_zone_can_be_told_and_graded(zone, named):
    made = case([], sender_zone=zone)
    made = made.model_copy(update={"executive": ADA.model_copy(update={"zone": zone})})
    assert f"Calendar of Ada Byron, {named}" in DESK.prompt(made)[1]["content"]
    assert rulings(made, DESK.oracle(made)) == (True, True)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Byron, Ada", "Ada"),
        ("Ada Byron", "Ada"),
        ("Byron,", "Byron"),
        (",", "bob"),
        ("", "bob"),
        ("A\u00adda\u200d Byron", "Ada"),
        ("\u0418\u0432\u0430\u043d", "bob"),
    ],
)
def test_a_writer_is_called_by_the_first_name(name, first):
    made = case(name=name)
    assert made.sender.first_name == first
    assert rulings(made, DESK.oracle(made)) == (True, True)


def test_an_address_that_begins_with_its_sign_is_a_guest_like_others():
    made = case(reading=THURSDAY.model_copy(update={"people": ("@example.com",)}))
    assert rulings(made, DESK.oracle(made)) == (True, True)
    with pytest.raises(OwnError, match="the field 'people'"):
        reading_of({"asks": True, "people": [" "]})


def test_an_entry_for_the_whole_day_ends_when_the_day_does():
    whole = entry(12, 0, 1, end=datetime(2026, 3, 13), title="Holiday", all_day=True)
    assert "\n00:00-24:00 e1 Holiday\n" in DESK.prompt(case([whole]))[1]["content"]


IVAN = "\u0418\u0432\u0430\u043d"


@pytest.mark.parametrize(
    "told",
    [
        {"me": ADA.model_copy(update={"name": IVAN})},
        {"reading": THURSDAY.model_copy(update={"people": (f"{IVAN}@example.com",)})},
    ],
)
def test_whom_no_answer_can_name_is_refused(told):
    with pytest.raises(OwnError, match=f"'{IVAN}.*: letters of the Latin script were expected"):
        case(**told)


@pytest.mark.parametrize("name", ["José García", "Björn Borg", "Zoë Å", "Łukasz Żak", "Ada Byron"])
def test_people_are_who_they_are_with_accents_and_without(name):
    me = ADA.model_copy(update={"name": f"René {name}"})
    reading = THURSDAY.model_copy(update={"people": ("Chloé", "Tom")})
    for entries in ([], [entry(12, 15, 16)]):
        made = case(entries, reading, name=name, me=me)
        assert referee(made, DESK.oracle(made)) == DONE
        joined = DESK.oracle(made).replace("\\nBest", " Chloé will join us.\\nBest")
        assert "Chloé" in joined.partition("email_reply")[2]
        assert referee(made, joined) == DONE
        joined = joined.replace("Chloé will", "Zoé Coué will")
        assert "guest" in referee(made, joined).reason


@pytest.mark.parametrize("subject", ["Café review", "Résumé update"])
def test_a_matter_is_what_it_is_with_accents_and_without(subject):
    for entries in ([], [entry(12, 15, 16)]):
        made = case(entries, subject=subject)
        assert referee(made, DESK.oracle(made)) == DONE
