"""What the recorded runs came to, as the table of the README.

    python -m training.results

A row for each run in `assets/runs/` that was evaluated, from its record and from nothing else: the
base's mean total and the trained model's with its 95 % interval by tier, the share of correct
answers, and the step at which its health was lost, if it was.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from desks import TIERS
from training.messages import say
from training.policies import BASE, TRAINED
from training.record import CONFIG, RUNS, RecordError
from training.run import Run, interval, read

HEADS = ("run", "seed", "steps", *TIERS, "correct", "health")


def results(folder: Path) -> str:
    """The table in Markdown; RecordError where a record is damaged or none was evaluated."""
    runs = [read(path.parent) for path in sorted(folder.glob(f"*/{CONFIG}"))]
    rows = [_checked(run) for run in runs if run.evaluation]
    if not rows:
        raise RecordError(f"no run in {folder} was evaluated: see python -m training.evaluate")
    return "\n".join(_lines((HEADS, ["---"] * len(HEADS), *rows)))


def _lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _checked(run: Run) -> list[str]:
    try:
        return _row(run)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"the record of {run.name} is damaged: {error}") from None


def _row(run: Run) -> list[str]:
    base, trained = (run.evaluation["policies"][who] for who in (BASE, TRAINED))
    totals = [
        _moved(base["tiers"][tier]["total"], trained["tiers"][tier]["total"]) for tier in TIERS
    ]
    right = _moved(base["overall"]["correct"], trained["overall"]["correct"])
    steps = len(run.curves["reward"])
    return [run.name, str(int(run.config["seed"])), str(steps), *totals, right, _health(run)]


def _moved(before: dict[str, Any], after: dict[str, Any]) -> str:
    before, after = interval(before), interval(after)
    told = f"{_short(before['mean'])} → **{_short(after['mean'])}**"
    if after["low"] is None:
        return told  # of one scenario
    return f"{told} [{_short(after['low'])}, {_short(after['high'])}]"


def _short(value: float) -> str:
    return f"{value:.2f}".removeprefix("0")


def _health(run: Run) -> str:
    lost = [event for event in run.events if event.kind == "collapse"]
    if lost:
        return f"collapse since step {lost[0].since}, named at {lost[0].step}"
    return f"{len(run.events)} warnings" if run.events else "sound"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.results", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, nargs="?", default=RUNS, help=f"of runs ({RUNS})")
    asked = parser.parse_args(arguments)
    try:
        print(results(asked.folder))
    except (RecordError, OSError) as error:
        say(f"error: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
