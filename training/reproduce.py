"""Repeat a recorded run, and say whether its result reproduces.

    python -m training.reproduce assets/runs/NAME
    python -m training.reproduce assets/runs/NAME --steps 20

Trains again with the recorded settings, from the recorded base (checked by its hash), in a scratch
folder, and evaluates as recorded: sampled, on as many scenarios, with the same seed. On the same
machine with the same versions the numbers are the same; elsewhere the arithmetic differs in the
last digit, and soon so do the samples. So the test is whether the trained model's mean total lies
in the record's 95 % interval. Takes as long as the run and its evaluation did.

With --steps, only the first steps are repeated and nothing is evaluated: every step has the prompts
that it had, so the test is whether the 95 % interval of the mean difference in reward, step by
step, contains 0. Exit status: 0 it reproduces, 1 it does not, or error.
"""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from training.common.console import argument_parser, command, log
from training.evals.evaluation import evaluate_run
from training.evals.statistics import Resampling, differences
from training.grpo import train
from training.models.policy import TRAINED
from training.rl import presets
from training.runs.record import EVALUATION, RecordError, read_config, read_object, read_steps


class MissedError(ValueError):
    """A run that did not reproduce its recorded result."""


def check_within_interval(recorded: Mapping[str, Any], again: Mapping[str, Any]) -> str:
    """A sentence on where the new result lies; MissedError if outside the recorded interval."""
    was, now = (one["policies"][TRAINED]["overall"]["total"] for one in (recorded, again))
    sentence = f"mean total {now['mean']:.3f}; on record {was['mean']:.3f}"
    if was["low"] is None:
        raise MissedError(
            f"{sentence} without an interval: evaluate the recorded run with a larger --n"
        )
    sentence = f"{sentence} [{was['low']:.3f}, {was['high']:.3f}]"
    if not was["low"] <= now["mean"] <= was["high"]:
        raise MissedError(f"{sentence}: outside of the interval")
    return f"{sentence}: inside of the interval"


def check_on_curve(
    recorded: Sequence[Mapping[str, Any]], again: Sequence[Mapping[str, Any]]
) -> str:
    """A sentence on how far the steps of a run are from those on record, as many of each;
    MissedError if the 95 % interval of the mean difference in reward does not contain 0."""
    was, now = ([step["reward"] for step in steps] for steps in (recorded, again))
    gaps = differences(was, now)
    between = Resampling(range(len(gaps))).mean(gaps)
    same = next((n for n, gap in enumerate(gaps) if gap), len(gaps))
    sentence = (
        f"mean reward of {len(was)} steps {mean(now):.3f}; on record {mean(was):.3f}; the first "
        f"{same} steps the same; mean difference [{between.low:.3f}, {between.high:.3f}]"
    )
    if not between.low <= 0 <= between.high:
        raise MissedError(f"{sentence}: off the curve")
    return f"{sentence}: on the curve"


def repeat(run: Path, out: Path, steps: int) -> str:
    """Train the first steps again in `out`; returns and raises what `check_on_curve` does."""
    config, recorded = read_config(run), read_steps(run)
    if not 2 <= steps <= len(recorded):
        raise RecordError(f"--steps {steps}: {run} has {len(recorded)} steps; from 2 to that many")
    if ended := train(presets.recorded(config), str(config.get("preset")), out, until=steps):
        raise MissedError(f"stopped at step {ended.step}: {ended.sentence}")
    return check_on_curve(recorded[:steps], read_steps(out))


def reproduce(run: Path, out: Path) -> str:
    """Train and evaluate again in `out`; returns and raises what `check_within_interval` does."""
    config, recorded = read_config(run), read_object(run / EVALUATION)
    if not recorded:
        command = f"python -m training.evaluate --run {run} --sample"
        raise RecordError(f"{run} was not evaluated: {command}")
    preset = presets.recorded(config)
    if (steps := len(read_steps(run))) < preset.steps:
        raise RecordError(f"{run} ended after {steps} of {preset.steps} steps: it is not repeated")
    try:
        name, how = config["preset"], {key: recorded[key] for key in ("n", "seed")}
        check_within_interval(recorded, recorded)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{run / EVALUATION} has nothing to compare with: {error}") from None
    if ended := train(preset, name, out):
        raise MissedError(f"stopped at step {ended.step}: {ended.sentence}")
    return check_within_interval(recorded, evaluate_run(out, **how, sample=True, progress=log))


@command(interrupted="interrupted: nothing was kept")
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argument_parser("reproduce", __doc__)
    parser.add_argument("run", type=Path, help="the folder of a recorded run")
    parser.add_argument("--out", type=Path, help="keep the new run there; default: throw it away")
    parser.add_argument("--steps", type=int, metavar="N", help="only the first N, not evaluated")
    args = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as scratch:
            out = args.out or Path(scratch) / "again"
            if args.steps is None:
                sentence = reproduce(args.run, out)
            else:
                sentence = repeat(args.run, out, args.steps)
    except MissedError as missed:
        print(f"{args.run.name} did not reproduce: {missed}")
        return 1
    print(f"{args.run.name} reproduced: {sentence}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
