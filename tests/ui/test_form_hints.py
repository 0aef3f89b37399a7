"""The hints of the forms against the graders that they are about."""

import json
import re
from html import unescape

import pytest

from desks import TIERS, load
from desks.exec_assist.calendar import MIN_PROPOSALS
from graders import grade
from ui import help_desk
from ui.inbox import tab as inbox
from ui.inbox.email_form import asked_minutes
from ui.links import Ref

EXEC, TRIAGE = load("exec_assist"), load("it_triage")


def accepting(action: str):
    """A case of the inbox in which that action is right, and its best answer."""
    for seed in range(100):
        scenario = EXEC.scenario(seed, "hard", "eval", "plain")
        best = json.loads(EXEC.oracle(scenario))
        if best["calendar_action"] == action:
            return scenario, best
    raise AssertionError(f"no case of {action}")


def bounds(form: str, path: str) -> tuple[int, int]:
    found = re.search(rf'data-words="{path}" data-least="(\d+)" data-most="(\d+)"', form)
    return int(found[1]), int(found[2])


def test_the_bounds_of_a_reply_are_where_its_penalties_begin():
    scenario, best = accepting("book")
    least, most = bounds(inbox.BENCH.form(scenario), "email_reply")

    def lost(words: int) -> bool:
        reply = " ".join(["word"] * words)
        found = grade(scenario, json.dumps(best | {"email_reply": reply})).penalties
        return bool(found["short_email"].value or found["too_long"].value)

    assert [lost(n) for n in (least - 1, least, most, most + 1)] == [True, False, False, True]


def test_the_words_of_a_resolution_are_enough_where_it_says_so():
    scenario = next(
        one
        for one in (TRIAGE.scenario(n, "easy", "eval", "plain") for n in range(50))
        if len(one.truth.gold) == 1
    )
    _, most = bounds(help_desk.BENCH.form(scenario), "resolution")
    answer = json.loads(TRIAGE.oracle(scenario))

    def brevity(words: int) -> float:
        told = answer | {"resolution": " ".join(["word"] * words)}
        return grade(scenario, json.dumps(told)).parts["parsimony"].value

    assert brevity(most) == 1 > brevity(most + 1)


def test_each_confidence_is_paid_what_the_form_says():
    scenario = TRIAGE.scenario(7, "hard", "eval", "plain")
    form = unescape(help_desk.BENCH.form(scenario))
    meant = json.loads(re.search(r'data-meant="(\[.*?\])"', form)[1])
    answer = json.loads(TRIAGE.oracle(scenario))
    for step, said in enumerate(meant):
        for right, paid in zip((True, False), re.findall(r"\.\d{3}", said), strict=True):
            told = {"confidence": step / 20, "escalate": answer["escalate"] == right}
            found = grade(scenario, json.dumps(answer | told))
            assert found.correct == right
            assert found.parts["calibration"].contribution == pytest.approx(float(paid), abs=0.0006)
    assert step == 20


def test_as_many_offers_as_the_form_asks_for_are_enough():
    scenario, best = accepting("propose_alternatives")
    assert f"At least {MIN_PROPOSALS} free times" in inbox.BENCH.form(scenario)
    found = [
        grade(scenario, json.dumps(best | {"proposed_slots": best["proposed_slots"][:n]}))
        for n in (MIN_PROPOSALS - 1, MIN_PROPOSALS)
    ]
    assert [one.parts["scheduling"].value for one in found] == [1 / MIN_PROPOSALS, 1]


def test_what_a_reply_must_hold_is_what_it_loses_points_without():
    scenario, best = accepting("book")
    full = grade(scenario, json.dumps(best)).parts["email_quality"].value
    greeting, words, *signed = best["email_reply"].split("\n")
    timeless = "The meeting is booked."
    for less in (
        [words, *signed],
        [greeting, words],
        [greeting, timeless, *signed],
    ):
        answer = json.dumps(best | {"email_reply": "\n".join(less)})
        assert grade(scenario, answer).parts["email_quality"].value < full


def test_a_click_takes_the_length_that_the_email_asks_for_and_never_another():
    found = []
    for tier in TIERS:
        for seed in range(40):
            scenario = inbox.BENCH.scenario(Ref(tier, "eval", seed))
            request = scenario.truth.request
            minutes = asked_minutes(scenario)
            if request:
                assert minutes in (None, request.slot.minutes), (tier, seed)
                found.append(minutes is not None)
    assert sum(found) / len(found) > 0.9


def thread_of(scenario, *bodies):
    """The scenario with a thread of these bodies, all sent as its last message was."""
    last = scenario.thread[-1]
    mails = tuple(last.model_copy(update={"body": body}) for body in bodies)
    return scenario.model_copy(update={"thread": mails})


ASKS = "Can we meet on Tuesday from 12:00 to 13:30?"


@pytest.mark.parametrize(
    ("bodies", "minutes"),
    [
        ([ASKS], 90),
        ([ASKS, "Don't mind this second mail, I've nothing to correct in the first one."], 90),
        ([ASKS, "Make it 45 minutes, please."], 45),
        ([ASKS, "Make it 45 minutes, please.", "Nothing to add: never mind this mail."], 45),
        (["Can we meet on Tuesday at 12:00?", "Never mind this mail."], None),
        (["The bus takes 90 minutes from here.", "Never mind this mail."], None),
    ],
)
def test_a_click_takes_the_length_of_the_newest_message_that_gives_one(bodies, minutes):
    scenario = inbox.BENCH.scenario(Ref("hard", "eval", 48, "plain"))
    assert asked_minutes(thread_of(scenario, *bodies)) == minutes


def test_a_mail_that_only_follows_up_leaves_the_length_of_the_one_before():
    scenario = inbox.BENCH.scenario(Ref("hard", "eval", 48, "plain"))
    assert "12:00 to 13:30" in scenario.thread[0].body
    assert asked_minutes(scenario) == 90
    assert "A click takes 90 minutes" in inbox.BENCH.form(scenario)
