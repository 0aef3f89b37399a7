"""Answers as JSON, climbing by one field at a time, and the best constant answer."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from desks.desk import stream
from graders.grading import Answer


def written(answer: Answer) -> str:
    """An answer as the oracle writes it: bare JSON on one line."""
    return json.dumps(answer, ensure_ascii=False)


def read(completion: str) -> Answer | None:
    """A completion as a JSON object, where it is one."""
    try:
        answer = json.loads(completion)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def ascend(
    start: Answer,
    options: Mapping[str, Sequence[Answer]],
    score: Callable[[Answer], float],
    sweeps: int = 2,
    progress: Callable[[str], None] = lambda line: None,
) -> tuple[Answer, float]:
    """The best answer that coordinate ascent finds, and its score.

    `options` holds, by name, changes of which one is taken at a time: each gives new values to some
    fields. Every change is tried on the best answer so far; it ends with a sweep that gains
    nothing. At most 1 + sweeps x changes calls of `score`.
    """
    best, height = start, score(start)
    for sweep in range(sweeps):
        before = height
        for changes in options.values():
            for change in changes:
                candidate = best | change
                if candidate != best and (reached := score(candidate)) > height:
                    best, height = candidate, reached
        progress(f"sweep {sweep + 1}: {height:.3f}")
        if height == before:
            break
    return best, height


def best_constant(
    completions: Sequence[str],
    score: Callable[[str], float],
    key: str,
    values: int = 10,
    sweeps: int = 2,
    progress: Callable[[str], None] = lambda line: None,
) -> tuple[str, float]:
    """The fixed completion with the greatest mean score, by coordinate ascent over its fields.

    `completions` are good answers to other scenarios (JSON objects): the best of them is where the
    search starts, and their fields' values, the most frequent first, are what it tries. `score` is
    the mean total over a training sample, `key` seeds the choice. At most
    1 + values x (1 + fields x sweeps) calls of `score`. Returns (completion, its score).
    """
    actions = [json.loads(text) for text in completions]
    starts = _pool(actions, values, key)
    start = max(starts, key=lambda answer: score(written(answer)))
    options = {
        name: [
            {name: value} for value in _pool([a[name] for a in actions], values, f"{key}/{name}")
        ]
        for name in actions[0]
    }
    best, height = ascend(start, options, lambda one: score(written(one)), sweeps, progress)
    return written(best), height


def _pool(found: Sequence[Any], size: int, key: str) -> list[Any]:
    """Up to `size` different values: the most frequent, then others at random."""
    texts = [json.dumps(value) for value in found]
    distinct = list(dict.fromkeys(texts))
    stream("best_constant", key).shuffle(distinct)
    distinct.sort(key=texts.count, reverse=True)
    return [json.loads(text) for text in distinct[:size]]
