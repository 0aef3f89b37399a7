"""Playing: episodes over the desks, and the OpenEnv environments that serve them.

A desk that is played in several turns looks from above like any other: its completions are
transcripts of calls, which are graded by playing them again.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import graders
from desks import DESKS, Desk, Scenario
from desks import load as load_desk
from graders import Grade, Grading, Rubric

PLAYED = {"it_triage_tools": "envs.it_triage_tools.desk"}
NAMES = (*DESKS, *PLAYED)
"""Every desk there is, of one turn or several."""


def load(name: str) -> Desk:
    """The desk of that name; KeyError names those there are."""
    return _module(name).DESK if name in PLAYED else load_desk(name)


def grading(scenario: Scenario) -> Grading:
    """How answers to scenarios of this desk are judged."""
    played = scenario.desk in PLAYED
    return _module(scenario.desk).GRADING if played else graders.grading(scenario.desk)


def rubric(scenario: Scenario) -> Rubric:
    """The rubric that judges scenarios of this desk."""
    return grading(scenario).rubric


def grade(scenario: Scenario, text: str) -> Grade:
    """Score a completion, or an episode by its transcript, whatever it holds."""
    if scenario.desk in PLAYED:
        return _module(scenario.desk).replay(scenario, text).grade
    return graders.grade(scenario, text)


def outcome(scenario: Scenario, text: str) -> tuple[Scenario, str]:
    """What it came to, as on one turn: the scenario as it was found, and the answer to it."""
    played = scenario.desk in PLAYED
    return _module(scenario.desk).outcome(scenario, text) if played else (scenario, text)


def as_text(name: str, completion: str) -> str:
    """A completion of that desk for people to read; a transcript has a line for each call."""
    return _module(name).as_text(completion) if name in PLAYED else completion


def agents(name: str) -> dict[str, Callable[[Scenario], str]]:
    """The scripted agents of a desk that is played, by name."""
    return import_module(f"envs.{name}.policies").POLICIES


def _module(name: str) -> ModuleType:
    return import_module(PLAYED[name])
