"""Measures of confidence: equal to scikit-learn's and torchmetrics' numbers, and to our own."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.calibration import auroc, brier, brier_skill, ece, risk_coverage

ROWS = json.loads((Path(__file__).parents[1] / "data" / "calibration_ref.json").read_text())["rows"]


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        (brier, "brier"),
        (auroc, "auroc"),
        (ece, "ece_l1_10bins"),
        (lambda p, y: ece(p, y, bins=15), "ece_l1_15bins"),
    ],
    ids=["brier", "auroc", "ece", "ece of 15 bins"],
)
def test_equals_the_reference(measure: Callable, name: str) -> None:
    assert len(ROWS) == 61
    for row in ROWS:
        assert measure(row["p"], row["y"]) == pytest.approx(row[name], abs=1e-6)


def test_skill_of_the_best_constant_is_zero_and_of_a_seer_one() -> None:
    y = [0, 0, 0, 1]
    assert brier_skill([0.25] * 4, y) == pytest.approx(0.0)
    assert brier_skill(y, y) == 1.0
    assert brier_skill([1 - came for came in y], y) < 0


def test_a_constant_can_have_a_fine_brier_score_and_no_skill() -> None:
    y = [1] + [0] * 99
    assert brier([0.01] * 100, y) < 0.01
    assert brier_skill([0.01] * 100, y) == pytest.approx(0.0)
    assert auroc([0.01] * 100, y) == 0.5


@pytest.mark.parametrize("measure", [auroc, brier_skill])
def test_what_one_kind_of_outcome_cannot_tell_is_none(measure: Callable) -> None:
    assert measure([0.2, 0.9], [1, 1]) is None
    assert measure([0.2, 0.9], [0, 0]) is None


def test_auroc_counts_ties_half() -> None:
    assert auroc([0.5, 0.5], [0, 1]) == 0.5
    assert auroc([0.1, 0.5, 0.5, 0.9], [0, 0, 1, 1]) == pytest.approx(3.5 / 4)


def test_ece_of_the_edges() -> None:
    assert ece([0.0, 1.0], [0, 1]) == 0.0
    assert ece([1.0, 1.0], [0, 1]) == pytest.approx(0.5)
    assert ece([0.95, 1.0], [0, 1]) == pytest.approx(0.475), "1 has a bin of its own"


def test_risk_coverage_gives_the_surest_answers_first() -> None:
    p, y = [0.9, 0.8, 0.8, 0.1], [1, 1, 0, 0]
    assert risk_coverage(p, y) == [
        (0.25, 0.0),
        (0.75, pytest.approx(1 / 3)),
        (1.0, 0.5),
    ]
    assert risk_coverage([0.3] * 4, y) == [(1.0, 0.5)], "a constant cannot choose"


@pytest.mark.parametrize("measure", [brier, brier_skill, auroc, ece, risk_coverage])
@pytest.mark.parametrize(
    ("p", "y"), [([], []), ([0.5], [1, 0]), ([1.1], [1]), ([-0.1], [0]), ([float("nan")], [0])]
)
def test_what_is_no_confidence_is_refused(measure: Callable, p: list, y: list) -> None:
    with pytest.raises(ValueError, match="confidence"):
        measure(p, y)
