"""Rewards as TRL asks for them: one function a part, which add up to the grade."""

import json
from random import Random

import pytest

from desks import TIERS, load
from graders import grade
from tests.completions import KINDS
from training.rewards import (
    find,
    judged,
    reward_functions,
    reward_weights,
    scenario_id,
    text_of,
    watch,
)


def many(desk, count):
    """(id, completion) pairs of the train split: oracles, those of others, damage of every kind."""
    rng = Random(0)
    for n in range(count):
        name, other = (scenario_id(desk.name, TIERS[n % 3], rng.randrange(50)) for _ in range(2))
        yield name, KINDS[n % len(KINDS)](rng, desk, find(name), find(other))


def said(text):
    return [{"role": "assistant", "content": text}]


def rewards(desk, pairs):
    """(functions, completions) of TRL's columns."""
    asked = {
        "prompts": [[] for _ in pairs],
        "completions": [said(text) for _, text in pairs],
        "completion_ids": [[1] for _ in pairs],
        "scenario": [name for name, _ in pairs],
        "trainer_state": None,
        "log_extra": None,
        "log_metric": None,
    }
    return [function(**asked) for function in reward_functions(desk.name)]


def test_the_functions_add_up_to_the_grade(desk):
    pairs = list(many(desk, 90))
    weights = reward_weights(desk.name, {})
    for (name, text), column in zip(pairs, zip(*rewards(desk, pairs), strict=True), strict=True):
        assert all(isinstance(value, float) for value in column)  # never None, which TRL fills in
        total = sum(w * value for w, value in zip(weights, column, strict=True))
        assert total == pytest.approx(grade(find(name), text).total, abs=1e-12)


def test_one_function_for_each_part_and_penalty_named_like_it(desk):
    one = grade(find(scenario_id(desk.name, "easy", 0)), "")
    assert [f.__name__ for f in reward_functions(desk.name)] == [*one.parts, *one.penalties]


def test_what_the_rubric_only_logs_returns_its_value_under_a_weight_that_may_be_raised():
    functions = [f.__name__ for f in reward_functions("it_triage")]
    place = functions.index("repetition")
    assert reward_weights("it_triage", {})[place] == 0
    assert reward_weights("it_triage", {"repetition": 0.05})[place] == 0.05
    assert sum(reward_weights("it_triage", {})) == len(functions) - 1
    desk = load("it_triage")
    name = scenario_id("it_triage", "easy", 0)
    loop = json.dumps(json.loads(desk.oracle(find(name))) | {"resolution": "try it again " * 50})
    told = rewards(desk, [(name, desk.oracle(find(name))), (name, loop)])[place]
    assert told[0] > 0.9 > 0.2 > told[1]


def test_a_completion_is_graded_once(desk):
    pairs = list(dict.fromkeys(many(desk, 30)))
    judged.cache_clear()
    rewards(desk, pairs)
    assert judged.cache_info().misses == len(pairs)


@pytest.mark.parametrize(
    ("completion", "text"),
    [
        (said("{}"), "{}"),
        ([{"role": "assistant", "content": None}], ""),
        ([{"role": "assistant", "tool_calls": []}], ""),
        ([*said("first"), *said("last")], "last"),
    ],
)
def test_completions_are_read_from_the_conversation(completion, text):
    assert text_of("it_triage/easy/0", completion) == text


def test_what_is_watched_adds_up(desk):
    pairs = list(many(desk, 60))
    told = watch(desk.name, *map(list, zip(*pairs, strict=True)), group=1)
    shares = sum(v for name, v in told.items() if name.startswith(("parts/", "penalties/")))
    assert shares == pytest.approx(told["total"], abs=1e-12)
    assert sum(v for name, v in told.items() if name.startswith("actions/")) == pytest.approx(1)
    assert told["valid"] == pytest.approx(1 - told["actions/unreadable"])


def test_reading_and_not_reading_are_told_apart(desk):
    names = [scenario_id(desk.name, "hard", n) for n in range(0, 24, 2)]
    read = watch(desk.name, names, [desk.oracle(find(name)) for name in names], group=1)
    blind = watch(desk.name, names, [desk.oracle(find(names[0]))] * len(names), group=1)
    assert read["correct"] == read["referee"] == 1
    assert read["overruled"] == 0
    assert read["input_dependence"] > 0.5 > 0.15 > abs(blind["input_dependence"])
    assert read["distinct_actions"] > 0.5
    assert blind["distinct_actions"] == pytest.approx(1 / len(names))


def test_prose_makes_no_other_action():
    desk = load("exec_assist")
    name = scenario_id("exec_assist", "easy", 0)
    answer = json.loads(desk.oracle(find(name)))
    texts = [json.dumps(answer | {"email_reply": reply}) for reply in ("Yes.", "No.", "Perhaps.")]
    told = watch("exec_assist", [name] * 3, texts, group=3)
    assert told["distinct_actions"] == pytest.approx(1 / 3)
