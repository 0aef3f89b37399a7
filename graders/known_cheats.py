"""Answers that people labelled, graded: how many wrong ones the rubrics take for right, how many
right ones they refuse, and what each of them is worth to every part.

    python -m graders.known_cheats

Known wrong are the answers labelled so in `tests/near_misses/` and the exploits in
`tests/exploits/`; known right are those labelled so in `tests/near_misses/`. The command grades
them all and writes the records that the page needs, since a Space has no tests.
"""

import argparse
import json
import subprocess
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from desks import Scenario, load
from desks.cases import scenario_of
from desks.desk import Frozen
from desks.once import once
from graders import Grade, grade
from graders.exploits import read_case

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "assets" / "known_cheats.json"
LABELLED = ROOT / "assets" / "labelled_answers.json"
_DIGITS = 6


class Count(Frozen):
    """How many wrong answers are known, and how many of them are not refused."""

    known: int
    taken: int
    latest: date
    """When the last of them was added."""
    right: int
    accepted: int
    """How many answers are known to be right, and how many of them are taken for right."""


class LabelledAnswer(Frozen):
    """An answer that a person labelled, with what each part and penalty makes of it."""

    desk: str
    why: str
    """What it does, in the words of whoever labelled it."""
    case: str
    """What its case is about."""
    right: bool
    """Whether it is labelled right."""
    correct: bool
    """Whether the rubric takes it for right."""
    values: dict[str, float]
    """The value of each part and penalty, from 0 to 1."""
    best: dict[str, float]
    """The same of the best answer to its case."""


_ANSWERS = TypeAdapter(tuple[LabelledAnswer, ...])


def _near_misses() -> Iterator[tuple[Scenario, str, list[dict]]]:
    """Each case of `tests/near_misses/` with its name and its answers."""
    for path in sorted((ROOT / "tests" / "near_misses").glob("*/*.json")):
        held = json.loads(path.read_text(encoding="utf-8"))
        yield scenario_of(path.parent.name, held["scenario"]), path.stem, held["cases"]


def known_cheats() -> Iterator[tuple[Scenario, str, float]]:
    """Every known wrong answer, its case, and the highest score it may get, from the tests."""
    for scenario, _, cases in _near_misses():
        yield from ((scenario, one["completion"], 1.0) for one in cases if not one["correct"])
    for path in sorted((ROOT / "tests" / "exploits").glob("*.json")):
        case = read_case(path.read_text(encoding="utf-8"))
        yield case.scenario, case.completion, case.highest_score_allowed


def count(latest: date) -> Count:
    """Grade them all, of which the last was added that day; takes a second."""
    known = list(known_cheats())
    grades = [grade(scenario, completion) for scenario, completion, _ in known]
    taken = [
        one.correct or one.total > most for one, (_, _, most) in zip(grades, known, strict=True)
    ]
    right = [
        grade(scenario, one["completion"]).correct
        for scenario, _, cases in _near_misses()
        for one in cases
        if one["correct"]
    ]
    return Count(
        known=len(known), taken=sum(taken), latest=latest, right=len(right), accepted=sum(right)
    )


def _latest() -> date:
    """The day of the last commit to the folders of answers."""
    folders = [str(ROOT / "tests" / name) for name in ("near_misses", "exploits")]
    asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%cs", "--", *folders]
    found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return date.fromisoformat(found.strip())


def labelled() -> Iterator[LabelledAnswer]:
    """Every labelled answer that can be read; takes seconds."""
    for scenario, case, answers in _near_misses():
        for one in answers:
            yield from _labelled(scenario, one["completion"], case, one["why"], one["correct"])
    for path in sorted((ROOT / "tests" / "exploits").glob("*.json")):
        one = read_case(path.read_text(encoding="utf-8"))
        yield from _labelled(one.scenario, one.completion, path.stem, one.why, right=False)


def _labelled(
    scenario: Scenario, completion: str, case: str, why: str, right: bool
) -> Iterator[LabelledAnswer]:
    found = grade(scenario, completion)
    if found.action is None:  # no rubric pays what cannot be read
        return
    best = grade(scenario, load(scenario.desk).oracle(scenario))
    yield LabelledAnswer(
        desk=scenario.desk,
        why=why,
        case=case,
        right=right,
        correct=found.correct,
        values=_values(found),
        best=_values(best),
    )


def _values(found: Grade) -> dict[str, float]:
    return {name: round(score.value, _DIGITS) for name, score in found.scores.items()}


@once
def recorded_answers() -> tuple[LabelledAnswer, ...]:
    """The record of the labelled answers; none if there is no record, or it is invalid."""
    try:
        return _ANSWERS.validate_json(LABELLED.read_bytes())
    except (OSError, ValidationError):
        return ()


def recorded() -> Count | None:
    """The record; None if there is none, or it is no record."""
    try:
        return Count.model_validate_json(RECORD.read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        return None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m graders.known_cheats", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.parse_args(arguments)
    answers = "\n,".join(one.model_dump_json() for one in labelled())
    LABELLED.write_text(f"[{answers}]\n", encoding="utf-8")
    found = count(_latest())
    RECORD.write_text(found.model_dump_json() + "\n", encoding="utf-8")
    print(f"{found.taken} of {found.known} known wrong answers are taken for right")
    print(f"{found.right - found.accepted} of {found.right} known right answers are refused")


if __name__ == "__main__":
    main()
