"""The line that a run prints of each step, written and read back.

Whoever follows a run from elsewhere has nothing but its output: `read` takes such a line for
untrusted text.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

METRICS = ("reward", "correct", "valid", "kl", "entropy", "length")
"""What a line shows of a step, where it is known."""
_NUMBER = r"-?\d{1,9}\.\d{3}"
_LINE = re.compile(
    r"step (?P<step>\d{1,7})/(?P<steps>\d{1,7}):"
    rf"(?P<values>(?: (?:{'|'.join(METRICS)}) (?:{_NUMBER}|nan|-?inf)){{0,{len(METRICS)}}})"
    r" \(\d{1,7}\.\d s, (?P<minutes>\d{1,7}) min left\)",
    re.ASCII,
)


class Progress(NamedTuple):
    """A step of so many, its metrics by name, and the minutes left."""

    step: int
    steps: int
    values: dict[str, float]
    minutes: int


def written(step: Mapping[str, Any], steps: int) -> str:
    """The line of a step, as in a run's record, of so many steps."""
    minutes = (steps - step["step"]) * step["seconds"] / 60
    known = [name for name in METRICS if step.get(name) is not None]
    values = " ".join(f"{name} {float(step[name]):.3f}" for name in known)
    pace = f"{step['seconds']:.1f} s, {minutes:.0f} min left"
    return f"step {step['step']}/{steps}: {values} ({pace})"


def read(line: str) -> Progress | None:
    """What a line says; None if it is not one of a step. Metrics without a number are left out."""
    if not (found := _LINE.fullmatch(line)):
        return None
    step, steps = int(found["step"]), int(found["steps"])
    if not 1 <= step <= steps:
        return None
    words = found["values"].split()
    values = {
        name: float(value)
        for name, value in zip(words[::2], words[1::2], strict=True)
        if not value.endswith(("nan", "inf"))
    }
    return Progress(step, steps, values, int(found["minutes"]))
