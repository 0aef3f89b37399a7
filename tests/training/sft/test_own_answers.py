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


def right_but_for_the_first(told):
    """The same, but that the first answer to each case is wrong."""
    return [one._replace(correct=[False, *one.correct[1:]]) for one in told]


def test_it_is_as_sure_as_it_is_right_on_that_kind():
    told = told_by(right_on_easy, CASES)
    assert all(one.correct == [one.case.tier == "easy"] * 4 for one in told)
    seldom = [
        one if one.case.tier == "easy" else one._replace(correct=[True, False, False, False])
        for one in told
    ]
    sure = defaultdict(set)
    for case, texts in reassessed(seldom):
        for given, learned in texts:
            [stated] = re.findall(r'"confidence": ([\d.]+),', given + learned)
            sure[case.tier].add(float(stated))
    assert min(sure["easy"]) > 0.8
    assert max(sure["hard"]) < 0.5
    assert max(sure["easy"]) >= 0.95
    assert min(sure["hard"]) <= 0.3


def test_right_answers_are_learned_whole_and_of_wrong_ones_beside_them_how_sure_to_be():
    told = right_but_for_the_first(told_by(right_on_easy, CASES[:6]))
    easy = [one for one in told if one.case.tier == "easy"]
    shown = list(reassessed(told))
    assert [case for case, _ in shown] == [one.case for one in easy], "no case without a right one"
    for one, (_, (wrong, *right)) in zip(easy, shown, strict=True):
        before, after = re.split(r"(?<=\"confidence\": )[\d.]+", one.texts[0])
        given, sure = wrong
        assert given == before
        assert re.fullmatch(r"[\d.]+,", sure)
        assert right == [("", f"{before}{sure.rstrip(',')}{after}<|im_end|>")] * 3


@pytest.mark.parametrize("text", ["", "{", '{"confidence": "high"}', "<think>\n</think>\n{}"])
def test_answers_that_state_none_are_left_out(text):
    told = told_by(lambda s: text, CASES[:2])
    told = [one._replace(correct=[True] * 4) for one in told]
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
