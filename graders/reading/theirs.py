"""What a resolution has from articles that do not apply, and whether it prescribes it."""

import re
from dataclasses import dataclass

from graders.reading.facts import Advice, Mention
from graders.reading.lazy import lazy
from graders.reading.sources import Sources
from graders.reading.spans import Spans

#: "Follow KB-1002" is a way to prescribe all that it says.
_FOLLOW = re.compile(
    r"\b(?:follow|see|use|apply|try|read|check|work through|go by|refer to|according to|as in|per|"
    r"do what|steps (?:of|in|from))\b(?:[^.;]|\.(?=\S)){0,240}$"
)
_DISMISSED = re.compile(
    r"(?:[^.;!?]|\.(?=\S)){0,240}?(?:\b(?:leave|ignore|skip|disregard) (?:it|this|that|them)\b|"
    r"\bis (?:an? |about |meant )|(?:\bnot|n't) (?:relevant|needed|apply|fit|applicable)|"
    r"\bno effect|\bmatter\b)"
)
_LOOKS = re.compile(r"(?:get|show|list|dig)\s")
#: "KB-1742 is for the older 5.9": told, and not advised.
_APART = re.compile(
    r"\b(?:not?|only|older|newer|other|another|different|counterpart|instead|longer|"
    r"for (?:version |release )?\d[\w.]*)\b|n't\b"
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
        found = {f: self.advice.foreign(f, self._aside) for f, hint in facts if hint in text}
        return {fact: mentions for fact, mentions in found.items() if mentions}

    @lazy
    def prescribed(self) -> dict[str, list[Mention]]:
        """Their facts, and where the resolution prescribes them."""
        found = {f: [m for m in ms if m.prescribed] for f, ms in self.named.items()}
        return {fact: mentions for fact, mentions in found.items() if mentions}

    @lazy
    def borrowed(self) -> dict[str, str]:
        """Pieces of their fixes that the resolution prescribes, by themselves and not in the facts
        that they are part of, and of which article."""
        text = self.advice.evened
        facts = Spans(mention[:2] for places in self.named.values() for mention in places)
        return {
            piece: by
            for piece, by in self.sources.pieces
            if piece in text
            and any(
                mention.prescribed and not facts.cover(*mention[:2])
                for mention in self.advice.foreign(piece, self._aside)
            )
        }

    def _aside(self, start: int, end: int) -> bool:
        """Whether a place of the evened text prescribes nothing of another article, since ours
        says the same, or it only looks, or since its clause names that article, sets it apart and
        orders nothing."""
        told = self.advice.told
        if told.text[start:end] in self.sources.gold:
            return True
        if _LOOKS.match(told.text, start, end) and not told.is_told(start - 1, but="looks"):
            return True
        said = told.text[slice(*told.clause(start))]
        about = any(one in said for one in self.sources.others) and _APART.search(said)
        return bool(about) and not told.is_told(start)

    @lazy
    def referred(self) -> list[str]:
        """Those that the resolution tells its reader to follow."""
        return [
            one.upper()
            for one in self.sources.others
            if any(self._is_followed(place[0]) for place in self.advice.places(one))
        ]

    def _is_followed(self, at: int) -> bool:
        told = self.advice.told
        before = told.around(at, at)[0]
        follow = _FOLLOW.search(before)
        if not follow or _DISMISSED.match(told.text, at):
            return False
        return not told.is_denied(at - len(before) + follow.end()) and not told.is_denied(at)
