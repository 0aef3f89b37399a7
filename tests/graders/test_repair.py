"""What an answer lacked is measured: the change named is tried, and is the smallest that helps."""

import json
from itertools import combinations

import pytest

from desks import DESKS, TIERS, load
from graders import grade, grading
from graders.repair import differences, repair

CASES = [(desk, tier, seed) for desk in DESKS for tier in TIERS for seed in range(6)]


@pytest.mark.parametrize(("name", "tier", "seed"), CASES)
def test_a_repair_is_what_grading_the_changed_answer_gives(name, tier, seed):
    desk = load(name)
    scenario = desk.scenario(seed, tier, "eval")
    best = json.loads(desk.oracle(scenario))
    for policy in grading(name).policies:
        text = policy.act(scenario)
        before, found = grade(scenario, text), repair(scenario, text)
        has = before.action.model_dump(mode="json") if before.action else {}
        after = grade(scenario, json.dumps(has | {field: best[field] for field in found.fields}))
        assert found.to == {field: best[field] for field in found.fields}
        if found.fields:
            assert after.total == pytest.approx(before.total + found.gain)
            assert found.grade.total == pytest.approx(after.total)
            assert found.gain > 0
        if has and found.grade.correct and not before.correct:
            wrong = [field for field in has if has[field] != best[field]]
            for fewer in range(1, len(found.fields)):
                for fields in combinations(wrong, fewer):
                    less = grade(scenario, json.dumps(has | {f: best[f] for f in fields}))
                    assert not less.correct


@pytest.mark.parametrize("name", DESKS)
def test_the_best_answer_needs_no_repair_and_what_is_no_action_needs_all(name):
    desk = load(name)
    scenario = desk.scenario(3, "hard", "eval")
    assert repair(scenario, desk.oracle(scenario)).fields == ()
    for text in ("", "no JSON", "[]", '{"a": 1}', "\ud800"):
        found = repair(scenario, text)
        assert set(found.fields) == set(json.loads(desk.oracle(scenario)))
        assert found.grade.correct


@pytest.mark.parametrize("seed", range(4))
def test_fields_that_only_look_different_are_not_tried(seed, monkeypatch):
    """An action writes 10:00 as 10:00:00."""
    scenario = load("exec_assist").scenario(seed, "hard", "eval")
    tried = []
    monkeypatch.setattr(
        "graders.repair.grade", lambda s, text: tried.append(text) or grade(s, text)
    )
    repair(scenario, load("exec_assist").oracle(scenario))
    assert len(tried) == 1


def test_one_wrong_field_is_the_one_that_is_named():
    desk = load("it_triage")
    scenario = desk.scenario(2, "easy", "eval")
    best = json.loads(desk.oracle(scenario))
    found = repair(scenario, json.dumps(best | {"citations": []}))
    assert found.fields == ("citations",)
    assert found.grade.correct
    sure = repair(scenario, json.dumps(best | {"confidence": 0.2}))
    assert (sure.fields, sure.grade.correct) == (("confidence",), True)


def test_differences_are_told_field_by_field():
    desk = load("it_triage")
    scenario = desk.scenario(2, "easy", "eval")
    best = json.loads(desk.oracle(scenario))
    first = grade(scenario, json.dumps(best))
    second = grade(scenario, json.dumps(best | {"confidence": 0.5, "citations": []}))
    told = {one.field: (one.first, one.second) for one in differences(first, second)}
    assert told == {"citations": (best["citations"], []), "confidence": (1.0, 0.5)}
    assert differences(first, first) == []
    unread = differences(first, grade(scenario, "no JSON"))
    assert [one.second for one in unread] == [None] * 4
