"""What an answer lacked: the fewest fields that, as the best answer has them, would mend it.

An answer is changed one field at a time, then two, then three, and graded anew: what is said here
is measured and not guessed. The best answer is made from the truth, and this is for people to read
after the fact: no reward and no training sees it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from desks import Scenario, load
from graders import grade
from graders.score import Grade

MOST = 3
"""Fields that are changed at a time."""
LEAST = 0.005
"""A gain below is none."""


class Difference(NamedTuple):
    """A field on which two answers are not the same; a value is None where there is no action."""

    field: str
    first: Any
    second: Any


class Repair(NamedTuple):
    """Fields of an answer changed to what the best answer has there."""

    fields: tuple[str, ...]
    """In the action's order; empty where nothing would raise the score."""
    to: dict[str, Any]
    """What they would say."""
    gain: float
    """How much the total would rise by."""
    grade: Grade
    """Of the answer so changed."""


def repair(scenario: Scenario, text: str) -> Repair:
    """The smallest change to an answer that makes it right, else the one field that pays most.

    Of an answer that cannot be read, every field is changed. Of one that is right, the one field
    that would pay most.
    """
    now, best = grade(scenario, text), json.loads(load(scenario.desk).oracle(scenario))
    if now.action is None:
        return _repaired(scenario, now, {}, best)
    has = now.action.model_dump(mode="json")
    wrong = [name for name in has if has[name] != best[name]]
    single = [_repaired(scenario, now, has, {name: best[name]}) for name in wrong]
    found = max(single, key=lambda one: one.gain, default=Repair((), {}, 0.0, now))
    if not now.correct and not found.grade.correct:
        found = next(_mending(scenario, now, has, best, wrong), found)
    return found if found.gain >= LEAST else Repair((), {}, 0.0, now)


def _mending(
    scenario: Scenario,
    now: Grade,
    has: Mapping[str, Any],
    best: Mapping[str, Any],
    wrong: Sequence[str],
) -> Iterator[Repair]:
    """The changes of several fields that make the answer right: of the fewest, the best paid."""
    for count in range(2, MOST + 1):
        tried = [
            _repaired(scenario, now, has, {name: best[name] for name in names})
            for names in combinations(wrong, count)
        ]
        right = [one for one in tried if one.grade.correct]
        if right:
            yield max(right, key=lambda one: one.gain)


def _repaired(
    scenario: Scenario, now: Grade, has: Mapping[str, Any], change: Mapping[str, Any]
) -> Repair:
    mended = grade(scenario, json.dumps({**has, **change}))
    return Repair(tuple(change), dict(change), mended.total - now.total, mended)


def differences(first: Grade, second: Grade) -> list[Difference]:
    """The fields on which two answers to one scenario are not the same, in the action's order."""
    told = [one.action.model_dump(mode="json") if one.action else {} for one in (first, second)]
    names = list(dict.fromkeys([*told[0], *told[1]]))
    pairs = [Difference(name, told[0].get(name), told[1].get(name)) for name in names]
    return [one for one in pairs if one.first != one.second]
