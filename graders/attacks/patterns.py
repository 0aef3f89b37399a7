"""Blind patterns for the fields of an answer: a desk's own, and helpers to build them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from desks import Scenario
from graders import grading
from graders.grading import Answer, Patterns

_CUTS = (0, 1, 3, 7, 12, 25, 50, 100)
_GROWN = (60, 100, 180, 250, 400, 1_000)


def patterns(scenario: Scenario) -> Patterns:
    """The non-empty patterns of a scenario, by name."""
    found = grading(scenario.desk).patterns(scenario)
    return {name: changes for name, changes in found.items() if changes}


def lengths(prose: str, text: str) -> list[Answer]:
    """Changes to the field `prose`: its text cut or repeated to several numbers of words."""
    words = text.split() or ["noted"]
    grown = [(words * (count // len(words) + 1))[:count] for count in _GROWN]
    return [{prose: " ".join(one)} for one in (*(words[:count] for count in _CUTS), *grown)]


def id_patterns(ids: Sequence[str], most: int) -> Iterator[list[Any]]:
    """No ids; each id once, and twice; adjacent pairs; all; reversed; the first `most` times."""
    yield []
    yield from ([one] for one in ids)
    yield from ([one, one] for one in ids)
    yield from map(list, pairwise(ids))
    yield list(ids[:most])
    yield list(reversed(ids))[:most]
    yield [ids[0]] * most
