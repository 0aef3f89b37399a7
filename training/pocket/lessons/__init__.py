"""What a warm start teaches of a desk: exercises, and what a careful reader knows at each token.

A lesson turns a scenario of the train split into an exercise: a prompt, a completion that a
scripted policy demonstrates, labels on the prompt's tokens, and where attention should look. A
desk's lesson is a folder here; the loop that teaches it is `training/warm_start.py`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from torch import Tensor

Policy = Callable[[Random, Any], str]
Shares = dict[Policy, float]
Form = Literal["whole", "drill", "brief"]
"""Of an exercise: as a model will meet it; cut down, for the first minutes; or what is asked alone,
without what it takes to answer."""


@dataclass(frozen=True)
class Kind:
    """A question that a throw-away head answers: how many answers, after which layer."""

    classes: int
    layer: int
    several: bool = False
    """Each class is a question of its own, with yes or no; the value has a bit for each."""


@dataclass(frozen=True)
class Mark:
    """An answer: at the token that holds the character `at`, `kind` is `value`."""

    at: int
    kind: str
    value: int


@dataclass(frozen=True)
class Head:
    """An attention head: the layer it is in, and its number there."""

    layer: int
    number: int


@dataclass(frozen=True)
class Pointer:
    """The token that holds character `at` should look at the one that holds character `to`."""

    at: int
    to: int
    kind: str
    ahead: bool = False
    """Whether the token before it should, which is the one that predicts it."""


TierShares = tuple[tuple[float, float, float], tuple[float, float, float]]
BASICS, ALL = (0.35, 0.65, 0.0), (0.12, 0.33, 0.55)
"""Shares of the tiers while the basics are learned, and from then on."""
RENAMED = 0.75
"""How many exercises have invented names."""
COPIED = "copied"
"""The kind of pointer that a completion's tokens have, all of them ahead."""


@dataclass(frozen=True)
class Exercise:
    """A rendered prompt and a completion, with what is to be learned at their tokens.

    Characters are counted from the beginning of the prompt, also in the completion.
    """

    prompt: str
    completion: str
    marks: Sequence[Mark]
    pointers: Sequence[Pointer]
    decided: int
    """How many characters of the completion come before all is decided."""


@dataclass(frozen=True)
class Lesson:
    """Everything that the loop needs to know of a desk."""

    kinds: dict[str, Kind]
    heads: dict[str, Head]
    good: Shares
    mixed: Shares
    planner: Callable[[Sequence[Any]], tuple[str, ...]]
    """The words of the planner, from scenarios; none, if the desk needs none."""
    rename: Callable[[Random, Any], Callable[[str], str]]
    """A function that puts invented names in a text of that scenario."""
    exercise: Callable[..., Exercise]
    """(rng, scenario, render, shares, form) -> Exercise; `render` makes a prompt of messages."""
    vary: Callable[[Random, Any], Any] = lambda rng, s: s
    """The scenario in other words, if a desk's own are too few to learn to read from."""
    drown: Callable[[Random, Any], Any] = lambda rng, s: s
    """The scenario with words drowned out that nothing hangs on, if a desk's sentences are few."""
    alike: bool = False
    """Whether a word is known again in capitals; see `training.pocket.model.build`."""
    blocks: bool = False
    """Whether attention is worked out in blocks; see `training.models.attention`."""
    tiers: TierShares = BASICS, ALL


class Written(NamedTuple):
    """A completion: its text, its tokens, and (tokens, vocabulary) probabilities at each."""

    text: str
    tokens: list[int]
    odds: "Tensor"


def load(desk: str) -> Lesson:
    """The desk's lesson; ModuleNotFoundError if it has none."""
    return import_module(f"training.pocket.lessons.{desk}").LESSON


def load_reading(desk: str) -> ModuleType:
    """What reading means on a desk: `measures(tokenizer, scenarios, answers, grades)`, each list
    of one tier and in one order, and `COLUMNS`, the headings of a card."""
    return import_module(f"training.pocket.lessons.{desk}.reading")


def mean(values: Sequence[float]) -> float | None:
    """The mean, or None of nothing."""
    return sum(values) / len(values) if values else None


def demonstrate(rng: Random, s: Any, shares: Shares) -> str:
    """An answer by one of the policies, drawn by its share; ValueError outside the train split."""
    if s.split != "train":
        raise ValueError(f"no demonstration of the {s.split} split: it is there to evaluate")
    [policy] = rng.choices(list(shares), list(shares.values()))
    return policy(rng, s)


# -- what is copied -------------------------------------------------------------------------------


def copies(
    prompt: Sequence[int], answer: Sequence[int], least: int = 2
) -> Iterator[tuple[int, int]]:
    """(place in the answer, place in the prompt) of tokens copied in runs of `least` or more.

    Of several sources the one of the longest run counts, and of these the first.
    """
    places: dict[int, list[int]] = defaultdict(list)
    for place, token in enumerate(prompt):
        places[token].append(place)
    for at, token in enumerate(answer):
        runs = [(_run(prompt, answer, place, at), -place) for place in places[token]]
        if runs and (best := max(runs))[0] >= least:
            yield at, -best[1]


def _run(prompt: Sequence[int], answer: Sequence[int], place: int, at: int) -> int:
    """How many tokens around two equal ones are equal as well, these included."""
    before = after = 0
    while before < min(place, at) and prompt[place - before - 1] == answer[at - before - 1]:
        before += 1
    room = min(len(prompt) - place, len(answer) - at)
    while after < room and prompt[place + after] == answer[at + after]:
        after += 1
    return before + after
