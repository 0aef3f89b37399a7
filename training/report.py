"""Report on a training run from its record: curves in one HTML file, and a table.

    python -m training.report assets/runs/exec_assist_pocket_seed2
    python -m training.report RUN --beside assets/runs/exec_assist_pocket_as_reported

Reads `steps.jsonl` and, where present, `config.json`, `health.jsonl`, `evaluation.json` and
`completions.parquet`. Writes `report.html` (self-contained) and, where Plotly can export images,
`report.png`. Prints each metric's mean over the first and over the last steps, as one of the
two published reports does, and the reward's lift from the first quarter of the steps to the last,
as the other does. Metrics that were not recorded are left out. Lists the answers' habits that rose
most, compared with another run's if one is named.
"""

import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from graders.audit.table import table
from training.common.console import argument_parser, command, first_line, log
from training.common.files import write_atomic
from training.evals.tables import cell
from training.rl.health import Event
from training.runs.curves import headline, run_figure
from training.runs.habits import Habit, habits
from training.runs.record import read_completions
from training.runs.run import (
    WINDOW,
    Run,
    ends,
    panels,
    quartile_lift,
    read_run,
    tier_totals,
    window_means,
)

MAX_HABITS = 6
"""How many word pairs are listed, and how many single habits."""


def summary(run: Run, window: int = WINDOW, risen: Sequence[Habit] = ()) -> str:
    """The run in words and numbers, for a terminal."""
    rows = []
    for name in (name for names in panels(run.curves).values() for name in names):
        first, last = window_means(run.curves[name], window)
        rows.append((name, f"{first:.3f}", f"{last:.3f}", f"{last - first:+.3f}"))
    steps = len({step for curve in run.curves.values() for step, _ in curve})
    size = len(ends(range(steps), window)[0])
    heads = ("mean of", f"first {size} steps", f"last {size} steps", "change")
    lines = [f"{run.name}: {steps} steps", "", table(heads, rows, [""] * len(rows))]
    if "reward" in run.curves:
        first, last, lift = quartile_lift(run.curves["reward"])
        lifted = "" if lift is None else f", a lift of {lift:.0%}"
        lines += ["", f"reward, first quarter of the steps {first:.3f}, last {last:.3f}{lifted}"]
    lines += _event_lines(run.events) + _habit_lines(risen)
    for tier, policy, total in tier_totals(run):
        lines.append(f"{tier}, {policy}: {cell(total)}")
    return "\n".join(lines)


def _event_lines(events: Sequence[Event]) -> list[str]:
    if not events:
        return ["", "health: nothing to report"]
    return ["", *(f"health, step {one.step}: {one.sentence}" for one in events)]


def _habit_lines(risen: Sequence[Habit]) -> list[str]:
    pairs = [one for one in risen if len(one.words) == 2]
    single = [one for one in risen if len(one.words) < 2]
    return [f"it {one.sentence}" for one in pairs[:MAX_HABITS] + single[:MAX_HABITS]]


def _page(figure: Any, run: Run, text: str) -> str:
    events = "".join(f"<li>{escape(line)}</li>" for line in _event_lines(run.events)[1:])
    words = f"<ul>{events}</ul><pre>{escape(text)}</pre>"
    drawn = figure.to_html(full_html=False, include_plotlyjs=True)
    title = escape(headline(run))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f'<body style="font-family: sans-serif">{drawn}{words}</body></html>\n'
    )


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("report", __doc__)
    parser.add_argument("run", type=Path, help="the folder of a run")
    parser.add_argument("--window", type=int, default=WINDOW, help="steps of a window")
    parser.add_argument("--beside", type=Path, help="the folder of another run")
    args = parser.parse_args(arguments)
    if args.window < 1:
        parser.error("--window must be at least 1")
    run = read_run(args.run)
    beside = read_completions(args.beside) if args.beside else []
    text = summary(run, args.window, habits(read_completions(args.run), beside))
    figure = run_figure(run)
    write_atomic(args.run / "report.html", _page(figure, run, text))
    print(text)
    try:
        # Kaleido, and the Chromium that it renders with, are optional.
        write_atomic(args.run / "report.png", figure.to_image(format="png", scale=1.5))
    except (ImportError, ValueError, RuntimeError, OSError) as error:
        log(f"no report.png: {first_line(error)}")


if __name__ == "__main__":
    sys.exit(main())
