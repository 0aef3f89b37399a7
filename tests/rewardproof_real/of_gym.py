"""The scorers of five tasks of reasoning-gym, used as its own evaluations use them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import reasoning_gym
from reasoning_gym.utils import extract_answer

from tests.rewardproof_real.entry import Real

TASKS = ("leg_counting", "countdown", "word_sorting", "spell_backward", "knights_knaves")
COUNT = 8


def rewards() -> Iterator[Real]:
    """Each with eight tasks, as they are generated."""
    for name in TASKS:
        dataset = reasoning_gym.create_dataset(name, size=COUNT, seed=1)
        rows = [_row(one) for one in dataset]
        done = _expression_is_right if name == "countdown" else _answer_is_right
        yield Real(
            f"score_answer of {name}", _reward(dataset), rows, "<answer>{answer}</answer>", done
        )


def _row(entry: dict[str, Any]) -> dict[str, Any]:
    return {"prompt": entry["question"], "answer": entry["answer"], "metadata": entry["metadata"]}


def _reward(dataset: Any) -> Callable[[str, dict[str, Any]], float]:
    def score_answer(completion: str, task: dict[str, Any]) -> float:
        entry = {name: task[name] for name in ("answer", "metadata")}
        return dataset.score_answer(answer=extract_answer(completion), entry=entry)

    return score_answer


def _answer_is_right(task: dict[str, Any], completion: str) -> bool:
    return (extract_answer(completion) or "").split() == task["answer"].split()


def _expression_is_right(task: dict[str, Any], completion: str) -> bool:
    """As the question asks: the numbers at most once each, and plain arithmetic."""
    text = extract_answer(completion) or ""
    if not re.fullmatch(r"[\d\s()+*/-]+", text) or "**" in text or "//" in text:
        return False
    used = sorted(map(int, re.findall(r"\d+", text)))
    try:
        value = eval(text)
    except (SyntaxError, ZeroDivisionError, TypeError):
        return False
    right = abs(value - task["metadata"]["target"]) < 1e-6
    return right and used == sorted(task["metadata"]["numbers"])
