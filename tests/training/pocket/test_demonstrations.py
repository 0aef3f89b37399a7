"""Scripted demonstrations: each policy does what its name says, and none sees the eval split."""

import json

import pytest

from desks import TIERS, load
from desks.desk import ActionError, seeded_rng
from graders import grade
from training.pocket.demonstrations import exec_assist as scripted
from training.pocket.lessons import demonstrate
from training.pocket.lessons.exec_assist.renaming import names_of, renaming

N = 60
DESK = load("exec_assist")


def cases():
    return [DESK.scenario(seed, tier, "train", "plain") for seed in range(N) for tier in TIERS]


def grades(policy):
    rng = seeded_rng("policy", policy.__name__)
    return [(s, grade(s, policy(rng, s))) for s in cases()]


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def test_the_excellent_work_earns_all():
    for s, found in grades(scripted.excellent):
        assert found.correct, (s.tier, s.seed, found.verdict)
        assert found.total >= 0.97, (s.tier, s.seed, found.total)


def test_the_curt_do_the_work_and_write_too_little():
    found = [one for _, one in grades(scripted.curt)]
    assert mean(one.correct for one in found) > 0.75
    assert all(one.total < 0.9 for one in found)
    assert all(one.penalties["short_email"].value == 1 for one in found)


@pytest.mark.parametrize("policy", [scripted.conflict_blind, scripted.hurried])
def test_the_blind_book_whatever_is_asked(policy):
    found = grades(policy)
    assert {one.action.calendar_action for _, one in found} == {"book"}
    assert not any(one.correct for s, one in found if not s.truth.accepts("book"))


@pytest.mark.parametrize(
    ("policy", "actions"),
    [
        (scripted.lazy, {"none", "decline"}),
        (scripted.rambling, {"none", "decline"}),
        (scripted.noncommittal, {"none"}),
        (scripted.refusing, {"decline"}),
        (scripted.guessing, {"propose_alternatives"}),
    ],
)
def test_those_who_leave_work_out_earn_little(policy, actions):
    found = grades(policy)
    assert {one.action.calendar_action for _, one in found} == actions
    assert mean(one.total for _, one in found) < 0.3


def test_the_malformed_earn_nothing():
    for _, found in grades(scripted.malformed):
        assert found.total == 0


def test_most_name_the_clashes():
    named = []
    for policy in (scripted.lazy, scripted.conflict_blind, scripted.guessing):
        for s, found in grades(policy):
            if s.truth.conflicts:
                named.append(set(found.action.conflicts) == set(s.truth.conflicts))
    assert abs(mean(named) - scripted.TRUTHFUL_SHARE) < 0.1


def test_the_mixture_is_mostly_bad_and_adds_up():
    for shares in (scripted.GOOD, scripted.MIXED):
        assert sum(shares.values()) == pytest.approx(1)
    rng = seeded_rng("mixture")
    for tier in TIERS:
        found = [
            grade(s, demonstrate(rng, s, scripted.MIXED))
            for s in (DESK.scenario(seed, tier, "train", "plain") for seed in range(300))
        ]
        assert 0.15 < mean(one.total for one in found) < 0.5


def test_the_eval_split_is_refused():
    s = DESK.scenario(0, "easy", "eval", "plain")
    with pytest.raises(ValueError, match="eval split"):
        demonstrate(seeded_rng("x"), s, scripted.GOOD)


def test_renaming_leaves_no_name_and_changes_nothing_else():
    for s in cases():
        rename = renaming(seeded_rng("names", s.seed), s)
        text = DESK.prompt(s)[-1]["content"]
        other = rename(text)
        assert not any(name in other.lower().split() for name in names_of(s) - {"may", "will"})
        assert len(other.splitlines()) == len(text.splitlines())
        assert json.loads(rename(DESK.oracle(s))).keys() == json.loads(DESK.oracle(s)).keys()


def test_a_renamed_answer_names_what_the_renamed_prompt_names():
    for s in cases():
        rename = renaming(seeded_rng("names", s.seed), s)
        prompt = rename(DESK.prompt(s)[-1]["content"])
        answer = DESK.parse(rename(DESK.oracle(s)))
        for address in answer.meeting_details.attendees if answer.meeting_details else ():
            assert f"<{address}>" in prompt


def test_malformed_is_what_the_parser_refuses():
    with pytest.raises(ActionError):
        DESK.parse(scripted.malformed(seeded_rng("y"), DESK.scenario(0, "easy", "train", "plain")))
