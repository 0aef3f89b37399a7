"""An IT-triage action beside the truth: what it prescribes and leaves out, and if it is right."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desks.it_triage.models import TriageAction, TriageScenario, Truth
from graders.reading.contradictions import contradictions
from graders.reading.facts import Advice, Mention
from graders.reading.heaps import heaps
from graders.reading.lazy import lazy
from graders.reading.own import changes, own_steps
from graders.reading.sources import Sources, sources
from graders.reading.spans import Span, Spans
from graders.reading.theirs import Theirs
from graders.score import Verdict
from graders.text import lcs_f1, reference_words, sentences, words

#: Words that carry nothing here.
FILLER = frozenset(
    "a about again all also an and any are as at basically be been but by can could dear do "
    "does for from had has have hello here hi i if in is it its just kindly know let may might "
    "more most much must my note now of off on once one only or our out over please really "
    "regards should simply so some sorry such than thank thanks that the their them then there "
    "these they this those to too up us very was we were what when where which while will with "
    "would you your".split()
)

#: "It is not X": who hands over says what it is.
_IS_NOT = re.compile(
    r"\b(?:is|are|was|were)\s*n(?:o|')t\s+"
    r"(?:(?:about|running|really|a|an|the|any|our|product|version)\s+)*$"
)
_NOTHING_TO_DO = re.compile(
    r"\b(?:nothing|no need|no reason|not necessary|not|don't|never) (?:to )?"
    r"(?:hand|escalat|pass (?:it|this) on)"
    r"|\bclos(?:e|ing|ed) (?:it|this|(?:the|your) (?:ticket|case))\b"
)
_HANDED_OVER = re.compile(
    r"\bno article (?:shown |here )?(?:applies|fits|answers|covers)\b"
    r"|\b(?:i|we) (?:therefore |hereby |have |must |will )?"
    r"(?:escalated?|hand(?:ed)? (?:it|this) over)\b"
)


@dataclass(frozen=True)
class Reading:
    """An action beside the truth, with all that several graders need of it."""

    scenario: TriageScenario
    action: TriageAction
    text: str

    @property
    def truth(self) -> Truth:
        return self.scenario.truth

    @property
    def shown(self) -> set[str]:
        """Ids of the articles that the writer saw: a citation of another rests on nothing."""
        return {passage.id for passage in self.scenario.passages}

    @lazy
    def sources(self) -> Sources:
        return sources(self.scenario)

    @lazy
    def advice(self) -> Advice:
        return Advice(self.action.resolution, self.sources.others, self.sources.ours)

    @lazy
    def spaced(self) -> str:
        """The words of the resolution, with a single space between any two."""
        return " ".join([token.text for token in self.advice.told.tokens])

    @lazy
    def named(self) -> dict[str, list[Mention]]:
        """Every required fact and where the resolution names it."""
        if not self.truth.answerable:
            return {fact: self._handed_over(fact) for fact in self.truth.facts}
        found = self._stated
        if not self.heaped:
            return found
        heaped = Spans(self.heaped)
        return {
            fact: [_in_a_heap(mention, heaped) for mention in places]
            for fact, places in found.items()
        }

    @lazy
    def _stated(self) -> dict[str, list[Mention]]:
        found = self._required(undone=False)
        if not all(m.prescribed for places in found.values() for m in places):
            found = self._required(self.sources.undone)
        return found

    @lazy
    def heaped(self) -> list[Span]:
        """Where the resolution is a heap of words."""
        if not self.truth.answerable:
            return []
        places = [mention[:2] for mentions in self._stated.values() for mention in mentions]
        return heaps(self.action.resolution, places)

    @property
    def unread(self) -> list[Span]:
        """What could not be read, as characters of the resolution: heaps of words, and facts of
        which it is not certain whether they are to be done."""
        named = (*self.named.values(), *self.theirs.named.values())
        mentions = (mention for found in named for mention in found)
        return sorted({*self.heaped, *(m[:2] for m in mentions if m.stance == "open")})

    def _required(self, undone: bool) -> dict[str, list[Mention]]:
        return {fact: self.advice.required(fact, undone) for fact in self.truth.facts}

    def _handed_over(self, fact: str) -> list[Mention]:
        """Where a hand-over names its product or version. It may say all else about it, but not
        that it is another."""
        resolution = self.action.resolution
        others = [other.lower() for other in self.truth.facts if other != fact]
        found = []
        for mention in self.advice.required(fact):
            before = resolution[max(0, mention.start - 100) : mention.start].lower()
            for other in others:
                before = before.removesuffix(f"{other} ")
            said = "forbidden" if _IS_NOT.search(before) else "prescribed"
            found.append(mention._replace(stance=said))
        return found

    @lazy
    def covered(self) -> list[str]:
        """The required facts that are given: prescribed somewhere, and nowhere forbidden.

        A hand-over names its facts, and may name others to compare.
        """
        return [
            fact
            for fact, found in self.named.items()
            if any(mention.prescribed for mention in found)
            and not (self.truth.answerable and any(m.stance == "forbidden" for m in found))
        ]

    @lazy
    def theirs(self) -> Theirs:
        return Theirs(self.advice, self.sources)

    @lazy
    def contradicted(self) -> str | None:
        """What is surely said against the fix, the first of all."""
        said = (why for one in self.sources.fixes for why in contradictions(self.advice.told, one))
        return next(said, None)

    @lazy
    def own(self) -> str | None:
        """What the writer surely tells to do and has from nowhere, the first of all."""
        return next(own_steps(self.advice.told, self.sources), None)

    @lazy
    def rouge(self) -> float:
        """ROUGE-L F1 of the resolution, where filler has a length but matches nothing.

        Filler is every word of FILLER, and every sentence that gives no required fact.
        """
        resolution = self.action.resolution
        places = sorted(mention.start for fact in self.covered for mention in self.named[fact])
        content = [
            word
            for start, end in sentences(resolution)
            if bisect_left(places, start) < bisect_left(places, end)
            for word in words(resolution[start:end])
            if word not in FILLER
        ]
        reference = tuple(w for w in reference_words(self.truth.resolution) if w not in FILLER)
        return lcs_f1(content, len(words(resolution)), reference)

    @lazy
    def verdict(self) -> Verdict:
        """Whether the whole action is right, and why.

        A hand-over is right if it escalates, cites nothing, names the system that it is about and
        prescribes no fix that does not apply.
        """
        wrong = next(_objections(self), None)
        if wrong:
            return Verdict(False, wrong)
        if self.truth.answerable:
            return Verdict(
                True, f"gives the fix of {listed(self.truth.gold)} and cites nothing else"
            )
        return Verdict(True, "no article applies, and it escalates without citing one")


def _in_a_heap(mention: Mention, heaped: Spans) -> Mention:
    unheard = heaped.cover(mention.start, mention.start + 1)
    return mention._replace(stance="open") if unheard else mention


def _objections(reading: Reading) -> Iterator[str]:
    """All that is wrong with the action, the gravest first."""
    action, truth = reading.action, reading.truth
    if action.escalate and truth.answerable:
        yield f"escalates although {listed(truth.gold)} answers the ticket"
    if not action.escalate and not truth.answerable:
        yield "does not escalate although no article shown applies"
    if surplus := [one for one in action.citations if one not in truth.gold]:
        yield f"cites {listed(surplus)}, which does not apply"
    if unseen := [one for one in action.citations if one not in reading.shown]:
        yield f"cites {listed(unseen)} without having seen it"
    if len(set(action.citations)) < len(action.citations):
        yield "cites an article more than once"
    if missing := [one for one in truth.gold if one not in action.citations]:
        yield f"does not cite {listed(missing)}, which applies"
    if reading.theirs.prescribed:
        yield f"prescribes {ticked(reading.theirs.prescribed)}, from an article that does not apply"
    if referred := reading.theirs.referred:
        yield f"refers to {listed(referred)}, which does not apply"
    if absent := [fact for fact in truth.facts if fact not in reading.covered]:
        yield f"does not {'prescribe' if truth.answerable else 'name'} {ticked(absent)}"
    if truth.answerable and _HANDED_OVER.search(reading.spaced):
        yield "says that it hands the ticket over, and does not"
    if not truth.answerable and any(
        not reading.advice.told.is_denied(said.start())
        for said in _NOTHING_TO_DO.finditer(reading.advice.evened)
    ):
        yield "says that there is nothing to hand over"
    if not truth.answerable and (
        change := next(changes(reading.advice.told, reading.sources), None)
    ):
        yield f"hands over, and tells to change something: {change}"
    if reading.contradicted:
        yield reading.contradicted
    if reading.own:
        yield f"tells to do what no article says: {reading.own}"
    if borrowed := reading.theirs.borrowed:
        yield f"takes {ticked(sorted(borrowed))} from {listed(sorted(set(borrowed.values())))}"


def listed(ids: Iterable[str]) -> str:
    """Ids in a sentence."""
    return " and ".join(ids)


def ticked(facts: Iterable[str]) -> str:
    """Facts in a sentence."""
    return ", ".join(f"`{fact}`" for fact in facts)
