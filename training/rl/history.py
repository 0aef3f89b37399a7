"""A run's numbers so far, as its health checks need them: means over windows of steps.

A run is compared with its own start, the mean of its first ten steps. An unknown mean is NaN, which
is neither above nor below any bound.
"""

import math
from collections.abc import Mapping
from statistics import fmean
from typing import Any

WINDOW = 10


class History:
    """The numbers so far, by name; None for a step in which a number was not measured."""

    def __init__(self) -> None:
        self._values: dict[str, list[float | None]] = {}
        self._tens: dict[tuple[str, int], tuple[float, float]] = {}
        self.length = 0

    def add(self, numbers: Mapping[str, Any]) -> None:
        for name in {*numbers, *self._values}:
            value = numbers.get(name)
            number = isinstance(value, int | float) and math.isfinite(value)
            self._values.setdefault(name, [None] * self.length).append(value if number else None)
        self.length += 1

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._values if name.startswith(prefix))

    def last(self, name: str, steps: int = WINDOW) -> float:
        """The mean of the last `steps` steps; NaN until there are that many after the first ten."""
        grown = self.length >= WINDOW + steps
        return self._mean(name, self.length - steps, self.length) if grown else math.nan

    def start(self, name: str) -> float:
        return self._mean(name, 0, WINDOW)

    def running(self, name: str) -> float:
        """The mean of the last ten steps, or of all if there are fewer."""
        return self._mean(name, max(0, self.length - WINDOW), self.length)

    def gain(self, name: str, since: int) -> tuple[float, float]:
        """How far the mean of the last ten steps is above that of the ten after step `since`, and
        the standard error."""
        (was, spread), (now, spread_now) = (
            self._ten(name, begin) for begin in (since, self.length - WINDOW)
        )
        return now - was, math.sqrt((spread + spread_now) / WINDOW)

    def _ten(self, name: str, begin: int) -> tuple[float, float]:
        """Mean and variance of ten steps, cached."""
        if (name, begin) not in self._tens:
            values = self.window(name, begin)
            mean = sum(values) / len(values)
            self._tens[name, begin] = mean, sum((one - mean) ** 2 for one in values) / len(values)
        return self._tens[name, begin]

    def window(self, name: str, begin: int) -> list[float]:
        values = self._values.get(name, [])[begin : begin + WINDOW]
        return [value for value in values if value is not None] or [0.0]

    def _mean(self, name: str, begin: int, end: int) -> float:
        known = [one for one in self._values.get(name, [])[begin:end] if one is not None]
        return fmean(known) if known else math.nan
