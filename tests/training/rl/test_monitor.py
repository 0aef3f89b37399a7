"""What is watched while a model learns."""

import json

import pytest

from desks import load
from tests.training.rl.test_rewards import many
from training.rl.monitor import monitor
from training.rl.rewards import Answer, get_scenario, scenario_id


def test_what_is_watched_adds_up(desk):
    pairs = list(many(desk, 60))
    told = monitor(desk.name, [Answer(*pair) for pair in pairs])
    shares = sum(v for name, v in told.items() if name.startswith(("parts/", "penalties/")))
    assert shares == pytest.approx(told["total"], abs=1e-12)
    assert sum(v for name, v in told.items() if name.startswith("actions/")) == pytest.approx(1)
    assert told["valid"] == pytest.approx(1 - told["actions/unreadable"])


def test_reading_and_not_reading_are_told_apart(desk):
    names = [scenario_id(desk.name, "hard", n) for n in range(0, 24, 2)]
    read = monitor(desk.name, [Answer(name, desk.oracle(get_scenario(name))) for name in names])
    blind = monitor(
        desk.name, [Answer(name, desk.oracle(get_scenario(names[0]))) for name in names]
    )
    assert read["correct"] == read["referee"] == 1
    assert read["overruled"] == 0
    assert read["input_dependence"] > 0.5 > 0.15 > abs(blind["input_dependence"])
    assert read["distinct_actions"] > 0.5
    assert blind["distinct_actions"] == pytest.approx(1 / len(names))


def test_prose_makes_no_other_action():
    desk = load("exec_assist")
    name = scenario_id("exec_assist", "easy", 0)
    answer = json.loads(desk.oracle(get_scenario(name)))
    texts = [json.dumps(answer | {"email_reply": reply}) for reply in ("Yes.", "No.", "Perhaps.")]
    told = monitor("exec_assist", [Answer(name, text) for text in texts])
    assert told["distinct_actions"] == pytest.approx(1 / 3)
