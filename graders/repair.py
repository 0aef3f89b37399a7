"""The smallest repair of an answer: the fewest fields to copy from the best one to make it right.

One field is replaced at a time, then two, then three, and the answer is graded again, so every
claim is measured. The best answer is made from the hidden truth, so this is only for people to read
afterwards; no reward or training uses it.
"""

import json
from collections.abc import Mapping
from itertools import combinations
from typing import Any, NamedTuple

from desks import Scenario, load
from graders import grade
from graders.score import Grade

MAX_FIELDS = 3
"""Fields replaced at once, at most."""
MIN_GAIN = 0.005
"""Smaller gains are ignored."""


class Difference(NamedTuple):
    """A field in which two answers differ; a value is None if that answer is not an action."""

    field: str
    first: Any
    second: Any


class Repair(NamedTuple):
    """Fields of an answer, replaced by those of the best answer."""

    fields: tuple[str, ...]
    """In the action's order; empty if no replacement would raise the score."""
    to: dict[str, Any]
    """Their new values."""
    gain: float
    """By how much the total would rise."""
    grade: Grade
    """The grade of the repaired answer."""


def repair(scenario: Scenario, text: str) -> Repair:
    """The smallest change that makes an answer right, or else the single field that gains most.

    An unparsable answer is replaced as a whole. An answer that is already right gets the single
    field that gains most.
    """
    desk, now = load(scenario.desk), grade(scenario, text)
    best = json.loads(oracle := desk.oracle(scenario))
    if now.action is None:
        return _repaired(scenario, now, {}, best)
    has = now.action.model_dump(mode="json")
    right = desk.parse(oracle).model_dump(mode="json")
    wrong = [name for name in has if has[name] != right[name]]
    found = Repair((), {}, 0.0, now)
    for count in range(1, MAX_FIELDS + 1):
        tried = [
            _repaired(scenario, now, has, {name: best.get(name, right[name]) for name in names})
            for names in combinations(wrong, count)
        ]
        if count > 1:  # several fields are worth it only if the answer is then right
            tried = [one for one in tried if one.grade.correct]
        found = max(tried, key=lambda one: one.gain, default=found)
        if now.correct or found.grade.correct:
            break
    return found if found.gain >= MIN_GAIN else Repair((), {}, 0.0, now)


def _repaired(
    scenario: Scenario, now: Grade, has: Mapping[str, Any], change: Mapping[str, Any]
) -> Repair:
    mended = grade(scenario, json.dumps({**has, **change}))
    return Repair(tuple(change), dict(change), mended.total - now.total, mended)


def differences(first: Grade, second: Grade) -> list[Difference]:
    """The fields in which two answers to one scenario differ, in the action's order."""
    told = [one.action.model_dump(mode="json") if one.action else {} for one in (first, second)]
    names = list(dict.fromkeys([*told[0], *told[1]]))
    pairs = [Difference(name, told[0].get(name), told[1].get(name)) for name in names]
    return [one for one in pairs if one.first != one.second]
