"""TRL's own rewards, as its trainers call them."""

from collections.abc import Iterator
from typing import Any

from trl.rewards import (
    accuracy_reward,
    get_cosine_scaled_reward,
    get_repetition_penalty_reward,
    get_soft_overlong_punishment,
    reasoning_accuracy_reward,
    think_format_reward,
)

from tests.rewardproof_real.entry import Real, chat
from tests.rewardproof_real.mathematics import ROWS, is_right

TASKS = [{"prompt": chat(row["prompt"]), "solution": f"${row['answer']}$"} for row in ROWS]


def _boxed(task: dict[str, Any]) -> list[dict[str, str]]:
    return chat(f"The result is \\boxed{{{task['solution'].strip('$')}}}.")


def _thought(task: dict[str, Any]) -> list[dict[str, str]]:
    right = task["solution"].strip("$")
    return chat(f"<think>I work it out step by step.</think>The result is \\boxed{{{right}}}.")


def _is_right(task: dict[str, Any], completion: Any) -> bool:
    return is_right({"answer": task["solution"].strip("$")}, completion)


def rewards() -> Iterator[Real]:
    """All that need no model: for lengths, a word counts as a token."""
    yield Real("accuracy_reward", accuracy_reward, TASKS, _boxed, _is_right)
    yield Real("reasoning_accuracy_reward", reasoning_accuracy_reward, TASKS, _thought)
    yield Real("think_format_reward", think_format_reward, TASKS, _thought)
    yield Real("soft_overlong_punishment", get_soft_overlong_punishment(200, 50), TASKS, _boxed)
    yield Real("cosine_scaled_reward", get_cosine_scaled_reward(200), TASKS, _boxed)
    yield Real("repetition_penalty_reward", get_repetition_penalty_reward(), TASKS, _boxed)
