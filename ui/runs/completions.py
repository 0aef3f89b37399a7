"""Reads the completions in a run's record, strictly, and again whenever the file has changed."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from desks import Tier
from training.runs.record import COMPLETIONS, RecordError, read_completions
from ui.runs import records
from ui.runs.evaluation import Strict, complaint
from ui.runs.records import LAST_STEP, file_version, in_a_sentence

_SCORE = re.compile(r"(parts|penalties)/\w{1,60}", re.ASCII)


class Completion(Strict):
    """A completion in a run's record, with its grade."""

    step: Annotated[int, Field(ge=0, le=LAST_STEP)]
    scenario: Annotated[str, Field(max_length=200)]
    tier: Tier
    text: str
    total: Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
    correct: bool
    probe: bool | None = None
    scores: dict[str, float] = Field(default_factory=dict)
    """What each part and penalty contributes, as `parts/NAME` or `penalties/NAME`."""


def completions(name: str) -> tuple[Completion, ...]:
    """The completions in a run's record, in order; RecordError if the file is damaged."""
    path = records.RUNS / name / COMPLETIONS
    return _completions(path.parent, file_version(path))


@lru_cache(maxsize=16)
def _completions(folder: Path, version: tuple[int, int] | None) -> tuple[Completion, ...]:
    try:
        rows = read_completions(folder)
    except (OSError, ValueError) as error:
        raise RecordError(in_a_sentence(error, folder)) from None
    return tuple(_row(row, number) for number, row in enumerate(rows, 1))


def _row(row: Mapping[str, Any], number: int) -> Completion:
    scores = {
        name: value
        for name, value in row.items()
        if _SCORE.fullmatch(name) and isinstance(value, float) and -1 <= value <= 1
    }
    try:
        return Completion.model_validate({**row, "scores": scores})
    except ValidationError as error:
        raise RecordError(f"{COMPLETIONS}, row {number}: {complaint(error)}.") from None
