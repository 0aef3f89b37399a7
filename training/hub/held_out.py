"""A run's evaluation for its model card: before and after, on held-out cases."""

from collections.abc import Iterator, Mapping

from training.evals.measures import HEADLINES
from training.evals.tables import SHARES, cell, markdown
from training.hub.answers import plain
from training.models.policy import BASE, TRAINED, ZERO_SHOT
from training.rl.presets import Preset
from training.runs.record import EVALUATION, GREEDY
from training.runs.run import Run, evaluation_of, interval

TOLD = ("total", *SHARES)
"""What is told of an evaluation, beside the total of each tier and the rubric's parts."""
Compared = dict[str, tuple[str, str, dict[str, float | None]]]
"""Measure -> its cell before, its cell after, and the paired difference."""


def compared(run: Run, file: str) -> Compared:
    """What an evaluation of a run says of each measure; RecordError if it is no valid one."""
    parts = [name.removeprefix("parts/") for name in run.curves if name.startswith("parts/")]
    with evaluation_of(run, file) as evaluation:
        first, last = (evaluation["policies"][one] for one in (BASE, TRAINED))
        gaps = evaluation["paired"][TRAINED]
        places = [
            (f"total, {tier}", first["tiers"][tier], last["tiers"][tier], gaps["tiers"][tier])
            for tier in evaluation["tiers"]
        ]
        found = {
            plain(name): tuple(interval(one["total"]) for one in three) for name, *three in places
        } | {
            plain(name): tuple(interval(one["overall"][name]) for one in (first, last, gaps))
            for name in (*TOLD, *parts)
            if name in first["overall"] and gaps["overall"][name]["mean"] is not None
        }
        return {name: (cell(was), cell(now), gap) for name, (was, now, gap) in found.items()}


def held_out(run: Run, preset: Preset) -> Iterator[str]:
    """The lines that tell of a run's evaluations, as Markdown."""
    if not run.evaluation:
        yield "Not evaluated yet: all figures are of training prompts."
        return
    yield (
        f"{plain(run.evaluation.get('n'))} cases of each tier from the split that no training "
        "prompt is of, with 95 % intervals. The change is paired: the same cases, before and after."
    )
    before = "before (with the warm start)" if preset.adapter else "before"
    for how, file in (("Sampled at temperature 1", EVALUATION), ("Greedily", GREEDY)):
        if file == EVALUATION or run.greedy:
            found = compared(run, file)
            rows = [(name, was, now, signed(gap)) for name, (was, now, gap) in found.items()]
            yield ""
            yield markdown([(how, before, "after", "change"), *rows])
            yield from _zero_shot(run, file)


def _zero_shot(run: Run, file: str) -> list[str]:
    """The lines that tell of the model without the warm start, if that was evaluated."""
    with evaluation_of(run, file) as evaluation:
        if ZERO_SHOT not in evaluation["policies"]:
            return []
        overall = evaluation["policies"][ZERO_SHOT]["overall"]
        told = [f"{name} {cell(interval(overall[name]))}" for name in HEADLINES]
        return ["", f"The model as it comes, without the warm start: {', '.join(told)}."]


def signed(gap: Mapping[str, float | None]) -> str:
    """A difference with its sign and its interval."""
    mean, low, high = (gap[key] for key in ("mean", "low", "high"))
    return f"{mean:+.3f}" if low is None else f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]"
