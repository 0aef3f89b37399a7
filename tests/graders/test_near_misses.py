"""The judges on trial: answers just beside the mark, labelled by hand, each with a line on why.

A label follows the definition of right (desks' models, `calendar.solve`, the design), never what a
judge says. Both judges see every case: `grade` for training and page, `referee` for neither.
"""

import ast
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel

from desks import Scenario
from desks.exec_assist.calendar import solve
from desks.exec_assist.models import ExecScenario
from desks.it_triage.models import TriageScenario
from graders import grade
from graders.referee import referee

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "near_misses").glob("*/*.json"))
MODELS: dict[str, type[Scenario]] = {"exec_assist": ExecScenario, "it_triage": TriageScenario}
ENOUGH = 0.95


class Case(BaseModel, extra="forbid"):
    """A completion, whether it does the work, and why."""

    completion: str
    correct: bool
    why: str


def read(path: Path) -> tuple[Scenario, list[Case]]:
    held = json.loads(path.read_text())
    assert set(held) == {"scenario", "cases"}
    scenario = MODELS[path.parent.name].model_validate(held["scenario"])
    return scenario, [Case.model_validate(case) for case in held["cases"]]


def cases(desk: str) -> list[tuple[str, Scenario, Case]]:
    paths = [path for path in FILES if path.parent.name == desk]
    return [
        (path.stem, scenario, case)
        for path, (scenario, found) in zip(paths, map(read, paths), strict=True)
        for case in found
    ]


def graded(scenario: Scenario, text: str) -> tuple[bool, str]:
    found = grade(scenario, text)
    return found.correct, found.verdict


def ruled(scenario: Scenario, text: str) -> tuple[bool, str]:
    found = referee(scenario, text)
    return found.done, found.reason


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_file_holds_a_scenario_of_today_and_labels_with_reasons(path: Path) -> None:
    scenario, found = read(path)
    assert scenario.model_dump(mode="json") == json.loads(path.read_text())["scenario"]
    assert {case.correct for case in found} == {True, False}
    assert all(case.why.strip() for case in found)
    assert len({case.completion for case in found}) == len(found)
    if isinstance(scenario, ExecScenario):
        assert scenario.truth.acceptable == solve(scenario.calendar, scenario.truth.request)


@pytest.mark.parametrize("desk", MODELS)
def test_there_are_enough_of_both_kinds(desk: str) -> None:
    found = cases(desk)
    right = sum(case.correct for _, _, case in found)
    assert len({name for name, _, _ in found}) >= 8
    assert len(found) >= 70
    assert len(found) / 3 <= right <= len(found) * 2 / 3
    assert sum(case.why.startswith("malformed") for _, _, case in found) >= 5


@pytest.mark.parametrize("judge", [graded, ruled])
@pytest.mark.parametrize("desk", MODELS)
def test_a_judge_is_right_on_nearly_all(
    desk: str, judge: Callable[[Scenario, str], tuple[bool, str]]
) -> None:
    found, misses = cases(desk), []
    for name, scenario, case in found:
        said, why = judge(scenario, case.completion)
        if said != case.correct:
            misses.append(f"{name}: {case.correct}, since {case.why}; the judge: {why}")
    assert len(misses) <= (1 - ENOUGH) * len(found), "\n".join(misses)


@pytest.mark.parametrize("desk", MODELS)
def test_the_referee_does_not_read_the_list_of_right_answers(desk: str) -> None:
    blank = {"acceptable": (), "conflicts": ()} if desk == "exec_assist" else {"foreign": ()}
    for _, scenario, case in cases(desk):
        without = scenario.model_copy(update={"truth": scenario.truth.model_copy(update=blank)})
        assert referee(without, case.completion) == referee(scenario, case.completion)


def test_the_referee_shares_no_code_with_those_it_judges() -> None:
    allowed = ("graders.referee", "desks", "desks.exec_assist.models", "desks.it_triage.models")
    for path in (ROOT / "graders" / "referee").glob("[!_]*.py"):  # __init__ only asks the desk's
        for node in ast.walk(ast.parse(path.read_text())):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if module and module.split(".")[0] in ("graders", "desks"):
                assert module in allowed or module.startswith("graders.referee."), path


def test_no_reward_asks_the_referee() -> None:
    """Audits, attacks, exploits and the levels of the game may; what scores or trains by the
    referee would be judged by itself."""
    for floor in ("desks", "graders", "envs"):
        for path in (ROOT / floor).rglob("*.py"):
            registers = path.name in ("grading.py", "check.py", "exploits.py")
            if not registers and not {"referee", "audit", "attacks", "levels"} & set(path.parts):
                assert "graders.referee" not in path.read_text(), path
