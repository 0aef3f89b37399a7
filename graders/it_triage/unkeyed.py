"""How an answer to a ticket is graded when nobody has said which passages apply.

Each answer is read as if exactly what it cites applied. So it can still be wrong by itself: a
command, path or value from elsewhere, a step in another order, a citation of nothing shown. Whether
the passages it cites do apply is for a person to say; then the whole rubric grades it.
"""

from collections.abc import Iterator
from functools import cached_property

from desks.it_triage import DESK
from desks.it_triage.models import TriageAction, TriageScenario
from desks.own.ticket_case import assuming
from graders.it_triage.rubric import format_kept, parsimony
from graders.reading.contradictions import contradictions
from graders.reading.invented import changes, invented_steps
from graders.reading.it_triage import Reading, listed, ticked
from graders.score import Part, Rubric, Score, Verdict
from graders.support import claims


class UnkeyedReading(Reading):
    """An action, compared with what it cites itself."""

    def __init__(self, scenario: TriageScenario, action: TriageAction, text: str) -> None:
        cited = list(dict.fromkeys(action.citations))
        super().__init__(assuming(scenario, cited, facts=()), action, text)

    @cached_property
    def faults(self) -> list[str]:
        """What is wrong with the answer whatever applies, gravest first."""
        return list(self._faults())

    def _faults(self) -> Iterator[str]:
        action = self.action
        if unseen := [one for one in action.citations if one not in self.shown]:
            yield f"cites {listed(unseen)} without having seen it"
            return
        if not action.citations and not action.escalate:
            yield "neither cites a passage nor escalates"
            return
        if action.citations and action.escalate:
            yield "escalates although it cites a passage"
            return
        parsed, foreign = self.advice.parsed, self.foreign
        if foreign.prescribed:
            yield f"prescribes {ticked(foreign.prescribed)}, which is of a passage not cited"
        if foreign.referred:
            yield f"refers to {listed(foreign.referred)} without citing it"
        if not action.citations:
            yield from (f"hands over, and tells to {one}" for one in changes(parsed, self.sources))
        for fix in self.sources.fixes:
            yield from contradictions(parsed, fix)
        for step in invented_steps(parsed, self.sources):
            yield f"tells to do what no passage says: {step}"
        if foreign.borrowed:
            yield f"takes {ticked(sorted(foreign.borrowed))} from a passage that it does not cite"

    @property
    def verdict(self) -> Verdict:
        if self.faults:
            return Verdict(False, self.faults[0])
        if not self.action.citations:
            return Verdict(True, "hands the ticket over; whether a passage applies was not checked")
        cited = listed(self.action.citations)
        return Verdict(True, f"keeps to {cited}; whether that applies was not checked")


def grounding(reading: UnkeyedReading) -> Score:
    """1 if every command, path, value and step is of what it cites, or of the ticket; else 0."""
    if reading.faults:
        return Score(0.0, reading.faults[0])
    return Score(1.0, "nothing in it comes from elsewhere")


def supported(reading: UnkeyedReading) -> Score:
    """The share of its sentences that a cited passage, or the ticket, supports."""
    s = reading.scenario
    shown = {one.id: one.text for one in s.passages if one.id in reading.truth.gold}
    shown["ticket"] = f"{s.ticket.subject}\n{s.ticket.body}"
    said = claims(reading.action.resolution, shown, ())
    if not said:
        return Score(0.0, "it says nothing")
    kept = sum(claim.source is not None for claim in said)
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
    unjudged=("whether the passages it cites apply", "a false cause", "advice in plain words"),
)
