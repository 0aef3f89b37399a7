"""Cutting a text into sentences and clauses once, so that long texts stay cheap to look at."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

LONGEST = 300
"""Characters; what runs on without a break is cut there."""


@dataclass(frozen=True)
class Cuts:
    """A text and the places where a pattern, and `LONGEST`, cut it into pieces."""

    text: str
    pattern: re.Pattern[str]
    longest: int = LONGEST

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Start and end of every piece, in order; the cuts themselves belong to none."""
        return list(self._spans())

    def _spans(self) -> Iterator[tuple[int, int]]:
        start = 0
        for cut in [*(m.span() for m in self.pattern.finditer(self.text)), (len(self.text),) * 2]:
            while cut[0] - start > self.longest:
                yield start, start + self.longest
                start += self.longest
            yield start, cut[0]
            start = cut[1]

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.spans]

    def at(self, place: int) -> tuple[int, int]:
        """The span of the piece that holds a place, or that the cut at the place ends."""
        return self.spans[max(bisect_right(self._starts, place) - 1, 0)]

    @cached_property
    def pieces(self) -> list[str]:
        return [self.text[start:end] for start, end in self.spans]
