"""Judging: plain functions that score an action against a scenario."""

from importlib import import_module

from desks import Scenario
from graders.score import Grade, Part, Rubric, Score, Span

__all__ = ["Grade", "Part", "Rubric", "Score", "Span", "grade", "rubric"]

RUBRICS = {"exec_assist": "graders.exec_assist", "it_triage": "graders.it_triage"}


def rubric(scenario: Scenario) -> Rubric:
    """The rubric that judges scenarios of this desk."""
    return import_module(RUBRICS[scenario.desk]).RUBRIC


def grade(scenario: Scenario, text: str) -> Grade:
    """Score a completion, whatever it holds, against the scenario it answers."""
    return rubric(scenario).grade(scenario, text)
