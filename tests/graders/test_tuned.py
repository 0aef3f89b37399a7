"""Other weights over the same findings: the one formula, no second one."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graders
from desks import DESKS, load
from desks.registry import OURS
from graders.known_cheats import recorded_answers
from graders.levels import tuned as module
from graders.levels.tuned import TuningError, as_reported, findings, known, tuned

RULES = {desk: graders.rubric(load(desk).scenario(0, "easy", "train")) for desk in DESKS}


@pytest.mark.parametrize("desk", DESKS)
def test_todays_weights_give_todays_totals_and_pay_no_cheat(desk):
    rules = RULES[desk]
    same = tuned(rules, {}, {}, rules.gate)
    for one in known(desk):
        assert same.grade(None, one.grade).total == pytest.approx(one.grade.total, abs=1e-12)
    found = findings(same, known(desk))
    assert (found.paid, found.hurt) == ((), ())
    assert found.loss == pytest.approx(0, abs=1e-5), "recorded values have six digits"
    assert found.is_defended
    assert len(found.cheats) >= 50
    assert len(found.honest) >= 50


@pytest.mark.parametrize("desk", OURS)
def test_the_reports_weights_pay_many_cheats_and_a_gate_alone_is_no_defence_of_everything(desk):
    rules = RULES[desk]
    reported = as_reported(rules)
    found = findings(tuned(rules, *reported), known(desk))
    assert len(found.paid) > 80
    assert len(set(reported.parts.values()) - {0.0}) == 1, "neither report states its weights"
    closed = findings(tuned(rules, *reported._replace(gate=0.0)), known(desk))
    assert closed.paid == ()
    assert closed.hurt
    assert closed.loss > module.MAX_LOSS


def test_both_desks_can_be_defended_otherwise_than_today():
    emails, tickets = RULES["exec_assist"], RULES["it_triage"]
    gated = as_reported(emails)._replace(gate=0.5)
    assert findings(tuned(emails, *gated), known("exec_assist")).is_defended
    weights = {"resolution_quality": 0.4, "citation_grounding": 0.4, "escalation": 0.2}
    others = dict.fromkeys({*tickets.parts} - {*weights}, 0.05)
    mine = tuned(tickets, weights | others, {}, 0.3)
    assert findings(mine, known("it_triage")).is_defended


def test_a_desk_without_a_report_starts_with_all_parts_alike():
    rules = replace(RULES["exec_assist"], desk="nowhere")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "grading", lambda _: SimpleNamespace(reported=None))
        start = as_reported(rules)
    assert start == (dict.fromkeys(rules.parts, 1 / 3), {}, 1.0)


def test_what_people_labelled_is_among_the_known_and_as_it_is_graded_today():
    for desk in OURS:
        labelled = [one for one in recorded_answers() if one.desk == desk]
        labelled = [one for one in labelled if one.right or not one.correct]  # not open exploits
        found = known(desk)[-len(labelled) :]
        assert [one.name for one in found] == [one.why for one in labelled]
        assert sum(not one.done for one in found) > 100
        assert not any(one.grade.correct and not one.done for one in found)


def test_an_answer_recorded_before_a_part_was_added_is_left_out():
    now, *_ = (one for one in recorded_answers() if one.desk == "exec_assist")
    before = now.model_copy(update={"values": {}})
    [found] = module._labelled("exec_assist", [before, now])
    assert found.name == now.why


@pytest.mark.parametrize("desk", DESKS)
def test_a_bad_rubric_pays_cheats(desk):
    rules = RULES[desk]
    shape = {"exec_assist": "email_quality", "it_triage": "parsimony"}[desk]
    weights = {name: float(name == shape) for name in rules.parts}
    assert len(findings(tuned(rules, weights, {}, 1.0), known(desk)).paid) > 10


@pytest.mark.parametrize("desk", DESKS)
@given(data=st.data())
@settings(max_examples=40)
def test_any_weights_keep_totals_in_bounds_and_agree_with_the_rubric_itself(desk, data):
    rules, numbers = RULES[desk], st.floats(0, 1)
    weights = {name: data.draw(numbers) for name in rules.parts}
    losses = {name: data.draw(st.floats(0, 1 / len(rules.penalties))) for name in rules.penalties}
    gate = data.draw(numbers)
    if sum(weights.values()) < 1e-6:
        return
    again = tuned(rules, weights, losses, gate)
    for one in known(desk)[::20]:
        assert -1e-9 <= again.grade(None, one.grade).total <= 1 + 1e-9
    assert sum(part.weight for part in again.parts.values()) == pytest.approx(1)


def test_a_tuned_rubric_weighs_as_a_rubric_with_those_weights_grades():
    rules, desk = RULES["exec_assist"], load("exec_assist")
    weights = {"email_quality": 0.5, "scheduling": 0.25, "conflict_resolution": 0.25}
    parts = {n: replace(part, weight=weights[n]) for n, part in rules.parts.items()}
    whole = replace(rules, parts=parts, gate=0.5)
    again = tuned(rules, weights, {}, 0.5)
    for seed in range(5):
        case = desk.scenario(seed, "hard", "eval")
        for policy in graders.grading("exec_assist").policies:
            text = policy.act(case)
            if graders.grade(case, text).action is None:
                continue
            one = module.judged(policy.name, case, text)
            assert again.grade(None, one.grade).total == pytest.approx(
                whole.grade(case, text).total
            )


@pytest.mark.parametrize(
    ("weights", "penalties", "gate", "why"),
    [
        ({"email_quality": -0.1}, {}, 0.2, "outside 0 to 1"),
        ({"email_quality": float("nan")}, {}, 0.2, "outside 0 to 1"),
        ({"charm": 0.5}, {}, 0.2, "no part"),
        ({}, {"charm": 0.5}, 0.2, "no part"),
        ({}, {}, 2.0, "outside 0 to 1"),
        ({"email_quality": 0, "scheduling": 0, "conflict_resolution": 0}, {}, 0.2, "every part"),
        ({}, {"short_email": 1, "missing_details": 1}, 0.2, "more than 1"),
    ],
)
def test_what_makes_no_rubric_is_refused(weights, penalties, gate, why):
    with pytest.raises(TuningError, match=why):
        tuned(RULES["exec_assist"], weights, penalties, gate)


def test_every_answer_that_is_known_can_be_read():
    for desk in DESKS:
        assert all(one.grade.error is None for one in known(desk))
        assert json.dumps([one.name for one in known(desk)])
