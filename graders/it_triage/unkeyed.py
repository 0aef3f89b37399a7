"""How an answer to a ticket is graded when nobody has said which passages apply.

Each answer is read as if exactly what it cites applied, and held to that: whatever it names to be
typed or set has to be there or in the ticket, a command to be run has to be there, and of each
passage that it cites it has to say something. What a passage warns of, steps in reversed order, and
steps of its own that change or remove something are faults, as they are where there is a key.
Whether those passages do apply, and what is turned round in plain words, is for a person to judge;
once somebody has marked what applies, the whole rubric grades it.
"""

from collections.abc import Iterator
from functools import cached_property

from desks.it_triage import DESK
from desks.it_triage.models import TriageAction, TriageScenario
from desks.own.facts import facts_of
from desks.own.ticket_case import assuming
from graders.it_triage.rubric import format_kept, parsimony
from graders.reading.it_triage.action import Reading, listed, ticked
from graders.reading.it_triage.contradictions import contradictions
from graders.reading.it_triage.invented import changes, invented_steps
from graders.reading.it_triage.unfounded import taken_over, unfounded
from graders.reading.sentences import disordered
from graders.score import Part, Rubric, Score, Verdict
from graders.support import Claim, claims
from graders.text import words


class UnkeyedReading(Reading):
    """An action, compared with what it cites itself."""

    def __init__(self, scenario: TriageScenario, action: TriageAction, text: str) -> None:
        cited = list(dict.fromkeys(action.citations))
        super().__init__(assuming(scenario, cited, facts=()), action, text)

    @cached_property
    def cited(self) -> dict[str, str]:
        """The passages that it cites, by id."""
        return {p.id: p.text for p in self.scenario.passages if p.id in self.truth.gold}

    @cached_property
    def faults(self) -> list[str]:
        """What is wrong with the answer whatever applies, gravest first."""
        return list(self._faults())

    def _faults(self) -> Iterator[str]:
        action, ticket = self.action, self.scenario.ticket
        if unseen := [one for one in action.citations if one not in self.shown]:
            yield f"cites {listed(unseen)} without having seen it"
        if not words(action.resolution):
            yield "says nothing"
        if not action.citations and not action.escalate:
            yield "neither cites a passage nor escalates"
        if action.citations and action.escalate:
            yield "escalates although it cites a passage"
        if len(set(action.citations)) < len(action.citations):
            yield "cites a passage more than once"
        if action.citations and self.says_handed_over:
            yield "says that it hands the ticket over, and does not"
        if action.escalate and self.says_nothing_to_do:
            yield "says that there is nothing to hand over"
        sources = (ticket.subject, ticket.body, ticket.reporter, ticket.id, *self.shown)
        for name in unfounded(action.resolution, *sources, *self.cited.values()):
            yield f"names `{name[:80]}`, which is neither in what it cites nor in the ticket"
        for command in taken_over(action.resolution, *self.cited.values()):
            yield f"tells to run `{command[:80]}`, which is not in what it cites"
        if self.foreign.referred:
            yield f"refers to {listed(self.foreign.referred)} without citing it"
        if self.forbidden:
            yield f"tells to use {ticked(self.forbidden)}, which a passage warns of"
        parsed = self.advice.parsed
        if not action.citations:
            yield from (f"hands over, and tells to {one}" for one in changes(parsed, self.sources))
        for one in self.sources.fixes:
            yield from contradictions(parsed, one)
        for step in invented_steps(parsed, self.sources):
            yield f"tells to do what it does not cite: {step}"
        for id_, text in self.cited.items():
            if not any(map(_is_from_a_passage, self._claims({id_: text}))):
                yield f"says nothing of {id_}, which it cites"
        if joint := disordered(action.resolution):
            yield f'does not read as sentences: "{joint}"'

    def _claims(self, passages: dict[str, str]) -> list[Claim]:
        """Its sentences, each with what is closest to it: the ticket, or one of these passages."""
        ticket = self.scenario.ticket
        shown = {ticket.id: ticket.text} | passages
        facts = [fact for text in passages.values() for fact in facts_of(text)]
        return claims(self.action.resolution, shown, facts)

    @cached_property
    def claims(self) -> list[Claim]:
        """Its sentences, each with what supports it, the ticket or a passage that it cites."""
        return self._claims(self.cited)

    @property
    def verdict(self) -> Verdict:
        if self.faults:
            return Verdict(False, self.faults[0])
        if not self.action.citations:
            return Verdict(True, "hands the ticket over; whether a passage applies was not checked")
        cited = listed(self.action.citations)
        return Verdict(True, f"keeps to {cited}; whether that applies was not checked")


def _is_from_a_passage(claim: Claim) -> bool:
    return claim.source is not None and claim.source.where.startswith("KB-")


def grounding(reading: UnkeyedReading) -> Score:
    """1 if nothing in it is from elsewhere; 0.5 for a hand-over, which gives nothing; else 0."""
    if reading.faults:
        return Score(0.0, reading.faults[0])
    if not reading.action.citations:
        return Score(0.5, "a hand-over: there is nothing to compare")
    return Score(1.0, "nothing in it comes from elsewhere")


def supported(reading: UnkeyedReading) -> Score:
    """The share of its sentences that a cited passage supports."""
    said = reading.claims
    if not said:
        return Score(0.0, "it says nothing")
    kept = sum(map(_is_from_a_passage, said))
    return Score(
        kept / len(said), f"{kept} of {len(said)} sentences are supported by what it cites"
    )


UNKEYED = Rubric(
    desk="it_triage",
    parse=DESK.parse,
    read=UnkeyedReading,
    verdict=lambda reading: reading.verdict,
    parts={
        "format": Part(format_kept, 0.10, gated=False),
        "grounding": Part(grounding, 0.50),
        "support": Part(supported, 0.30),
        "parsimony": Part(parsimony, 0.10),
    },
    keyed=False,
    unjudged=(
        *("whether the passages it cites apply", "what they say turned round in plain words"),
        *("a step left out", "known words put together to another command", "a number in words"),
        *("something else done to a file that they name",),
        *("a false cause", "advice in plain words", "what a hand-over says"),
    ),
)
