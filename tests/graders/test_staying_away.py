"""Who comes, and why something is declined: what letters say of both."""

import json
from functools import cache

import pytest

from desks import TIERS, load
from desks.exec_assist.models import ExecScenario
from graders import grade
from tests.graders.morning import BOOKED, FREE, action, letter, meeting
from tests.graders.wordings.row import Row, cases, judged
from tests.graders.wordings.staying_away import COMING, REASONS

KINDS = {"book": "book", "offer": "propose_alternatives", "decline": "decline"}
SEEDS = 8


@cache
def drawn(kind: str) -> list[tuple[ExecScenario, dict]]:
    """Scenarios in which an action of a kind is right, with their best answers."""
    desk = load("exec_assist")
    found = [desk.scenario(seed, tier, "eval") for tier in TIERS for seed in range(SEEDS)]
    both = [(one, json.loads(desk.oracle(one))) for one in found]
    return [(s, answer) for s, answer in both if answer["calendar_action"] == KINDS[kind]]


@cases(COMING, "rubric_book", "rubric_offer", "referee_book", "referee_offer")
def test_a_right_letter_with_one_more_sentence_on_who_comes(reader: str, row: Row) -> None:
    here = drawn(reader.partition("_")[2])
    assert len({scenario.truth.topic for scenario, _ in here}) >= 5
    for scenario, answer in here:
        body, closing, end = answer["email_reply"].rpartition("\nBest regards")
        me, you = scenario.executive, scenario.sender.first_name
        text = row.text.format(me=me.first_name, sir=me.name, you=you)
        said = json.dumps(answer | {"email_reply": f"{body} {text}{closing}{end}"})
        found, why = judged(reader, scenario, said)
        assert found == (row.says == "nothing"), (scenario.tier, scenario.seed, why)


@pytest.mark.parametrize("judge", ["rubric", "referee"])
@pytest.mark.parametrize("written", [True, False])
def test_what_the_reader_wrote_may_be_quoted(judge: str, written: bool) -> None:
    mail = FREE.thread[0]
    mails = (mail.model_copy(update={"body": f"{mail.body}\nPlease do not come."}),)
    world = FREE.model_copy(update={"thread": mails}) if written else FREE
    reply = letter(BOOKED.split("\n")[1] + "\n> Please do not come.")
    text = action("book", reply, meeting_details=meeting())
    assert judged(judge, world, text)[0] == written


@cases(REASONS, "rubric")
def test_a_letter_that_declines_says_why(reader: str, row: Row) -> None:
    tried = 0
    for scenario, answer in drawn("decline"):
        calendar, conflicts = scenario.calendar, scenario.truth.conflicts
        clash = [one.title for one in calendar.events if one.id in conflicts]
        other = [one.title for one in calendar.events if one.id not in conflicts]
        if clash and other and not {*clash} & {*other}:
            text = row.text.format(clash=clash[0], other=other[0])
            reply = f"Dear {scenario.sender.first_name},\n"
            reply += f"I must decline the {scenario.truth.topic}. {text}\n"
            reply += f"Best regards,\n{scenario.executive.name}"
            found = grade(scenario, json.dumps(answer | {"email_reply": reply}))
            why = found.parts["email_quality"].reason
            assert ("does not say why" not in why) == (row.says == "why"), (scenario.seed, why)
            tried += 1
    assert tried


EARLY = load("exec_assist").scenario(2, "medium", "eval")
"""Diego asks Ralf for a Monday before working hours."""
OFFERED = [("2026-02-16", "10:00", "11:30"), ("2026-02-18", "11:00", "12:30")]
"""On a Monday and a Wednesday."""


def offered(body: str) -> str:
    """Two right offers with a letter."""
    slots = [{"start": f"{day}T{start}", "end": f"{day}T{end}"} for day, start, end in OFFERED]
    reply = f"Dear Diego,\n{body}\nBest regards,\nRalf"
    answer = json.loads(load("exec_assist").oracle(EARLY))
    return json.dumps(answer | {"proposed_slots": slots, "email_reply": reply})


@pytest.mark.parametrize("judge", ["rubric", "referee"])
@pytest.mark.parametrize(
    ("away", "says"),
    [
        (True, "On Wednesday I shall be on a plane to Oslo all day."),
        (True, "On Wednesday I am away all day."),
        (True, "Ralf is travelling the whole day on Wednesday."),
        (False, "On Tuesday I am away all day."),
        (False, "I am travelling all day today."),
        (False, "My assistant is away all day on Wednesday."),
        (False, "If on Wednesday I am away all day, you will hear of it."),
        (False, "On Wednesday I am in all day."),
        (False, "On Wednesday I am on a train all day but can dial in."),
    ],
)
def test_who_is_away_on_the_day_that_is_offered(judge: str, away: bool, says: str) -> None:
    times = "I can offer Monday 16 February 10:00 to 11:30 or Wednesday 18 February 11:00 to 12:30."
    text = offered(f"At 07:30 the pilot contract clashes with Planning. {times} {says}")
    assert judged(judge, EARLY, text)[0] != away


@pytest.mark.parametrize("judge", ["rubric", "referee"])
@pytest.mark.parametrize(
    ("open_", "before", "after"),
    [
        (False, "", "Neither is really open."),
        (False, "", "Neither of them is open, in truth."),
        (False, "", "None of these are available."),
        (True, "You also asked for Thursday and Friday. Neither is open.", ""),
        (True, "", "Neither is hard to find."),
        (True, "", "Neither of us will be late."),
    ],
)
def test_what_is_offered_is_open(judge: str, open_: bool, before: str, after: str) -> None:
    times = "I can offer Monday 16 February 10:00 to 11:30 or Wednesday 18 February 11:00 to 12:30."
    text = offered(f"The pilot contract clashes with Planning. {before} {times} {after}")
    assert judged(judge, EARLY, text)[0] == open_


@pytest.mark.parametrize(
    ("offers", "says"),
    [
        (False, "The pilot contract tastes of basil. I like Monday best of all days."),
        (False, "Thank you for your note about the pilot contract. Monday a"),
        (False, "The pilot contract is dear to me. Monday was long."),
        (True, "The pilot contract at 07:30 clashes. Monday or Wednesday instead?"),
        (True, "Thank you for your note about the pilot contract. Would Monday suit you?"),
        (True, "Sadly the pilot contract clashes; Monday would be better, details below."),
        (True, "The pilot contract: sorry, that slot is taken. Monday instead."),
        (True, "For the pilot contract I am in a meeting then, but Monday or Wednesday work."),
        (True, "I could do the pilot contract at ten instead, or at eleven two days later."),
    ],
)
def test_a_weekday_is_no_offer_by_itself(offers: bool, says: str) -> None:
    text = offered(says)
    assert grade(EARLY, text).correct == offers
