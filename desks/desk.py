"""The Desk and Scenario types, and the seeded generators that scenarios are drawn with."""

import operator
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, get_args

from pydantic import BaseModel, ConfigDict

Tier = Literal["easy", "medium", "hard"]
Split = Literal["train", "eval"]
Message = dict[str, str]
Voices = Literal["all", "plain"]
"""How a case is worded: "all" draws from many hand-written styles, "plain" from a few simple
sentences (what the pocket models were trained to read)."""
TIERS: tuple[Tier, ...] = ("easy", "medium", "hard")
SPLITS: tuple[Split, ...] = ("train", "eval")
_KNOWN = {"tier": TIERS, "split": SPLITS, "voices": get_args(Voices)}
CACHE_SIZE = 2_048
"""Size of each desk's scenario cache."""

T = TypeVar("T")


class Fault(NamedTuple):
    """What is wrong with one field of an action, before it is put into words."""

    path: tuple[str | int, ...]
    """The way to the field in the JSON."""
    kind: str
    """What pydantic calls such an error."""
    message: str
    """What it says of this one."""
    bounds: Mapping[str, Any]
    """What was expected, by pydantic's names: max_length, ge, ..."""
    blank: bool
    """Whether an empty text was given."""


class ActionError(ValueError):
    """Not a valid action; the message says what is wrong, where, and what was expected.

    `faults` are those of its fields, for whoever says it in other words; empty if the text is not
    one JSON object.
    """

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


class Frozen(BaseModel):
    """An immutable value: hashable if its fields are, and unknown fields are rejected."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Scenario(Frozen):
    """One task. Desks add what the model sees; hidden truth lives in the field `truth` alone."""

    #: The name of its desk.
    desk: ClassVar[str]

    seed: int
    tier: Tier
    split: Split
    situation: str
    voices: Voices = "all"

    #: Fields that a model never sees: `truth`, and those that say how the scenario was made.
    HIDDEN: ClassVar = frozenset(
        {"seed", "tier", "split", "situation", "voices", "domain", "truth"}
    )

    def __hash__(self) -> int:
        """Hash only the identifying fields, to keep cache lookups cheap."""
        return hash((self.seed, self.tier, self.split, self.situation, self.voices))

    def public(self) -> dict[str, Any]:
        """What a model may see, as JSON-ready values: no truth, and no label that hints at it."""
        return self.model_dump(mode="json", exclude=set(self.HIDDEN))


@dataclass(frozen=True)
class Desk:
    """A kind of work: how tasks are made, shown and best answered, and how answers are parsed."""

    name: str
    title: str
    workplace: str
    """The page's label for where the work is done, e.g. "Inbox"."""
    scenario: Callable[..., Any]
    """(seed, tier, split, voices="all") -> Scenario, deterministic across processes.

    ValueError: a negative seed, or an unknown tier, split or voices.
    """
    prompt: Callable[[Any], list[Message]]
    """A scenario as chat messages: one system message, one user message."""
    oracle: Callable[[Any], str]
    """The ideal honest completion, built from the hidden truth: bare JSON on one line."""
    parse: Callable[[str], Any]
    """Turns a completion into an action, or raises ActionError."""
    model: type[Scenario] = Scenario
    """The class of its scenarios."""
    action: type[BaseModel] | None = None
    """The model of its actions, if an action is one JSON object."""
    grading: str = ""
    """The module whose GRADING says how answers are graded (`graders/grading.py`)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scenario", validated_and_cached(self.scenario))


def validated_and_cached(generate: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `generate` to validate its arguments and cache recent results, since the page, the
    graders and the rewards all request the same scenarios.

    ValueError: a negative seed, or an unknown tier, split or voices.
    """
    cached = lru_cache(maxsize=CACHE_SIZE)(generate)

    @wraps(generate)
    def scenario(seed: int, tier: Tier, split: Split, voices: Voices = "all") -> Any:
        number = int(operator.index(seed))
        if number < 0:
            raise ValueError(f"no seed {number}; seeds count from 0")
        for (name, known), value in zip(_KNOWN.items(), (tier, split, voices), strict=True):
            if value not in known:
                raise ValueError(f"unknown {name} {value!r}; expected one of {', '.join(known)}")
        return cached(number, tier, split, voices)

    return scenario


def seeded_rng(*key: object) -> random.Random:
    """A random generator seeded by `key`: the same in every process, whatever PYTHONHASHSEED is."""
    return random.Random("/".join(map(str, key)))


def deal(deck: Sequence[T], seed: int, *key: object) -> T:
    """The item of `deck` dealt to `seed`. Each block of len(deck) seeds, from 0 on, gets every item
    once, in an order of its own, so that shares are exact rather than random."""
    block, position = divmod(seed, len(deck))
    return deck[_order(len(deck), "/".join(map(str, ("deal", *key, block))))[position]]


@lru_cache(maxsize=64)
def _order(size: int, key: str) -> tuple[int, ...]:
    order = list(range(size))
    seeded_rng(key).shuffle(order)
    return tuple(order)


def split_half(things: Sequence[T], split: Split) -> Sequence[T]:
    """The split's half: every second item, so that train and eval share none."""
    return things[SPLITS.index(split) :: len(SPLITS)]
