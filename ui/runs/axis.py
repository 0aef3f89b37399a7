"""The axes of a chart: where a value stands on one, and the few round numbers written at it.

However far apart or close together the values are, an axis has at most `MOST` marks, each of a few
characters. Values and steps beyond `GREATEST` stand at its end.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from training.runs.run import GREATEST

WANTED = 4
"""Spaces between marks, about."""
MOST = WANTED + 3
"""Marks of an axis, at most."""
LEAST = 1e-12
"""What differs by less is drawn as the same."""


class Mark(NamedTuple):
    """A number written at an axis."""

    value: float
    text: str


class Axis(NamedTuple):
    """A stretch of numbers, `low` < `high`, with its marks in their order."""

    low: float
    high: float
    marks: tuple[Mark, ...]

    def at(self, value: float) -> float:
        """Where a value stands: 0 at the lower end, 1 at the upper one."""
        return (bounded(value) - self.low) / (self.high - self.low)


def bounded(value: float) -> float:
    """The value, or what is drawn of one that is too great."""
    return max(-GREATEST, min(GREATEST, value))


def value_axis(values: Sequence[float]) -> Axis:
    """An axis that holds 0 and all of the values, of which there is one at least."""
    low, high = bounded(min(0.0, *values)), bounded(max(0.0, *values))
    if high - low < LEAST:
        low, high = 0.0, 1.0
    every = _round((high - low) / WANTED, (1, 2, 2.5, 5, 10))
    first, last = math.floor(low / every + 1e-9), math.ceil(high / every - 1e-9)
    marks = tuple(Mark(n * every, _text(n * every)) for n in range(first, last + 1))
    return Axis(marks[0].value, marks[-1].value, marks)


def step_axis(steps: Sequence[int]) -> Axis:
    """An axis from the first of the steps to the last, marked at whole numbers between them."""
    first, last = int(bounded(min(steps))), int(bounded(max(steps)))
    every = int(_round(max(1.0, (last - first) / WANTED), (1, 2, 5, 10)))
    whole = range(-(-first // every), last // every + 1)
    marks = tuple(Mark(n * every, f"{n * every:,}") for n in whole)
    return Axis(first, max(last, first + 1), marks)


def _round(value: float, among: Sequence[float]) -> float:
    """The least of these times a power of ten that is not below a value above 0."""
    unit = 10.0 ** math.floor(math.log10(value))
    return next(unit * n for n in (*among, 100) if unit * n >= value * (1 - 1e-9))


def _text(value: float) -> str:
    return f"{value + 0.0:.4g}".replace("-", "−")
