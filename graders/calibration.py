"""Calibration measures: how well stated confidences `p` match outcomes `y`.

`p` holds probabilities in [0, 1] and `y` as many outcomes, 0 or 1 (or bool). Empty inputs or inputs
of different lengths raise ValueError; a measure that is undefined for the data is None.
"""

from bisect import bisect_right
from collections.abc import Sequence


def brier(p: Sequence[float], y: Sequence[int]) -> float:
    """Mean of (p - y)^2, in [0, 1]; lower is better. Source: Brier, 1950.

    Not to be reported on its own: always stating the base rate already gets base * (1 - base).
    """
    _check(p, y)
    return sum((stated - came) ** 2 for stated, came in zip(p, y, strict=True)) / len(p)


def brier_skill(p: Sequence[float], y: Sequence[int]) -> float | None:
    """1 - Brier / Brier of the best constant (the base rate); 0 means no better than that.

    None if all outcomes are the same: then the best constant is never wrong.
    """
    _check(p, y)
    base = sum(y) / len(y)
    constant = base * (1 - base)
    return 1 - brier(p, y) / constant if constant else None


def auroc(p: Sequence[float], y: Sequence[int]) -> float | None:
    """The probability that a right answer is more confident than a wrong one; ties count half.

    Computed from the ranks (Mann and Whitney, 1947). None if all outcomes are the same.
    """
    _check(p, y)
    right = sum(map(bool, y))
    wrong = len(y) - right
    if not right or not wrong:
        return None
    at: dict[float, list[int]] = {}
    for stated, came in zip(p, y, strict=True):
        at.setdefault(stated, [0, 0])[bool(came)] += 1
    wins, wrong_below = 0.0, 0
    for stated in sorted(at):
        wrong_here, right_here = at[stated]
        wins += right_here * (wrong_below + wrong_here / 2)
        wrong_below += wrong_here
    return wins / (right * wrong)


def ece(p: Sequence[float], y: Sequence[int], bins: int = 10) -> float:
    """Expected calibration error: mean |confidence - accuracy| over `bins` equal-width bins.

    A bin includes its lower edge but not its upper one; p = 1 gets a bin of its own. Source: Naeini
    et al., 2015, with the L1 norm. Needs at least 1,000 samples, or noise looks like error.
    """
    _check(p, y)
    # Counted from both ends, as torch.linspace does, to match torchmetrics to the last digit: only
    # 0.3, of all the tenths, then falls just below its edge.
    step = 1 / bins
    edges = [k * step if 2 * k < bins else 1 - (bins - k) * step for k in range(bins + 1)]
    gaps = [0.0] * len(edges)
    for stated, came in zip(p, y, strict=True):
        gaps[bisect_right(edges, stated) - 1] += stated - came
    return sum(map(abs, gaps)) / len(p)


def risk_coverage(p: Sequence[float], y: Sequence[int]) -> list[tuple[float, float]]:
    """(coverage, risk) if only the most confident answers are given: one point per distinct p.

    Coverage is the share answered, risk the share of those that are wrong; the last point has
    coverage 1. Source: El-Yaniv and Wiener, 2010.
    """
    _check(p, y)
    ranked = sorted(zip(p, y, strict=True), key=lambda pair: -pair[0])
    points, errors = [], 0
    for answered, (stated, came) in enumerate(ranked, start=1):
        errors += not came
        if answered == len(ranked) or ranked[answered][0] != stated:
            points.append((answered / len(ranked), errors / answered))
    return points


def _check(p: Sequence[float], y: Sequence[int]) -> None:
    if not p or len(p) != len(y):
        raise ValueError(
            f"{len(p)} confidences and {len(y)} outcomes: both must be as many, and some"
        )
    if not all(0 <= stated <= 1 for stated in p):
        raise ValueError("a confidence lies outside 0 to 1")
