"""Tasks: rows with a prompt and whatever columns the reward reads."""

import copy
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

MAX_TASKS = 10_000
PROMPTS = ("prompt", "question", "instruction", "messages", "input", "query")
"""Columns that hold what the model is asked, the first there is; parameters that take it."""
_WORD = re.compile(r"\w+(?:[-./:@]\w+)*")


class TaskError(ValueError):
    """Tasks that cannot be used: says which, and what was expected."""


@dataclass(frozen=True)
class Task:
    """A row, and where it stands."""

    place: int
    """Among those that are looked at."""
    row: Mapping[str, Any]
    number: int
    """Among all that were given."""

    def fresh_row(self) -> dict[str, Any]:
        """A copy of the row that the reward may change."""
        return copy.deepcopy(dict(self.row))

    @cached_property
    def prompt(self) -> str:
        """What the model is asked, as text."""
        return text_of(asked(self.row))

    @cached_property
    def key(self) -> tuple[str, ...]:
        """What the other columns hold, as texts: among them, what is right."""
        held = (value for name, value in self.row.items() if name not in PROMPTS)
        return tuple(dict.fromkeys(one for value in held for one in leaves(value)))


def asked(row: Mapping[str, Any]) -> Any:
    """What a row's model is asked: a text or a chat."""
    return next((row[name] for name in PROMPTS if name in row), "")


def named_leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """(path, text) of the texts and numbers within a JSON value."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from named_leaves(one, (*path, name))
    elif isinstance(value, list | tuple):
        for place, one in enumerate(value):
            yield from named_leaves(one, (*path, place))
    elif isinstance(value, str):
        if value.strip():
            yield path, value.strip()
    elif value is not None and not isinstance(value, bool):
        yield path, str(value)


def leaves(value: Any) -> Iterator[str]:
    """The texts and numbers within a JSON value."""
    return (text for _, text in named_leaves(value))


def text_of(said: Any) -> str:
    """A completion or prompt as text: of a chat, what its messages say, one after the other."""
    if isinstance(said, str):
        return said
    if isinstance(said, Sequence):
        return "\n".join(content_of(one) for one in said if isinstance(one, Mapping))
    return "" if said is None else str(said)


def content_of(message: Mapping[str, Any]) -> str:
    """What a message says, as text; its parts of text, if it has parts."""
    content = message.get("content")
    if isinstance(content, Sequence) and not isinstance(content, str):
        return "".join(str(one.get("text", "")) for one in content if isinstance(one, Mapping))
    return "" if content is None else str(content)


def words_of(text: str) -> list[str]:
    """Words, numbers and identifiers."""
    return _WORD.findall(text)


def read_tasks(tasks: Any) -> tuple[Task, ...]:
    """Tasks from a list of rows, a JSON Lines file or a `datasets.Dataset`; TaskError."""
    rows: Iterable[Any] = _lines(Path(tasks)) if isinstance(tasks, str | Path) else tasks
    found = []
    for place, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise TaskError(f"task {place}: a row of columns was expected, not {row!r:.60}")
        if place == MAX_TASKS:
            raise TaskError(f"at most {MAX_TASKS:,} tasks were expected")
        found.append(Task(place, row, place))
    if not found:
        raise TaskError("no tasks: at least one was expected")
    return tuple(found)


def _lines(file: Path) -> Iterator[Any]:
    try:
        with file.open(encoding="utf-8") as opened:
            yield from read_lines(opened, str(file))
    except UnicodeDecodeError as error:
        raise TaskError(f"{file}: {error}") from None


def read_lines(lines: Iterable[str], name: str) -> Iterator[Any]:
    """The JSON value of each line that is not blank; TaskError names the line."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as error:
                raise TaskError(f"{name}, line {number}: {error}") from None
