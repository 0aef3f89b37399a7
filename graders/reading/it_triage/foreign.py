"""What a resolution takes from articles that do not apply, and whether it prescribes that."""

import re
from dataclasses import dataclass
from functools import cached_property

from graders.reading.it_triage.facts import Advice, Mention
from graders.reading.it_triage.sources import Sources
from graders.reading.spans import Spans

#: "Follow KB-1002" prescribes everything in it.
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
#: "KB-1742 is for the older 5.9": a statement, not advice.
_APART = re.compile(
    r"\b(?:not?|only|older|newer|other|another|different|counterpart|instead|longer|"
    r"for (?:version |release )?\d[\w.]*)\b|n't\b"
)


@dataclass(frozen=True)
class ForeignAdvice:
    """A resolution compared with the articles that do not apply."""

    advice: Advice
    sources: Sources

    @cached_property
    def named(self) -> dict[str, list[Mention]]:
        """The foreign facts that the resolution names, with their mentions."""
        found = {fact: self.advice.foreign(fact, self._aside) for fact in self.sources.foreign}
        return {fact: mentions for fact, mentions in found.items() if mentions}

    @cached_property
    def prescribed(self) -> dict[str, list[Mention]]:
        """The foreign facts that the resolution prescribes, with the prescribing mentions."""
        found = {f: [m for m in ms if m.prescribed] for f, ms in self.named.items()}
        return {fact: mentions for fact, mentions in found.items() if mentions}

    @cached_property
    def borrowed(self) -> dict[str, str]:
        """Technical words of foreign fixes that the resolution prescribes outside any foreign fact,
        each with its article's id."""
        facts = Spans(mention[:2] for places in self.named.values() for mention in places)
        return {
            term: by
            for term, by in self.sources.foreign_terms
            if term in self.advice.parsed.text
            and any(
                mention.prescribed and not facts.cover(*mention[:2])
                for mention in self.advice.foreign(term, self._aside)
            )
        }

    def _aside(self, start: int, end: int) -> bool:
        """Whether a mention prescribes nothing foreign: the right fix says the same, it only
        inspects something, or its clause is a statement that sets the other article apart."""
        parsed = self.advice.parsed
        if parsed.text[start:end] in self.sources.gold:
            return True
        looks = _LOOKS.match(parsed.text, start, end)
        if looks and not parsed.in_instruction(start - 1, but="looks"):
            return True
        said = parsed.text[slice(*parsed.clause(start))]
        about = any(one in said for one in self.sources.others) and _APART.search(said)
        return bool(about) and not parsed.in_instruction(start)

    @cached_property
    def referred(self) -> list[str]:
        """Ids of articles that do not apply but that the resolution tells its reader to follow."""
        return [
            one.upper()
            for one in self.sources.others
            if any(self._is_followed(place[0]) for place in self.advice.places(one))
        ]

    def _is_followed(self, at: int) -> bool:
        parsed = self.advice.parsed
        before = parsed.context_of(at, at)[0]
        follow = _FOLLOW.search(before)
        if not follow or _DISMISSED.match(parsed.text, at):
            return False
        return not parsed.is_denied(at - len(before) + follow.end()) and not parsed.is_denied(at)
