"""Judging: plain functions that score an action against a scenario."""

from importlib import import_module

from desks import Scenario
from graders.score import Grade, Part, Rubric, Score, Span

__all__ = ["Grade", "Part", "Rubric", "Score", "Span", "grade", "rubric"]

RUBRICS = {"ExecScenario": "graders.exec_assist", "TriageScenario": "graders.it_triage"}


def rubric(scenario: Scenario) -> Rubric:
    """The rubric that judges scenarios of this type."""
    return import_module(RUBRICS[type(scenario).__name__]).RUBRIC


def grade(scenario: Scenario, text: str) -> Grade:
    """Score a completion, whatever it holds, against the scenario it answers."""
    return rubric(scenario).grade(scenario, text)
