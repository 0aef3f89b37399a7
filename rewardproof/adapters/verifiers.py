"""Rewards of verifiers.

A `Rubric`, or an environment that has one; a function for a rubric, whose parameters say what it
needs; and a `Task` of the newer interface (`verifiers.v1`), whose methods are its rewards.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rewardproof.adapters import as_chat
from rewardproof.scorer import Asked, Scorer, SignatureError, awaited, name_of, wanted
from rewardproof.tasks import asked


def scorer(reward: Any) -> Scorer:
    """The scorer of a rubric, an environment, a task's class or a function."""
    if hasattr(reward, "data_type"):
        kind = reward if isinstance(reward, type) else type(reward)
        return Scorer(
            lambda batch: [_of_task(kind, row, completion) for row, completion in batch],
            f"{kind.__name__}: the rewards of a verifiers Task",
        )
    made = reward() if isinstance(reward, type) else reward
    rubric = getattr(made, "rubric", made)
    if hasattr(rubric, "score_group"):
        names = ", ".join(map(name_of, rubric._get_reward_funcs()))
        return Scorer(_each(lambda state: _by_rubric(rubric, state)), f"Rubric({names}): verifiers")
    parameters = list(inspect.signature(made).parameters.values())
    objects = {"parser": _parser()} if "parser" in [one.name for one in parameters] else {}
    return Scorer(
        _each(lambda state: awaited(made(**wanted(parameters, _objects(state) | objects)))),
        f"{name_of(made)}: f({', '.join(one.name for one in parameters)}), as verifiers calls it",
    )


def _each(pay: Callable[[dict[str, Any]], Any]) -> Callable[[Sequence[Asked]], list[Any]]:
    """Pays by the state after a rollout; None for what cannot be one's messages."""

    def score(batch: Sequence[Asked]) -> list[Any]:
        states = [_state(row, completion) for row, completion in batch]
        return [None if state is None else pay(state) for state in states]

    return score


def _by_rubric(rubric: Any, state: dict[str, Any]) -> Any:
    awaited(rubric.score_group([state]))
    return state["reward"]


def _state(row: Mapping[str, Any], completion: Any) -> dict[str, Any] | None:
    """What verifiers knows of a rollout that has ended with this completion."""
    try:
        prompt = _messages(as_chat(asked(row), "user"))
        said = _messages(as_chat(completion, "assistant"))
    except (ValueError, TypeError):
        return None
    given = dict(row) | {"prompt": prompt}
    return {
        **{name: given[name] for name in ("prompt", "answer", "info") if name in given},
        "input": given,
        "task": given,
        "completion": said,
        "trajectory": [],
        "is_completed": True,
        "metrics": None,
        "reward": None,
    }


def _objects(state: dict[str, Any]) -> dict[str, Any]:
    """What a rubric offers to its functions, by parameter."""
    return {
        **state["input"],
        "completion": state["completion"],
        "answer": state.get("answer", ""),
        "info": state.get("info", {}),
        "task": state["task"],
        "state": state,
    }


def _messages(chat: list[Any]) -> list[Any]:
    """A chat as the messages that this version of verifiers makes of it."""
    try:
        from verifiers.utils.message_utils import normalize_messages
    except ImportError:
        return chat
    return normalize_messages(chat)


def _parser() -> Any:
    try:
        from verifiers.parsers.parser import Parser
    except ImportError as error:
        raise SignatureError(f"a verifiers with parsers was expected: {error}") from None
    return Parser()


def _of_task(kind: Any, row: Mapping[str, Any], completion: Any) -> Any:
    """What a `verifiers.v1` task's own rewards add up to, without a container."""
    from pydantic import TypeAdapter
    from verifiers.v1.configs.agent import AgentConfig
    from verifiers.v1.graph import MessageNode
    from verifiers.v1.trace import AgentInfo, Trace, TraceTask
    from verifiers.v1.types import Message

    try:
        said = TypeAdapter(list[Message]).validate_python(as_chat(completion, "assistant"))
    except ValueError:
        return None
    data = kind.data_type().model_validate(dict(row) | {"prompt": asked(row)})
    trace = Trace(
        task=TraceTask(type=kind.__name__, data=data),
        agent=AgentInfo(config=AgentConfig()),
        nodes=[MessageNode(message=one, sampled=one.role == "assistant") for one in said],
    )
    awaited(kind(data).score(trace, None))
    return trace.reward
