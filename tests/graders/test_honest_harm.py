"""Honest but imperfect answers keep their rank: a better one never scores below a worse one.

Each file of `tests/honest/<desk>/` is a scenario with 8 to 12 answers, ranked as a fair supervisor
would, before any score was known: rank 1 is the best, and no order holds within a rank. Answers of
a rank that are marked `wording` are equally good and differ in words alone.
"""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from desks.exec_assist.models import ExecScenario
from desks.it_triage.models import TriageScenario
from graders import Grade, grade

HONEST = Path(__file__).parents[1] / "honest"
MODELS = {"exec_assist": ExecScenario, "it_triage": TriageScenario}
FILES = sorted(HONEST.glob("*/*.json"))
TOLERANCE = 0.03


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def graded(path: Path) -> tuple[dict[str, Any], list[tuple[dict[str, Any], Grade]]]:
    """The file, and each of its answers with its grade."""
    case = read(path)
    scenario = MODELS[path.parent.name].model_validate(case["scenario"])
    return case, [(answer, grade(scenario, answer["completion"])) for answer in case["answers"]]


def told(answer: dict[str, Any], given: Grade) -> str:
    return (
        f"rank {answer['rank']}, {answer['style']} ({answer['why']}): "
        f"{given.total:.3f}, {given.verdict}\n  {answer['completion']}"
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_better_answer_never_scores_below_a_worse_one(path: Path) -> None:
    _, answers = graded(path)
    for one, other in combinations(answers, 2):
        better, worse = sorted((one, other), key=lambda pair: pair[0]["rank"])
        if better[0]["rank"] < worse[0]["rank"]:
            assert better[1].total >= worse[1].total - TOLERANCE, (
                f"{told(*better)}\nscores below\n{told(*worse)}"
            )


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_wording_alone_changes_little(path: Path) -> None:
    case, answers = graded(path)
    ranks = {answer["rank"] for answer, _ in answers if answer.get("wording")}
    assert ranks, "no answers that differ in wording alone"
    for rank in ranks:
        alike = [
            (answer, given)
            for answer, given in answers
            if answer.get("wording") and answer["rank"] == rank
        ]
        low, *_, high = sorted(alike, key=lambda pair: pair[1].total)
        assert high[1].total - low[1].total <= case["spread"], (
            f"{told(*low)}\nis as good as\n{told(*high)}"
        )


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_answer_can_be_read(path: Path) -> None:
    unread = [(answer["why"], given.error) for answer, given in graded(path)[1] if given.error]
    assert not unread


@pytest.mark.parametrize("desk", MODELS)
def test_the_set_is_large_and_varied(desk: str) -> None:
    cases = [read(path) for path in FILES if path.parent.name == desk]
    answers = [answer for case in cases for answer in case["answers"]]
    assert len(answers) >= 200
    assert len({answer["completion"] for answer in answers}) == len(answers)
    assert len({answer["style"] for answer in answers}) >= 6
    assert {case["scenario"]["tier"] for case in cases} == {"easy", "medium", "hard"}
    for case in cases:
        assert 8 <= len(case["answers"]) <= 12
        assert len({answer["rank"] for answer in case["answers"]}) >= 3
        assert 0 < case["spread"] <= 0.15
