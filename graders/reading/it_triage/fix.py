"""What an article's fix says beyond its facts, derived once from its text.

- the order of its steps, where the text insists on one ("A, then B", "B after A", a check or a
  backup first);
- its names: the value of each, and on which of two machines it is used;
- what it does to its objects (adds, removes, raises, lowers), and what it says to leave alone or
  not to do;
- what it demands of an answer (`reading.it_triage.demands`).
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from graders.reading.it_triage.demands import Demand, demands
from graders.reading.it_triage.parsed import WHERETO, ParsedText
from graders.reading.it_triage.steps import OPPOSITE, VERBS, Step
from graders.reading.normalise import normalise
from graders.reading.tokens import stem, technical

_THEN = re.compile(
    r"\bthen\b|\bif (?:it|that|they)\b[^,;]{0,80},|\bafterwards\b|\bbefore (?=\w+ing\b|the )"
)
_QUOTED = re.compile(r"`[^`\s]+ [^`]+`")
_NEXT = re.compile(r"(?:^|[,;.] |\b(?:and|then) )\Z")
_HEAD = re.compile(r"(?:make sure|back up|confirm|save|check|identify|stop|find|resync)\b")
_BANS = re.compile(r"\b(?:do not|don't|never|instead of)\s+\Z")
_SOME = re.compile(r"\w+ (?:(?:only|just|the|at least) )*(?:\d|last|latest|newest|most recent)")
"""To keep "the last 7 days" is to remove others."""
_STATES = frozenset(stem(w) for w in "alone unchanged enabled untouched untrusted hand".split())
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b|\b\w*[a-z][A-Z]\w*\b")


class Order(NamedTuple):
    """Two steps that must come in this order, each known by its distinctive words."""

    first: frozenset[str]
    later: frozenset[str]


class Restriction(NamedTuple):
    """What a fix says to leave alone or, if `banned` is a step, not to do; `key`: its words."""

    banned: Step | None
    text: str
    key: frozenset[str]


@dataclass(frozen=True)
class Fix:
    """A parsed fix and what is derived from it."""

    parsed: ParsedText
    names: frozenset[str]
    """The stems of its words in capitals or camel case: RAID, StartTLS."""
    gold: ParsedText
    """The right answer."""
    demands: list[Demand]
    """What any answer must contain."""

    @cached_property
    def orders(self) -> list[Order]:
        """Which steps have to come before which."""
        text, places = self.parsed.text, self.parsed.places
        cuts = [found.end() for found in _THEN.finditer(text)]
        done = [s for s in self.parsed.steps if s.kind != "keeps" and not s.negated]
        keys = [
            frozenset(w for w, ats in places.items() if all(s.start <= at < s.end for at in ats))
            for s in done
        ]
        found = []
        for (first, one), (later, other) in combinations(zip(done, keys, strict=True), 2):
            begins = not first.start or text[first.start - 2 : first.start] == ". "
            head = begins and _HEAD.match(text, first.start)
            if head or any(first.start < cut <= later.start for cut in cuts):
                found.append(Order(one, other))
        named = [
            frozenset(word for word in key if self.is_name(word))
            for step, key in zip(done, keys, strict=True)
            if step.verb == "run" or _NEXT.search(text, 0, step.start)
        ]
        found += [Order(*two) for two in combinations(named, 2) if self._gold_keeps_order(*two)]
        found += [
            Order(words - others, others - words)
            for (one, words), (other, others) in combinations(self._quoted, 2)
            if any(one.end() <= cut <= other.start() for cut in cuts)
        ]
        return [order for order in found if order.first and order.later]

    @cached_property
    def _quoted(self) -> list[tuple[re.Match[str], frozenset[str]]]:
        """The commands in backticks that it does not forbid, each with its words."""
        parsed = self.parsed
        found = (one for one in _QUOTED.finditer(parsed.text) if not parsed.is_denied(one.start()))
        return [(one, parsed.words(*one.span())) for one in found]

    def _gold_keeps_order(self, one: frozenset[str], other: frozenset[str]) -> bool:
        first, later = (
            [at for word in key for at in self.gold.places.get(word, ())] for key in (one, other)
        )
        return bool(first and later) and max(first) < max(later)

    def is_name(self, word: str) -> bool:
        """Whether a word is a name rather than an English word."""
        return technical(word) or stem(word) in self.names

    @cached_property
    def values(self) -> dict[str, set[str]]:
        """The values of each name that has any."""
        found = self.parsed.values
        return {name: found[name] for name in found if self.is_name(name) or "-" in name}

    @cached_property
    def sides(self) -> dict[str, set[tuple[int, int]]]:
        """On which of two machines each name is used."""
        names = [word for word in self.parsed.places if self.is_name(word)]
        return {name: where for name in names if (where := self.parsed.sides(name, WHERETO))}

    @cached_property
    def restrictions(self) -> list[Restriction]:
        """What is to be left alone, and what is not to be done."""
        found, parsed = [], self.parsed
        for step in parsed.steps:
            banned = step if _BANS.search(parsed.text, 0, step.start) else None
            if banned or (step.kind == "keeps" and not _SOME.match(parsed.text, step.start)):
                words = parsed.words(step.start, step.end) if banned else parsed.object_words(step)
                text = parsed.text[step.start : step.end].strip(" ,")
                found.append(Restriction(banned, text, words - {stem(step.verb)} - _STATES))
        return [one for one in found if one.key]

    @cached_property
    def step_kinds(self) -> list[tuple[frozenset[str], list[str]]]:
        """The kinds of steps applied to each object, in order: adds, removes, raises or lowers."""
        found = []
        for kind, words in self.parsed.actions:
            key = frozenset(word for word in words if self.is_name(word)) or words
            if key and kind in OPPOSITE:
                found.append((key, [one for one, others in self.parsed.actions if key & others]))
        return found


@lru_cache(maxsize=4096)
def fix(text: str, gold: str, facts: tuple[str, ...]) -> Fix:
    """Parse the text of a fix; `gold` is the right answer, `facts` its facts."""
    names = {word.lower() for word in _CAPITALS.findall(text)}
    stems = frozenset(stem(name) for name in names if name not in VERBS)
    parsed = ParsedText(normalise(text).text.strip())
    right = ParsedText(normalise(gold).text)
    return Fix(parsed, stems, right, demands(parsed, right, facts))
