"""How sure a model is taught to be: as often as it is right on cases of the same kind."""

import re

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


def with_worksheet(fitting):
    """A script's right answer whose worksheet says that so many articles fit."""
    lines = "".join(f"System {n}, fits: KB-000{n}\n" for n in range(fitting))
    return lambda s: f"<think>\n{lines}</think>\n{DESK.oracle(s)}"


def right_but_for_the_first(told, wrong=1):
    """The same, but that so many answers to each case are wrong."""
    return [one._replace(correct=[n >= wrong for n in range(4)]) for one in told]


def test_it_is_as_sure_as_it_is_right_where_it_found_something_and_where_it_found_nothing():
    told = told_by(with_worksheet(1), CASES[:20])
    told += right_but_for_the_first(told_by(with_worksheet(2), CASES[20:40]), 2)
    told += right_but_for_the_first(told_by(with_worksheet(0), CASES), 3)
    sure = {True: set(), False: set()}
    for _, texts in reassessed(told):
        for given, learned in texts:
            [stated] = re.findall(r'"confidence": ([\d.]+),', given + learned)
            sure[", fits: " in given + learned].add(float(stated))
    assert sure == {True: {0.75}, False: {0.25}}


def test_right_answers_are_learned_whole_and_of_wrong_ones_beside_them_how_sure_to_be():
    told = right_but_for_the_first(told_by(with_worksheet(1), CASES[:6]))
    never = right_but_for_the_first(told_by(with_worksheet(1), CASES[6:8]), 4)
    shown = list(reassessed(told + never))
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
