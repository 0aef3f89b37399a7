"""An IT-triage action beside the truth: what it prescribes and leaves out, and if it is right."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from desks.it_triage.models import TriageAction, TriageScenario, Truth
from graders.reading.facts import Mention, mentions
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


@dataclass(frozen=True)
class Reading:
    """An action beside the truth, with all that several graders need of it."""

    scenario: TriageScenario
    action: TriageAction
    text: str

    @property
    def truth(self) -> Truth:
        return self.scenario.truth

    @cached_property
    def named(self) -> dict[str, list[Mention]]:
        """Every required fact and where the resolution names it."""
        return {fact: mentions(fact, self.action.resolution) for fact in self.truth.facts}

    @cached_property
    def covered(self) -> list[str]:
        """The required facts that are given. A hand-over only has to name its facts."""
        return [
            fact
            for fact, found in self.named.items()
            if any(mention.prescribed or not self.truth.answerable for mention in found)
        ]

    @cached_property
    def foreign(self) -> dict[str, list[Mention]]:
        """Facts of articles that do not apply, and where the resolution prescribes them."""
        found = {fact: mentions(fact, self.action.resolution) for fact in self.truth.foreign}
        prescribed = {f: [m for m in ms if m.prescribed] for f, ms in found.items()}
        return {fact: ms for fact, ms in prescribed.items() if ms}

    @cached_property
    def rouge(self) -> float:
        """ROUGE-L F1 of the resolution, where filler has a length but matches nothing.

        Filler is every word of FILLER, and every sentence that gives no required fact.
        """
        resolution = self.action.resolution
        places = [mention.start for fact in self.covered for mention in self.named[fact]]
        content = [
            word
            for start, end in sentences(resolution)
            if any(start <= place < end for place in places)
            for word in words(resolution[start:end])
            if word not in FILLER
        ]
        reference = tuple(w for w in reference_words(self.truth.resolution) if w not in FILLER)
        return lcs_f1(content, len(words(resolution)), reference)

    @cached_property
    def correct(self) -> tuple[bool, str]:
        """Whether the whole action is right, and why.

        A hand-over is right if it escalates, cites nothing and prescribes no fix that does not
        apply; that it names the system is the matter of its quality.
        """
        wrong = next(_objections(self), None)
        if wrong:
            return False, wrong
        if self.truth.answerable:
            return True, f"gives the fix of {listed(self.truth.gold)} and cites nothing else"
        return True, "no article applies, and it escalates without citing one"


def _objections(reading: Reading) -> Iterator[str]:
    """All that is wrong with the action, the gravest first."""
    action, truth = reading.action, reading.truth
    if action.escalate and truth.answerable:
        yield f"escalates although {listed(truth.gold)} answers the ticket"
    if not action.escalate and not truth.answerable:
        yield "does not escalate although no article shown applies"
    if surplus := [one for one in action.citations if one not in truth.gold]:
        yield f"cites {listed(surplus)}, which does not apply"
    if len(set(action.citations)) < len(action.citations):
        yield "cites an article more than once"
    if missing := [one for one in truth.gold if one not in action.citations]:
        yield f"does not cite {listed(missing)}, which applies"
    if reading.foreign:
        yield f"prescribes {ticked(reading.foreign)}, from an article that does not apply"
    if truth.answerable and (absent := [f for f in truth.facts if f not in reading.covered]):
        yield f"does not prescribe {ticked(absent)}"
    if not words(action.resolution):
        # Whoever takes over needs a word with it, and a blank is the cheapest constant there is.
        yield "has no resolution"


def listed(ids: Iterable[str]) -> str:
    """Ids in a sentence."""
    return " and ".join(ids)


def ticked(facts: Iterable[str]) -> str:
    """Facts in a sentence."""
    return ", ".join(f"`{fact}`" for fact in facts)
