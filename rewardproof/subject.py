"""What a proof is about: tasks, what is right and wrong for each, and who can tell otherwise."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from math import isfinite
from typing import Any

from rewardproof.completions import (
    Completion,
    all_text,
    as_completion,
    has_messages,
    is_chat,
    json_in,
    only_saying,
    own_text,
    said,
)
from rewardproof.tasks import PROMPTS, Task, TaskError, named_leaves, words_of

Source = str | Callable[[Any], Any] | None
"""A column's name, a text with {COLUMN}s, or a function of a row, which gives one or several
completions."""
_NOT_WHAT_IS_RIGHT = re.compile(
    r"^(?:id|idx|index|uid|split|source|data_source|dataset|level|difficulty|tier|category|seed"
    r"|name|kind|type|tags?|weight|max_\w+|min_\w+|\w+_(?:limit|id|words|chars|length))$"
)
ALIKE, A_TEXT = 0.6, 4
"""The share of words that a text has in common with another one like it; the fewest it has."""
LONG = 8
"""Words of a value that is given, where the prompt has it too."""
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_LABEL = re.compile(r"[\W_]*(?:\w+[ \w]{0,20}:|####|<\w+>|\\boxed)")
_AT_THE_END = re.compile(rf"(?<![\d.,])({_NUMBER.pattern})\W*$")


@dataclass(frozen=True)
class Bearing:
    """A word, number or name of a right answer that the task's columns hold, so that the answer
    stands or falls with it."""

    column: str
    token: str
    others: tuple[str, ...]
    """What other tasks have in its place."""
    is_alone: bool = True
    """Whether nothing else may stand for it: its column has no lists within lists, which may be
    alternatives, and it is not only in the lines before a labelled answer."""

    @property
    def is_number(self) -> bool:
        """Whether it is a number that can be reckoned with: ten times as much is finite."""
        return bool(_NUMBER.fullmatch(self.token)) and isfinite(10 * _value(self.token))


@dataclass(frozen=True)
class Subject:
    """Tasks, and what is known of right and wrong; all sequences have one item for each task."""

    tasks: Sequence[Task]
    good: Sequence[Sequence[Completion]]
    """Right completions: the first one is the example, the others are as sound."""
    bad: Sequence[Sequence[Completion]]
    done: Callable[[Any, Completion], bool] | None = None
    """(row, completion) -> whether the work was done."""
    words: Sequence[str] = ()
    """Of the reward's own code."""
    placeholders: Sequence[str] = ()
    """Of its templates: {reference}."""

    @cached_property
    def bearing(self) -> Sequence[Sequence[Bearing]]:
        """What each task's right answer stands or falls with: the values of those columns that are
        found in the right answers of at least half of the tasks."""
        found = [self._bearing_of(task) for task in self.tasks]
        seen = Counter(name for some in found for name in {one.column for one in some})
        return [[one for one in some if 2 * seen[one.column] >= len(found)] for some in found]

    def others(self, place: int) -> list[int]:
        """Other tasks to which something else is right, the next ones first."""
        count, me = len(self.tasks), self.tasks[place]
        around = [(place + step) % count for step in range(1, count)]
        return [
            other
            for other in around
            if all_text(self.good[other][0]) != all_text(self.good[place][0])
            and self.tasks[other].key != me.key
        ]

    def is_free_text(self, place: int) -> bool:
        """Whether the right answer is a text that a column has in nearly the same words."""
        right = self.good[place][0]
        if is_chat(right):
            return False
        return any(alike(right, leaf) for _, leaf, _ in _told(self.tasks[place]))

    def says_what_is_right(self, place: int, completion: Completion) -> bool:
        """Whether a completion does nothing but say what a right one says in the end, or a value
        that it stands or falls with, however that is written."""
        texts = [said(one) for one in self.good[place]]
        texts += [one.token for one in self.bearing[place]]
        text = said(completion)
        return completion == only_saying(completion, text) and _gist(text) in map(_gist, texts)

    def is_done(self, place: int, completion: Completion) -> bool | None:
        """What `done` says; None if there is no such check, or it fails on what is odd."""
        if self.done is None:
            return None
        try:
            return bool(self.done(self.tasks[place].fresh_row(), completion))
        except Exception:
            return None

    def _bearing_of(self, task: Task) -> list[Bearing]:
        text = own_text(self.good[task.place][0])
        found: dict[str, Bearing] = {}
        for name, leaf, depth in _told(task):
            token = leaf if _stands_in(leaf, text) else _number_of(leaf, text)
            common = len(token) == 1 and len(whole_word(token).findall(text)) > 1
            if token and not common and not _is_given(token, task):
                others = self._elsewhere(name, task.place, token, leaf)
                alone = depth < 2 and _in_the_end(token, text)
                found.setdefault(token, Bearing(name, token, tuple(others), alone))
        return list(found.values())

    def _elsewhere(self, name: str, place: int, token: str, leaf: str) -> list[str]:
        whole = token == leaf
        there = [
            one if whole else found[1]
            for task in self.tasks
            if task.place != place
            for column, one, _ in _told(task)
            if column == name and (whole or (found := _AT_THE_END.search(one)))
        ]
        mine = {one for column, one, _ in _told(self.tasks[place]) if column == name}
        return [one for one in dict.fromkeys(there) if one != token and one not in mine]


def _gist(text: str) -> object:
    """What a text says, however it is written: a number, an object of JSON, or words."""
    bare = text.strip().removesuffix(".").casefold()
    with suppress(ArithmeticError):
        if (number := Decimal(bare)).is_finite():
            return number
    answer = json_in(bare)
    return json.dumps(answer.value, sort_keys=True) if answer else bare


def alike(one: str, text: str) -> bool:
    """Whether another is nearly in the words of a text, which is more than a name."""
    mine, words = (set(words_of(each.lower())) for each in (one, text))
    return len(words) >= A_TEXT and len(mine & words) > ALIKE * max(len(mine), len(words))


def _told(task: Task) -> Iterator[tuple[str, str, int]]:
    """(column, value, lists around it) of what may say what is right, outside the prompt."""
    row = {name: value for name, value in task.row.items() if name not in PROMPTS}
    for path, leaf in named_leaves(row):
        names = [str(part) for part in path if not isinstance(part, int)]
        if not any(map(_NOT_WHAT_IS_RIGHT.match, names)):
            yield ".".join(names), leaf, len(path) - len(names)


def _in_the_end(token: str, text: str) -> bool:
    """Whether a token stands in the labelled last line, if there is one after others."""
    *before, last = text.strip().split("\n")
    return not (before and _LABEL.match(last)) or bool(whole_word(token).search(last))


def _is_given(token: str, task: Task) -> bool:
    """Whether a value is a longer part of what the task shows."""
    return len(token.split()) > LONG and token in task.prompt


def _stands_in(leaf: str, text: str) -> bool:
    return len(leaf) <= 200 and bool(whole_word(leaf).search(text))


def whole_word(token: str) -> re.Pattern[str]:
    """Matches a token where it is not part of a longer word or number."""
    return re.compile(rf"(?<![\w.]){re.escape(token)}(?![\w]|\.\d)")


def _number_of(leaf: str, text: str) -> str:
    """How a right answer writes a number, or the last number of a longer text; empty if it does
    not."""
    if " " in leaf or "\n" in leaf:
        last = _AT_THE_END.search(leaf)
        return last[1] if last and _stands_in(last[1], text) else ""
    if not _NUMBER.fullmatch(leaf):
        return ""
    same = [n for n in _NUMBER.findall(text) if _value(n) == _value(leaf)]
    return same[-1] if same else ""


def _value(number: str) -> float:
    return float(number.replace(",", ""))


def subject_of(
    tasks: Sequence[Task], good: Source, bad: Source = None, done: Any = None
) -> Subject:
    """The subject of a proof; TaskError names the task that has no right answer."""
    right = [_given(good, task, "good") for task in tasks]
    for task, some in zip(tasks, right, strict=True):
        if not some:
            raise TaskError(f"task {task.number}: a right completion was expected, from {good!r}")
        if done:
            _check_done(done, task, some[0])
    wrong = [_given(bad, task, "bad") if bad else [] for task in tasks]
    return Subject(tasks, right, wrong, done)


def _check_done(done: Any, task: Task, right: Completion) -> None:
    """TaskError if a check of the work does not know a right answer."""
    what = f"task {task.number}: done"
    try:
        said_done = done(task.fresh_row(), right)
    except Exception as error:
        raise TaskError(f"{what}: {type(error).__name__}: {error}") from None
    if not said_done:
        raise TaskError(f"{what}: says that the right answer does not do the work")


def _given(source: Source, task: Task, what: str) -> list[Completion]:
    if not (isinstance(source, str) or callable(source)):
        raise TaskError(f"{what}: a column's name or a function was expected, not {source!r:.60}")
    row = task.fresh_row()
    try:
        if callable(source):
            value = source(row)
        else:
            value = source.format_map(row) if "{" in source else row[source]
        if isinstance(value, list) and not has_messages(value):
            return [as_completion(one) for one in value]
        return [] if value is None else [as_completion(value)]
    except Exception as error:  # whatever a function raises, or a format that the row does not fit
        why = f"{type(error).__name__}: {error}"
        if isinstance(source, str) and isinstance(error, KeyError):
            why = f"no column {error} among {', '.join(sorted(row))}"
        raise TaskError(f"task {task.number}: {what}: {why}") from error
