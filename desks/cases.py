"""Case files: one JSON object per line, with a desk's name and a full scenario.

{"desk": "exec_assist", "scenario": {"seed": 0, "tier": "easy", ...}}
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from desks import DESKS, Scenario, load
from desks.desk import Frozen

MAX_FILE_BYTES = 50_000_000
"""Largest file that is read, in bytes."""

M = TypeVar("M", bound=BaseModel)


class CaseError(ValueError):
    """Not a valid case; the message says what is wrong with it."""


class Line(Frozen):
    """One line of a case file."""

    desk: str
    scenario: dict[str, Any]


def read_cases(path: Path, desk: str = "") -> list[Scenario]:
    """The scenarios in a file, all of one desk, that of the first line if none is named; CaseError
    names the line and what is wrong."""
    try:
        if (size := path.stat().st_size) > MAX_FILE_BYTES:
            raise CaseError(f"{path} has {size:,} bytes; at most {MAX_FILE_BYTES:,} are read")
        with path.open(encoding="utf-8") as file:
            lines = file.readlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"{path} cannot be read: {error}") from None
    found = []
    for number, text in enumerate(lines, start=1):
        try:
            line = read_model(Line, text, "case")
            desk = desk or line.desk
            if line.desk != desk:
                raise CaseError(f"desk {line.desk[:40]!r}: {desk} was expected")
            found.append(scenario_of(desk, line.scenario))
        except CaseError as error:
            raise CaseError(f"{path}, line {number}: {error}") from None
    if not found:
        raise CaseError(f"{path} holds no case")
    return found


def write_cases(path: Path, cases: Iterable[Scenario]) -> None:
    """Write scenarios as a case file."""
    path.write_text("".join(map(line_of, cases)), encoding="utf-8")


def line_of(case: Scenario) -> str:
    """A scenario as a line of a case file."""
    return json.dumps({"desk": case.desk, "scenario": case.model_dump(mode="json")}) + "\n"


def has_key(scenario: Scenario) -> bool:
    """Whether anybody has said what is right; somebody's own ticket may come without."""
    return getattr(scenario.truth, "known", True)


def scenario_of(desk: str, decoded: Any) -> Scenario:
    """A desk's scenario, from its decoded JSON; CaseError if it is not one."""
    if desk not in DESKS:
        raise CaseError(f"desk {desk[:40]!r}: one of {', '.join(DESKS)} was expected")
    return read_model(load(desk).model, json.dumps(decoded), "scenario")


def read_model(model: type[M], text: str, what: str) -> M:
    """Parse JSON text into a model; CaseError gives the invalid field's path, below `what`."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        wrong = error.errors()[0]
        place = ".".join(map(str, (what, *wrong["loc"])))
        raise CaseError(f"{place}: {wrong['msg']}") from None
