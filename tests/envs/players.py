"""How each environment is played through, and what the pure core says to the same actions."""

import json
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any, NamedTuple

from desks import Desk, Scenario
from envs import load
from envs.exec_assist.client import ExecAssistEnv
from envs.exec_assist.environment import ExecAssist
from envs.it_triage.client import ItTriageEnv
from envs.it_triage.environment import ItTriage
from envs.it_triage_tools.client import ItTriageToolsEnv
from envs.it_triage_tools.environment import ItTriageTools
from envs.it_triage_tools.episode import Episode, EpisodeError
from envs.play import Play
from graders import grade
from graders.score import Grade

Actions = list[dict[str, Any]]


class Player(NamedTuple):
    """An environment, its client and desk; actions that do a scenario's work, and their grade."""

    kind: type[Play]
    client: type
    desk: Desk
    actions: Callable[[Scenario], Actions]
    graded: Callable[[Scenario, Actions], Grade]
    misread: dict[str, Any]
    """An action with a value of the wrong type."""

    @property
    def name(self) -> str:
        """Of the environment."""
        return self.kind.NAME


def _answer(scenario: Scenario) -> Actions:
    return [{"completion": load(scenario.desk).oracle(scenario)}]


def _graded(scenario: Scenario, actions: Actions) -> Grade:
    (action,) = actions
    return grade(scenario, action["completion"])


def _calls(scenario: Scenario) -> Actions:
    looks = [
        {"tool": "search_kb", "arguments": {"query": scenario.ticket.subject}},
        {"tool": "search_kb", "arguments": {"query": scenario.ticket.body}},
        {"tool": "search_kb", "arguments": {"query": 5}},
        {"tool": "open_the_pod_bay_doors", "arguments": {}},
        *({"tool": "get_article", "arguments": {"id": one}} for one in scenario.truth.gold),
    ]
    answer = json.loads(load("it_triage").oracle(scenario))
    return [*looks, {"tool": "submit_resolution", "arguments": answer}]


def _walked(scenario: Scenario, actions: Actions) -> Grade:
    episode = Episode(scenario)
    for action in actions:
        try:
            episode.call(**action)
        except EpisodeError:
            continue
    assert episode.grade is not None
    return episode.grade


PLAYERS = {
    one.name: one
    for one in (
        Player(ExecAssist, ExecAssistEnv, load("exec_assist"), _answer, _graded, {"completion": 5}),
        Player(ItTriage, ItTriageEnv, load("it_triage"), _answer, _graded, {"completion": 5}),
        Player(
            ItTriageTools,
            ItTriageToolsEnv,
            load("it_triage_tools"),
            _calls,
            _walked,
            {"tool": "search_kb", "arguments": "disk full"},
        ),
    )
}


def play_over(player: Player, server: str, seeds: range = range(3)) -> None:
    """Play whole episodes with the typed client; every reward is the core's, to 1e-9."""
    url = f"{server.rstrip('/')}/envs/{player.name}"
    with player.client(base_url=url).sync() as env:
        for seed in seeds:
            scenario = player.desk.scenario(seed, "hard", "eval")
            actions = player.actions(scenario)
            seen = env.reset(seed=seed, tier="hard", split="eval", episode_id=f"number {seed}")
            assert not seen.done
            for action in actions:
                assert not seen.done
                seen = env.step(player.kind.ACTION(**action))
            core = player.graded(scenario, actions)
            assert seen.done
            assert abs(seen.reward - core.total) <= 1e-9
            assert seen.observation.parts == core.contributions
            assert seen.observation.correct is core.correct
            state = env.state()
            assert (state.episode_id, state.seed, state.done) == (f"number {seed}", seed, True)
            assert state.step_count == len(actions)


@contextmanager
def drawing(desk: Desk, draw: Callable[..., Scenario]):
    """While it lasts, the desk draws its scenarios so."""
    usual = desk.scenario
    object.__setattr__(desk, "scenario", draw)
    try:
        yield
    finally:
        object.__setattr__(desk, "scenario", usual)
