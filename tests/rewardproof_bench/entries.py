"""Rewards with one planted fault each, and sound ones.

Five collections, each by a writer who knew neither the tool nor the others'. The first four were
looked at while the tool was written; `held_out` was not: whoever changes the tool runs it and does
not read it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
COLLECTIONS = ("first", "second", "third", "fourth", "held_out")


@dataclass(frozen=True)
class Entry:
    """A reward, its tasks, and what is wrong with it."""

    name: str
    family: str
    reward: Callable[..., Any]
    signature: str
    """plain, trl or verl."""
    tasks: Sequence[dict[str, Any]]
    good: Callable[[dict[str, Any]], Any]
    """A right completion of a task."""
    done: Callable[[dict[str, Any], Any], bool] | None
    bad: Callable[[dict[str, Any]], list[Any]] | None
    range: Sequence[float]
    """What the reward can pay."""
    defect: str | None
    """What is wrong, in a sentence; None if it is sound."""
    kind: str | None
    shows: Callable[[], dict[str, Any]] | None
    """Calls the reward so that the fault shows: task_index, completion, paid, should_be."""


def entries(collection: str) -> Iterator[Entry]:
    """All of a collection, by family."""
    for file in sorted((HERE / collection).glob("*.py")):
        module = import_module(f"tests.rewardproof_bench.{collection}.{file.stem}")
        for one in module.ENTRIES:
            yield Entry(**one)
