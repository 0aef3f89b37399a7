"""A training run as recorded: curves, events and evaluations, and summaries of them."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from desks import TIERS
from training.models.policy import BASE, TRAINED
from training.rl.health import Event
from training.runs.record import (
    AUDIT,
    CONFIG,
    EVALUATION,
    GREEDY,
    HEALTH,
    VOICES,
    RecordError,
    read_events,
    read_object,
    read_steps,
)

WINDOW = 10
"""Steps of the first and of the last window; in a short run, a quarter of its steps."""
SMOOTHING_STEPS = 10
"""Steps in a running mean."""
Curve = list[tuple[int, float]]
"""(step, value), where a value was recorded and is a number."""
MAX_VALUE = 1e12
"""Values of this size or more, either way, are left out."""
_METRIC = re.compile(r"[A-Za-z_]\w{0,40}(/\w{1,60})?", re.ASCII)
_EVENTS = TypeAdapter(list[Event])
PANELS = (
    ("Reward, and the referee that no reward sees", ("reward", "referee", "correct")),
    ("What each part pays", ("parts/*",)),
    ("How often each penalty applies", ("values/*",)),
    ("What penalties cost", ("penalties/*",)),
    ("How varied the answers are", ("entropy", "reward_std")),
    ("Distance from the base, KL", ("kl",)),
    ("Groups that teach nothing", ("zero_variance",)),
    ("Length of an answer, in tokens", ("length",)),
    ("Signs of a collapse", ("distinct_actions", "clipped", "input_dependence")),
    ("Size of a step", ("grad_norm",)),
)
"""The curves shown together: a heading, and patterns of their names."""


class Run(NamedTuple):
    """A run's record, as far as there is one."""

    name: str
    config: dict[str, Any]
    curves: dict[str, Curve]
    events: list[Event]
    evaluation: dict[str, Any]
    """What `training.evaluate --run --sample` wrote, {} if it was not evaluated."""
    greedy: dict[str, Any]
    """The same, greedy."""
    voices: dict[str, Any]
    """Like `evaluation`, but in all voices, if the run was trained in others."""
    audit: dict[str, Any]
    """What `training.grpo --evaluate` wrote of the graders that paid, {} if it did not."""


def read_runs(folder: Path) -> list[Run]:
    """The records in a folder's folders, by name; RecordError if one is damaged."""
    return [read_run(path.parent) for path in sorted(folder.glob(f"*/{CONFIG}"))]


def read_run(folder: Path) -> Run:
    """The record in a folder; RecordError if there is none or it is damaged."""
    steps = {step["step"]: step for step in read_steps(folder)}
    if not steps:
        raise RecordError(f"no steps in {folder}: is {folder} the folder of a run?")
    curves: dict[str, Curve] = {}
    for step in sorted(steps):
        for name, value in steps[step].items():
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if name not in curves and not _METRIC.fullmatch(name):
                raise RecordError(f"{folder}, step {step}: {name[:80]!a} is no name of a metric")
            if name != "step" and number and -MAX_VALUE < value < MAX_VALUE:
                curves.setdefault(name, []).append((step, float(value)))
    try:
        events = _EVENTS.validate_python(read_events(folder))
    except ValidationError as error:
        raise RecordError(f"{folder / HEALTH}: {error.errors()[0]['msg']}") from None
    files = (CONFIG, EVALUATION, GREEDY, VOICES, AUDIT)
    config, *evaluations = (read_object(folder / file) for file in files)
    return Run(folder.resolve().name, config, curves, events, *evaluations)


def panels(curves: Collection[str]) -> dict[str, list[str]]:
    """The names of the curves under each heading that has any."""
    shown = [
        name
        for name in sorted(curves)
        if not name.startswith("values/") or name.replace("values", "penalties", 1) in curves
    ]
    by_title = {
        title: [name for name in shown if any(fnmatchcase(name, one) for one in patterns)]
        for title, patterns in PANELS
    }
    return {title: names for title, names in by_title.items() if names}


def running_mean(values: Sequence[float]) -> list[float]:
    """The mean of each value and those before it, at most `SMOOTHING_STEPS` in all."""
    return [fmean(values[max(0, n - SMOOTHING_STEPS + 1) : n + 1]) for n in range(len(values))]


def ends(values: Sequence[float], window: int = WINDOW) -> tuple[Sequence[float], Sequence[float]]:
    """The first and the last `window` values; of a short run, a quarter of them."""
    size = max(1, min(window, len(values) // 4))
    return values[:size], values[-size:]


def window_means(curve: Curve, window: int = WINDOW) -> tuple[float, float]:
    """Means over the first and the last steps of a curve."""
    first, last = ends([value for _, value in curve], window)
    return fmean(first), fmean(last)


def quartile_lift(curve: Curve) -> tuple[float, float, float | None]:
    """Means of the first and of the last quarter of the steps, and the relative rise; None if the
    first is not above 0."""
    first, last = window_means(curve, len(curve))
    return first, last, (last - first) / first if first > 0 else None


def tier_totals(run: Run) -> list[tuple[str, str, dict[str, float | None]]]:
    """(tier, base or trained, total as {mean, low, high}) for each; low and high are None for a
    single scenario. RecordError if the evaluation is not a valid one."""
    if not run.evaluation:
        return []
    with evaluation_of(run, EVALUATION) as evaluation:
        return [
            (tier, policy, interval(evaluation["policies"][policy]["tiers"][tier]["total"]))
            for policy in (BASE, TRAINED)
            for tier in TIERS
        ]


@contextmanager
def evaluation_of(run: Run, file: str) -> Iterator[dict[str, Any]]:
    """An evaluation of a run, to be read; RecordError if it turns out to be no valid one."""
    try:
        yield {EVALUATION: run.evaluation, GREEDY: run.greedy}[file]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RecordError(f"{run.name}/{file}: not what training.evaluate --run writes") from None


def interval(measure: Mapping[str, Any]) -> dict[str, float | None]:
    """A measure of an evaluation; ValueError, TypeError or KeyError if it is not in [-1, 1]."""
    bounds = {key: measure[key] for key in ("mean", "low", "high")}
    if any(value is not None and not -1 <= value <= 1 for value in bounds.values()):
        raise ValueError(f"{bounds} is no interval")
    if bounds["mean"] is None:
        raise ValueError("there is no mean")
    return bounds
