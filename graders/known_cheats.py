"""How many known wrong answers the rubrics take for right, or pay more than they may.

    python -m graders.known_cheats

Known are the answers labelled wrong in `tests/near_misses/` and the exploits in `tests/exploits/`.
The command grades them all and writes the record that the page shows, since a Space has no tests.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from desks import Scenario
from desks.cases import scenario_of
from desks.desk import Frozen
from graders import grade
from graders.exploits import read_case

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "assets" / "known_cheats.json"


class Count(Frozen):
    """How many wrong answers are known, and how many of them are not refused."""

    known: int
    taken: int


def known_cheats() -> Iterator[tuple[Scenario, str, float]]:
    """Every known wrong answer, its case, and the highest score it may get, from the tests."""
    for path in sorted((ROOT / "tests" / "near_misses").glob("*/*.json")):
        held = json.loads(path.read_text(encoding="utf-8"))
        scenario = scenario_of(path.parent.name, held["scenario"])
        wrong = [one["completion"] for one in held["cases"] if not one["correct"]]
        yield from ((scenario, completion, 1.0) for completion in wrong)
    for path in sorted((ROOT / "tests" / "exploits").glob("*.json")):
        case = read_case(path.read_text(encoding="utf-8"))
        yield case.scenario, case.completion, case.highest_score_allowed


def count() -> Count:
    """Grade them all; takes a second."""
    known = list(known_cheats())
    grades = [grade(scenario, completion) for scenario, completion, _ in known]
    taken = [
        one.correct or one.total > most for one, (_, _, most) in zip(grades, known, strict=True)
    ]
    return Count(known=len(known), taken=sum(taken))


def recorded() -> Count | None:
    """The record; None if there is none, or it is no record."""
    try:
        return Count.model_validate_json(RECORD.read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        return None


if __name__ == "__main__":
    found = count()
    RECORD.write_text(found.model_dump_json() + "\n", encoding="utf-8")
    print(f"{found.taken} of {found.known} known wrong answers are taken for right")
