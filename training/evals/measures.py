"""Measures: of one answer first, then of many, with intervals.

A measure of one answer is a number in [0, 1], or None where it does not apply to the case;
everything else here is a mean of such numbers over scenarios, a share, or a spread.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from desks import Scenario
from envs import grade, grading, outcome, rubric
from graders import Grade
from graders.calibration import auroc, brier_skill, ece, risk_coverage
from graders.referee import referee
from training.evals.statistics import Interval, Resampling, differences, wins

QUANTILES = (0.0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1.0)
BINS = 20
CALIBRATED = 1_000
"""Resamples for the intervals of Brier skill, AUROC and ECE, which are expensive to compute."""
UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Answered:
    """A completion with its grade and the referee's ruling."""

    scenario: Scenario
    grade: Grade
    done: bool
    """Whether the referee rules the work done."""
    reported: float | None
    """The total that its desk's report would have given; None where there is no report."""


def judged(scenario: Scenario, text: str) -> Answered:
    """Grade a completion, with the referee's ruling and the grade of its desk's report."""
    reported = grading(scenario).reported
    told = reported.grade(scenario, text) if reported else None
    done = referee(*outcome(scenario, text)).done
    return Answered(scenario, grade(scenario, text), done, told and told.total)


# -- one answer ---


def measures(one: Answered) -> dict[str, float | None]:
    """Total, correct, referee, whether it could be read, and the value of each part and penalty;
    `as_reported`, where there is a report; and whatever else its desk measures."""
    found = one.grade
    told: dict[str, float | None] = {
        "total": found.total,
        "correct": float(found.correct),
        "referee": float(one.done),
        "valid": float(found.action is not None),
    }
    if one.reported is not None:
        told["as_reported"] = one.reported
    told |= grading(one.scenario).measures(one.scenario, found)
    return told | {name: score.value for name, score in (found.parts | found.penalties).items()}


def action_type(scenario: Scenario, action: Any) -> str:
    """The kind of action that an answer took, as its desk names it; UNREADABLE for None."""
    return UNREADABLE if action is None else grading(scenario).action_type(action)


# -- many answers ---


def cluster(scenario: Scenario) -> str:
    """The bootstrap cluster of a scenario: those that share their difficulty share a cluster."""
    return grading(scenario).cluster(scenario)


@dataclass(frozen=True)
class Group:
    """Scenarios reported together: their indices among all scenarios, and their resampling."""

    places: tuple[int, ...]
    resampling: Resampling

    @classmethod
    def of(cls, scenarios: Sequence[Scenario], places: Iterable[int]) -> "Group":
        kept = tuple(places)
        return cls(kept, Resampling([cluster(scenarios[n]) for n in kept]))

    def among(self, things: Sequence[Any]) -> list[Any]:
        """Of things given one per scenario, those of the group."""
        return [things[n] for n in self.places]


Values = Sequence[dict[str, float | None]]


def means(group: Group, values: Values, names: Iterable[str] | None = None) -> dict[str, Any]:
    """{measure: {mean, low, high}} over a group, with n."""
    kept = group.among(values)
    told: dict[str, Any] = {"n": len(kept)}
    for name in names or kept[0]:
        told[name] = group.resampling.mean([one[name] for one in kept])._asdict()
    return told


def profile(group: Group, answered: Sequence[Answered], values: Values) -> dict[str, Any]:
    """Means over a group, the share of each kind of action, and the spread of the totals."""
    kept = group.among(answered)
    deeds = Counter(action_type(one.scenario, one.grade.action) for one in kept)
    return means(group, values) | {
        "actions": {name: deeds[name] / len(kept) for name in sorted(deeds)},
        "spread": spread([one.grade.total for one in kept]),
    }


def spread(totals: Sequence[float]) -> dict[str, Any]:
    """Quantiles, standard deviation and a histogram: counts in equal bins over [0, 1]."""
    counts, _ = np.histogram(totals, bins=BINS, range=(0.0, 1.0))
    return {
        "quantiles": {f"{q:g}": float(np.quantile(totals, q)) for q in QUANTILES},
        "deviation": float(np.std(totals)),
        "histogram": counts.tolist(),
    }


def paired(group: Group, first: Values, other: Values) -> dict[str, Any]:
    """{measure: {mean, low, high}} of other minus first on the same scenarios; who was ahead."""
    ours, theirs = group.among(first), group.among(other)
    told: dict[str, Any] = {"n": len(ours)}
    for name in ours[0]:
        gaps = differences([one[name] for one in ours], [one[name] for one in theirs])
        told[name] = group.resampling.mean(gaps)._asdict()
    return told | wins([one["total"] for one in ours], [one["total"] for one in theirs])


def calibration(answered: Sequence[Answered]) -> dict[str, Any] | None:
    """How well calibrated the stated confidence of the readable answers is; None where none is
    stated.

    Brier skill over the best constant, AUROC and ECE with intervals, and the risk at every
    coverage. ECE counts noise as error, and a resample is noisier: the interval is biased upwards
    and may even miss a small ECE. With 1,000 answers or more it is reliable; `n` says how many
    there are.
    """
    stated = [one for one in answered if hasattr(one.grade.action, "confidence")]
    if not stated:
        return None
    p = [one.grade.action.confidence for one in stated]
    y = [int(one.grade.correct) for one in stated]
    drawing = Resampling([cluster(one.scenario) for one in stated], CALIBRATED)

    def interval(measure) -> dict[str, float | None]:
        found: Interval = drawing.of(
            lambda places: measure([p[n] for n in places], [y[n] for n in places])
        )
        return found._asdict()

    return {
        "n": len(stated),
        "confidence": sum(p) / len(p),
        "correct": sum(y) / len(y),
        "brier_skill": interval(brier_skill),
        "auroc": interval(auroc),
        "ece": interval(ece),
        "risk_coverage": risk_coverage(p, y),
    }


def shown_parts(scenario: Scenario) -> list[str]:
    """The names of the parts and penalties of the scenario's rubric, in its order."""
    of = rubric(scenario)
    return [*of.parts, *of.penalties]
