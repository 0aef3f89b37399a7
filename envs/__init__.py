"""Episodes over the desks, and the OpenEnv environments that serve them.

A multi-turn desk looks like any other to its callers: its completions are transcripts of tool
calls, which are graded by replaying them.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import graders
from desks import DESKS, Desk, Scenario
from desks import load as load_desk
from graders import Grade, Grading, Rubric

MULTI_TURN_DESKS = {"it_triage_tools": "envs.it_triage_tools.desk"}


def desk_names() -> list[str]:
    """Every desk, single-turn or multi-turn."""
    return [*DESKS, *MULTI_TURN_DESKS]


def load(name: str) -> Desk:
    """The desk of that name; KeyError lists the known names."""
    return _module(name).DESK if name in MULTI_TURN_DESKS else load_desk(name)


def grading(scenario: Scenario) -> Grading:
    """How answers to this scenario's desk are graded."""
    multi_turn = scenario.desk in MULTI_TURN_DESKS
    return _module(scenario.desk).GRADING if multi_turn else graders.grading(scenario.desk)


def rubric(scenario: Scenario) -> Rubric:
    """The scenario's rubric."""
    return grading(scenario).rubric_for(scenario)


def grade(scenario: Scenario, text: str) -> Grade:
    """Grade any text: a completion, or the transcript of an episode."""
    if scenario.desk in MULTI_TURN_DESKS:
        return _module(scenario.desk).replay(scenario, text).grade
    return graders.grade(scenario, text)


def outcome(scenario: Scenario, text: str) -> tuple[Scenario, str]:
    """The result in single-turn terms: the scenario with what the agent saw, and its answer."""
    multi_turn = scenario.desk in MULTI_TURN_DESKS
    return _module(scenario.desk).outcome(scenario, text) if multi_turn else (scenario, text)


def as_text(name: str, completion: str) -> str:
    """A completion of that desk for people to read; a transcript becomes a line per call."""
    return _module(name).as_text(completion) if name in MULTI_TURN_DESKS else completion


def agents(name: str) -> dict[str, Callable[[Scenario], str]]:
    """The scripted agents of a multi-turn desk, by name."""
    return import_module(f"envs.{name}.policies").POLICIES


def _module(name: str) -> ModuleType:
    return import_module(MULTI_TURN_DESKS[name])
