"""Graders: plain functions that score an action against a scenario."""

from functools import cache
from importlib import import_module

from desks import Scenario, load
from graders.grading import Grading
from graders.score import Evidence, Grade, Part, Rubric, Score

__all__ = ["Evidence", "Grade", "Grading", "Part", "Rubric", "Score", "grade", "grading", "rubric"]


@cache
def grading(desk: str) -> Grading:
    """The `GRADING` of a desk. KeyError if there is no such desk, LookupError if the desk names no
    grading module."""
    module = load(desk).grading
    if not module:
        raise LookupError(
            f"the desk {desk!r} does not say how it is graded: Desk(..., grading=MODULE), and in "
            "that module GRADING = graders.Grading(...)"
        )
    return import_module(module).GRADING


def rubric(scenario: Scenario) -> Rubric:
    """The scenario's rubric."""
    return grading(scenario.desk).rubric_for(scenario)


def grade(scenario: Scenario, text: str) -> Grade:
    """Grade any completion, valid or not, against the scenario it answers."""
    return rubric(scenario).grade(scenario, text)
