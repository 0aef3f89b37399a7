"""Measures: of one answer first, then of many, with intervals.

A measure of one answer is a number in [0, 1], or None if it does not apply to the case;
everything else here is a mean of such numbers over scenarios, a share, or a spread.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from desks import Scenario
from desks.cases import has_key
from envs import grade, grading, outcome
from graders import Grade
from graders.calibration import auroc, brier_skill, ece, risk_coverage
from graders.referee import referee
from training.evals.statistics import Resampling, differences, wins

HEADLINES = ("total", "correct", "referee")
QUANTILES = (0.0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1.0)
BINS = 20
CALIBRATION_RESAMPLES = 1_000
"""For the intervals of Brier skill, AUROC and ECE, which are expensive to compute."""
UNREADABLE = "unreadable"
"""The kind of action of an answer that cannot be read; the desk names the other kinds."""


@dataclass(frozen=True)
class Assessment:
    """A completion's grade and the referee's ruling on it."""

    scenario: Scenario
    grade: Grade
    referee_done: bool
    """Whether the referee rules the work done."""
    reported: float | None
    """The total that the desk's report would have given; None without a report or a key."""


def assess(scenario: Scenario, text: str) -> Assessment:
    """Grade a completion, with the referee's ruling and the grade of its desk's report."""
    report = grading(scenario).reported if has_key(scenario) else None
    reported = report.grade(scenario, text).total if report else None
    done = referee(*outcome(scenario, text)).done
    return Assessment(scenario, grade(scenario, text), done, reported)


# -- one answer ---


def measures(answer: Assessment) -> dict[str, float | None]:
    """Total, correct, referee, whether it could be read, and the value of each part and penalty;
    `as_reported`, if there is one; and whatever else the desk measures."""
    grade = answer.grade
    values: dict[str, float | None] = {
        "total": grade.total,
        "correct": float(grade.correct),
        "referee": float(answer.referee_done),
        "valid": float(grade.action is not None),
    }
    if answer.reported is not None:
        values["as_reported"] = answer.reported
    values |= grading(answer.scenario).measures(answer.scenario, grade)
    return values | {name: score.value for name, score in (grade.parts | grade.penalties).items()}


def decided(answer: Grade, prose: str) -> str:
    """What an answer decides, for comparison: its action without the field of its prose. All that
    cannot be read are the same."""
    if answer.action is None:
        return UNREADABLE
    return json.dumps(answer.action.model_dump(mode="json", exclude={prose}), sort_keys=True)


def to_read(answers: Sequence[Assessment]) -> list[dict[str, Any]]:
    """The answers that a person should look at, by their case's place from 1: the wrong ones, and
    those on which rubric and referee disagree."""
    return [
        {"case": place, "correct": one.grade.correct, "why": one.grade.verdict}
        for place, one in enumerate(answers, start=1)
        if not (one.grade.correct and one.referee_done)
    ]


# -- many answers ---


def cluster(scenario: Scenario) -> str:
    """The bootstrap cluster of a scenario: those that share their difficulty share a cluster."""
    return grading(scenario).cluster(scenario)


@dataclass(frozen=True)
class Group:
    """Scenarios reported together: their indices among all scenarios, and their resampling."""

    indices: tuple[int, ...]
    resampling: Resampling

    @classmethod
    def of(cls, scenarios: Sequence[Scenario], indices: Iterable[int]) -> "Group":
        indices = tuple(indices)
        return cls(indices, Resampling([cluster(scenarios[n]) for n in indices]))

    def select(self, items: Sequence[Any]) -> list[Any]:
        """The group's items, from a list with one per scenario."""
        return [items[n] for n in self.indices]


Groups = dict[str, dict[str, Group]]
"""What groups are formed by ("tiers", "situations", ...) -> name -> group."""
Values = Sequence[dict[str, float | None]]


def group_scenarios(scenarios: Sequence[Scenario]) -> Groups:
    """Scenarios grouped by tier, by situation, by domain if they have one, and all together."""
    keys: dict[str, Callable[[Scenario], str]] = {
        "tiers": lambda s: s.tier,
        "situations": lambda s: s.situation,
        "overall": lambda s: "",
    }
    if hasattr(scenarios[0], "domain"):
        keys["domains"] = lambda s: s.domain
    groups: Groups = {}
    for kind, key in keys.items():
        indices: dict[str, list[int]] = {}
        for index, s in enumerate(scenarios):
            indices.setdefault(key(s), []).append(index)
        groups[kind] = {name: Group.of(scenarios, some) for name, some in indices.items()}
    return groups


def summarize(groups: Groups, answers: Sequence[Assessment], values: Values) -> dict[str, Any]:
    """A policy's answers by tier, over all, by situation and domain; and their calibration."""
    summary: dict[str, Any] = {
        "tiers": {name: profile(group, answers, values) for name, group in groups["tiers"].items()},
        "overall": profile(groups["overall"][""], answers, values),
    }
    names = [*HEADLINES, *(["citation_f1"] if "citation_f1" in values[0] else [])]
    for kind in ("situations", "domains"):
        of_kind = sorted(groups.get(kind, {}).items())
        summary[kind] = {name: means(group, values, names) for name, group in of_kind}
    return summary | {"calibration": calibration(answers)}


def compare(groups: Groups, first: Values, other: Values) -> dict[str, Any]:
    """The paired differences by tier and over all."""
    return {
        "tiers": {name: paired(group, first, other) for name, group in groups["tiers"].items()},
        "overall": paired(groups["overall"][""], first, other),
    }


def means(group: Group, values: Values, names: Iterable[str] | None = None) -> dict[str, Any]:
    """{measure: {mean, low, high}} over a group, with n."""
    selected = group.select(values)
    measured: dict[str, Any] = {"n": len(selected)}
    for name in names or selected[0]:
        measured[name] = group.resampling.mean([one[name] for one in selected])._asdict()
    return measured


def profile(group: Group, answers: Sequence[Assessment], values: Values) -> dict[str, Any]:
    """Means over a group, the share of each kind of action, and the spread of the totals."""
    selected = group.select(answers)
    kinds = [
        grading(one.scenario).action_type(one.grade.action) if one.grade.action else UNREADABLE
        for one in selected
    ]
    return means(group, values) | {
        "actions": {kind: kinds.count(kind) / len(kinds) for kind in sorted(set(kinds))},
        "spread": spread([one.grade.total for one in selected]),
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
    """{measure: {mean, low, high}} of other minus first on the same scenarios; wins and losses."""
    ours, theirs = group.select(first), group.select(other)
    measured: dict[str, Any] = {"n": len(ours)}
    for name in ours[0]:
        gaps = differences([one[name] for one in ours], [one[name] for one in theirs])
        measured[name] = group.resampling.mean(gaps)._asdict()
    return measured | wins([one["total"] for one in ours], [one["total"] for one in theirs])


def calibration(answers: Sequence[Assessment]) -> dict[str, Any] | None:
    """How well calibrated the stated confidence of the readable answers is; None if none is
    stated, or nobody has said what is right.

    Brier skill over the best constant, AUROC and ECE with intervals, and the risk at every
    coverage. ECE counts noise as error, and a resample is noisier: the interval is biased upwards
    and may even miss a small ECE. With 1,000 answers or more it is reliable; `n` says how many
    there are.
    """
    stated = [one for one in answers if hasattr(one.grade.action, "confidence")]
    if not stated or not has_key(stated[0].scenario):
        return None
    p = [one.grade.action.confidence for one in stated]
    y = [int(one.grade.correct) for one in stated]
    resampling = Resampling([cluster(one.scenario) for one in stated], CALIBRATION_RESAMPLES)

    def interval(measure: Callable[..., float | None]) -> dict[str, float | None]:
        return resampling.of(
            lambda indices: measure([p[n] for n in indices], [y[n] for n in indices])
        )._asdict()

    return {
        "n": len(stated),
        "confidence": sum(p) / len(p),
        "correct": sum(y) / len(y),
        "brier_skill": interval(brier_skill),
        "auroc": interval(auroc),
        "ece": interval(ece),
        "risk_coverage": risk_coverage(p, y),
    }
