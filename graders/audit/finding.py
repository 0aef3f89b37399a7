"""What an audit finds, and the samples that it looks at."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from desks import Desk, Scenario, Tier
from desks.desk import stream
from graders.score import Grade

Grader = Callable[[Scenario, str], Grade]
Sample = Mapping[Tier, Sequence[Scenario]]

EPSILON = 1e-9
LEAST_TAKEN = 5


@dataclass(frozen=True)
class Finding:
    """One row of the audit: a property, what was asked of it and what was found."""

    property: str
    bound: str
    measured: float | None
    passed: bool
    worst_policy: str
    """Whatever came closest to breaking it: a policy, a defect, a rewording."""
    worst_scenario: str
    """Where: tier/split/seed."""
    note: str = ""
    details: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Trial:
    """One measurement: its value, what was tried, on which scenario."""

    value: float
    policy: str
    scenario: Scenario


def place(scenario: Scenario) -> str:
    """A scenario's name, as the command line and the page know it."""
    return f"{scenario.tier}/{scenario.split}/{scenario.seed}"


def at_most(name: str, bound: float, trials: Iterable[Trial], **rest) -> Finding:
    """A finding that the greatest trial decides."""
    worst = max(trials, key=lambda trial: trial.value)
    return _finding(name, f"<= {bound:g}", worst, worst.value <= bound + EPSILON, **rest)


def at_least(name: str, bound: float, trials: Iterable[Trial], **rest) -> Finding:
    """A finding that the least trial decides."""
    worst = min(trials, key=lambda trial: trial.value)
    return _finding(name, f">= {bound:g}", worst, worst.value >= bound - EPSILON, **rest)


def above(name: str, trials: Iterable[Trial], **rest) -> Finding:
    """A finding that holds where every trial is above 0."""
    worst = min(trials, key=lambda trial: trial.value)
    return _finding(name, "> 0", worst, worst.value > EPSILON, **rest)


def not_applicable(name: str, why: str) -> Finding:
    """A row that says why there is nothing to measure."""
    return Finding(name, "-", None, True, "", "", f"not applicable: {why}")


def _finding(name: str, bound: str, worst: Trial, passed: bool, **rest) -> Finding:
    return Finding(name, bound, worst.value, passed, worst.policy, place(worst.scenario), **rest)


def everyone(sample: Sample) -> Iterator[Scenario]:
    for scenarios in sample.values():
        yield from scenarios


def with_another(
    desk: Desk, sample: Sample, one_in: int = 1
) -> Iterator[tuple[Scenario, dict[str, Any], dict[str, Any]]]:
    """(scenario, its oracle's answer, another scenario's of the tier), in a seeded order.

    `one_in` takes a share of each tier, at least five, for what is dear to measure.
    """
    for tier, scenarios in sample.items():
        order = list(scenarios)
        stream("another", tier).shuffle(order)
        answers = [json.loads(desk.oracle(s)) for s in order]
        taken = max(LEAST_TAKEN, len(order) // one_in)
        yield from islice(zip(order, answers, [*answers[1:], answers[0]], strict=True), taken)
