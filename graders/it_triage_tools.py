"""How an IT-triage episode with tools is graded: the outcome as in a single turn, and the process.

Rewards: what `graders.it_triage.rubric` rewards, with the articles that the agent saw as the
passages, so citing an unseen one is wrong. A small part is for the process: valid calls, articles
read before they are cited, no repeated calls, no useless ones.

Ignores: the order of calls, and whether another way would have been shorter.

How it could be gamed, and what prevents it:
- a good process with a wrong answer: the process parts weigh .20 in all, and all but valid calls
  are gated, so a wrong outcome gets at most .32 and a right one at least .60;
- searching until everything was seen, then citing from memory: a call that shows nothing new is a
  waste, a repeated one costs twice, and citations still have to apply;
- submitting at once: a hand-over without a search loses the `read_first` part.
"""

from dataclasses import dataclass

from desks.it_triage import DESK
from graders.it_triage import rubric as it_triage
from graders.reading.it_triage.action import Reading, listed
from graders.score import Part, Rubric, Score

MAX_USEFUL_CALLS = 10
"""Calls before the submission; beyond that even useful ones count as wasteful."""


@dataclass(frozen=True)
class Call:
    """One tool call and its result."""

    tool: str
    arguments: str
    """As JSON with sorted keys, so that equal calls are equal."""
    result: str
    """What the agent was shown."""
    found: tuple[str, ...] = ()
    """Ids of records that the agent saw for the first time, or for the first time in full."""
    failed: bool = False
    """Whether the call was invalid; the result then says why."""


@dataclass(frozen=True)
class ToolReading(Reading):
    """A submitted answer, read against the scenario as the agent found it, with its calls."""

    calls: tuple[Call, ...] = ()
    """Those before the accepted submission."""


def valid_calls(reading: ToolReading) -> Score:
    """The share of valid calls, counting the submission."""
    failed = sum(call.failed for call in reading.calls)
    count = len(reading.calls) + 1
    return Score(1 - failed / count, f"{count - failed} of {count} calls could be made")


def read_first(reading: ToolReading) -> Score:
    """The share of cited articles that had been seen; without citations, 1 after a search."""
    cited = reading.action.citations
    if not cited:
        looked = any(call.tool == "search_kb" and not call.failed for call in reading.calls)
        return Score(float(looked), f"cites nothing, and {'has' if looked else 'never'} searched")
    unseen = [one for one in cited if one not in reading.shown]
    reason = f"cites {listed(unseen)} unseen" if unseen else "has seen all that it cites"
    return Score(1 - len(unseen) / len(cited), reason)


def not_repeating(reading: ToolReading) -> Score:
    """1 without repeated calls, a half with one, a third with two."""
    count = len(reading.calls)
    again = count - len({(call.tool, call.arguments) for call in reading.calls})
    reason = f"{again} of {count} calls had been made before" if again else "no call was made twice"
    return Score(1 / (1 + again), reason)


def economy(reading: ToolReading) -> Score:
    """The share of calls that showed something new, scaled down beyond `MAX_USEFUL_CALLS` calls."""
    useful = sum(bool(call.found) for call in reading.calls)
    count = len(reading.calls)
    reason = f"{useful} of {count} calls showed something new"
    share = useful / count if count else 1.0
    if count > MAX_USEFUL_CALLS:
        reason += f", and more than {MAX_USEFUL_CALLS} are many"
    return Score(share * min(1.0, MAX_USEFUL_CALLS / max(count, 1)), reason)


RUBRIC = Rubric(
    desk="it_triage_tools",
    parse=DESK.parse,
    read=ToolReading,
    verdict=lambda reading: reading.verdict,
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
