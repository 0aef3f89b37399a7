"""Worksheets: the steps behind an answer, which a model writes down before it.

A small model that has to name the action at once has no chance to check the calendar. So its
demonstrations begin with a worksheet between `<think>` and `</think>`, made from the truth by the
module of this package that is named after the desk. Whatever parses the completion skips it.
"""

from importlib import import_module
from random import Random
from types import ModuleType

from desks import Scenario

THOUGHT, THOUGHT_ENDS = "<think>\n", "\n</think>\n"


def worksheet(scenario: Scenario) -> str:
    """The worksheet of a scenario, one step per line."""
    return _of(scenario).worksheet(scenario)


def with_worksheet(scenario: Scenario, answer: str) -> str:
    """An answer after its worksheet, as a model is taught to write it."""
    return f"{THOUGHT}{worksheet(scenario)}{THOUGHT_ENDS}{answer}"


def simplest(scenario: Scenario) -> Scenario:
    """The case with only one right answer, the one that is easiest to work out."""
    desk = _of(scenario)
    return desk.simplest(scenario) if hasattr(desk, "simplest") else scenario


def copied(scenario: Scenario) -> str:
    """The right answer, as far as possible in words to copy from prompt and worksheet."""
    return _of(scenario).copied(scenario)


def what_ifs(rng: Random, scenario: Scenario, count: int) -> list[tuple[str, str]]:
    """Other questions about the same case, as (the first lines of a worksheet, the rest): at most
    `count`, [] if the desk has none. They teach a worksheet's steps at a fifth of the cost."""
    desk = _of(scenario)
    return desk.what_ifs(rng, scenario, count) if hasattr(desk, "what_ifs") else []


def reading_case(scenario: Scenario) -> tuple[Scenario, str] | None:
    """A case with an empty calendar, and the first lines of its worksheet, which say what its text
    asks for; None if the desk has none. They teach reading at a third of the cost."""
    desk = _of(scenario)
    return desk.reading_case(scenario) if hasattr(desk, "reading_case") else None


def drill(rng: Random, scenario: Scenario, count: int) -> tuple[str, list[tuple[str, str]]]:
    """A small made-up case with nothing to read, and at most `count` questions about it: they teach
    a desk's arithmetic in minutes. Empty if the desk has none."""
    desk = _of(scenario)
    return desk.drill(rng, scenario, count) if hasattr(desk, "drill") else ("", [])


def series_drill(rng: Random, scenario: Scenario, count: int) -> tuple[str, list[tuple[str, str]]]:
    """A made-up case of nothing but `count` fortnightly series, and the lines that say when they
    take place. Empty if the desk has none."""
    desk = _of(scenario)
    return desk.series_drill(rng, scenario, count) if hasattr(desk, "series_drill") else ("", [])


def _of(scenario: Scenario) -> ModuleType:
    return import_module(f"{__name__}.{scenario.desk}")
