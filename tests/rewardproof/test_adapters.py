"""Rewards of libraries are recognised, and called as their library would call them."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from openenv.core.rubrics import Rubric
from trl.rewards import get_repetition_penalty_reward, get_soft_overlong_punishment
from trl.rewards import think_format_reward as think

from desks import load
from envs.server import environment
from rewardproof import SignatureError, prove
from rewardproof.signatures import FORMS, recognise
from rewardproof.tasks import read_tasks
from tests.rewardproof import sums

ROWS = [{"prompt": "one?", "answer": "1"}, {"prompt": "two?", "answer": "2"}]
TICKETS = [{"seed": seed, "tier": "easy", "split": "train"} for seed in range(6)]


class Said(Action):
    text: str


class Moved(Action):
    by: int
    why: str = ""


class Called(Action):
    tool: str
    arguments: dict[str, Any] | None = None


class Seen(Observation):
    answer: str = ""


class Asks(Environment[Said, Seen, State]):
    """Pays what it was begun with, once."""

    def reset(self, seed: Any = None, answer: str = "", **more: Any) -> Seen:
        assert not more
        self.answer = answer
        return Seen()

    def step(self, action: Said, timeout_s: Any = None, **_: Any) -> Seen:  # type: ignore[override]
        return Seen(done=True, reward=float(action.text.strip() == self.answer))

    @property
    def state(self) -> State:
        return State()


class Walks(Environment[Moved, Seen, State]):
    """Pays each step by how far it goes, until 10."""

    def reset(self, seed: Any = None, **_: Any) -> Seen:
        self.at = 0
        return Seen()

    async def step(self, action: Moved, **_: Any) -> Seen:  # type: ignore[override]
        self.at += action.by
        return Seen(done=self.at >= 10, reward=float(action.by))

    @property
    def state(self) -> State:
        return State()


class Calls(Asks):
    """Pays a call of the right tool with an argument."""

    def step(self, action: Called, **_: Any) -> Seen:  # type: ignore[override]
        made = f"{action.tool}{len(action.arguments or ())}"
        return Seen(done=True, reward=float(made == self.answer))


class Vague(Walks):
    step: Any = None


class Typed(Rubric):
    def forward(self, action: Said, observation: Seen) -> float:
        return float(action.text == observation.answer)


class Untyped(Rubric):
    async def forward(self, action: Any, observation: Any) -> float:
        said = action if isinstance(action, str) else action.text
        return float(said == observation.answer)


def of_verifiers(prompt: list, completion: list, answer: str, state: dict) -> float:
    assert prompt == state["prompt"] == state["input"]["prompt"]
    assert prompt[0]["role"] == "user"
    return float(completion[-1]["content"] == answer)


async def of_verifiers_async(completion: list, state: dict, info: dict, **more: Any) -> float:
    assert more["task"]["prompt"][0]["content"].endswith("?")
    assert info == {}
    return float(state["completion"][-1]["content"] == more["answer"])


def paid(reward: Any, completions: list[Any], rows: Any = ROWS, form: str = "") -> list[Any]:
    scorer = recognise(reward, read_tasks(rows), form)
    return [scorer.score([(row, one)])[0] for row, one in zip(rows, completions, strict=False)]


@pytest.mark.parametrize(
    ("reward", "said"),
    [
        (Asks, "Asks: an environment of OpenEnv, Said as its action"),
        (Asks(), "Asks: an environment of OpenEnv, Said as its action"),
        (Typed(), "Typed: forward(action, observation), a rubric of OpenEnv"),
        (Typed, "Typed: forward(action, observation), a rubric of OpenEnv"),
        (Untyped(), "Untyped: forward(action, observation), a rubric of OpenEnv"),
        (of_verifiers, "of_verifiers: f(prompt, completion, answer, state), as verifiers calls it"),
        (of_verifiers_async, "f(completion, state, info, more), as verifiers calls it"),
    ],
)
def test_a_librarys_reward_is_called_as_it_would(reward: Any, said: str) -> None:
    assert said in recognise(reward, read_tasks(ROWS)).said
    assert paid(reward, ["1", "1"]) == [1.0, 0.0]
    assert paid(reward, [[{"role": "assistant", "content": one}] for one in "12"]) == [1.0, 1.0]


def test_a_chat_is_an_episode() -> None:
    def steps(*by: int) -> list[dict[str, str]]:
        return [{"role": "assistant", "content": f'{{"by": {one}}}'} for one in by]

    assert paid(Walks, [steps(4, 5)]) == [9.0]
    assert paid(Walks, [steps(8, 8, 8)]) == [16.0], "it is over at 10"
    assert paid(Walks, [[*steps(4), {"role": "user", "content": "{}"}, *steps(2)]]) == [6.0]


def test_one_text_and_more_fields_are_a_text_or_an_object() -> None:
    rows = [{"prompt": "?", "answer": "look1"}, {"prompt": "?", "answer": "look0"}]
    call = '{"tool": "look", "arguments": {"at": 1}}'
    assert paid(Calls, [call, "look"], rows) == [1.0, 1.0]
    assert paid(Calls, ['{"tool": "look", "more": 1}', call], rows) == [0.0, 0.0]


@pytest.mark.parametrize("said", ["", "{", "null", "[1]", '{"by": "far"}', '{"to": 3}', []])
def test_what_is_no_action_is_not_paid(said: Any) -> None:
    assert paid(Walks, [said]) == [None]


def test_an_environment_begins_with_what_its_reset_takes() -> None:
    rows = [{"prompt": "?", "reset": {"answer": "3"}, "answer": "4"}]
    assert paid(Asks, ["3"], rows) == [1.0]


def test_an_action_that_cannot_be_known_is_told() -> None:
    with pytest.raises(SignatureError, match=r"Vague: step\(action: ...\) with the action's model"):
        recognise(type("Vague", (Environment,), {"step": Vague.step}), read_tasks(ROWS))


def test_an_environment_with_a_hole_is_found_out() -> None:
    class Echo(Asks):
        def step(self, action: Said, timeout_s: Any = None, **_: Any) -> Seen:  # type: ignore[override]
            return Seen(done=True, reward=min(len(action.text) / 10, 1.0))

    report = prove(Echo, sums.TASKS, good=sums.GOOD, budget=600)
    assert {"floor", "input"} <= {one.property for one in report.findings}
    assert prove(Asks, sums.TASKS, good="answer", budget=600).holds


def test_a_desk_is_played_as_an_environment() -> None:
    desk = load("it_triage")
    scenarios = [desk.scenario(**row) for row in TICKETS]
    [first, second, *_] = map(desk.oracle, scenarios)
    assert paid(environment("it_triage"), [first, first, "{"], TICKETS) == [
        pytest.approx(1.0),
        pytest.approx(0.0, abs=0.2),
        0.0,
    ]
    assert paid(environment("it_triage")(), [first, second], TICKETS) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("reward", "said", "value"),
    [
        (think, "<think>two</think>2", 1.0),
        (think, "2", 0.0),
        (get_soft_overlong_punishment(10, 5), "a b c", 0.0),
        (get_soft_overlong_punishment(10, 5), "a " * 20, -1.0),
        (get_repetition_penalty_reward(2), "one two three four", 0.0),
        (get_repetition_penalty_reward(2), "one two one two one two", -0.6),
    ],
)
def test_rewards_of_trl_are_given_messages_and_tokens(
    reward: Callable, said: str, value: float
) -> None:
    chat = [{"role": "assistant", "content": said}]
    scorer = recognise(reward, read_tasks(ROWS))
    assert "as TRL calls it" in scorer.said
    assert scorer.score([(ROWS[0], chat)]) == [pytest.approx(value)]


def test_rubrics_and_scorers_are_known_without_their_library() -> None:
    class OfVerifiers:
        __module__ = "verifiers.rubrics.rubric"

        def _get_reward_funcs(self) -> list[Callable]:
            return [of_verifiers]

        async def score_group(self, states: list[dict]) -> None:
            for state in states:
                state["reward"] = of_verifiers(
                    state["prompt"], state["completion"], state["answer"], state
                )

    assert recognise(OfVerifiers(), read_tasks(ROWS)).said == "Rubric(of_verifiers): verifiers"
    assert paid(OfVerifiers(), ["1", "1"]) == [1.0, 0.0]
    assert paid(SimpleNamespace(rubric=OfVerifiers()), ["1"], form="verifiers") == [1.0]

    async def score(state: Any, target: Any) -> Any: ...

    assert "as Inspect calls it" in recognise(score, read_tasks(ROWS)).said


def test_a_column_is_a_column_whatever_a_library_calls_so() -> None:
    def reward(completion: str, state: str) -> float:
        return float(completion == state)

    rows = [{"prompt": "The capital is Austin.", "state": "Texas"}]
    assert paid(reward, ["Texas"], rows) == [1.0]


def test_each_library_has_a_form() -> None:
    assert {"verifiers", "inspect", "openenv"} <= set(FORMS)
    with pytest.raises(SignatureError, match="a verifiers with parsers was expected"):
        recognise(lambda completion, parser: 0.0, read_tasks(ROWS))
