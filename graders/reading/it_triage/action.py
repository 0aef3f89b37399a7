"""An IT-triage action compared with the truth: what it prescribes, and whether it is right."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from desks.it_triage.models import TriageAction, TriageScenario, Truth
from graders.reading.it_triage.contradictions import contradictions, omissions
from graders.reading.it_triage.crossed import crossed
from graders.reading.it_triage.dropped import is_dropped
from graders.reading.it_triage.facts import Advice, Mention
from graders.reading.it_triage.forbidden import ForbiddenAdvice
from graders.reading.it_triage.foreign import ForeignAdvice
from graders.reading.it_triage.harm import harms
from graders.reading.it_triage.invented import changes, invented_steps
from graders.reading.it_triage.reversal import reversals
from graders.reading.it_triage.sources import Sources, sources
from graders.reading.keyword_stuffing import stuffed_sentences
from graders.reading.sentences import disordered
from graders.reading.spans import Span, Spans
from graders.score import Verdict
from graders.text import lcs_f1, reference_words, sentences, words

#: Words without content, which never count for a match.
FILLER = frozenset(
    "a about again all also an and any are as at basically be been but by can could dear do "
    "does for from had has have hello here hi i if in is it its just kindly know let may might "
    "more most much must my note now of off on once one only or our out over please really "
    "regards should simply so some sorry such than thank thanks that the their them then there "
    "these they this those to too up us very was we were what when where which while will with "
    "would you your".split()
)

#: "It is not X": a hand-over must say what the product is, not what it is not.
_IS_NOT = re.compile(
    r"\b(?:is|are|was|were)\s*n(?:o|')t\s+"
    r"(?:(?:about|running|really|a|an|the|any|our|product|version)\s+)*$"
)
_NOTHING_TO_DO = re.compile(
    r"\b(?:nothing|no need|no reason|not necessary|not|don't|never) (?:to )?"
    r"(?:hand|escalat|pass (?:it|this) on)"
    r"|\b(?<!they will )(?<!team will )clos(?:e|ing|ed) (?:it|this|(?:the|your) (?:ticket|case))\b"
    r"(?! (?:once|when|after|as soon|only)\b)"
)
_HANDED_OVER = re.compile(
    r"\bno article (?:shown |here )?(?:applies|fits|answers|covers)\b"
    r"|\b(?:i|we) (?:therefore |hereby |have |must |will )?"
    r"(?:escalated?|hand(?:ed)? (?:it|this) over)\b"
)


@dataclass(frozen=True)
class Reading:
    """An action compared with the truth, with everything that several graders need."""

    scenario: TriageScenario
    action: TriageAction
    text: str

    @property
    def truth(self) -> Truth:
        return self.scenario.truth

    @property
    def shown(self) -> set[str]:
        """Ids of the articles that the writer saw; a citation of any other is unfounded."""
        return {passage.id for passage in self.scenario.passages}

    @cached_property
    def sources(self) -> Sources:
        return sources(self.scenario)

    @cached_property
    def advice(self) -> Advice:
        return Advice(self.action.resolution, self.sources.others, self.sources.ours)

    @cached_property
    def named(self) -> dict[str, list[Mention]]:
        """Every required fact, with its mentions in the resolution."""
        if not self.truth.answerable:
            return {fact: self._handed_over(fact) for fact in self.truth.facts}
        undone = self.sources.undone
        found = {fact: self.advice.required(fact, undone) for fact in self.truth.facts}
        known = [mark[:2] for places in found.values() for mark in places]
        unheard = Spans(stuffed_sentences(self.action.resolution, known))
        return {
            fact: [m._replace(stance="open") if unheard.cover(*m[:2]) else m for m in places]
            for fact, places in found.items()
        }

    @property
    def unread(self) -> list[Span]:
        """Spans of the resolution that name a fact without clearly prescribing or forbidding it:
        asked about, reported, or in a heap of words."""
        named = (*self.named.values(), *self.foreign.named.values())
        return sorted({m[:2] for found in named for m in found if m.stance == "open"})

    def _handed_over(self, fact: str) -> list[Mention]:
        """A hand-over's mentions of its product or version; "it is not X" counts as forbidden."""
        text = self.action.resolution.lower()
        others = [other.lower() for other in self.truth.facts if other != fact]
        found = []
        for mention in self.advice.required(fact):
            before = text[max(0, mention.start - 100) : mention.start]
            for other in others:
                before = before.removesuffix(f"{other} ")
            said = "forbidden" if _IS_NOT.search(before) else "prescribed"
            found.append(mention._replace(stance=said))
        return found

    @cached_property
    def covered(self) -> list[str]:
        """The required facts that are prescribed somewhere and forbidden nowhere.

        A hand-over may also deny them elsewhere ("it is not X"), for comparison.
        """
        return [
            fact
            for fact, found in self.named.items()
            if any(mention.prescribed for mention in found)
            and not (self.truth.answerable and any(m.stance == "forbidden" for m in found))
        ]

    @property
    def says_handed_over(self) -> bool:
        """Whether it says that it hands the ticket over."""
        return bool(_HANDED_OVER.search(" ".join(self.advice.parsed.text.split())))

    @property
    def says_nothing_to_do(self) -> bool:
        """Whether it says that there is nothing to hand over."""
        parsed = self.advice.parsed
        closed = _NOTHING_TO_DO.finditer(parsed.text)
        return is_dropped(parsed) or not all(parsed.is_denied(s.start()) for s in closed)

    @cached_property
    def foreign(self) -> ForeignAdvice:
        return ForeignAdvice(self.advice, self.sources)

    @cached_property
    def forbidden(self) -> list[str]:
        """What a passage warns of and the resolution gives as a step."""
        return ForbiddenAdvice(self.advice, self.truth.forbidden).given

    @cached_property
    def rouge(self) -> float:
        """ROUGE-L F1 of the resolution; filler counts for its length but never matches.

        Filler is every word of FILLER, and every sentence that names no covered fact.
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

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the action as a whole is right, and why.

        A hand-over is right if it escalates, cites nothing, names the system concerned and
        prescribes no fix.
        """
        wrong = next(_objections(self), None)
        if wrong:
            return Verdict(False, wrong)
        if self.truth.answerable:
            return Verdict(
                True, f"gives the fix of {listed(self.truth.gold)} and cites nothing else"
            )
        return Verdict(True, "no article applies, and it escalates without citing one")


def _objections(reading: Reading) -> Iterator[str]:
    """Everything that is wrong with the action, gravest first."""
    action, truth, parsed = reading.action, reading.truth, reading.advice.parsed
    if action.escalate and truth.answerable:
        answer = _verb(truth.gold, "answers", "answer")
        yield f"escalates although {listed(truth.gold)} {answer} the ticket"
    if not action.escalate and not truth.answerable:
        yield "does not escalate although no article shown applies"
    if surplus := [one for one in action.citations if one not in truth.gold]:
        yield f"cites {listed(surplus)}, which {_verb(surplus, 'does', 'do')} not apply"
    if unseen := [one for one in action.citations if one not in reading.shown]:
        yield f"cites {listed(unseen)} without having seen it"
    if len(set(action.citations)) < len(action.citations):
        yield "cites an article more than once"
    if missing := [one for one in truth.gold if one not in action.citations]:
        yield f"does not cite {listed(missing)}, which {_verb(missing, 'applies', 'apply')}"
    if reading.forbidden:
        yield f"tells to use {ticked(reading.forbidden)}, which a passage warns of"
    if prescribed := reading.foreign.prescribed:
        yield f"prescribes {ticked(prescribed)}, from an article that does not apply"
    if referred := reading.foreign.referred:
        yield f"refers to {listed(referred)}, which {_verb(referred, 'does', 'do')} not apply"
    if absent := [fact for fact in truth.facts if fact not in reading.covered]:
        yield f"does not {'prescribe' if truth.answerable else 'name'} {ticked(absent)}"
    if truth.answerable and reading.says_handed_over:
        yield "says that it hands the ticket over, and does not"
    if not truth.answerable:
        if reading.says_nothing_to_do:
            yield "says that there is nothing to hand over, or nobody to"
        for change in changes(parsed, reading.sources):
            yield f"hands over, and tells to change something: {change}"
    for one in reading.sources.fixes:
        yield from contradictions(parsed, one)
        yield from omissions(parsed, one)
    yield from reversals(parsed, reading.sources)
    places = {fact: [m.start for m in found] for fact, found in reading.named.items()}
    applies = [one for one in reading.scenario.passages if one.id in truth.gold]
    if both := crossed(action.resolution, applies, places):
        yield f"gives each of {both} the fix of the other"
    for step in invented_steps(parsed, reading.sources):
        yield f"tells to do what no article says: {step}"
    for harm in harms(parsed, reading.sources):
        yield f"does harm: {harm}"
    if borrowed := reading.foreign.borrowed:
        yield f"takes {ticked(sorted(borrowed))} from {listed(sorted(set(borrowed.values())))}"
    if joint := disordered(action.resolution):
        yield f'does not read as sentences: "{joint}"'


def _verb(ids: Collection[str], one: str, several: str) -> str:
    return one if len(ids) == 1 else several


def listed(ids: Iterable[str]) -> str:
    """Ids joined for a sentence."""
    return " and ".join(ids)


def ticked(facts: Iterable[str]) -> str:
    """Facts in backticks, joined for a sentence."""
    return ", ".join(f"`{fact}`" for fact in facts)
