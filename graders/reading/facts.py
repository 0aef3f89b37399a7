"""Where a text names a fact, and whether it prescribes it.

Naming is not prescribing, and there are two ways to ask (`graders.reading.stance`). A required fact
may be prescribed in any words that are no prohibition. A foreign fact, one of an article that does
not apply, is read for all that it may be (a path before a command, an option in between), and is
prescribed unless it is plainly ruled out: an honest answer has no need to name it at all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from graders.reading import stance
from graders.reading.lazy import lazy
from graders.reading.naming import look_of
from graders.reading.plain import Plain, plain
from graders.reading.spans import Span, Spans
from graders.reading.stance import Stance
from graders.reading.told import Told
from graders.reading.withdrawn import withdrawn

FLOOD = 40
"""A fact that is named oftener than this is shouted, and no advice any more."""


class Mention(NamedTuple):
    """A fact named in a text, at characters [start, end), and what the text says of it."""

    start: int
    end: int
    stance: Stance

    @property
    def prescribed(self) -> bool:
        return self.stance == "prescribed"


@dataclass(frozen=True)
class Advice:
    """A resolution that is looked through for many facts."""

    original: str
    others: tuple[str, ...] = ()
    """Ids of articles that do not apply: what is said of those takes back nothing."""
    ours: frozenset[str] = frozenset()
    """How the words of the fix begin."""

    def required(self, fact: str, undone: bool = False) -> list[Mention]:
        """Every place that names a fact of the answer. `undone`: see `stance.of_required`."""
        found = look_of(fact, False).places(self.evened)
        shouted = len(found) > FLOOD
        return [
            self._mention(
                place,
                "open"
                if shouted or self._withdrawn.cover(*place)
                else stance.of_required(*self.told.around(*place), undone),
            )
            for place in found
        ]

    def foreign(self, fact: str, aside: Callable[[int, int], bool]) -> list[Mention]:
        """Every place that names a fact of an article that does not apply. `aside` says of a place
        whether it only tells what that article is about, which prescribes nothing."""
        found = self.places(fact)
        if len(found) > FLOOD:
            return [self._mention(place, "prescribed") for place in found]
        return [
            self._mention(
                place,
                "open" if aside(*place) else stance.of_foreign(*self.told.around(*place)[:2]),
            )
            for place in found
        ]

    def places(self, fact: str) -> list[Span]:
        """Where a fact stands in the evened text, however loosely it is written."""
        return look_of(fact, True).places(self.evened)

    @lazy
    def evened(self) -> str:
        """The text as it is compared."""
        return self._plain.text

    @lazy
    def told(self) -> Told:
        """The evened text, read as steps."""
        return Told(self.evened)

    @lazy
    def _plain(self) -> Plain:
        return plain(self.original)

    def _mention(self, place: Span, said: Stance) -> Mention:
        return Mention(*self._plain.span(*place), said)

    @lazy
    def _withdrawn(self) -> Spans:
        return Spans(withdrawn(self.told, self.others, self.ours))


def mentions(fact: str, text: str) -> list[Mention]:
    """Every place where the text names a required fact, in order."""
    return Advice(text).required(fact)


@lru_cache(maxsize=4096)
def undoes(gold: str, facts: tuple[str, ...]) -> bool:
    """Whether a right answer itself says to remove, or to do without, one of its facts."""
    advice = Advice(gold)
    return any(not found.prescribed for fact in facts for found in advice.required(fact))
