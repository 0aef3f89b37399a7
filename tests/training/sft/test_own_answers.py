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


def told_by(act, cases):
    """The cases with the answers of a script."""
    found = answers(Scripted("script", DESK, act), cases)
    return [judged(case, texts) for case, texts in zip(cases, found, strict=True)]


def with_worksheet(fitting, right):
    """A script's answer whose worksheet says that so many articles fit."""

    def act(s):
        lines = "".join(f"System {n}, fits: KB-000{n}\n" for n in range(fitting))
        answer = json.loads(DESK.oracle(s))
        if not right:
            answer |= {"citations": ["KB-0000"]}
        return f"<think>\n{lines}</think>\n{json.dumps(answer)}"

    return act


def test_it_is_as_sure_as_those_are_right_that_found_as_much():
    told = told_by(with_worksheet(1, True), CASES) + told_by(with_worksheet(0, False), CASES)
    told += told_by(with_worksheet(2, True), CASES[:20])
    told += told_by(with_worksheet(3, False), CASES[20:40])
    sure = defaultdict(set)
    for _, texts in reassessed(told):
        for given, learned in texts:
            [stated] = re.findall(r'"confidence": ([\d.]+),', given + learned)
            sure[(given + learned).count(", fits: ")].add(float(stated))
    assert {fitting: len(some) for fitting, some in sure.items()} == dict.fromkeys(range(4), 1)
    assert sure[1].pop() >= 0.95
    assert sure[0].pop() <= 0.05
    assert sure[2] == sure[3] == {0.5}


def test_right_answers_are_learned_whole_and_of_wrong_ones_how_sure_to_be():
    told = told_by(with_worksheet(1, True), CASES[:6])
    told = [one._replace(correct=[False, *one.correct[1:]]) for one in told]
    shown = list(reassessed(told))
    assert [case for case, _ in shown] == CASES[:6]
    for one, (_, (wrong, *right)) in zip(told, shown, strict=True):
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
