"""How an IT-triage episode with tools is judged: the outcome as on one turn, and the way to it.

Rewards: what `graders.it_triage.rubric` rewards, on the ticket as the agent found it: the articles
that it saw are the passages, so that one cited unseen is wrong. Beside that, little: calls that
could be made, articles read before they are cited, no call made twice, none for nothing.

Ignores: the order of calls, and whether another way would have been shorter.

How it could be gamed, and what stands against it:
- walking well and answering wrong: the process parts have .20 in all, and all but the valid calls
  stand behind the gate, so that a wrong outcome has at most .31 and a right one at least .60;
- searching until everything was seen, then citing by heart: a call that shows nothing new is a
  waste, one that is repeated costs twice, and what is cited has to apply as before;
- submitting at once: a hand-over that never searched loses what reading pays.
"""

from dataclasses import dataclass

from desks.it_triage import DESK
from graders.it_triage import rubric as it_triage
from graders.reading.it_triage import Reading, listed
from graders.score import Part, Rubric, Score

MANY = 10
"""Calls before the submission from which on even useful ones are wasteful."""


@dataclass(frozen=True)
class Call:
    """What an agent asked of a tool, and what came of it."""

    tool: str
    arguments: str
    """As JSON with sorted keys, so that equal calls are equal."""
    result: str
    """What the agent was told."""
    found: tuple[str, ...] = ()
    """Ids of the records that it had not been shown before, or not in whole."""
    failed: bool = False
    """Whether it could not be made; the result then says why."""


@dataclass(frozen=True)
class Walk(Reading):
    """A submitted answer on the scenario as it was found, with the calls that led to it."""

    calls: tuple[Call, ...] = ()
    """Before the submission that was accepted."""

    @property
    def repeated(self) -> int:
        """How many calls had been made before, word for word."""
        return len(self.calls) - len({(call.tool, call.arguments) for call in self.calls})


def valid_calls(walk: Walk) -> Score:
    """The share of calls that could be made, the submission among them."""
    failed = sum(call.failed for call in walk.calls)
    count = len(walk.calls) + 1
    return Score(1 - failed / count, f"{count - failed} of {count} calls could be made")


def read_first(walk: Walk) -> Score:
    """The share of cited articles that had been seen; who cites none must have searched."""
    cited = walk.action.citations
    if not cited:
        looked = any(call.tool == "search_kb" and not call.failed for call in walk.calls)
        return Score(float(looked), f"cites nothing, and {'has' if looked else 'never'} searched")
    unseen = [one for one in cited if one not in walk.shown]
    reason = f"cites {listed(unseen)} unseen" if unseen else "has seen all that it cites"
    return Score(1 - len(unseen) / len(cited), reason)


def not_repeating(walk: Walk) -> Score:
    """1 without a repeated call, halved by one, a third with two."""
    count, again = len(walk.calls), walk.repeated
    reason = f"{again} of {count} calls had been made before" if again else "no call was made twice"
    return Score(1 / (1 + again), reason)


def economy(walk: Walk) -> Score:
    """The share of calls that were made and showed something new, of at most `MANY`."""
    useful = sum(bool(call.found) for call in walk.calls)
    count = len(walk.calls)
    reason = f"{useful} of {count} calls showed something new"
    share = useful / count if count else 1.0
    if count > MANY:
        reason += f", and more than {MANY} are many"
    return Score(share * min(1.0, MANY / max(count, 1)), reason)


RUBRIC = Rubric(
    desk="it_triage_tools",
    parse=DESK.parse,
    read=lambda scenario, action, text: Walk(scenario, action, text),
    verdict=lambda walk: walk.verdict,
    parts={
        "valid_calls": Part(valid_calls, 0.05, gated=False),
        "calibration": Part(it_triage.calibration, 0.10, gated=False),
        "resolution_quality": Part(it_triage.resolution_quality, 0.30),
        "citation_grounding": Part(it_triage.citation_grounding, 0.25),
        "escalation": Part(it_triage.escalation, 0.10),
        "parsimony": Part(it_triage.parsimony, 0.05),
        "read_first": Part(read_first, 0.05),
        "no_repeats": Part(not_repeating, 0.05),
        "economy": Part(economy, 0.05),
    },
    unjudged=it_triage.RUBRIC.unjudged,
)
