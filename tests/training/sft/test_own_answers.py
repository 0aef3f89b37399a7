"""How sure a model is taught to be: as often as it is right on cases of the same kind."""

import json
from collections import defaultdict

import pytest

from desks import load
from graders import grade
from training.models.policies import Scripted
from training.sft.curriculum import Curriculum
from training.sft.own_answers import STATED_CONFIDENCE, answered, reassessed

DESK = load("it_triage")
CASES = [DESK.scenario(n, tier, "train") for n in range(40) for tier in ("easy", "hard")]


def right_on_easy(s):
    """Right on easy cases, and wrong on hard ones."""
    answer = json.loads(DESK.oracle(s))
    return json.dumps(answer if s.tier == "easy" else answer | {"citations": ["KB-0000"]})


def stated(rows):
    """The confidences by tier."""
    found = defaultdict(set)
    for case, texts in rows:
        found[case.tier] |= {json.loads(given + learned)["confidence"] for given, learned in texts}
    return found


def test_it_is_as_sure_as_it_is_right_on_that_kind():
    told = list(answered(Scripted("half", DESK, right_on_easy), CASES, each=2))
    assert all(one.correct == [one.case.tier == "easy"] * 2 for one in told)
    sure = stated(reassessed(told))
    assert min(sure["easy"]) > 0.7
    assert max(sure["hard"]) < 0.4
    assert max(sure["easy"]) >= 0.95
    assert min(sure["hard"]) <= 0.05


def test_only_the_number_changes_and_the_answer_is_graded_as_before():
    told = list(answered(Scripted("half", DESK, right_on_easy), CASES[:6], each=1))
    for one, (case, [(given, learned)]) in zip(told, reassessed(told), strict=True):
        assert case is one.case
        assert STATED_CONFIDENCE.sub("", given + learned) == STATED_CONFIDENCE.sub("", one.texts[0])
        assert grade(case, given + learned).correct == one.correct[0]


@pytest.mark.parametrize("text", ["", "{", '{"confidence": "high"}', "<think>\n</think>\n{}"])
def test_answers_that_state_none_are_left_out(text):
    told = list(answered(Scripted("silent", DESK, lambda s: text), CASES[:2], each=1))
    assert [texts for _, texts in reassessed(told)] == [[], []]


@pytest.mark.parametrize("told", [{"desk": "it_triage"}, {"desk": "exec_assist", "adapter": "x"}])
def test_own_cases_need_an_adapter_and_a_desk_that_states_confidence(told):
    with pytest.raises(ValueError, match="own_cases: of an adapter of it_triage"):
        Curriculum(own_cases=1, **told)
