"""The findings of an audit, and iteration over its scenarios."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from desks import Desk, Scenario, Tier
from desks.desk import seeded_rng
from graders.score import Grade

Grader = Callable[[Scenario, str], Grade]
Sample = Mapping[Tier, Sequence[Scenario]]

EPSILON = 1e-9
MIN_TAKEN = 5


@dataclass(frozen=True)
class Finding:
    """One row of the audit: a property, its bound and what was measured."""

    property: str
    bound: str
    measured: float | None
    passed: bool
    worst_policy: str
    """What came closest to breaking it: a policy, a defect, a rewording."""
    worst_scenario: str
    """Where: tier/split/seed, a tier if no single scenario applies, or nothing."""
    note: str = ""
    details: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Trial:
    """One measurement: its value, what was tried, and on which scenario or tier."""

    value: float
    policy: str
    where: Scenario | Tier | None


def place(scenario: Scenario) -> str:
    """A scenario's name as shown on the command line and the page."""
    return f"{scenario.tier}/{scenario.split}/{scenario.seed}"


def worst_case(
    name: str,
    sign: Literal["<=", ">=", ">"],
    bound: float,
    trials: Iterable[Trial],
    note: str = "",
    details: Mapping[str, float] | None = None,
) -> Finding:
    """A finding decided by the trial closest to breaking its bound; ValueError if there is none."""
    worst = (max if sign == "<=" else min)(trials, key=lambda trial: trial.value)
    passed = {
        "<=": worst.value <= bound + EPSILON,
        ">=": worst.value >= bound - EPSILON,
        ">": worst.value > bound + EPSILON,
    }[sign]
    where = place(worst.where) if isinstance(worst.where, Scenario) else worst.where or ""
    said = f"{sign} {bound:g}"
    return Finding(name, said, worst.value, passed, worst.policy, where, note, dict(details or {}))


def not_applicable(name: str, why: str) -> Finding:
    """A passing row that says why there is nothing to measure."""
    return Finding(name, "-", None, True, "", "", f"not applicable: {why}")


def all_scenarios(sample: Sample) -> Iterator[Scenario]:
    """All scenarios of the sample, tier by tier."""
    for scenarios in sample.values():
        yield from scenarios


def with_other_answer(
    desk: Desk, sample: Sample, one_in: int = 1
) -> Iterator[tuple[Scenario, dict[str, Any], dict[str, Any]]]:
    """(scenario, oracle's answer, oracle's answer to another one of the tier), in seeded order.

    For expensive measurements, `one_in=n` takes one in n scenarios of each tier, but at least five.
    """
    for tier, scenarios in sample.items():
        order = list(scenarios)
        seeded_rng("another", tier).shuffle(order)
        answers = [json.loads(desk.oracle(s)) for s in order]
        taken = max(MIN_TAKEN, len(order) // one_in)
        yield from islice(zip(order, answers, [*answers[1:], answers[0]], strict=True), taken)
