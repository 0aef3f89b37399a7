"""A training run as its record tells it: curves, events and evaluation, and what they come to."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from desks import TIERS
from training.health import Event
from training.policies import BASE, TRAINED
from training.record import (
    CONFIG,
    EVALUATION,
    HEALTH,
    RecordError,
    read_events,
    read_object,
    read_steps,
)

WINDOW = 10
"""Steps of the first and of the last window; of a short run, a quarter of its steps."""
PANELS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("Reward", lambda name: name in ("reward", "correct", "referee")),
    ("Parts", lambda name: name.startswith("parts/")),
    ("Penalties", lambda name: name.startswith("penalties/")),
    ("Exploration", lambda name: name in ("reward_std", "entropy", "zero_variance")),
    ("Distance from the base", lambda name: name in ("kl", "grad_norm")),
    ("Length", lambda name: name == "length"),
    ("Collapse", lambda name: name in ("distinct_actions", "clipped", "input_dependence")),
)
"""What is shown together, under which heading."""
Curve = list[tuple[int, float]]
"""(step, value), where a value was recorded and is a number."""


GREATEST = 1e12
"""What is recorded is less, either way."""
_METRIC = re.compile(r"[A-Za-z_]\w{0,40}(/\w{1,60})?", re.ASCII)
_EVENTS = TypeAdapter(list[Event])


class Run(NamedTuple):
    """A run's record, as far as there is one."""

    name: str
    config: dict[str, Any]
    curves: dict[str, Curve]
    events: list[Event]
    evaluation: dict[str, Any]
    """What `training.evaluate --run` wrote, {} where it was not evaluated."""


def read(folder: Path) -> Run:
    """The record in a folder; RecordError where there is none or it is damaged."""
    steps = {one["step"]: one for one in read_steps(folder)}
    if not steps:
        raise RecordError(f"no steps in {folder}: is {folder} the folder of a run?")
    curves: dict[str, Curve] = {}
    for step in sorted(steps):
        for name, value in steps[step].items():
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not _METRIC.fullmatch(name):
                raise RecordError(f"{folder}, step {step}: {name[:80]!a} is no name of a metric")
            if name != "step" and number and -GREATEST < value < GREATEST:
                curves.setdefault(name, []).append((step, float(value)))
    try:
        events = _EVENTS.validate_python(read_events(folder))
    except ValidationError as error:
        raise RecordError(f"{folder / HEALTH}: {error.errors()[0]['msg']}") from None
    config, evaluation = read_object(folder / CONFIG), read_object(folder / EVALUATION)
    return Run(folder.resolve().name, config, curves, events, evaluation)


def ends(values: Sequence[float], window: int = WINDOW) -> tuple[Sequence[float], Sequence[float]]:
    """The values of the first and of the last steps; of a short run, of a quarter of its steps."""
    size = max(1, min(window, len(values) // 4))
    return values[:size], values[-size:]


def windows(curve: Curve, window: int = WINDOW) -> tuple[float, float]:
    """Means over the first and the last steps of a curve."""
    first, last = ends([value for _, value in curve], window)
    return fmean(first), fmean(last)


def quartile_lift(curve: Curve) -> tuple[float, float, float | None]:
    """Means of the first and of the last quarter of the steps, and by what share of the first the
    last is above it; None where the first is not above 0."""
    values = [value for _, value in curve]
    size = max(1, len(values) // 4)
    first, last = fmean(values[:size]), fmean(values[-size:])
    return first, last, (last - first) / first if first > 0 else None


def evaluated(run: Run) -> list[tuple[str, str, dict[str, float | None]]]:
    """(tier, base or trained, total as {mean, low, high}, of which one scenario has no interval);
    RecordError where the evaluation is not one."""
    if not run.evaluation:
        return []
    try:
        return [
            (tier, name, interval(run.evaluation["policies"][name]["tiers"][tier]["total"]))
            for name in (BASE, TRAINED)
            for tier in TIERS
        ]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RecordError(
            f"{run.name}/{EVALUATION}: not what training.evaluate --run writes"
        ) from None


def interval(told: Mapping[str, Any]) -> dict[str, float | None]:
    """A measure of an evaluation; ValueError, TypeError or KeyError where it is none in [-1, 1]."""
    known = {key: told[key] for key in ("mean", "low", "high")}
    if any(value is not None and not -1 <= value <= 1 for value in known.values()):
        raise ValueError(f"{known} is no interval")
    if known["mean"] is None:
        raise ValueError("there is no mean")
    return known
