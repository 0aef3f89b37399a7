"""Judging: plain functions that score an action against a scenario."""

from functools import cache
from importlib import import_module

from desks import Scenario, load
from graders.grading import Grading
from graders.score import Grade, Part, Rubric, Score, Span

__all__ = ["Grade", "Grading", "Part", "Rubric", "Score", "Span", "grade", "grading", "rubric"]


@cache
def grading(desk: str) -> Grading:
    """How the answers of a desk are judged; KeyError where there is no such desk, LookupError says
    what a desk lacks."""
    module = load(desk).grading
    if not module:
        raise LookupError(
            f"the desk {desk!r} does not say how it is graded: Desk(..., grading=MODULE), and in "
            "that module GRADING = graders.Grading(...)"
        )
    return import_module(module).GRADING


def rubric(scenario: Scenario) -> Rubric:
    """The rubric that judges scenarios of this desk."""
    return grading(scenario.desk).rubric


def grade(scenario: Scenario, text: str) -> Grade:
    """Score a completion, whatever it holds, against the scenario it answers."""
    return rubric(scenario).grade(scenario, text)
