"""What every environment promises: the same checks for all of them, without a network."""

import asyncio
import json
from collections.abc import Sequence
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
import yaml
from openenv.cli.__main__ import app as openenv
from openenv.core.env_server.serialization import serialize_observation
from openenv.core.env_server.types import Action
from typer.testing import CliRunner

from desks import SPLITS, TIERS
from envs.base import DeskEnvironment
from envs.bounds import RefusedError
from envs.it_triage_tools.environment import SHORT, ItTriageTools
from envs.it_triage_tools.episode import TOOLS
from envs.it_triage_tools.schemas import SCHEMAS
from envs.it_triage_tools.tools import Tools
from envs.models import CaseState, Scored
from envs.server import ENVIRONMENTS
from tests.envs.players import PLAYERS, Player, drawing

ENVS = Path(__file__).parent.parent.parent / "envs"
LONG = 12
"""Characters from which on a text of the truth is nobody's chance find."""


def played(
    player: Player, actions: list[dict[str, Any]], *case: Any
) -> tuple[DeskEnvironment, list]:
    """The environment after these actions, and all that was seen."""
    env = player.kind()
    seen = [env.reset(case[0], tier=case[1], split=case[2])]
    seen += [env.step(player.kind.ACTION(**action)) for action in actions]
    return env, seen


def told(env: DeskEnvironment, case: tuple[int, str, str], misread: str) -> str:
    """All that a client can learn before its first action, as it crosses the wire."""
    seed, tier, split = case
    seen = serialize_observation(env.reset(seed, "the episode", tier, split))
    with pytest.raises(RefusedError) as refused:
        env.reset(seed, tier=misread)
    state, about = env.state.model_dump(), env.get_metadata().model_dump()
    return json.dumps([seen, state, about, str(refused.value)])


def texts(value: Any) -> set[str]:
    """The long texts in a value that JSON can hold."""
    if isinstance(value, str):
        return {value} if len(value) >= LONG else set()
    inside = value.values() if isinstance(value, dict) else value
    return set().union(*map(texts, inside)) if isinstance(value, dict | list) else set()


def test_every_folder_with_a_manifest_is_served() -> None:
    assert {path.parent.name for path in ENVS.glob("*/openenv.yaml")} == set(ENVIRONMENTS)
    assert set(PLAYERS) == set(ENVIRONMENTS)


def test_the_manifest_passes_and_says_what_is_so(player: Player) -> None:
    folder = ENVS / player.name
    done = CliRunner().invoke(openenv, ["validate", str(folder)])
    assert done.exit_code == 0, done.output
    assert "PASS  static.manifest" in done.output
    manifest = yaml.safe_load((folder / "openenv.yaml").read_text())
    assert manifest["name"] == player.name
    tools = [one["function"]["name"] for one in getattr(player.kind().reset(0), "tools", [])]
    assert manifest["validation"]["capabilities"].get("declared_tools", []) == tools


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("split", SPLITS)
def test_an_episode_from_reset_to_reward(player: Player, tier: str, split: str) -> None:
    scenario = player.scenario(3, tier, split)
    actions = player.actions(scenario)
    env, (first, *seen) = played(player, actions, 3, tier, split)
    assert (first.reward, first.done, first.correct, first.parts) == (None, False, None, {})
    assert first.steps_left >= len(actions)
    assert [one.done for one in seen] == [False] * (len(seen) - 1) + [True]
    assert [one.reward for one in seen[:-1]] == [0.0] * (len(seen) - 1)
    last = seen[-1]
    assert 0.9 < last.reward <= 1
    assert last.correct is True
    assert sum(last.parts.values()) == pytest.approx(last.reward, abs=1e-9)
    state = env.state
    assert (state.seed, state.tier, state.split) == (3, tier, split)
    assert (state.step_count, state.steps_left, state.done) == (len(actions), 0, True)
    for one in (first, *seen):
        assert player.kind.OBSERVATION.model_validate_json(one.model_dump_json()) == one
    assert CaseState.model_validate_json(state.model_dump_json()) == state


@pytest.mark.parametrize("tier", TIERS)
def test_the_reward_is_the_cores(player: Player, tier: str) -> None:
    for seed in range(8):
        scenario, other = (player.scenario(s, tier, "eval") for s in (seed, seed + 1))
        answers = [player.actions(scenario), player.mistakes(scenario, other)]
        if set(player.misread) == {"completion"}:
            answers.append([{"completion": "I would rather not say."}])
        for actions in answers:
            core = player.graded(scenario, actions)
            env, seen = played(player, actions, seed, tier, "eval")
            assert abs(seen[-1].reward - core.total) <= 1e-9
            assert (seen[-1].parts, seen[-1].correct) == (core.contributions, core.correct)
            leaves = dict(env.rubric.named_rubrics())
            assert {name: leaf.last_score for name, leaf in leaves.items()} == core.contributions
            assert env.rubric.last_score == seen[-1].reward


def test_named_rubrics_are_every_part_and_penalty(player: Player) -> None:
    env, rubric = player.kind(), player.kind.RUBRIC
    names = [name for name, _ in env.rubric.named_rubrics()]
    assert names == [*rubric.parts, *rubric.penalties]
    actions = player.actions(player.scenario(0, "easy", "train"))
    env, _ = played(player, actions, 0, "easy", "train")
    env.reset(1)
    scores = [leaf.last_score for _, leaf in env.rubric.named_rubrics()]
    assert [*scores, env.rubric.last_score] == [None] * (len(names) + 1)


def test_the_same_case_looks_the_same_and_another_does_not(player: Player) -> None:
    seen = [player.kind().reset(seed, tier="hard") for seed in (5, 5, 6)]
    env = player.kind()
    env.reset(6)
    assert seen[0] == seen[1] == env.reset(5, tier="hard")
    assert seen[1] != seen[2]
    unseeded = {player.kind().reset().model_dump_json() for _ in range(4)}
    assert len(unseeded) > 1


@pytest.mark.parametrize("tier", TIERS)
def test_nothing_that_is_told_depends_on_the_truth(player: Player, tier: str) -> None:
    """The design's test: with another scenario's truth put in, all stays the same byte for byte."""
    usual = player.scenario
    for seed, other in pairwise(range(12)):
        case, strange = (seed, tier, "eval"), usual(other, tier, "eval")
        swapped = player.swapped(usual(*case), strange)
        honest = told(player.kind(), case, "impossible")
        with drawing(player, swapped):
            assert told(player.kind(), case, "impossible") == honest


@pytest.mark.parametrize("tier", TIERS)
def test_the_last_observation_says_how_much_and_not_why(player: Player, tier: str) -> None:
    for seed in range(6):
        scenario = player.scenario(seed, tier, "eval")
        wrong = player.mistakes(scenario, player.scenario(seed + 1, tier, "eval"))
        env, seen = played(player, wrong, seed, tier, "eval")
        shown, last = (one.model_dump_json() for one in (seen[0], seen[-1]))
        told = last + env.state.model_dump_json()
        whole = scenario.model_dump(mode="json")
        cases = whole.get("mails", [whole])
        reasons = {score.reason for score in env.grade.parts.values()} | {env.grade.verdict}
        for secret in reasons.union(*(texts(case["truth"]) for case in cases)):
            quoted = json.dumps(secret)[1:-1]
            assert quoted in shown or quoted not in told
        assert not [case for case in cases if f'"{case["situation"]}"' in told]


def test_no_schema_has_room_for_the_truth(player: Player) -> None:
    kind = player.kind
    for model in (kind.ACTION, kind.OBSERVATION, CaseState):
        fields = json.dumps(model.model_json_schema()).lower()
        assert not [one for one in ("truth", "situation", "domain", "gold") if one in fields]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"tier": "harder"}, "tier: one of easy, medium, hard"),
        ({"tier": ["easy"]}, "tier"),
        ({"split": "test"}, "split: one of train, eval"),
        ({"split": None}, "split"),
        ({"episode_id": "a" * 129}, "episode_id"),
        ({"episode_id": 5}, "episode_id"),
        ({"teir": "hard"}, "no 'teir'"),
        ({"self": 1}, "no 'self'"),
    ],
)
def test_a_reset_that_cannot_be_leaves_the_episode_alone(
    player: Player, asked: dict[str, Any], why: str
) -> None:
    env = player.kind()
    env.reset(2, tier="hard", split="eval")
    before = env.state
    with pytest.raises(RefusedError, match="reset: ") as refused:
        env.reset(**asked)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 200
    assert env.state == before
    for action in player.actions(player.scenario(2, "hard", "eval")):
        seen = env.step(player.kind.ACTION(**action))
    assert seen.done


def test_steps_before_and_after_the_episode_are_refused(player: Player) -> None:
    actions = player.actions(player.scenario(0, "easy", "train"))
    action = player.kind.ACTION(**actions[-1])
    with pytest.raises(RefusedError, match="no episode has begun"):
        player.kind().step(action)
    env, _ = played(player, actions, 0, "easy", "train")
    ended = env.state
    with pytest.raises(RefusedError, match="the episode is over"):
        env.step(action)
    assert env.state == ended


def steps_here(
    player: Player, actions: Sequence[dict], monkeypatch: pytest.MonkeyPatch
) -> list[bool]:
    """Whether each step of an episode is taken in the server's own thread; the last is graded."""
    env, began, here = player.kind(), player.kind.step, []

    def step(self: DeskEnvironment, action: Action) -> Scored:
        here.append(get_ident() == served_by)
        return began(self, action)

    async def play() -> None:
        await env.reset_async(seed=0, tier="hard")
        for action in actions:
            await env.step_async(player.kind.ACTION(**action))

    served_by = get_ident()
    monkeypatch.setattr(player.kind, "step", step)
    asyncio.run(play())
    assert env.grade is not None
    return here


def test_only_quick_steps_are_taken_in_the_servers_own_thread(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions = player.actions(player.scenario(0, "hard", "train"))
    is_quick = player.kind is ItTriageTools
    assert steps_here(player, actions, monkeypatch) == [is_quick] * len(actions)


def test_a_long_submission_is_graded_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    player = PLAYERS["it_triage_tools"]
    *before, last = deepcopy(player.actions(player.scenario(0, "hard", "train")))
    last["arguments"]["resolution"] += " " * SHORT
    here = steps_here(player, (*before, last), monkeypatch)
    assert here == [True] * len(before) + [False]


def test_a_fault_of_ours_is_told_to_the_log_alone(
    player: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Any) -> None:
        raise KeyError("the gold answer")

    env = player.kind()
    env.reset(0)
    monkeypatch.setattr(env, "_act", broken)
    action = player.kind.ACTION(**player.actions(player.scenario(0, "easy", "train"))[0])
    with pytest.raises(RuntimeError, match=f"{player.name}: step: the environment failed") as told:
        env.step(action)
    assert "gold" not in str(told.value)
    assert "the gold answer" in caplog.text


def test_a_client_is_told_of_the_tools_as_a_trainee_is() -> None:
    from transformers.utils import get_json_schema

    assert [get_json_schema(getattr(Tools, name)) for name in sorted(TOOLS)] == SCHEMAS


@pytest.mark.parametrize("tier", TIERS)
def test_what_the_tools_show_depends_on_no_truth(tier: str) -> None:
    player = PLAYERS["it_triage_tools"]
    usual = player.scenario
    for seed, other in pairwise(range(6)):
        case = (seed, tier, "eval")
        swapped = player.swapped(usual(*case), usual(other, tier, "eval"))
        calls = player.actions(usual(*case))[:-1]
        env, honest = played(player, calls, *case)
        with drawing(player, swapped):
            env, seen = played(player, calls, *case)
        assert seen == honest
        assert not env.state.done
