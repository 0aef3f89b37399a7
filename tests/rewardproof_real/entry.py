"""A real reward with its tasks."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Real(NamedTuple):
    """A reward of a library, as it comes, with tasks that it is meant for."""

    name: str
    reward: Any
    tasks: Sequence[dict[str, Any]]
    good: Any
    """A column, a text with columns, or a function of a row."""
    done: Callable[[dict[str, Any], Any], bool] | None = None
    form: str = ""


def chat(text: str) -> list[dict[str, str]]:
    """A completion as a trainer of chats gives it."""
    return [{"role": "assistant", "content": text}]


def said(completion: Any) -> str:
    """The text of a completion; of a chat, the last message's that is the model's."""
    if isinstance(completion, str):
        return completion
    spoken = [one for one in completion if one.get("role") == "assistant"]
    return (spoken[-1].get("content") or "") if spoken else ""
