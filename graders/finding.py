"""What an audit finds, and the samples that it looks at."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from desks import Desk, Scenario, Tier
from desks.desk import stream
from graders.score import Grade

Grader = Callable[[Scenario, str], Grade]
Sample = Mapping[Tier, Sequence[Scenario]]

EPSILON = 1e-9


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


def _finding(name: str, bound: str, worst: Trial, passed: bool, **rest) -> Finding:
    return Finding(name, bound, worst.value, passed, worst.policy, place(worst.scenario), **rest)


def everyone(sample: Sample) -> Iterator[Scenario]:
    for scenarios in sample.values():
        yield from scenarios


def with_another(
    desk: Desk, sample: Sample, limit: int | None = None
) -> Iterator[tuple[Scenario, dict, dict]]:
    """(scenario, its oracle's answer, another scenario's of the tier), in a seeded order."""
    for tier, scenarios in sample.items():
        answers = [json.loads(desk.oracle(s)) for s in scenarios]
        order = list(range(len(scenarios)))
        stream("another", tier).shuffle(order)
        for here, there in list(zip(order, [*order[1:], order[0]], strict=True))[:limit]:
            yield scenarios[here], answers[here], answers[there]
