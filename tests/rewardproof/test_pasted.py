"""A reward that was pasted as text."""

import json

import pytest

from rewardproof.pasted import PastedError, function_in, prove_pasted
from tests.rewardproof import sums

HOLE = "def reward(completion, answer):\n    return float(answer in completion)\n"
TASKS = "\n".join(map(json.dumps, sums.TASKS))


def test_it_is_proved() -> None:
    made = []
    report = prove_pasted(HOLE, TASKS, sums.GOOD, 900, lambda calls, of: made.append((calls, of)))
    assert json.loads(report)["holds"] is False
    assert made[-1][1] == 900


def test_a_line_of_tasks_ends_where_it_does_in_a_file() -> None:
    rows = [one | {"prompt": f"{one['prompt']}\u2028\u2029\u0085"} for one in sums.TASKS]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    for end in ("\n", "\r\n"):
        report = prove_pasted(HOLE, end.join(lines), "answer", 100, lambda made, of: None)
        assert [*json.loads(report)["rows"].values()] == rows


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("def first(c): ...\ndef last(c): ...", "last"),
        ("def score(c): ...\ndef helper(c): ...", "score"),
        ("import re\nfrom json import loads\ndef mine(c): ...", "mine"),
        ("class Reward:\n    def __call__(self, completion): ...\nreward = Reward()", "Reward"),
    ],
)
def test_the_reward_is_found(code: str, name: str) -> None:
    found = function_in(code)
    assert getattr(found, "__name__", type(found).__name__) == name


@pytest.mark.parametrize(
    ("code", "tasks", "good", "said"),
    [
        ("def reward(:", TASKS, "answer", "reward, line 1: invalid syntax"),
        ("x = 1", TASKS, "answer", "reward: a function was expected"),
        ("import json", TASKS, "answer", "reward: a function was expected"),
        ("import sys; sys.exit('no')", TASKS, "answer", "reward: SystemExit: no"),
        ("1 / 0", TASKS, "answer", "reward: ZeroDivisionError: division by zero"),
        ("import numpy_", TASKS, "answer", "reward: ModuleNotFoundError: No module named"),
        ("def reward(a, b, c): ...", TASKS, "answer", "the parameter 'b' is no column"),
        (HOLE, '{"prompt": "a"}\n{', "answer", "tasks, line 2:"),
        (HOLE, "[" * 100_000, "answer", "tasks, line 1:"),
        (HOLE, "[1, 2]", "answer", "task 0: a row of columns was expected"),
        (HOLE, "", "answer", "no tasks: at least one was expected"),
        (HOLE, TASKS, "{solution}", "no column 'solution' among answer, prompt"),
        (HOLE, TASKS, "", "task 0: good"),
    ],
)
def test_what_cannot_be_used_is_told(code: str, tasks: str, good: str, said: str) -> None:
    with pytest.raises(PastedError) as told:
        prove_pasted(code, tasks, good, 100, lambda made, of: None)
    assert said in str(told.value)
