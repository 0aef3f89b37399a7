"""Scorers of Inspect: `async score(state, target) -> Score`, or the function that makes one.

A row is read as a sample: `input`, `target`, `choices`, `metadata`; `prompt` and `answer` will do.
Where it has choices, the model's answer is read by Inspect's own solver `multiple_choice`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rewardproof.adapters import as_chat
from rewardproof.scorer import Asked, Scorer, awaited, name_of, parameters_of
from rewardproof.tasks import asked

NAMED = ("prompt", "question", "input", "target", "answer", "choices", "metadata", "id")
"""Columns that are no metadata."""


def scorer(reward: Any) -> Scorer:
    """The scorer of Inspect's scorer."""
    takes_a_state = [one.name for one in parameters_of(reward)][:2] == ["state", "target"]
    score = reward if takes_a_state else reward()

    def paid(batch: Sequence[Asked]) -> list[Any]:
        return [awaited(_paid(score, row, completion)) for row, completion in batch]

    return Scorer(paid, f"{_name(score)}: score(state, target), as Inspect calls it")


def _name(score: Any) -> str:
    registered = getattr(score, "__registry_info__", None)
    return registered.name.rpartition("/")[2] if registered else name_of(score)


async def _paid(score: Any, row: Mapping[str, Any], completion: Any) -> Any:
    from inspect_ai.scorer import Target, value_to_float

    try:
        messages = _messages(as_chat(completion, "assistant"))
    except ValueError:
        return None
    state = _state(row)
    if row.get("choices"):
        state = await _chosen(state, messages)
    else:
        _answered(state, messages)
    found = await score(state, Target(row.get("target", row.get("answer", ""))))
    if found is None or isinstance(found.value, Mapping | list):
        return None if found is None else found.value
    return value_to_float()(found.value)


def _state(row: Mapping[str, Any]) -> Any:
    """The state of a sample before the model has said anything."""
    from inspect_ai.model import ModelName
    from inspect_ai.scorer import Target
    from inspect_ai.solver import TaskState

    question = asked(row)
    return TaskState(
        model=ModelName("mockllm/model"),
        sample_id=row.get("id", 0),
        epoch=0,
        input=question,
        messages=_messages(as_chat(question, "user")),
        target=Target(row.get("target", row.get("answer", ""))),
        choices=row.get("choices"),
        metadata=row.get("metadata", {k: v for k, v in row.items() if k not in NAMED}),
    )


def _messages(chat: list[Any]) -> list[Any]:
    from inspect_ai.model import ChatMessage
    from pydantic import TypeAdapter

    return TypeAdapter(list[ChatMessage]).validate_python(chat)


def _answered(state: Any, messages: Sequence[Any]) -> Any:
    """The state after the model has said something; its last message is the output."""
    from inspect_ai.model import ModelOutput

    state.messages.extend(messages)
    spoken = [one for one in messages if one.role == "assistant"]
    if spoken:
        state.output = ModelOutput.from_message(spoken[-1])
    state.completed = True
    return state


async def _chosen(state: Any, messages: Sequence[Any]) -> Any:
    from inspect_ai.solver import multiple_choice

    async def generate(asked: Any, **_: Any) -> Any:
        return _answered(asked, messages)

    several = len(state.target) > 1
    return await multiple_choice(multiple_correct=several)(state, generate)
