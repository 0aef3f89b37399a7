"""How sure a model is taught to be: as often as it is right where it found as much."""

import re

import pytest

from desks import load
from training.models.policies import Scripted
from training.sft.curriculum import Curriculum
from training.sft.own_answers import answers, judged, reassessed
from training.sft.worksheets import with_worksheet

DESK = load("it_triage")
EASY, HARD = ([DESK.scenario(n, tier, "train") for n in range(60)] for tier in ("easy", "hard"))
FOUND, NONE = ([s for s in EASY if s.truth.answerable is there] for there in (True, False))
NUMBER = r'"confidence": ([\d.]+),'


def told_by(act, cases):
    """The cases with the answers of a script."""
    found = answers(Scripted("script", DESK, act), cases)
    return [judged(case, texts) for case, texts in zip(cases, found, strict=True)]


def right(s):
    """The right answer, after its worksheet."""
    return with_worksheet(s, DESK.oracle(s))


def wrong_at_first(told, wrong):
    """The same, but that so many of the four answers to each case are wrong."""
    return [one._replace(correct=[n >= wrong for n in range(4)]) for one in told]


def stated(told):
    """What is learned to be stated, by whether the answer found something."""
    learned = {True: set(), False: set()}
    for case, texts in reassessed(told):
        for parts in texts:
            [number] = re.findall(NUMBER, "".join(parts))
            learned[case.truth.answerable].add(float(number))
    return learned


def test_it_is_as_sure_as_it_is_right_where_it_found_something_and_where_it_found_nothing():
    told = wrong_at_first(told_by(right, FOUND[:8]), 1) + wrong_at_first(told_by(right, NONE), 3)
    assert stated(told) == {True: {0.75}, False: {0.25}}


def test_tiers_count_the_same_however_often_they_are_shown():
    hard = [s for s in HARD if s.truth.answerable][:3]
    told = told_by(right, FOUND[:9]) + wrong_at_first(told_by(right, hard), 2)
    assert stated(told)[True] == {0.75}


def test_answers_that_state_none_do_not_count():
    silent = told_by(lambda s: right(s).replace("confidence", "sure"), FOUND[8:12])
    assert stated(told_by(right, FOUND[:8]) + silent)[True] == {1.0}


def test_right_answers_are_learned_whole_and_of_wrong_ones_beside_them_how_sure_to_be():
    told = wrong_at_first(told_by(right, FOUND[:6]), 1)
    never = wrong_at_first(told_by(right, FOUND[6:8]), 4)
    shown = list(reassessed(told + never))
    assert [case for case, _ in shown] == FOUND[:6]
    for one, (_, (first, *others)) in zip(told, shown, strict=True):
        before, after = re.split(r"(?<=\"confidence\": )[\d.]+", one.texts[0])
        given, sure = first
        assert given == before
        assert re.fullmatch(r"[\d.]+,", sure)
        assert others == [("", f"{before}{sure.rstrip(',')}{after}<|im_end|>")] * 3


@pytest.mark.parametrize("text", ["", "{", '{"confidence": "high"}', "<think>\n</think>\n{}"])
def test_answers_that_state_none_are_left_out(text):
    told = told_by(lambda s: text, FOUND[:2])
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
