"""How certain a measured mean is: bootstrap intervals that resample whole clusters.

Tickets made from one fault family share their difficulty, so 300 of them are not 300 independent
samples: whole families are resampled, each with all its tickets. Where every scenario is a cluster
of its own this is the plain bootstrap. Sources: Efron and Tibshirani, 1993, for the percentile
interval; Cameron, Gelbach and Miller, 2008, for clusters.

One `Resampling` serves all policies on the same scenarios, so they are compared on the same draws.
"""

from collections.abc import Callable, Hashable, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

RESAMPLES = 2_000
CONFIDENCE_LEVEL = 0.95
"""Share of the resamples that an interval covers."""
TIE_MARGIN = 1e-9
"""A difference of totals counts as a win or a loss above this."""


class Interval(NamedTuple):
    """An estimate and its 95 % interval; low and high are None if fewer than two clusters have a
    value, all three if none has."""

    mean: float | None
    low: float | None
    high: float | None


class Resampling:
    """Draws of clusters with replacement, as many as there are clusters.

    `clusters` names the cluster of each scenario. The same arguments give the same draws.
    """

    def __init__(self, clusters: Sequence[Hashable], resamples: int = RESAMPLES) -> None:
        if not clusters:
            raise ValueError("nothing to resample: there are no scenarios")
        numbers = {name: number for number, name in enumerate(dict.fromkeys(clusters))}
        self._cluster_of = np.array([numbers[name] for name in clusters])
        count = len(numbers)
        drawn = np.random.default_rng(count).integers(count, size=(resamples, count))
        drawn += count * np.arange(resamples)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=resamples * count)
        self._counts = counts.reshape(resamples, count).astype(float)
        """(resamples, clusters): how often each cluster was drawn."""

    def mean(self, values: Sequence[float | None]) -> Interval:
        """The mean of one value per scenario, leaving out those that are None."""
        known = np.array([value is not None for value in values], dtype=float)
        filled = np.array([0.0 if value is None else value for value in values], dtype=float)
        sizes, sums = self._sums(known), self._sums(filled)
        if not sizes.any():
            return Interval(None, None, None)
        drawn = self._counts @ sizes
        any_known = drawn > 0
        means = (self._counts @ sums)[any_known] / drawn[any_known]
        return _interval(sums.sum() / sizes.sum(), means, np.count_nonzero(sizes))

    def of(self, measure: Callable[[list[int]], float | None]) -> Interval:
        """Any measure of a list of scenario indices; resamples in which it is None are left out."""
        members = [
            np.flatnonzero(self._cluster_of == number) for number in range(self._counts.shape[1])
        ]
        estimate = measure(list(range(len(self._cluster_of))))
        if estimate is None:
            return Interval(None, None, None)
        resampled = []
        for counts in self._counts.astype(int):
            indices = [np.tile(members[n], counts[n]) for n in np.flatnonzero(counts)]
            if (value := measure(np.concatenate(indices).tolist())) is not None:
                resampled.append(value)
        return _interval(estimate, np.array(resampled), len(members))

    def _sums(self, values: np.ndarray) -> np.ndarray:
        return np.bincount(self._cluster_of, weights=values, minlength=self._counts.shape[1])


def _interval(estimate: float, resampled: np.ndarray, clusters: int) -> Interval:
    if clusters < 2 or not len(resampled):
        return Interval(float(estimate), None, None)
    outside = (1 - CONFIDENCE_LEVEL) / 2
    low, high = np.quantile(resampled, [outside, 1 - outside])
    return Interval(float(estimate), float(low), float(high))


def differences(first: Sequence[float | None], other: Sequence[float | None]) -> list[float | None]:
    """other - first, pair by pair; None if either is None."""
    return [None if a is None or b is None else b - a for a, b in zip(first, other, strict=True)]


def wins(first: Sequence[float], other: Sequence[float]) -> dict[str, int]:
    """How many pairs `other` wins, ties and loses."""
    gaps = differences(first, other)
    ahead, behind = sum(gap > TIE_MARGIN for gap in gaps), sum(gap < -TIE_MARGIN for gap in gaps)
    return {"wins": ahead, "ties": len(gaps) - ahead - behind, "losses": behind}


def share(mean: float, count: int) -> Interval:
    """The Wilson interval of a mean of `count` values from 0 to 1; without any, all is None.

    It is exact enough for few values and for shares near 0 and 1, where resampling finds no spread,
    and too wide, never too narrow, for values between 0 and 1. Source: Wilson, 1927.
    """
    if not count:
        return Interval(None, None, None)
    z = NormalDist().inv_cdf((1 + CONFIDENCE_LEVEL) / 2)
    middle = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(mean * (1 - mean) / count + (z / (2 * count)) ** 2) / (1 + z * z / count)
    return Interval(mean, max(0.0, middle - half), min(1.0, middle + half))
