"""Completions, which are texts or chats, taken apart and put together again."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rewardproof.tasks import content_of, leaves

Completion = Any
"""A string, or a list of chat messages, the first of which is the model's."""
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
Answer = dict[str, Any]
"""A completion's JSON object."""
_OF_A_MESSAGE = ("role", "content", "tool_calls")
"""A message has one of these."""
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


def is_chat(completion: Completion) -> bool:
    """Whether a completion is a list of messages."""
    return not isinstance(completion, str)


def has_messages(value: Any) -> bool:
    """Whether a value is a list that begins with a chat message."""
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and any(name in first for name in _OF_A_MESSAGE)


def as_completion(value: Any) -> Completion:
    """What a model would write to say a value: texts and chats as they are, other lists and objects
    as JSON."""
    if isinstance(value, dict | list) and not has_messages(value):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value if isinstance(value, list) else str(value)


def said(completion: Completion) -> str:
    """What a completion says in the end: its text, or that of the model's last message."""
    if isinstance(completion, str):
        return completion
    spoken = [one for one in completion if one.get("role", "assistant") == "assistant"]
    return content_of(spoken[-1]) if spoken else ""


def saying(completion: Completion, text: str) -> Completion:
    """The same completion, but for what it says in the end."""
    if isinstance(completion, str):
        return text
    messages = [dict(one) for one in completion]
    for one in reversed(messages):
        if one.get("role", "assistant") == "assistant":
            one["content"] = text
            return messages
    return [*messages, {"role": "assistant", "content": text}]


def only_saying(like: Completion, text: str) -> Completion:
    """A completion of the same kind that does nothing but say this."""
    return text if isinstance(like, str) else [{"role": "assistant", "content": text}]


def everywhere(completion: Completion, change: Callable[[str], str]) -> Completion:
    """A completion with a change made to all its texts: what is said, and the tools' arguments."""
    return change(completion) if isinstance(completion, str) else _changed(completion, change)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        kept = ("role", "type", "name", "id", "tool_call_id")
        return {k: v if k in kept else _changed(v, change) for k, v in value.items()}
    if isinstance(value, Sequence):
        return [_changed(one, change) for one in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(change(str(value)), value)
    return value


def _number(text: str, otherwise: Any) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text if text != str(otherwise) else otherwise


def all_text(completion: Completion) -> str:
    """All that stands in a completion, on lines of its own."""
    return completion if isinstance(completion, str) else "\n".join(leaves(completion))


def own_text(completion: Completion) -> str:
    """All that the model itself says and calls, on lines of its own."""
    if isinstance(completion, str):
        return completion
    return all_text([one for one in completion if one.get("role", "assistant") == "assistant"])


def to_json(answer: Answer) -> str:
    """An object as bare JSON on one line."""
    return json.dumps(answer, ensure_ascii=False)


def from_json(text: str) -> Answer | None:
    """The JSON object that a text is; None if it is not one."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


class JsonAnswer:
    """A text with one JSON object in it, and what stands around it."""

    def __init__(self, before: str, value: Answer, after: str) -> None:
        self.before, self.value, self.after = before, value, after

    def with_value(self, value: Any, **layout: Any) -> str:
        """The text with another value in the object's place."""
        layout.setdefault("ensure_ascii", False)
        return self.before + json.dumps(value, **layout) + self.after


def json_in(text: str) -> JsonAnswer | None:
    """The object in a text, from its first brace to its last; None if there is none."""
    found = _OBJECT.search(text)
    value = from_json(found[0]) if found else None
    return None if value is None else JsonAnswer(text[: found.start()], value, text[found.end() :])


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """(path, value) of all that is within a JSON value, containers included."""
    steps: Iterator[tuple[Any, Any]] = iter(())
    if isinstance(value, dict):
        steps = iter(value.items())
    elif isinstance(value, list):
        steps = iter(enumerate(value))
    for key, inner in steps:
        yield (*path, key), inner
        yield from places_in(inner, (*path, key))


REMOVED, TWICE = object(), object()


def with_place(value: Any, path: Sequence[Any], new: Any) -> Any:
    """A JSON value with something else in one place; `REMOVED` takes away what is there, and
    `TWICE` repeats an item of a list."""
    key, *rest = path
    copied = list(value) if isinstance(value, list) else dict(value)
    if rest:
        copied[key] = with_place(value[key], rest, new)
    elif new is REMOVED:
        del copied[key]
    elif new is TWICE:
        copied.insert(key, value[key])
    else:
        copied[key] = new
    return copied
