"""How each environment is played through, and what the pure core says to the same actions."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import Any, NamedTuple

from desks import Scenario
from envs import load
from envs.base import DeskEnvironment
from envs.episode import EpisodeError
from envs.exec_assist.client import ExecAssistEnv
from envs.exec_assist.environment import ExecAssist
from envs.exec_assist_inbox import environment as inbox
from envs.exec_assist_inbox.client import ExecAssistInboxEnv
from envs.exec_assist_inbox.environment import ExecAssistInbox
from envs.exec_assist_inbox.episode import Episode as MorningEpisode
from envs.exec_assist_inbox.models import Morning
from envs.exec_assist_inbox.oracle import best_answers
from envs.it_triage.client import ItTriageEnv
from envs.it_triage.environment import ItTriage
from envs.it_triage_tools.client import ItTriageToolsEnv
from envs.it_triage_tools.environment import ItTriageTools
from envs.it_triage_tools.episode import Episode
from graders import grade
from graders.score import Grade

Actions = list[dict[str, Any]]


class Player(NamedTuple):
    """An environment and its client, where it draws from, and what to do in it."""

    kind: type[DeskEnvironment]
    client: type
    source: tuple[Any, str]
    """What its scenarios are drawn by, and the name under which that has the function."""
    actions: Callable[[Any], Actions]
    """Do a scenario's work."""
    mistakes: Callable[[Any, Any], Actions]
    """Do the second scenario's work in the first, to the end."""
    graded: Callable[[Any, Actions], Grade]
    """What the pure core says to them."""
    swapped: Callable[[Any, Any], Any]
    """The first scenario with the truth of the second."""
    misread: dict[str, Any]
    """An action with a value of the wrong type."""

    @property
    def name(self) -> str:
        """Of the environment."""
        return self.kind.NAME

    @property
    def scenario(self) -> Callable[..., Any]:
        """(seed, tier, split) -> what is played."""
        return getattr(*self.source)


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
        with suppress(EpisodeError):
            episode.call(**action)
    assert episode.grade is not None
    return episode.grade


def _answers(morning: Morning) -> Actions:
    """The best there are, after one that no mail waits for."""
    return [{"email": "m99", "completion": "{}"}, *best_answers(morning)]


def _all_the_same(morning: Morning, other: Morning) -> Actions:
    text = _answers(other)[1]["completion"]
    return [{"email": mail.id, "completion": text} for mail in morning.mails]


def _mornings_grade(morning: Morning, actions: Actions) -> Grade:
    episode = MorningEpisode(morning)
    for action in actions:
        with suppress(EpisodeError):
            episode.answer(**action)
    assert episode.grade is not None
    return episode.grade


def _swapped(one: Scenario, other: Scenario) -> Scenario:
    return one.model_copy(update={"truth": other.truth})


def _swapped_mails(one: Morning, other: Morning) -> Morning:
    pairs = zip(one.mails, cycle(other.mails), strict=False)
    return one.model_copy(update={"mails": tuple(_swapped(*pair) for pair in pairs)})


def _one_turn(kind: type[DeskEnvironment], client: type) -> Player:
    return Player(
        kind=kind,
        client=client,
        source=(load(kind.NAME), "scenario"),
        actions=_answer,
        mistakes=lambda _, other: _answer(other),
        graded=_graded,
        swapped=_swapped,
        misread={"completion": 5},
    )


PLAYERS = {
    one.name: one
    for one in (
        _one_turn(ExecAssist, ExecAssistEnv),
        _one_turn(ItTriage, ItTriageEnv),
        Player(
            kind=ItTriageTools,
            client=ItTriageToolsEnv,
            source=(load("it_triage_tools"), "scenario"),
            actions=_calls,
            mistakes=lambda _, other: _calls(other)[-1:],
            graded=_walked,
            swapped=_swapped,
            misread={"tool": "search_kb", "arguments": "disk full"},
        ),
        Player(
            kind=ExecAssistInbox,
            client=ExecAssistInboxEnv,
            source=(inbox, "generate"),
            actions=_answers,
            mistakes=_all_the_same,
            graded=_mornings_grade,
            swapped=_swapped_mails,
            misread={"email": 5, "completion": "{}"},
        ),
    )
}


def play_over(player: Player, server: str, seeds: range = range(3)) -> None:
    """Play whole episodes with the typed client; every reward is the core's, to 1e-9."""
    url = f"{server.rstrip('/')}/envs/{player.name}"
    with player.client(base_url=url).sync() as env:
        for seed in seeds:
            scenario = player.scenario(seed, "hard", "eval")
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
def drawing(player: Player, one: Any) -> Iterator[None]:
    """While it lasts, whatever is asked for, the environment draws this."""
    source, name = player.source
    usual = getattr(source, name)
    vars(source)[name] = lambda *_: one
    try:
        yield
    finally:
        vars(source)[name] = usual
