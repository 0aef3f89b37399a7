"""Long episodes at the tools desk, to measure with, and the same calls as messages to an echo."""

from functools import cache
from typing import Any, NamedTuple

from openenv.core.env_client import EnvClient

from envs import load
from envs.episode import EpisodeError
from envs.it_triage_tools.environment import ItTriageTools
from envs.it_triage_tools.episode import Episode
from tests.envs.players import PLAYERS

STEPS = 20


class Walk(NamedTuple):
    """An episode of 20 steps, and what the core says to each and in the end."""

    seed: int
    ticket: str
    calls: list[dict[str, Any]]
    told: list[str]
    reward: float


@cache
def walk(seed: int) -> Walk:
    desk = load("it_triage_tools")
    scenario = desk.scenario(seed, "hard", "eval")
    words = scenario.ticket.body.split()
    ends = [*PLAYERS["it_triage_tools"].actions(scenario)[2:]]
    searches = [
        {"tool": "search_kb", "arguments": {"query": " ".join(words[n : n + 12])}}
        for n in range(STEPS - len(ends))
    ]
    episode, told, calls = Episode(scenario), [], [*searches, *ends]
    for call in calls:
        try:
            told.append(episode.call(**call))
        except EpisodeError as error:
            told.append(str(error))
    return Walk(seed, desk.prompt(scenario)[1]["content"], calls, told, episode.grade.total)


async def tools_episode(env: EnvClient, seed: int) -> int:
    """An episode at the tools desk, every word of it checked; how many steps it had."""
    known = walk(seed)
    seen = await env.reset(seed=seed, tier="hard", split="eval")
    assert seen.observation.messages[1]["content"] == known.ticket
    for call, told in zip(known.calls, known.told, strict=True):
        seen = await env.step(ItTriageTools.ACTION(**call))
        assert (seen.observation.result or seen.observation.error) == told
    assert seen.done
    assert abs(seen.reward - known.reward) <= 1e-9
    return len(known.calls)


async def echo_episode(env: EnvClient, seed: int) -> int:
    """The same calls as messages of the same length, echoed."""
    await env.reset(seed=seed)
    for call in walk(seed).calls:
        said = f"{seed} {call}"
        seen = await env.step({"message": said})
        assert seen.observation["echoed_message"] == said
    return len(walk(seed).calls)
