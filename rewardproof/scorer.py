"""A reward as a `Scorer`: called in one way, whatever its own."""

import asyncio
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class SignatureError(ValueError):
    """A reward that cannot be called: says what its signature is, and what was expected."""


Asked = tuple[dict[str, Any], Any]
"""A task's row, and a completion."""


@dataclass(frozen=True)
class Scorer:
    """A reward, called in one way whatever its own."""

    score: Callable[[Sequence[Asked]], Sequence[Any]]
    """Takes (row, completion) pairs; returns what the reward returned, one for each."""
    said: str
    """How the reward was recognised, in one line."""
    batched: bool = False
    """Whether it takes many completions in one call."""


def parameters_of(reward: Any) -> list[inspect.Parameter]:
    """The parameters of a function; SignatureError if they cannot be read."""
    try:
        return list(inspect.signature(reward).parameters.values())
    except (TypeError, ValueError):
        raise SignatureError(f"{name_of(reward)}: its parameters cannot be read") from None


def name_of(reward: Any) -> str:
    """What a reward is called."""
    return getattr(reward, "__name__", type(reward).__name__)


def awaited(value: Any) -> Any:
    """A value, or what an awaitable comes to."""
    return asyncio.run(_wait(value)) if inspect.isawaitable(value) else value


async def _wait(value: Any) -> Any:
    return await value


def wanted(names: Sequence[inspect.Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the arguments that a function takes."""
    if any(one.kind is one.VAR_KEYWORD for one in names):
        return dict(given)
    return {one.name: given[one.name] for one in names if one.name in given}
