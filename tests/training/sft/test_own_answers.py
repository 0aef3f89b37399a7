"""How sure a model is taught to be: as often as it is right on cases of the same kind."""

import json
import re
from collections import defaultdict

import pytest

from desks import load
from training.models.policies import Scripted
from training.sft.curriculum import Curriculum
from training.sft.own_answers import answers, judged, reassessed

DESK = load("it_triage")
CASES = [DESK.scenario(n, tier, "train") for n in range(40) for tier in ("easy", "hard")]


def right_on_easy(s):
    """Right on easy cases, and wrong on hard ones."""
    answer = json.loads(DESK.oracle(s))
    return json.dumps(answer if s.tier == "easy" else answer | {"citations": ["KB-0000"]})


def told_by(act, cases):
    """The cases with the answers of a script."""
    found = answers(Scripted("script", DESK, act), cases)
    return [judged(case, texts) for case, texts in zip(cases, found, strict=True)]


def test_it_is_as_sure_as_it_is_right_on_that_kind():
    told = told_by(right_on_easy, CASES)
    assert all(one.correct == [one.case.tier == "easy"] * 4 for one in told)
    sure = defaultdict(set)
    for case, texts in reassessed(told):
        for given, learned in texts:
            [stated] = re.findall(r'"confidence": ([\d.]+),', given + learned)
            sure[case.tier].add(float(stated))
    assert min(sure["easy"]) > 0.7
    assert max(sure["hard"]) < 0.4
    assert max(sure["easy"]) >= 0.95
    assert min(sure["hard"]) <= 0.05


def test_a_right_answer_is_learned_whole_and_of_a_wrong_one_only_how_sure_it_may_be():
    told = told_by(right_on_easy, CASES[:6])
    for one, (case, texts) in zip(told, reassessed(told), strict=True):
        assert case is one.case
        for text, (given, learned) in zip(one.texts, texts, strict=True):
            before, after = re.split(r"(?<=\"confidence\": )[\d.]+", text)
            if case.tier == "hard":
                assert given == before
                assert re.fullmatch(r"[\d.]+,", learned)
            else:
                assert given == ""
                assert learned.startswith(before)
                assert learned.endswith(f"{after}<|im_end|>")


@pytest.mark.parametrize("text", ["", "{", '{"confidence": "high"}', "<think>\n</think>\n{}"])
def test_answers_that_state_none_are_left_out(text):
    told = told_by(lambda s: text, CASES[:2])
    assert [texts for _, texts in reassessed(told)] == [[], []]


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"desk": "it_triage"}, "self_assessed: an adapter of it_triage"),
        ({"desk": "exec_assist", "adapter": "x"}, "self_assessed: an adapter of it_triage"),
        ({"desk": "it_triage", "adapter": "x"}, "only with examples 0"),
        ({"desk": "it_triage", "adapter": "x", "examples": 0, "drills": -1}, "drills"),
        ({"desk": "sales"}, "only exec_assist, it_triage, it_triage_tools can be taught"),
    ],
)
def test_a_course_that_cannot_be_held_is_refused(told, wrong):
    with pytest.raises(ValueError, match=wrong):
        Curriculum(self_assessed=1, **told)
