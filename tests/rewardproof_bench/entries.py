"""Rewards with one planted fault each, and sound ones.

Nine collections, by writers who knew neither the tool nor each other. The first seven were looked
at while the tool was written; `held_out` and `held_out_2` were not: whoever changes the tool runs
them and does not read them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
COLLECTIONS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh"),
    *("held_out", "held_out_2"),
)


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
