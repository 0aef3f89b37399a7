"""Coordinate ascent over the fields of an answer, and the best constant answer."""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from rewardproof.completions import Answer, to_json


def ascend(
    start: Answer,
    options: Mapping[str, Sequence[Answer]],
    score: Callable[[Answer], float],
    sweeps: int = 2,
    progress: Callable[[str], None] = lambda line: None,
) -> tuple[Answer, float]:
    """The best answer found by coordinate ascent, and its score.

    `options` holds named groups of changes; a change gives new values to some fields. Every change
    is tried on the best answer so far, and the ascent ends after a sweep without a gain. Calls
    `score` at most 1 + sweeps x changes times.
    """
    best, best_score = start, score(start)
    for sweep in range(sweeps):
        before = best_score
        for changes in options.values():
            for change in changes:
                candidate = best | change
                if candidate != best and (reached := score(candidate)) > best_score:
                    best, best_score = candidate, reached
        progress(f"sweep {sweep + 1}: {best_score:.3f}")
        if best_score == before:
            break
    return best, best_score


def best_constant(
    completions: Sequence[str],
    score: Callable[[str], float],
    key: str,
    values: int = 10,
    sweeps: int = 2,
    progress: Callable[[str], None] = lambda line: None,
) -> tuple[str, float]:
    """The constant completion with the greatest mean score, and that score, by coordinate ascent.

    `completions` are good answers to training scenarios (JSON objects). The search starts from the
    best of them and tries the values of their fields, the most frequent first. `score` is the mean
    total over a training sample; `key` seeds the choice of values. Calls `score` at most
    1 + values x (1 + fields x sweeps) times.
    """
    actions = [json.loads(text) for text in completions]
    starts = _pool(actions, values, key)
    start = max(starts, key=lambda answer: score(to_json(answer)))
    options = {
        name: [
            {name: value} for value in _pool([a[name] for a in actions], values, f"{key}/{name}")
        ]
        for name in actions[0]
    }
    best, best_score = ascend(start, options, lambda one: score(to_json(one)), sweeps, progress)
    return to_json(best), best_score


def _pool(found: Sequence[Any], size: int, key: str) -> list[Any]:
    """Up to `size` distinct values, the most frequent first, ties in random order."""
    texts = [json.dumps(value) for value in found]
    distinct = list(dict.fromkeys(texts))
    Random(f"best_constant/{key}").shuffle(distinct)
    distinct.sort(key=texts.count, reverse=True)
    return [json.loads(text) for text in distinct[:size]]
