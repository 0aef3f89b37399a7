"""What a ticket requires of its resolution, worked out once for all answers to it."""

from functools import lru_cache

from desks.it_triage.models import Passage, Truth
from graders.referee.foreign import fix_of, known_words, unique_terms
from graders.referee.polarity import ORDERS
from graders.referee.script import MARKS, Script, atoms, spared, steps
from graders.referee.wording import known_tokens


class Requirements:
    """What a ticket requires: its fixes as scripts, and what gives other articles away."""

    def __init__(
        self, ticket: tuple[str, str], passages: tuple[Passage, ...], truth: Truth
    ) -> None:
        gold, facts, resolution = truth.gold, truth.facts, truth.resolution
        self.others = [p for p in passages if p.id not in gold]
        right = [*(p.text for p in passages if p.id in gold), resolution]
        self.right = " ".join(right).casefold()
        before_fix = (p.text.rpartition("Fix:")[0] for p in self.others)
        texts = (*ticket, *right, *(p.title for p in passages), *before_fix)
        self.known = known_words(texts)
        self.read = self.known | known_words([p.text for p in self.others])
        said = " ".join(t.word for text in texts for t in known_tokens(text) if t.word not in MARKS)
        self.marks = [list(dict.fromkeys(unique_terms(p, self.known, said))) for p in self.others]
        short = [mark for marks in self.marks for mark in marks if len(mark) < 3]
        strange = {" ".join(mark) for mark in short} | {p.id.casefold() for p in self.others}
        self.strange = {one for one in strange if one not in self.right}
        self.things = (
            frozenset({m[0] for m in short} | {atoms(f)[0] for f in facts if atoms(f)}) - ORDERS
        )
        self.fixes = [Script(fix_of(p.text), self.things) for p in passages if p.id in gold]
        script = Script(known_tokens(resolution), self.things)
        pairs = (both for fix in self.fixes for both in zip(fix.text, fix.denials, strict=True))
        self.options = {t.word for t, denial in pairs if t.word[0] == "-" != t.word and not denial}
        self.scripts = [*self.fixes, script]
        named = {atom for fact in facts for atom in atoms(fact)}
        self.spared = spared(self.scripts)
        self.steps = [pair for fix in self.fixes for pair in steps(fix, script, named)]
        self.places = {f: [(s, p) for s in self.scripts for p in s.places(f)] for f in facts}
        self.undone = {fact for fact in facts if any(self._not(*at) for at in self.places[fact])}

    def _not(self, script: Script, place: tuple[int, int]) -> bool:
        return script.denies(place) or "only" in script.after(place[1]).split()[:4]


requirements = lru_cache(maxsize=512)(Requirements)
