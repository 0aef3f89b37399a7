"""What a resolution has from articles that do not apply, and whether it prescribes it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graders.reading.facts import Advice, Mention
from graders.reading.lazy import lazy
from graders.reading.sources import Sources
from graders.reading.spans import Spans
from graders.reading.stance import BREAKS_OFF, REACH

#: "Follow KB-1002" is a way to prescribe all that it says.
_FOLLOW = re.compile(
    r"\b(?:follow|see|use|apply|try|read|check|work\s+through|go\s+by|refer\s+to|according\s+to|"
    rf"as\s+in|per|do\s+what|steps\s+(?:of|in|from))\b(?:[^.;]|\.(?=\S)){{0,{REACH}}}$"
)
#: "KB-1742 is for the older 5.9": told, and not advised.
_APART = re.compile(
    r"\b(?:not?|only|older|newer|other|another|different|counterpart|instead|longer|"
    r"for (?:version |release )?\d[\w.]*)\b|n't\b"
)
_DISMISSED = re.compile(
    r"\b(?:(?:leave|ignore|skip|disregard) (?:it|this|that|them)\b|is (?:an? |about |meant )|"
    r"(?:not|n't) (?:relevant|needed|apply|fit|applicable)|no effect|matter\b)"
)
_SENTENCE = re.compile(rf"(?:[^.;!?]|\.(?=\S)){{0,{REACH}}}")
_NEAR = 25
"""Characters before an order in which a negation is about it."""
_NO = re.compile(
    rf"(?:\b(?:not?|never|neither|nor|none|avoid|cannot|but|only)|n't)\b"
    rf"(?!.{{0,{REACH}}}(?:\b{BREAKS_OFF}\b|\.\s|;|\n))",
    re.DOTALL,
)


@dataclass(frozen=True)
class Theirs:
    """A resolution beside the articles that do not apply."""

    advice: Advice
    sources: Sources

    @lazy
    def named(self) -> dict[str, list[Mention]]:
        """Their facts, and where the resolution names them."""
        text, facts = self.advice.evened, self.sources.foreign
        return {
            fact: self.advice.foreign(fact, self._aside) for fact, hint in facts if hint in text
        }

    @lazy
    def prescribed(self) -> dict[str, list[Mention]]:
        """Their facts, and where the resolution prescribes them."""
        found = {f: [m for m in ms if m.prescribed] for f, ms in self.named.items()}
        return {fact: mentions for fact, mentions in found.items() if mentions}

    @lazy
    def borrowed(self) -> dict[str, str]:
        """Pieces of their fixes that the resolution prescribes, and of which article."""
        text = self.advice.evened
        groups = [group for root, group in self.sources.pieces if root in text]
        found = {word: by for group in groups for word, by in group if word in text}
        if self.sources.rows:
            row = f" {' '.join([token.text for token in self.advice.told.tokens])} "
            found |= {piece: by for piece, by in self.sources.rows if f" {piece} " in row}
        return {piece: found[piece] for piece in found if self._gives(piece)}

    def _gives(self, piece: str) -> bool:
        """Whether a piece of a fix is prescribed, by itself and not in the facts it is part of."""
        found = self.advice.foreign(piece, self._aside)
        if not found:
            return " " in piece
        return any(m.prescribed and not self._places.cover(*m[:2]) for m in found)

    def _aside(self, start: int, end: int) -> bool:
        """Whether a place of the evened text prescribes nothing of another article, since ours
        says the same, or since its clause names that article, sets it apart and orders nothing."""
        told = self.advice.told
        if told.text[start:end] in self.sources.gold:
            return True
        begins, ends = told.clause(start)
        said = told.text[begins:ends]
        return (
            any(one in said for one in self.sources.others)
            and bool(_APART.search(said))
            and not told.is_told(start)
        )

    @lazy
    def _places(self) -> Spans:
        """Where the resolution names one of their facts."""
        return Spans(mention[:2] for found in self.named.values() for mention in found)

    @lazy
    def referred(self) -> list[str]:
        """Those that the resolution tells its reader to follow."""
        return [
            one.upper() for one in self.sources.others if any(map(self._follows, self._at(one)))
        ]

    def _follows(self, at: int) -> bool:
        text = self.advice.evened
        before = text[max(self.advice.told.clause(at)[0], at - REACH) : at]
        found = _FOLLOW.search(before)
        if not found or _NO.search(before, max(found.start() - _NEAR, 0)):
            return False
        return not _DISMISSED.search(_SENTENCE.match(text, at)[0])

    def _at(self, words: str) -> Iterator[int]:
        """Where an id stands."""
        at = self.advice.evened.find(words)
        while at >= 0:
            yield at
            at = self.advice.evened.find(words, at + len(words))
