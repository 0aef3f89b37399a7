"""How a total came about: what parts add, what the gate withholds and what penalties take."""

from typing import NamedTuple

from graders import Grade, Rubric
from ui.drawing import label_of, signed, sr_only

SMALL = 0.0005
"""Smaller steps are not drawn."""


class Step(NamedTuple):
    """A rise or fall of the running total, on a scale from 0 to 1."""

    name: str
    kind: str
    """earned, withheld, lost or total."""
    start: float
    end: float


def steps(rules: Rubric, grade: Grade) -> list[Step]:
    """Each part before the gate, then what the gate withholds, what penalties take, and the total.

    A completion without an action has only the total.
    """
    found, at, withheld = [], 0.0, 0.0
    for name, part in rules.parts.items():
        earned = part.weight * grade.parts[name].value
        withheld += earned - grade.parts[name].contribution
        if earned > SMALL:
            found.append(Step(name, "earned", at, at := at + earned))
    if withheld > SMALL:
        found.append(Step("the work is wrong", "withheld", at, at := at - withheld))
    for name in rules.penalties:
        lost = -grade.penalties[name].contribution
        if lost > SMALL:
            found.append(Step(name, "lost", at, at := at - lost))
    return [*found, Step("total", "total", 0.0, grade.total)]


def draw(rules: Rubric, grade: Grade) -> str:
    """The steps as bars on one scale from 0 to 1, each with its number."""
    return f'<ul class="waterfall">{"".join(map(_row, steps(rules, grade)))}</ul>'


def _row(step: Step) -> str:
    low, high = sorted((step.start, step.end))
    change = step.end if step.kind == "total" else step.end - step.start
    number = signed(change, ".2f" if step.kind == "total" else "+.2f")
    said = {"withheld": "kept back by the gate", "lost": "penalty"}.get(step.kind, "")
    return (
        f'<li class="step-{step.kind}"><span>{label_of(step.name)}{sr_only(f" {said}")}</span>'
        f'<span class="fall" aria-hidden="true" style="--low:{low:.4f};--high:{high:.4f}"><i></i>'
        f"</span><b>{number}</b></li>"
    )
