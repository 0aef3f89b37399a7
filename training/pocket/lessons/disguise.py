"""Scenarios in other words, with invented names and numbers, graded like any other.

The splits share no names, sentences or faults, and the train split has few of each: a model
rewarded on them soon memorises them, and elsewhere states the confidence that it earned there.
"""

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import desks
from desks import Scenario
from desks.desk import CACHE_SIZE, seeded_rng
from graders import grade
from training.pocket import lessons

_RECORD = re.compile(r"([A-Z]+-)(\d+)")
"""An id; its letters are part of the schema."""


@lru_cache(maxsize=CACHE_SIZE)
def disguised(s: Scenario) -> Scenario:
    """A train-split scenario with invented names, in plain voices also in other words; the same
    every time.

    Returned unchanged if renaming happens to make its best answer wrong.
    """
    rng = seeded_rng("disguise", s.desk, s.tier, s.seed)
    lesson = lessons.load(s.desk)
    if s.voices == "plain":
        varied = lesson.add_noise(rng, lesson.rephrase(rng, s))
        rename = lesson.rename(rng, varied)
    else:
        varied, rename = s, lesson.light_rename(rng, s)
    labels = s.HIDDEN - {"truth"}
    fields = {
        field: value if field in labels else _renamed(value, rename)
        for field, value in varied.model_dump(mode="json").items()
    }
    varied = type(s).model_validate_json(json.dumps(fields))
    return varied if grade(varied, desks.load(s.desk).oracle(varied)).correct else s


def _renamed(value: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {name: _renamed(inner, rename) for name, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, rename) for inner in value]
    if not isinstance(value, str):
        return value
    record = _RECORD.fullmatch(value)
    return record[1] + rename(record[2]) if record else rename(value)
