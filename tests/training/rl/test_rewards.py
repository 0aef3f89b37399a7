"""Rewards as TRL asks for them: one function a part, which add up to the grade."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
import torch

from desks import TIERS, load
from graders import as_reported, grade
from tests.completions import KINDS
from training import tasks
from training.rl.presets import read_preset
from training.rl.prompts import schedule
from training.rl.rewards import (
    OURS,
    REPORTED,
    Answer,
    RewardError,
    get_scenario,
    reward_functions,
    reward_weights,
    rubric_grade,
    scenario_id,
    text_of,
)

ROOT = Path(__file__).parents[3]
DESK = load("exec_assist")


def many(desk, count):
    """(id, completion) pairs of the train split: oracles, those of others, damage of every kind."""
    rng = Random(0)
    for n in range(count):
        name, other = (scenario_id(desk.name, TIERS[n % 3], rng.randrange(50)) for _ in range(2))
        yield name, KINDS[n % len(KINDS)](rng, desk, get_scenario(name), get_scenario(other))


def said(text):
    return [{"role": "assistant", "content": text}]


def rewards(desk, pairs, reward=OURS):
    """(functions, completions) of TRL's columns."""
    asked = {
        "prompts": [[] for _ in pairs],
        "completions": [said(text) for _, text in pairs],
        "completion_ids": [[1] for _ in pairs],
        "scenario": [name for name, _ in pairs],
        "model_answer": [Answer(*pair) for pair in pairs],
        "trainer_state": None,
        "log_extra": None,
        "log_metric": None,
    }
    return [function(**asked) for function in reward_functions(desk.name, reward)]


@pytest.mark.parametrize(("reward", "graded"), [(OURS, grade), (REPORTED, as_reported.grade)])
def test_the_functions_add_up_to_the_grade(desk, reward, graded):
    pairs = list(many(desk, 90))
    weights, columns = reward_weights(desk.name, {}, reward), rewards(desk, pairs, reward)
    for (name, text), column in zip(pairs, zip(*columns, strict=True), strict=True):
        assert all(isinstance(value, float) for value in column)  # never None, which TRL fills in
        total = sum(w * value for w, value in zip(weights, column, strict=True))
        assert total == pytest.approx(graded(get_scenario(name), text).total, abs=1e-12)


# -- a function of one's own ---

CARELESS = "tests.training.careless:booked"


def pays_one_only(completions, **_):
    return [1.0]


def pays_in_words(completions, **_):
    return ["much" for _ in completions]


def pays_nothing_at_all(completions, **_):
    return None


def pays_no_number(completions, **_):
    return [1.0, float("nan")]


def pays_without_end(completions, **_):
    return np.array([1.0, np.inf])


def pays_in_rows(completions, **_):
    return torch.ones(2, 1)


TAKEN = {
    "a tuple": (0.5, 2),
    "an array": np.array([0.5, 2.0]),
    "a list of numpy's numbers": list(np.array([0.5, 2.0], dtype=np.float32)),
    "a tensor": torch.tensor([0.5, 2.0], dtype=torch.bfloat16, requires_grad=True),
    "a list of tensors": [torch.tensor(0.5), torch.tensor(2)],
}


def pays_as_asked(completions, scenario, **_):
    return TAKEN[scenario[0]]


def own(name):
    return f"{__name__}:{name}"


def test_a_function_of_ones_own_is_called_as_trl_calls_it():
    [function] = reward_functions("exec_assist", CARELESS)
    assert function.__name__ == "booked"
    assert reward_weights("exec_assist", {}, CARELESS) == [1.0]
    texts = [said("It is booked."), said("No.")]
    assert function(prompts=[[], []], completions=texts, scenario=["", ""]) == [1.0, 0.0]


def test_the_example_reads_its_case_and_pays_for_the_right_action():
    names = [scenario_id("exec_assist", "easy", n) for n in range(3)]
    right = [DESK.oracle(get_scenario(name)) for name in names]
    other = [
        text.replace('"calendar_action": "book"', '"calendar_action": "none"') for text in right
    ]
    assert all(text != changed for text, changed in zip(right, other, strict=True))
    [function] = reward_functions("exec_assist", "examples.right_action:right_action")
    for texts, paid in ((right, 1.0), (other, 0.0), (["", "no JSON", "{}"], 0.0)):
        assert function(completions=list(map(said, texts)), scenario=names) == [paid] * 3


@pytest.mark.slow
def test_rewardproof_finds_what_the_example_pays_for_besides(tmp_path, capsys):
    """As README says, on tasks that a command makes of a preset's cases."""
    assert tasks.main(["--preset", "exec_assist_pocket"]) == 0
    told = capsys.readouterr().out
    first, *others = map(json.loads, told.splitlines())
    assert len(others) == 11
    preset = read_preset("exec_assist_pocket")
    assert first["scenario"] == schedule(preset)[0]
    case = get_scenario(first["scenario"])
    assert (first["prompt"], first["oracle"]) == (DESK.prompt(case), DESK.oracle(case))
    (tmp_path / "tasks.jsonl").write_text(told)
    command = "-m rewardproof examples.right_action:right_action --tasks"
    asked = [sys.executable, *command.split(), str(tmp_path / "tasks.jsonl"), "--good", "oracle"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    share = re.search(
        r"one text for all tasks is paid (\d+%) of what right answers are", done.stdout
    )
    assert f"one text for all cases is paid {share[1]}" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize(
    ("preset", "told"),
    [
        ("it_triage_tools_pocket", "desk: rewardproof tries single"),
        ("mine.yaml", "cases: those of a"),
    ],
)
def test_what_rewardproof_cannot_be_given_is_told(preset, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("extends: it_triage_pocket\ncases: mine.jsonl\n")
    assert tasks.main(["--preset", preset]) == 1
    out, err = capsys.readouterr()
    assert f"error: {told}" in err
    assert not out


@pytest.mark.parametrize("spec", ["mine.py:paid", "my-rewards/mine.py:paid", "mine:paid"])
def test_a_function_in_a_file_is_named_as_for_rewardproof(spec, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, ""])
    path = tmp_path / (spec.partition(":")[0].removesuffix(".py") + ".py")
    path.parent.mkdir(exist_ok=True)
    path.write_text("def paid(completions, **_):\n    return [0.5 for _ in completions]\n")
    preset = read_preset("exec_assist_pocket", {"reward": spec})
    [function] = reward_functions(preset.desk, preset.reward)
    assert function(completions=[said("a"), said("b")]) == [0.5, 0.5]
    assert reward_weights(preset.desk, {}, preset.reward) == [1.0]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("none.py:reward", "there is no such file"),
        (own("nobody"), "cannot be imported"),
        ("no.such.module:reward", "cannot be imported"),
        (own("OURS"), "is no function"),
    ],
)
def test_a_function_that_there_is_not(name, told):
    with pytest.raises(RewardError, match=told):
        reward_functions("exec_assist", name)


@pytest.mark.parametrize("kind", TAKEN)
def test_what_trl_takes_is_taken(kind):
    [function] = reward_functions("exec_assist", own("pays_as_asked"))
    told = function(prompts=[[], []], completions=[said("a"), said("b")], scenario=[kind, kind])
    assert told == [0.5, 2.0]
    assert {type(one) for one in told} == {float}


@pytest.mark.parametrize(
    "name",
    [
        *("pays_one_only", "pays_in_words", "pays_nothing_at_all"),
        *("pays_no_number", "pays_without_end", "pays_in_rows"),
    ],
)
def test_what_is_no_number_for_each_completion_is_refused(name):
    [function] = reward_functions("exec_assist", own(name))
    with pytest.raises(RewardError, match="2 completions; a list with a finite number"):
        function(prompts=[[], []], completions=[said("a"), said("b")], scenario=["", ""])


def test_where_no_report_is_known_none_can_pay():
    with pytest.raises(RewardError, match="no report on it_triage_tools"):
        reward_functions("it_triage_tools", REPORTED)


def test_one_function_for_each_part_and_penalty_named_like_it(desk):
    one = grade(get_scenario(scenario_id(desk.name, "easy", 0)), "")
    assert [f.__name__ for f in reward_functions(desk.name)] == [*one.parts, *one.penalties]


def test_what_the_rubric_only_logs_returns_its_value_under_a_weight_that_may_be_raised():
    functions = [f.__name__ for f in reward_functions("it_triage")]
    place = functions.index("repetition")
    assert reward_weights("it_triage", {})[place] == 0
    assert reward_weights("it_triage", {"repetition": 0.05})[place] == 0.05
    assert sum(reward_weights("it_triage", {})) == len(functions) - 1
    desk = load("it_triage")
    name = scenario_id("it_triage", "easy", 0)
    loop = json.dumps(
        json.loads(desk.oracle(get_scenario(name))) | {"resolution": "try it again " * 50}
    )
    told = rewards(desk, [(name, desk.oracle(get_scenario(name))), (name, loop)])[place]
    assert told[0] > 0.9 > 0.2 > told[1]


def test_a_completion_is_graded_once(desk):
    pairs = list(dict.fromkeys(many(desk, 30)))
    rubric_grade.cache_clear()
    rewards(desk, pairs)
    assert rubric_grade.cache_info().misses == len(pairs)


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
