"""How sure a model is taught to be: as often as it is right where its worksheet says as much."""

import re

import pytest

from desks import load
from training.models.policies import Scripted
from training.sft.curriculum import Curriculum
from training.sft.own_answers import answers, judged, reassessed
from training.sft.worksheets import with_worksheet

DESK = load("it_triage")
OTHER_SIGN = ", other sign: "


def right(s):
    """The right answer, after its worksheet."""
    return with_worksheet(s, DESK.oracle(s))


def plain(tier, answerable=True):
    """Tickets without an article that has another sign, which one article answers or none does."""
    drawn = [DESK.scenario(n, tier, "train") for n in range(120)]
    return [s for s in drawn if len(s.truth.gold) == answerable and OTHER_SIGN not in right(s)]


FOUND, NONE = plain("easy"), plain("easy", answerable=False)
CONFUSED = [
    s
    for s in (DESK.scenario(n, "hard", "train") for n in range(120))
    if len(s.truth.gold) == 1 and right(s).count(OTHER_SIGN) == 1
]
NUMBER = r"\nsure: ([\d.]+)"


def told_by(act, cases):
    """The cases with the answers of a script."""
    found = answers(Scripted("script", DESK, act), cases)
    return [judged(case, texts) for case, texts in zip(cases, found, strict=True)]


def wrong_at_first(told, wrong):
    """The same, but that so many of the four answers to each case are wrong."""
    return [one._replace(correct=[n >= wrong for n in range(4)]) for one in told]


def stated(told, cases):
    """What is learned to be stated in answers to these cases."""
    texts = [parts for case, shown in reassessed(told) if case in cases for parts in shown]
    return {float(re.search(NUMBER, "".join(parts))[1]) for parts in texts}


def test_it_is_as_sure_as_it_is_right_where_its_worksheet_says_as_much():
    told = (
        wrong_at_first(told_by(right, FOUND[:16]), 1)
        + wrong_at_first(told_by(right, NONE[:16]), 3)
        + wrong_at_first(told_by(right, CONFUSED[:16]), 2)
    )
    assert stated(told, FOUND) == {0.7}
    assert stated(told, NONE) == {0.3}
    assert stated(told, CONFUSED) == {0.5}


def test_of_few_answers_it_learns_what_all_together_say():
    told = told_by(right, FOUND[:20]) + wrong_at_first(told_by(right, NONE[:1]), 3)
    assert stated(told, NONE) == {0.75}


def test_tiers_count_the_same_however_often_they_are_shown():
    told = told_by(right, FOUND[:20]) + wrong_at_first(told_by(right, plain("hard")[:5]), 2)
    assert stated(told, FOUND) == {0.75}


@pytest.mark.parametrize(("wrong", "sure"), [(0, 0.95), (4, 0.05)])
def test_it_is_never_taught_to_be_certain(wrong, sure):
    assert stated(wrong_at_first(told_by(right, FOUND[:20]), wrong), FOUND) == {sure}


def test_answers_that_state_none_do_not_count():
    silent = told_by(lambda s: right(s).replace("confidence", "sure"), FOUND[8:12])
    assert stated(wrong_at_first(told_by(right, FOUND[:8]), 1) + silent, FOUND) == {0.75}


def test_each_answer_teaches_the_number_and_right_ones_all():
    told = wrong_at_first(told_by(right, FOUND[:6]), 1)
    never = wrong_at_first(told_by(right, FOUND[6:8]), 4)
    shown = list(reassessed(told + never))
    assert [case for case, _ in shown] == FOUND[:8]
    for one, (_, texts) in zip(told + never, shown, strict=True):
        worksheet, answer = one.texts[0].split("\n</think>\n")
        before, after = re.split(r"(?<=\"confidence\": )[\d.]+", answer)
        [(given, digits), *_] = texts
        assert given == f"{worksheet}\nsure: 0."
        whole = f"{given}{digits}\n</think>\n{before}0.{digits}{after}<|im_end|>"
        right_ones = 3 if one in told else 0
        assert sorted(texts) == [("", whole)] * right_ones + [(given, digits)] * 4


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"confidence": "high"}', "<think>\n</think>\n{}", '{"confidence": 0.5}'],
)
def test_answers_that_state_none_after_a_worksheet_are_left_out(text):
    told = told_by(lambda s: text, FOUND[:2])
    assert not list(reassessed([one._replace(correct=[True] * 4) for one in told]))


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
