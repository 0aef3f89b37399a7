"""What a warm start teaches about a desk: exercises, and what a careful reader knows at each token.

A lesson turns a scenario of the train split into an exercise: a prompt, a completion that a
scripted policy demonstrates, labels on the prompt's tokens, and targets for attention. A desk's
lesson is a folder here; the training loop is `training/warm_start.py`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from desks import Scenario

if TYPE_CHECKING:
    from torch import Tensor

Policy = Callable[[Random, Any], str]
Shares = dict[Policy, float]
ExerciseForm = Literal["whole", "drill", "brief"]
"""Whole, as the model will meet an exercise later; a drill, cut down for the first minutes; or a
brief, with the request alone and nothing that is needed to answer it."""


@dataclass(frozen=True)
class Question:
    """A question for an auxiliary head: how many classes it has, and after which layer."""

    classes: int
    layer: int
    several: bool = False
    """Each class is a yes-or-no question of its own; the value has a bit for each."""


@dataclass(frozen=True)
class Label:
    """At the token that holds character `at`, the answer to `question` is class `value`."""

    at: int
    question: str
    value: int


@dataclass(frozen=True)
class Head:
    """An attention head: its layer, and its number there."""

    layer: int
    number: int


@dataclass(frozen=True)
class Pointer:
    """The token that holds character `at` should look at the one that holds character `to`."""

    at: int
    to: int
    kind: str
    ahead: bool = False
    """Whether the preceding token should look instead, the one that predicts it."""


BASICS, ALL = (0.35, 0.65, 0.0), (0.12, 0.33, 0.55)
"""Shares of the tiers during the basics, and afterwards."""
RENAMED_SHARE = 0.75
"""Share of the exercises that have invented names."""
COPIED = "copied"
"""The kind of pointer from what a completion copies to its source, always as if `ahead`."""


@dataclass(frozen=True)
class Exercise:
    """A rendered prompt and a completion, with the training targets at their tokens.

    Characters are counted from the beginning of the prompt, in the completion as well.
    """

    prompt: str
    completion: str
    labels: Sequence[Label]
    pointers: Sequence[Pointer]
    decision_end: int
    """How many characters of the completion come before everything is decided."""


@dataclass(frozen=True)
class Lesson:
    """Everything that the training loop needs to know about a desk."""

    questions: dict[str, Question]
    heads: dict[str, Head]
    good: Shares
    mixed: Shares
    planner: Callable[[Sequence[Any]], tuple[str, ...]]
    """Scenarios -> the planner's words; none, if the desk needs no planner."""
    rename: Callable[[Random, Any], Callable[[str], str]]
    """(rng, scenario) -> a function that puts invented names into a text of that scenario."""
    light_rename: Callable[[Random, Any], Callable[[str], str]]
    """The same for a model that reads English, in all voices."""
    exercise: Callable[..., Exercise]
    """(rng, scenario, render, shares, form) -> Exercise; `render` turns messages into a prompt."""
    rephrase: Callable[[Random, Any], Any] = lambda rng, s: s
    """The scenario in other words, if a desk has too few of its own to learn to read from."""
    add_noise: Callable[[Random, Any], Any] = lambda rng, s: s
    """The scenario with irrelevant words replaced by noise, if a desk has few sentences."""
    case_insensitive: bool = False
    """Whether a word is recognised in any case; see `training.pocket.model.build`."""
    blockwise_attention: bool = False
    """Whether attention is computed in blocks; see `training.models.attention`."""
    tiers: tuple[tuple[float, ...], tuple[float, ...]] = BASICS, ALL


class Completion(NamedTuple):
    """A completion: its text, token ids, and the probabilities at each, (tokens, vocabulary)."""

    text: str
    tokens: list[int]
    probabilities: "Tensor"


def has_lesson(desk: str) -> bool:
    """Whether there is a lesson for a desk, so that its cases can be disguised."""
    return find_spec(f"{__name__}.{desk}") is not None


def load(desk: str) -> Lesson:
    """The desk's lesson; ModuleNotFoundError if it has none."""
    return import_module(f"{__name__}.{desk}").LESSON


def load_reading(desk: str) -> ModuleType:
    """The desk's reading measures: `measures(tokenizer, scenarios, answers, grades)`, each list of
    one tier and in the same order; and `COLUMNS`, the headings of a card."""
    return import_module(f"training.pocket.lessons.{desk}.reading")


def mean(values: Sequence[float]) -> float | None:
    """The mean, or None if there are no values."""
    return sum(values) / len(values) if values else None


def check_train(s: Scenario) -> None:
    """ValueError outside the train split: only of that there may be demonstrations."""
    if s.split != "train":
        raise ValueError(f"no demonstration of the {s.split} split: it is there to evaluate")


def demonstrate(rng: Random, s: Any, shares: Shares) -> str:
    """An answer by a policy drawn according to the shares; ValueError outside the train split."""
    check_train(s)
    [policy] = rng.choices(list(shares), list(shares.values()))
    return policy(rng, s)


# -- what is copied -------------------------------------------------------------------------------


def copies(
    prompt: Sequence[int], answer: Sequence[int], least: int = 2
) -> Iterator[tuple[int, int]]:
    """(index in the answer, index in the prompt) of tokens copied in runs of `least` or more.

    Of several sources the one with the longest run counts, and of equals the first.
    """
    places: dict[int, list[int]] = defaultdict(list)
    for place, token in enumerate(prompt):
        places[token].append(place)
    for at, token in enumerate(answer):
        runs = [(_run(prompt, answer, place, at), -place) for place in places[token]]
        if runs and (best := max(runs))[0] >= least:
            yield at, -best[1]


def _run(prompt: Sequence[int], answer: Sequence[int], place: int, at: int) -> int:
    """The length of the run of equal tokens around these two."""
    before = after = 0
    while before < min(place, at) and prompt[place - before - 1] == answer[at - before - 1]:
        before += 1
    room = min(len(prompt) - place, len(answer) - at)
    while after < room and prompt[place + after] == answer[at + after]:
        after += 1
    return before + after
