"""Completions to throw at the graders: oracles, those of others, and damage of every kind."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from desks import TIERS, Desk, Scenario

STRANGE = (
    "",
    "x" * 500,
    "{}",
    "null",
    "2026-03-10T10:00",
    "KB-0001",
    "e1",
    "noon",
    "\u00e9\u20ac\n",
    7,
)


def prose(answer: dict[str, Any]) -> str:
    """The field that holds free text: the one with the longest."""
    return max(
        (field for field, value in answer.items() if isinstance(value, str)),
        key=lambda field: len(answer[field]),
    )


def oracle(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    return desk.oracle(s)


def someone_elses(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    return desk.oracle(other)


def grafted(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    """The oracle with one field taken from another scenario's."""
    mine, theirs = json.loads(desk.oracle(s)), json.loads(desk.oracle(other))
    field = rng.choice(list(mine))
    return json.dumps(mine | {field: theirs[field]})


def field_replaced(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    mine = json.loads(desk.oracle(s))
    return json.dumps(mine | {rng.choice(list(mine)): _strange(rng)})


def leaf_replaced(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    """A value somewhere inside replaced by one of the same kind."""
    mine = json.loads(desk.oracle(s))
    path = rng.choice(list(_leaves(mine)))
    holder = mine
    for step in path[:-1]:
        holder = holder[step]
    old = holder[path[-1]]
    holder[path[-1]] = (not old) if isinstance(old, bool) else _strange(rng)
    return json.dumps(mine)


def reply_cut(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    """The prose shortened, doubled or shuffled."""
    mine = json.loads(desk.oracle(s))
    field = prose(mine)
    words = mine[field].split()
    change: Callable[[], list[str]] = rng.choice(
        (
            lambda: words[: rng.randrange(len(words) + 1)],
            lambda: words * rng.randint(2, 8),
            lambda: rng.sample(words, len(words)),
        )
    )
    return json.dumps(mine | {field: " ".join(change())})


def letters_damaged(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    text = list(desk.oracle(s))
    for _ in range(rng.randint(1, 4)):
        text[rng.randrange(len(text))] = rng.choice('{}[]",:0a \n\\')
    return "".join(text)


def truncated(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    text = desk.oracle(s)
    return text[: rng.randrange(len(text))]


def prompt_echoed(rng: Random, desk: Desk, s: Scenario, other: Scenario) -> str:
    return desk.prompt(s)[1]["content"]


KINDS = (
    oracle,
    someone_elses,
    grafted,
    field_replaced,
    leaf_replaced,
    reply_cut,
    letters_damaged,
    truncated,
    prompt_echoed,
)


def many(desk: Desk, count: int, seed: int = 0) -> Iterator[tuple[Scenario, str]]:
    """`count` pairs of a scenario and a completion, over all tiers and kinds of completion."""
    rng = Random(seed)
    for n in range(count):
        tier = TIERS[n % 3]
        s, other = (desk.scenario(rng.randrange(200), tier, "eval") for _ in range(2))
        yield s, KINDS[n % len(KINDS)](rng, desk, s, other)


def _strange(rng: Random) -> Any:
    return rng.choice((*STRANGE, [], {}, None, True, -1, 1e300, ["a"] * 30))


def _leaves(value: Any, path: tuple = ()) -> Iterator[tuple]:
    if isinstance(value, dict | list) and value:
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(inner, (*path, step))
    else:
        yield path
