"""The audit is told nothing and finds, in all it measures, what is wrong with a grader.

Eight defects, most of them of the two reports, each planted in a copy of the rubric; and two sound
graders, ours and a plain one, in which it finds nothing.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from desks import Desk, Scenario, Voices, load
from graders import grade, rubric
from graders.audit import audit, eval_sample
from graders.audit.finding import Grader
from graders.score import Grade, Part, Score

N = 12
TIERS = ("medium",)


def with_part(scenario: Scenario, text: str, name: str, grader: Callable[..., Score]) -> Grade:
    """The rubric's grade, one of its parts judged by another grader."""
    ours = rubric(scenario)
    part = Part(grader, ours.parts[name].weight, ours.parts[name].gated)
    return replace(ours, parts={**ours.parts, name: part}).grade(scenario, text)


def inverted_length_branch(scenario: Scenario, text: str) -> Grade:
    """The longer the better: the branch for long answers and that for short ones are swapped."""

    def parsimony(reading: object) -> Score:
        return Score(min(len(reading.action.resolution.split()) / 120, 1.0), "")

    return with_part(scenario, text, "parsimony", parsimony)


def floor(scenario: Scenario, text: str) -> Grade:
    """Whatever can be read earns 0.4."""
    found = grade(scenario, text)
    return found if found.error else replace(found, total=max(found.total, 0.4))


def cap_that_hides_an_overflow(scenario: Scenario, text: str) -> Grade:
    """The weights add up to 1.6, and the total is cut off at 1."""
    found = grade(scenario, text)
    return replace(found, total=min(1.6 * found.total, 1.0))


KEYWORDS = ("thank", "please", "meeting", "confirm", "schedule", "available", "regards", "looking")


def keyword_list(scenario: Scenario, text: str) -> Grade:
    """A reply is as good as the number of keywords in it."""

    def email_quality(reading: object) -> Score:
        lower = reading.action.email_reply.lower()
        return Score(min(sum(word in lower for word in KEYWORDS) / 4, 1.0), "")

    return with_part(scenario, text, "email_quality", email_quality)


def unbounded_bonus(scenario: Scenario, text: str) -> Grade:
    """A tenth for every citation, however many."""
    found = grade(scenario, text)
    if found.action is None:
        return found
    return replace(found, total=found.total + 0.1 * len(found.action.citations))


def exception_that_pays(scenario: Scenario, text: str) -> Grade:
    """An id that the calendar does not know breaks a look-up, and a broken look-up earns 0.9."""
    found = grade(scenario, text)
    known = {one.id: one for one in (*scenario.calendar.events, *scenario.calendar.series)}
    try:
        for name in found.action.conflicts if found.action else ():
            _ = known[name]
    except KeyError:
        return replace(found, total=0.9)
    return found


def parse_fallback_that_pays(scenario: Scenario, text: str) -> Grade:
    """What is no JSON is searched for something that looks like it."""
    found = grade(scenario, text)
    braces = re.search(r"\{.*\}", text, re.DOTALL)
    return grade(scenario, braces[0]) if found.error and braces else found


def leak_by_passage_count(desk: Desk) -> Desk:
    """Three passages where none answers, as in the report."""

    def scenario(seed: int, tier: str, split: str, voices: Voices = "all") -> Scenario:
        s = desk.scenario(seed, tier, split, voices)
        return s if s.truth.answerable else s.model_copy(update={"passages": s.passages[:3]})

    return replace(desk, scenario=scenario)


def failing(desk: Desk, judge: Grader) -> set[str]:
    findings = audit(desk, judge, eval_sample(desk, N, TIERS))
    return {one.property for one in findings if not one.passed}


@cache
def failing_with(name: str) -> frozenset[str]:
    """What the audit finds in the grader as it is."""
    return frozenset(failing(load(name), grade))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["exec_assist", "it_triage"])
def test_nothing_is_found_in_ours(name: str) -> None:
    assert not failing_with(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "planted"),
    [
        ("it_triage", inverted_length_branch),
        ("it_triage", floor),
        ("exec_assist", cap_that_hides_an_overflow),
        ("exec_assist", keyword_list),
        ("it_triage", unbounded_bonus),
        ("exec_assist", exception_that_pays),
        ("it_triage", parse_fallback_that_pays),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_planted_defect_is_found(name: str, planted: Grader) -> None:
    assert failing(load(name), planted)


def test_a_planted_leak_by_passage_count_is_found() -> None:
    assert failing(leak_by_passage_count(load("it_triage")), grade)
