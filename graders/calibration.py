"""Measures of stated confidence: how well the numbers p match the outcomes y.

Everywhere `p` holds probabilities in [0, 1] and `y` outcomes, 0 or 1 (or bool), as many. An empty
or uneven input is a ValueError; a measure that the data cannot tell is None, never a guess.
"""

from bisect import bisect_right
from collections.abc import Sequence


def brier(p: Sequence[float], y: Sequence[int]) -> float:
    """Mean of (p - y)^2, in [0, 1]; less is better. Source: Brier, 1950.

    Never a headline: a constant at the base rate already has base * (1 - base).
    """
    _check(p, y)
    return sum((stated - came) ** 2 for stated, came in zip(p, y, strict=True)) / len(p)


def brier_skill(p: Sequence[float], y: Sequence[int]) -> float | None:
    """1 - Brier / Brier of the best constant, which is the base rate; 0 is no better than that.

    None where all outcomes are the same: then the best constant is never wrong.
    """
    _check(p, y)
    base = sum(y) / len(y)
    constant = base * (1 - base)
    return 1 - brier(p, y) / constant if constant else None


def auroc(p: Sequence[float], y: Sequence[int]) -> float | None:
    """The chance that a right answer had more confidence than a wrong one; ties count half.

    Worked out from the ranks (Mann and Whitney, 1947). None where all outcomes are the same.
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

    A bin holds its lower edge and not its upper one; a p of 1 has a bin of its own. Source: Naeini
    and others, 2015, with the L1 norm. Give it at least 1,000 samples, else noise looks like error.
    """
    _check(p, y)
    edges = _edges(bins)
    gaps = [0.0] * len(edges)
    for stated, came in zip(p, y, strict=True):
        gaps[bisect_right(edges, stated) - 1] += stated - came
    return sum(map(abs, gaps)) / len(p)


def risk_coverage(p: Sequence[float], y: Sequence[int]) -> list[tuple[float, float]]:
    """(coverage, risk) when only the most confident answers are given: one point per distinct p.

    Coverage is the share answered, risk the share of those that are wrong; the last point answers
    all. Source: El-Yaniv and Wiener, 2010.
    """
    _check(p, y)
    ranked = sorted(zip(p, y, strict=True), key=lambda pair: -pair[0])
    points, errors = [], 0
    for answered, (stated, came) in enumerate(ranked, start=1):
        errors += not came
        if answered == len(ranked) or ranked[answered][0] != stated:
            points.append((answered / len(ranked), errors / answered))
    return points


def _edges(bins: int) -> list[float]:
    # Counted from both ends, as torch.linspace does: 0.3 is then the one tenth below its edge, and
    # values that torchmetrics gives are met to the last digit.
    step = 1 / bins
    return [k * step if 2 * k < bins else 1 - (bins - k) * step for k in range(bins + 1)]


def _check(p: Sequence[float], y: Sequence[int]) -> None:
    if not p or len(p) != len(y):
        raise ValueError(
            f"{len(p)} confidences and {len(y)} outcomes: both must be as many, and some"
        )
    if not all(0 <= stated <= 1 for stated in p):
        raise ValueError("a confidence lies outside 0 to 1")
