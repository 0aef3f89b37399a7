"""What every desk is made of, and the random streams that its scenarios are drawn from."""

import operator
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, ClassVar, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict

Tier = Literal["easy", "medium", "hard"]
Split = Literal["train", "eval"]
Message = dict[str, str]
Voices = Literal["all", "plain"]
"""How a case is put into words: as many people would, or in the few sentences of one who is plain
(what the pocket models learned to read)."""
TIERS: tuple[Tier, ...] = ("easy", "medium", "hard")
SPLITS: tuple[Split, ...] = ("train", "eval")
KEPT = 2_048
"""Scenarios that a desk keeps at hand."""

T = TypeVar("T")


class ActionError(ValueError):
    """Not an action; the message tells a person what, where and what was expected."""


class Frozen(BaseModel):
    """A value: immutable, hashable where its fields are, and without room for unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Scenario(Frozen):
    """One task. Desks add what the model sees; hidden truth lives in the field `truth` alone."""

    #: The name of the desk that it belongs to.
    desk: ClassVar[str]

    seed: int
    tier: Tier
    split: Split
    situation: str
    voices: Voices = "all"

    #: Fields that say how the scenario was made; a model sees neither these nor `truth`.
    HIDDEN: ClassVar = frozenset(
        {"seed", "tier", "split", "situation", "voices", "domain", "truth"}
    )

    def __hash__(self) -> int:
        """By the label alone, so that a cache finds a scenario without reading all of it."""
        return hash((self.seed, self.tier, self.split, self.situation, self.voices))

    def public(self) -> dict[str, Any]:
        """What a model may see, as JSON-ready values: no truth, and no label that hints at it."""
        return self.model_dump(mode="json", exclude=set(self.HIDDEN))


@dataclass(frozen=True)
class Desk:
    """A kind of work: how a task is made, shown, best answered, and how answers are read."""

    name: str
    title: str
    place: str
    """Where its work is done, as the page calls it: The inbox."""
    scenario: Callable[..., Any]
    """(seed, tier, split, voices="all") -> Scenario, the same in any process.

    ValueError: a seed below 0, or a tier, split or voices that there are not."""
    prompt: Callable[[Any], list[Message]]
    """A scenario as chat messages: one system message, one user message."""
    oracle: Callable[[Any], str]
    """An honest, excellent completion made from the hidden truth: bare JSON on one line."""
    parse: Callable[[str], Any]
    """A completion as an action, or ActionError."""
    model: type[Scenario] = Scenario
    """What its scenarios are."""
    action: type[BaseModel] | None = None
    """What an action is made of, where it is one JSON object."""
    grading: str = ""
    """The module whose GRADING says how answers are judged (`graders/grading.py`)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scenario", checked(self.scenario))


def checked(draw: Callable[..., Any]) -> Callable[..., Any]:
    """The same function with its arguments checked and its latest results kept, since a scenario
    is asked for again by whoever shows it, grades an answer to it or pays a reward.

    ValueError: a seed below 0, or a tier, split or voices that there are not.
    """
    kept = lru_cache(maxsize=KEPT)(draw)

    @wraps(draw)
    def scenario(seed: int, tier: Tier, split: Split, voices: Voices = "all") -> Any:
        number = int(operator.index(seed))
        if number < 0:
            raise ValueError(f"no seed {number}; seeds count from 0")
        if tier not in TIERS:
            raise ValueError(f"no tier {tier!r}; there are {', '.join(TIERS)}")
        if split not in SPLITS:
            raise ValueError(f"no split {split!r}; there are {', '.join(SPLITS)}")
        if voices not in get_args(Voices):
            raise ValueError(f"no voices {voices!r}; there are {', '.join(get_args(Voices))}")
        return kept(number, tier, split, voices)

    return scenario


def stream(*key: object) -> random.Random:
    """A random stream named by its key: the same in every process, whatever the hash seed."""
    return random.Random("/".join(map(str, key)))


def deal(deck: Sequence[T], seed: int, *key: object) -> T:
    """The card of `deck` that falls to `seed`: every run of len(deck) seeds from a multiple of it
    holds each card once, in an order of its own, so that shares are exact and not drawn."""
    block, place = divmod(seed, len(deck))
    order = list(deck)
    stream("deal", *key, block).shuffle(order)
    return order[place]


def half(things: Sequence[T], split: Split) -> Sequence[T]:
    """The split's own half: every other thing, so that train and eval share none."""
    return things[SPLITS.index(split) :: len(SPLITS)]
