"""Fast lookup of whether one of many spans of a text covers a position."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

Span = tuple[int, int]
"""Characters [start, end)."""


class Spans:
    """Spans of a text, which may overlap."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._reach = list(accumulate((end for _, end in ordered), max))

    def cover(self, start: int, end: int) -> bool:
        """Whether a single span contains all of [start, end)."""
        begun = bisect_right(self._starts, start)
        return begun > 0 and self._reach[begun - 1] >= end
