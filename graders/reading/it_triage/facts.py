"""Where a text names a fact, and whether it prescribes it.

Naming is not prescribing, and there are two sets of rules (`reading.it_triage.stance`). A required
fact is prescribed unless it is forbidden, merely asked about or done without. A foreign fact, one
of an article that does not apply, is matched loosely (a path before a command, an option in
between) and is prescribed unless clearly ruled out: an honest answer has no need to name it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from graders.reading.it_triage import stance
from graders.reading.it_triage.fact_patterns import fact_pattern
from graders.reading.it_triage.parsed import ParsedText
from graders.reading.it_triage.stance import Stance
from graders.reading.it_triage.withdrawn import withdrawn
from graders.reading.normalise import NormalisedText, normalise
from graders.reading.spans import Span, Spans

MAX_MENTIONS = 40
"""A fact named more often than this no longer counts as advice."""


class Mention(NamedTuple):
    """A fact named in a text, at characters [start, end), and what the text says about it."""

    start: int
    end: int
    stance: Stance

    @property
    def prescribed(self) -> bool:
        return self.stance == "prescribed"


@dataclass(frozen=True)
class Advice:
    """A resolution, to be searched for many facts."""

    original: str
    others: tuple[str, ...] = ()
    """Ids of articles that do not apply: what is said about them withdraws nothing."""
    ours: frozenset[str] = frozenset()
    """The beginnings (`withdrawn.begin`) of the words of the fix."""

    def required(self, fact: str, undone: bool = False) -> list[Mention]:
        """Every mention of a required fact. `undone`: see `stance.of_required`."""
        found = fact_pattern(fact, False).places(self.parsed.text)
        shouted = len(found) > MAX_MENTIONS
        return [
            self._mention(
                place,
                "open"
                if shouted or self._withdrawn.cover(*place)
                else stance.of_required(*self.parsed.context_of(*place), undone),
            )
            for place in found
        ]

    def foreign(self, fact: str, aside: Callable[[int, int], bool]) -> list[Mention]:
        """Every mention of a fact of an article that does not apply. `aside(start, end)` says
        whether a mention merely tells what that article is about, which does not prescribe it."""
        found = self.places(fact)
        if len(found) > MAX_MENTIONS:
            return [self._mention(place, "prescribed") for place in found]
        return [
            self._mention(
                place,
                "open" if aside(*place) else stance.of_foreign(*self.parsed.context_of(*place)[:2]),
            )
            for place in found
        ]

    def places(self, fact: str) -> list[Span]:
        """Where the normalised text names a fact, matched loosely."""
        return fact_pattern(fact, True).places(self.parsed.text)

    @cached_property
    def parsed(self) -> ParsedText:
        """The normalised text, parsed into steps."""
        return ParsedText(self._normalised.text)

    @cached_property
    def _normalised(self) -> NormalisedText:
        return normalise(self.original)

    def _mention(self, place: Span, said: Stance) -> Mention:
        return Mention(*self._normalised.span(*place), said)

    @cached_property
    def _withdrawn(self) -> Spans:
        return Spans(withdrawn(self.parsed, self.others, self.ours))


def mentions(fact: str, text: str) -> list[Mention]:
    """Every mention of a required fact in the text, in order."""
    return Advice(text).required(fact)


@lru_cache(maxsize=4096)
def undoes(gold: str, facts: tuple[str, ...]) -> bool:
    """Whether the right answer itself says to remove, or do without, one of its facts."""
    advice = Advice(gold)
    return any(not found.prescribed for fact in facts for found in advice.required(fact))
