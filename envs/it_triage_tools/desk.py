"""The desk with the seven tools: its prompt, and how an episode is graded afterwards.

A completion is a transcript: a JSON object with the calls in order and, if the agent stopped
calling tools and spoke instead, what it said. Replaying it on the same ticket gives the same grade,
wherever it was first played, unless it is so long (64 KiB) that it is not read.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import ValidationError

from desks.desk import ActionError, Desk, Frozen, Message, Split, Tier, Voices
from desks.it_triage import DESK as SINGLE_TURN_DESK
from desks.it_triage.models import TriageScenario
from desks.it_triage.prompt import opening
from desks.it_triage.scenarios import retold
from desks.strict_json import MAX_BYTES
from envs.it_triage_tools.episode import Episode
from graders.it_triage.grading import GRADING as SINGLE_TURN_GRADING
from graders.it_triage_tools import RUBRIC

__all__ = ["DESK", "GRADING", "RUBRIC", "ToolScenario", "outcome", "replay", "transcript"]


class ToolScenario(TriageScenario):
    """A help-desk ticket, to be worked on with tools: its passages are not shown."""

    desk: ClassVar[str] = "it_triage_tools"

    @classmethod
    def of(cls, s: TriageScenario) -> "ToolScenario":
        return cls.model_construct(**dict(s))

    def retold(self, way: int) -> "ToolScenario":
        """The same ticket, reported by somebody else."""
        return self.of(retold(self, way))


_RULES = """\
You are the triage agent of an IT help desk. You work on one ticket with tools: search and read,
then call submit_resolution once. That ends the work.

- An article applies only if its product, its version and its sign all fit the ticket. Articles
  that fit in part are wrong here.
- Cite exactly the articles that apply, and only such as you have been shown. Mostly one does; a
  ticket with two faults needs two. Past tickets and incidents may lead to an article; they are
  never cited.
- resolution: tell the reporter what the cited articles say to do. Keep commands, parameters,
  values and paths word for word. Prescribe nothing from other articles.
- If no article applies: escalate is true, citations is empty, and the resolution names the
  product and the version for the hand-over. Otherwise escalate is false.
- confidence: the probability, from 0 to 1, that this whole action is right.
- A call that shows nothing new is a waste."""


def prompt(s: TriageScenario) -> list[Message]:
    """A system message with the rules, and the ticket. The tools' schemas are passed separately."""
    return [
        {"role": "system", "content": _RULES},
        {"role": "user", "content": opening(s)},
    ]


class Called(Frozen):
    """A tool call, as an agent made it."""

    tool: str
    arguments: dict[str, Any]


class Transcript(Frozen):
    """Everything that an agent did in an episode, in order."""

    calls: tuple[Called, ...] = ()
    said: str = ""
    """What it said at the end instead of a call."""


def transcript(calls: Iterable[tuple[str, Mapping[str, Any]]], final_text: str = "") -> str:
    """Calls, and what was said after them, as a completion."""
    made = [{"tool": tool, "arguments": dict(arguments)} for tool, arguments in calls]
    return json.dumps({"calls": made} | ({"said": final_text} if final_text.strip() else {}))


def transcript_of(episode: Episode) -> str:
    """The transcript of an episode."""
    return transcript((call.tool, json.loads(call.arguments)) for call in episode.calls)


def parse(text: str) -> Transcript:
    """Parse a transcript, or raise ActionError."""
    if len(text) > MAX_BYTES:
        raise ActionError(
            f"the transcript has {len(text):,} characters; at most {MAX_BYTES:,} are read"
        )
    try:
        return Transcript.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the transcript"
        raise ActionError(f"{where}: {first['msg']}") from None


def as_text(text: str) -> str:
    """A transcript with one call per line; any other text as it is."""
    try:
        parsed = parse(text)
    except ActionError:
        return text
    lines = [f"{one.tool} {json.dumps(one.arguments, ensure_ascii=False)}" for one in parsed.calls]
    return "\n".join([*lines, parsed.said] if parsed.said else lines)


def replay(s: TriageScenario, text: str) -> Episode:
    """Play a transcript; the episode is then over and graded, whatever the transcript holds."""
    return finish(Episode(s), text)


def finish(episode: Episode, text: str) -> Episode:
    """Play the rest of a transcript in an episode that has played its beginning; if the episode's
    calls differ from the transcript's, play all of it in a new one."""
    why = "it stopped without a resolution"
    try:
        parsed = parse(text)
    except ActionError as error:
        parsed, why = Transcript(), str(error)
    made = [Called(tool=one.tool, arguments=json.loads(one.arguments)) for one in episode.calls]
    if made != list(parsed.calls[: len(made)]):
        episode, made = Episode(episode.scenario), []
    for one in parsed.calls[len(made) :]:
        episode.call_text(one.tool, one.arguments)
    episode.end(f"{parsed.said[:200]!r} is no call" if parsed.said else why)
    return episode


def valid_calls(s: TriageScenario, text: str) -> tuple[int, int]:
    """(valid calls, all calls) of a transcript; speaking instead counts as an invalid call."""
    episode = replay(s, text)
    try:
        spoken = bool(parse(text).said)
    except ActionError:
        spoken = True
    return episode.steps - episode.failed, episode.steps + spoken


def outcome(s: TriageScenario, text: str) -> tuple[TriageScenario, str]:
    """The result of a transcript, in single-turn terms."""
    return replay(s, text).outcome


def oracle(s: TriageScenario) -> str:
    """What an agent that knows the truth does: search, open what was not found, submit."""
    episode = Episode(s)
    episode.call("search_kb", {"query": s.ticket.body})
    for article in s.truth.gold:
        if article not in episode.seen:
            episode.call("get_article", {"id": article})
    episode.call("submit_resolution", json.loads(SINGLE_TURN_DESK.oracle(s)))
    return transcript_of(episode)


def _scenario(seed: int, tier: Tier, split: Split, voices: Voices) -> ToolScenario:
    return ToolScenario.of(SINGLE_TURN_DESK.scenario(seed, tier, split, voices))


DESK = Desk(
    name="it_triage_tools",
    title="IT triage with tools",
    workplace="Help desk with tools",
    scenario=_scenario,
    prompt=prompt,
    oracle=oracle,
    parse=parse,
)
GRADING = replace(SINGLE_TURN_GRADING, rubric=RUBRIC, policies=(), reported=None)
