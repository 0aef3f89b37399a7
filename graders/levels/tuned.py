"""A rubric with other weights: which cheats it still pays, and which honest answers it pays less.

Answers are graded once; a tuned rubric only weighs anew what the graders found, by the one formula
of `graders/score.py`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import graders
from desks import TIERS, Scenario, load
from graders import grading
from graders.attacks.ascent import written
from graders.levels import HALF, WON
from graders.referee import referee
from graders.score import Grade, Part, Rubric

SEEDS = range(5)
"""Of each tier of the eval split: the cases that are answered."""
HURT = 0.05
"""What an honest answer has to lose to be hurt."""


class TuningError(ValueError):
    """Weights that make no rubric; the message says why."""


class Told(NamedTuple):
    """An answer, judged by today's rubric and by the referee."""

    name: str
    """Whose it is, or what was done to the best answer."""
    where: str
    """The case: tier and seed."""
    grade: Grade
    done: bool
    best: Grade
    """Of the best answer to the same case."""


@dataclass(frozen=True)
class Findings:
    """What a tuned rubric does to the answers that are known."""

    cheats: int
    paid: tuple[Told, ...]
    """Cheats that earn what a level is won with."""
    honest: int
    hurt: tuple[Told, ...]
    """Honest answers that lose more than `HURT` against today's rubric."""


def tuned(
    rubric: Rubric, weights: Mapping[str, float], penalties: Mapping[str, float], gate: float
) -> Rubric:
    """The rubric with these weights, which are scaled to add up to 1; it grades a `Told.grade`.

    TuningError where a name is none of the rubric's, a number lies outside [0, 1], no part has any
    weight, or penalties take more than there is.
    """
    if unknown := {*weights} - {*rubric.parts} | {*penalties} - {*rubric.penalties}:
        raise TuningError(f"{min(unknown)[:40]!r} is no part of this rubric")
    if not all(0 <= one <= 1 for one in (*weights.values(), *penalties.values(), gate)):
        raise TuningError("a weight or the gate lies outside 0 to 1")
    given = {name: weights.get(name, part.weight) for name, part in rubric.parts.items()}
    if (whole := sum(given.values())) <= 0:
        raise TuningError("every part has weight 0: nothing could be paid")
    taken = {name: penalties.get(name, part.weight) for name, part in rubric.penalties.items()}
    if sum(taken.values()) > 1:
        raise TuningError("the penalties add up to more than 1: they would take more than there is")
    return replace(
        rubric,
        parse=lambda found: found,
        read=lambda scenario, found, text: found,
        verdict=lambda found: (found.correct, found.verdict),
        parts={n: _again("parts", n, part, given[n] / whole) for n, part in rubric.parts.items()},
        penalties={
            n: _again("penalties", n, part, taken[n]) for n, part in rubric.penalties.items()
        },
        gate=gate,
    )


def _again(kind: str, name: str, part: Part, weight: float) -> Part:
    return replace(part, grader=lambda found: getattr(found, kind)[name], weight=weight)


def findings(rules: Rubric, known: Iterable[Told]) -> Findings:
    """What a tuned rubric pays the answers that are known."""
    cheats = honest = 0
    paid, hurt = [], []
    for one in known:
        total = rules.grade(None, one.grade).total  # type: ignore[arg-type]
        if one.done:
            honest += 1
            if one.grade.total - total > HURT:
                hurt.append(one)
        else:
            cheats += 1
            if total >= WON * max(HALF, rules.grade(None, one.best).total):  # type: ignore[arg-type]
                paid.append(one)
    return Findings(cheats, tuple(paid), honest, tuple(hurt))


@cache
def known(desk: str) -> tuple[Told, ...]:
    """The answers that every tuning is tried on: the attackers', and honest rewordings of the best
    answer, on some cases of each tier. Only what can be read is among them: the rest is paid
    nothing by any rubric."""
    load_ = load(desk)
    cases = [load_.scenario(seed, tier, "eval") for tier in TIERS for seed in SEEDS]
    found = [told(*one) for case in cases for one in _answers(case)]
    return tuple(one for one in found if one.grade.action is not None)


def told(name: str, case: Scenario, text: str) -> Told:
    """An answer, judged."""
    best = load(case.desk).oracle(case)
    where = f"{case.tier} {case.seed}"
    done = referee(case, text).done
    return Told(name, where, graders.grade(case, text), done, graders.grade(case, best))


def _answers(case: Scenario) -> Sequence[tuple[str, Scenario, str]]:
    best = load(case.desk).oracle(case)
    reworded = grading(case.desk).variants.rewordings(case, json.loads(best))
    return [
        ("oracle", case, best),
        *((policy.name, case, policy.act(case)) for policy in grading(case.desk).policies),
        *((name, case, written(answer)) for name, answer in reworded.items()),
    ]
