"""Settings of GRPO that were tried, as a table: one row for each recorded run in a folder.

    python -m training.tries assets/tries/it_triage_smol

Each row gives the settings in which the runs differ, the share of correct answers over the first
and over the last steps, its running mean as a line of bars, from the lowest of the table to the
highest, the entropy and the length of the answers, and the seconds that a step took on average. All
of it is from training, so from prompts of the train split alone. Warm starts and code may differ as
well: of that only the names tell.
"""

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from training.common.console import argument_parser, command
from training.evals.tables import markdown
from training.rl.presets import recorded
from training.runs.record import CONFIG, RecordError
from training.runs.run import Curve, Run, read_runs, running_mean, window_means

BARS = "▁▂▃▄▅▆▇█"
POINTS = 16
"""Bars of a curve."""
MEASURES = ("correct", "entropy", "length")


def tries(folder: Path) -> str:
    """The table in Markdown; RecordError if there is no run or its steps are damaged, PresetError
    if its settings are."""
    runs = read_runs(folder)
    if not runs:
        raise RecordError(f"no run in {folder}: folders with a {CONFIG} were expected")
    settings = [recorded(run.config).model_dump(mode="json", exclude={"steps"}) for run in runs]
    varied = [
        name for name, value in settings[0].items() if any(s[name] != value for s in settings)
    ]
    curves = [running_mean([value for _, value in _curve(run, MEASURES[0])]) for run in runs]
    low, high = min(map(min, curves)), max(map(max, curves))
    heads = ("run", *varied, "steps", "seconds a step", *MEASURES, "curve")
    rows = [
        [
            run.name,
            *(str(one[name]) for name in varied),
            str(len(curve)),
            f"{fmean(value for _, value in _curve(run, 'seconds')):.0f}",
            *(_change(run, name) for name in MEASURES),
            bars([(value - low) / ((high - low) or 1) for value in curve]),
        ]
        for run, one, curve in zip(runs, settings, curves, strict=True)
    ]
    return markdown([heads, *rows])


def _curve(run: Run, name: str) -> Curve:
    if name not in run.curves:
        raise RecordError(f"{run.name}: no {name} was recorded")
    return run.curves[name]


def _change(run: Run, name: str) -> str:
    return " → ".join(f"{mean:.3g}" for mean in window_means(_curve(run, name)))


def bars(values: Sequence[float]) -> str:
    """Values from 0 to 1 as a line of at most `POINTS` bars, each the mean of about as many."""
    count = min(POINTS, len(values))
    edges = [n * len(values) // count for n in range(count + 1)]
    means = [fmean(values[start:end]) for start, end in pairwise(edges)]
    return "".join(BARS[round(mean * (len(BARS) - 1))] for mean in means)


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("tries", __doc__)
    parser.add_argument("folder", type=Path, help="of runs, each in a folder of its own")
    args = parser.parse_args(arguments)
    print(tries(args.folder))


if __name__ == "__main__":
    sys.exit(main())
