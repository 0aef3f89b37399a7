"""Habits: what answers do at the end of a run that they did not do at its start.

No habit is defined beforehand. The features of a readable answer are the words of its prose and the
values of its other fields; habits are found from the share of answers with each feature, over the
first and over the last steps, and in a run to compare with. Two words that hardly went together
before, and now do, are a habit of their own, even if one of them was common all along: "decline"
and "booked".
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

from pydantic import RootModel

from desks.desk import ActionError
from desks.strict_json import read_action

FIRST_STEPS, LAST_STEPS = 5, 15
"""Steps counted at either end; few at the start, since a habit is soon picked up."""
MIN_ERRORS = 3.5
"""Standard errors by which two shares must differ: of so many words, some do by chance."""
PAIRED_WORDS = 60
"""How many words are combined into pairs."""
MAX_TOGETHER = 0.25
"""Of the first answers with the rarer of two words, at most this share may have both."""
SAYS = "says "
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

Features = frozenset[str]
Row = Mapping[str, Any]
"""A recorded completion, with its step and its text."""


class Habit(NamedTuple):
    """What is done, as a phrase, and the shares of the answers that do it."""

    words: tuple[str, ...]
    """The words that are said, one or two together; none for another kind of habit."""
    does: str
    before: float
    after: float
    beside: float | None
    """The share at the end of the run to compare with, if there is one."""

    @property
    def sentence(self) -> str:
        """The habit with its shares in percent."""
        text = f"{self.does} in {self.after:.0%} of its answers, at the start in {self.before:.0%}"
        if self.beside is None:
            return text
        return f"{text}; in the other run, in {self.beside:.0%}"


def features(text: str) -> Features | None:
    """The features of one answer: the words of its prose, and the values of its other fields; None
    if the graders could not read it either."""
    try:
        return frozenset(_features(read_action(text, RootModel[dict[str, Any]]).root))
    except ActionError:
        return None


def _features(action: Mapping[str, Any]) -> Iterable[str]:
    for name, value in action.items():
        if isinstance(value, str) and " " in value:
            yield from {SAYS + word for word in _WORD.findall(value.lower())}
            yield f"writes {round(len(value.split()), -1)} words or so as {name}"
        elif isinstance(value, list):
            yield f"gives {len(value)} {name}"
        elif isinstance(value, dict):
            yield f"gives {name}"
        elif isinstance(value, float):
            yield f"sets {name} to {value:.1f}"
        else:
            yield f"sets {name} to {json.dumps(value)}"


def habits(rows: Iterable[Row], beside: Iterable[Row] = ()) -> list[Habit]:
    """The habits that a run's answers picked up: pairs of words first, each word in at most one
    pair, then single habits; both sorted by how much more common they are than before, and than in
    `beside`. Of pairs that rose equally the longest words come first, since they say most.

    The probe's answers do not count. [] if no answer can be read at one of the ends.
    """
    first, last = _ends(rows)
    other_last = _ends(beside)[1]
    if not first or not last:
        return []

    def habit(needed: Features, does: str, words: tuple[str, ...] = ()) -> Habit:
        shares = _share(first, needed), _share(last, needed)
        return Habit(words, does, *shares, _share(other_last, needed) if other_last else None)

    single, sizes = [], (len(first), len(last))
    for feature in frozenset().union(*last):
        word = feature.removeprefix(SAYS) if feature.startswith(SAYS) else ""
        does = f"says “{word}”" if word else feature
        candidate = habit(frozenset({feature}), does, (word,) if word else ())
        if _has_risen(candidate, *sizes):
            single.append(candidate)
    single.sort(key=lambda one: (-_rise(one), one.does))
    words = _paired_words([one.words[0] for one in single if one.words], last)
    pairs = []
    for word, other in combinations(words, 2):
        both = frozenset({SAYS + word, SAYS + other})
        candidate = habit(both, f"says both “{word}” and “{other}”", (word, other))
        rarer = min(_share(first, {feature}) for feature in both)
        if candidate.before <= MAX_TOGETHER * rarer and _has_risen(candidate, *sizes):
            pairs.append(candidate)
    pairs.sort(key=lambda pair: (-_rise(pair), -len("".join(pair.words)), pair.words))
    return [*_without_repeats(pairs), *single]


def _without_repeats(pairs: Iterable[Habit]) -> Iterator[Habit]:
    """Of pairs that share a word, the first."""
    seen: set[str] = set()
    for pair in pairs:
        if seen.isdisjoint(pair.words):
            yield pair
            seen.update(pair.words)


def _paired_words(risen: Sequence[str], last: Sequence[Features]) -> list[str]:
    """Words that rose, then those most common in the last answers."""
    counts = Counter(one.removeprefix(SAYS) for row in last for one in row if one.startswith(SAYS))
    common = sorted(counts, key=lambda word: (-counts[word], word))
    return list(dict.fromkeys([*risen, *common]))[:PAIRED_WORDS]


def _ends(rows: Iterable[Row]) -> tuple[list[Features], list[Features]]:
    """The features of each readable answer of the first and of the last steps."""
    rows = [row for row in rows if not row.get("probe")]
    steps = sorted({row["step"] for row in rows})
    return tuple(
        [found for row in rows if row["step"] in end and (found := features(row["text"]))]
        for end in (steps[:FIRST_STEPS], steps[-LAST_STEPS:])
    )


def _share(answers: Sequence[Features], needed: Features) -> float:
    return sum(needed <= one for one in answers) / len(answers)


def _has_risen(habit: Habit, first: int, last: int) -> bool:
    """Whether its share rose by more than chance explains among so many words."""
    mean = (habit.before * first + habit.after * last) / (first + last)
    error = sqrt(mean * (1 - mean) * (1 / first + 1 / last))
    return habit.after - habit.before > MIN_ERRORS * error


def _rise(habit: Habit) -> float:
    return habit.after - max(habit.before, habit.beside or 0.0)
