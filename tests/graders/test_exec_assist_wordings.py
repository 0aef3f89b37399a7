"""Wordings of letters, for all that read them: the clauses, the rubric and the referee."""

import json

import pytest

from desks import Scenario, load
from desks.exec_assist.models import ExecScenario
from graders import grade
from graders.reading.exec_assist.replies import read_reply
from tests.graders.morning import BOOKED, DANA, FREE, MORNINGS, OMAR, action, letter, meeting
from tests.graders.wordings.exec_assist import DONE, LETTERS, SENTENCES, TIMES
from tests.graders.wordings.free_letters import FILLED, FORMS, HOLLOW, TOLD, Told
from tests.graders.wordings.row import Row, cases, judged

SPOILT = {
    "books": ["propose_alternatives"],
    "takes back": ["book", "propose_alternatives"],
    "moves": list(MORNINGS),
    "demands": list(MORNINGS),
    "thanks": [],
    "nothing": [],
}
"""The actions whose right letters are wrong with a sentence more that says so; else a booking's."""
LABELS = {
    "books": {"books"},
    "offers": {"offers"},
    "declines": {"declines", "refuses", "absent", "busy"},
    "waits": {"defers", "condition"},
    "takes back": {"retracts"},
    "moves": {"moves"},
}
BESIDE_NINE = {
    "meant": {"9:00": True, "11:15": False},
    "ruled out": {"9:00": False},
    "aside": {"10:00": True},
}
"""Whether a letter that books nine o'clock is still right if it says so of a time."""
HARMLESS = ("thanks", "nothing")
WORDS = {"day": "Monday 9 March", "a": "9:00", "b": "10:00", "topic": "pricing review"}
WORDS |= {"offers": "Monday 9 March, 06:00 or Monday 9 March, 07:00"}


def reply(kind: str, text: str) -> tuple[Scenario, str]:
    world, _, fields = MORNINGS[kind]
    return world, action(kind, text, **fields)


@cases([row for row in SENTENCES if row.says in LABELS | dict.fromkeys(HARMLESS)], "clauses")
def test_a_clause_is_labelled_by_what_it_says(reader: str, row: Row) -> None:
    read = read_reply(row.text, {})
    decisive = {label for labels in LABELS.values() for label in labels if read.says(label)}
    if row.says in HARMLESS:
        assert not decisive - {"condition"}
    else:
        assert decisive
        assert decisive <= LABELS[row.says]


@cases([row for row in SENTENCES + LETTERS if row.says in DONE], "rubric", "referee")
def test_a_letter_is_the_story_of_its_action(reader: str, row: Row) -> None:
    found, why = judged(reader, *reply(DONE[row.says], letter(row.text.format(**WORDS))))
    assert found, why


@cases(SENTENCES + LETTERS, "rubric_other", "referee_other")
def test_a_letter_is_the_story_of_no_other_action(reader: str, row: Row) -> None:
    for kind in MORNINGS:
        if DONE.get(row.says) != kind:
            assert not judged(reader, *reply(kind, letter(row.text.format(**WORDS))))[0], kind


@cases(SENTENCES, "rubric_added", "referee_added")
def test_a_right_letter_with_one_more_sentence(reader: str, row: Row) -> None:
    spoilt = SPOILT.get(row.says, ["book"])
    for kind, (_, base, _) in MORNINGS.items():
        if kind in spoilt or row.says in HARMLESS or DONE.get(row.says) == kind:
            body = base.split("\n")[1]
            found, why = judged(reader, *reply(kind, letter(f"{body} {row.text}")))
            assert found == (kind not in spoilt), (kind, why)


@cases(TIMES, "clauses", "rubric", "referee")
def test_a_time_is_meant_or_ruled_out_or_an_aside(reader: str, row: Row) -> None:
    if reader == "clauses":
        text = row.text.format(t="11:15")
        times = read_reply(text, {}).times("promise", "offer", "listed", "open")
        assert [text[t.start : t.end] for t in times] == ["11:15"] * (row.says == "meant")
        return
    for time, fits in BESIDE_NINE[row.says].items():
        text = f"{BOOKED.split(chr(10))[1]} {row.text.format(t=time)}"
        assert judged(reader, *reply("book", letter(text)))[0] == fits, time
    if row.says == "meant":
        assert not judged(reader, *reply("none", letter(row.text.format(t="11:15"))))[0]


@pytest.mark.parametrize("judge", ["rubric", "referee"])
@pytest.mark.parametrize("told", TOLD + FILLED + HOLLOW + FORMS, ids=lambda told: told.text)
def test_a_letter_in_other_words(judge: str, told: Told) -> None:
    desk = load("exec_assist")
    scenario = desk.scenario(told.seed, told.tier, "train", "all")
    answer = json.loads(desk.oracle(scenario)) | {"email_reply": told.text}
    if told.slots:
        answer["proposed_slots"] = told.slots
    found, why = judged(judge, scenario, json.dumps(answer))
    assert found == told.right, why
    if told.right and judge == "rubric":
        assert grade(scenario, json.dumps(answer)).total > 0.9


ZOE = DANA.model_copy(update={"name": "Zoë Nuñez"})
BJORN = OMAR.model_copy(update={"name": "Björn Kovář"})


def accented() -> ExecScenario:
    """The free morning, of people and a matter with accents."""
    told = FREE.model_dump()
    told["executive"]["name"] = "José Šimek"
    told["contacts"] = (ZOE, BJORN)
    told["thread"][0]["sender"] = ZOE
    told["thread"][0]["subject"] = "Café review"
    told["thread"][0]["body"] = FREE.thread[0].body.replace("pricing review", "café review")
    told["truth"]["topic"] = told["truth"]["request"]["topic"] = "café review"
    return ExecScenario.model_validate(told)


@pytest.mark.parametrize("judge", ["rubric", "referee"])
@pytest.mark.parametrize(
    ("right", "greeting", "matter", "name"),
    [
        (True, "Dear Zoë", "café review", "José Šimek"),
        (True, "Dear Zoe", "cafe review", "Jose Simek"),
        (True, "Dear Ms Nunez", "café review, with Björn", "José"),
        (True, "Zoe", "CAFÉ REVIEW, and Bjorn is invited", "J. Simek"),
        (False, "Dear Björn", "café review", "José Šimek"),
        (False, "Dear Bjorn", "café review", "José Šimek"),
        (False, "Dear Zoë", "café review", "Björn"),
        (False, "Dear Zoë", "café review", "Zoe Nunez"),
        (False, "Dear Zoë", "meeting about the hotel review", "José Šimek"),
        (False, "Dear Zoë", "café review without Bjorn", "José Šimek"),
    ],
)
def test_accents_may_be_left_out(
    judge: str, right: bool, greeting: str, matter: str, name: str
) -> None:
    says = f"The {matter}, is booked for Monday 9 March, 9:00 to 10:00 your time."
    text = action("book", f"{greeting},\n{says}\nBest regards,\n{name}", meeting_details=meeting())
    assert judged(judge, accented(), text)[0] == right


@pytest.mark.parametrize("judge", ["rubric", "referee"])
def test_the_best_answer_with_accents_is_right(judge: str) -> None:
    found, why = judged(judge, accented(), load("exec_assist").oracle(accented()))
    assert found, why


@pytest.mark.parametrize("judge", ["rubric", "referee"])
@pytest.mark.parametrize(
    ("right", "form"),
    [
        (True, "{letter}\n\n{quote}"),
        (True, "{letter}\n\n{quote}\n"),
        (True, "{quote}\n\n{letter}"),
        (True, "{letter}\n\n> Dana"),
        (False, "{quote}"),
        (False, "{letter}\n\n{quote}\nDana"),
        (False, "{letter}\n\n{quote}\n> I am not coming, though."),
        (False, "{refusal}\n\n{quote}"),
    ],
)
def test_an_email_may_be_answered_above_or_below_it(judge: str, right: bool, form: str) -> None:
    mail = FREE.thread[0]
    body = f"Hi Alex,\n\nThe figures are in.\n{mail.body}\nPlease do not call before.\nDana"
    world = FREE.model_copy(update={"thread": (mail.model_copy(update={"body": body}),)})
    quote = "\n".join(f"> {line}".rstrip() for line in body.split("\n"))
    text = form.format(letter=BOOKED, quote=quote, refusal=letter("I cannot come."))
    assert judged(judge, world, action("book", text, meeting_details=meeting()))[0] == right


def test_what_is_quoted_costs_and_earns_nothing() -> None:
    mail = FREE.thread[0].model_copy(update={"body": "Please do not hesitate to reach out.\n" * 40})
    world = FREE.model_copy(update={"thread": (mail,)})
    quote = "\n".join(f"> {line}" for line in mail.body.split("\n"))
    for form in (BOOKED, f"{BOOKED}\n\n{quote}", f"{quote}\n\n{BOOKED}"):
        assert grade(world, action("book", form, meeting_details=meeting())).total == 1


@pytest.mark.parametrize(
    ("right", "when"),
    [
        (True, "12:00 to 13:00 PT"),
        (True, "14:00 to 15:00 CT (12:00 to 13:00 PT)"),
        (True, "14:00 CST, 12:00 PST"),
        (True, "14:00 Central time, 12:00 Pacific time"),
        (True, "14:00 to 15:00 Central (12:00 to 13:00 Pacific)"),
        (True, "12:00 to 13:00 GMT-7"),
        (True, "12:00 to 13:00 (UTC-7)"),
        (True, "12:00 UTC-7, which is 14:00 UTC-5"),
        (True, "12:00 in the central office"),
        (True, "12:00 in Pacific Street"),
        (True, "19:00 UTC"),
        (False, "14:00 to 15:00"),
        (False, "14:00 to 15:00 PT"),
        (False, "14:00 to 15:00 Pacific time"),
        (False, "14:00 to 15:00 GMT-7"),
        (False, "12:00 to 13:00 CT"),
        (False, "12:00 to 13:00 CST"),
        (False, "12:00 to 13:00 UTC-5"),
        (False, "12:00 to 13:00 UTC"),
    ],
)
def test_american_time_zones_and_offsets(right: bool, when: str) -> None:
    told = FREE.model_dump()
    told["executive"]["zone"] = "America/Chicago"
    for person in (*told["contacts"], told["thread"][0]["sender"]):
        person["zone"] = "America/Los_Angeles"
    reply = letter(f"The pricing review is booked for Monday 9 March, {when}.")
    text = action("book", reply, meeting_details=meeting())
    assert grade(ExecScenario.model_validate(told), text).correct == right
