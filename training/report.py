"""What a training run did, from its record: curves as one HTML file, and a table.

    python -m training.report assets/runs/exec_assist

Reads `steps.jsonl` and, where they are there, `config.json`, `health.jsonl` and `evaluation.json`.
Writes `report.html` (nothing to download: it opens anywhere) and, where Plotly can
draw pictures, `report.png`. Prints each metric's mean over the first steps against the last, as the
one report that the project starts from did, and the lift from the first quarter of the steps to the
last, as the other did. A metric that was not recorded is not shown.
"""

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from html import escape
from itertools import cycle
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from graders.audit.table import table
from training.files import write_whole
from training.record import CONFIG, EVALUATION, RecordError, read_events, read_object, read_steps

WINDOW = 10
"""Steps of the first and of the last window; of a short run, a quarter of its steps."""
BASE, TRAINED = "base", "trained"
"""The policies of a run's evaluation."""
SMOOTH = 10
"""Steps of the running mean."""
PANELS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("Reward", lambda name: name in ("reward", "correct", "referee")),
    ("Parts", lambda name: name.startswith("parts/")),
    ("Penalties", lambda name: name.startswith("penalties/")),
    ("Exploration", lambda name: name in ("reward_std", "entropy", "zero_variance")),
    ("Distance from the base", lambda name: name in ("kl", "grad_norm")),
    ("Length", lambda name: name == "length"),
    ("Collapse", lambda name: name in ("distinct_actions", "clipped", "input_dependence")),
)
COLOURS = ("#4f46e5", "#059669", "#d97706", "#dc2626", "#0891b2", "#7c3aed", "#65a30d", "#475569")

Curve = list[tuple[int, float]]
"""(step, value), where a value was recorded and is a number."""


class Run(NamedTuple):
    """A run's record, as far as there is one."""

    name: str
    config: dict[str, Any]
    curves: dict[str, Curve]
    events: list[dict[str, Any]]
    evaluation: dict[str, Any]
    """What `training.evaluate --run` wrote, {} where it was not evaluated."""


# -- reading ---


def read(folder: Path) -> Run:
    """The record in a folder; RecordError where there is none or it is damaged."""
    steps = {one["step"]: one for one in read_steps(folder)}
    if not steps:
        raise RecordError(f"no steps in {folder}: is {folder} the folder of a run?")
    curves: dict[str, Curve] = {}
    for step in sorted(steps):
        for name, value in steps[step].items():
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if name != "step" and number and math.isfinite(value):
                curves.setdefault(name, []).append((step, float(value)))
    config, evaluation = read_object(folder / CONFIG), read_object(folder / EVALUATION)
    return Run(folder.resolve().name, config, curves, read_events(folder), evaluation)


# -- the table ---


def windows(curve: Curve, window: int = WINDOW) -> tuple[float, float]:
    """Means over the first and the last steps of a curve."""
    values = [value for _, value in curve]
    size = max(1, min(window, len(values) // 4))
    return fmean(values[:size]), fmean(values[-size:])


def quartile_lift(curve: Curve) -> tuple[float, float, float | None]:
    """Means of the first and of the last quarter of the steps, and by what share of the first the
    last is above it; None where the first is not above 0."""
    values = [value for _, value in curve]
    size = max(1, len(values) // 4)
    first, last = fmean(values[:size]), fmean(values[-size:])
    return first, last, (last - first) / first if first > 0 else None


def summary(run: Run, window: int = WINDOW) -> str:
    """The run in words and numbers, for a terminal."""
    shown = [name for _, belongs in PANELS for name in sorted(run.curves) if belongs(name)]
    rows = []
    for name in shown:
        first, last = windows(run.curves[name], window)
        rows.append((name, f"{first:.3f}", f"{last:.3f}", f"{last - first:+.3f}"))
    steps = len({step for curve in run.curves.values() for step, _ in curve})
    size = max(1, min(window, steps // 4))
    heads = ("mean of", f"first {size} steps", f"last {size} steps", "change")
    lines = [f"{run.name}: {steps} steps", "", table(heads, rows, [""] * len(rows))]
    if "reward" in run.curves:
        first, last, lift = quartile_lift(run.curves["reward"])
        told = "" if lift is None else f", a lift of {lift:.0%}"
        lines += ["", f"reward, first quarter of the steps {first:.3f}, last {last:.3f}{told}"]
    lines += _told_events(run.events)
    for tier, who, told in evaluated(run):
        lines.append(f"{tier}, {who}: {told['mean']:.3f} [{told['low']:.3f}, {told['high']:.3f}]")
    return "\n".join(lines)


def _told_events(events: Sequence[dict[str, Any]]) -> list[str]:
    if not events:
        return ["", "health: nothing to report"]
    return ["", *(f"health, step {one['step']}: {one.get('sentence', '')}" for one in events)]


def evaluated(run: Run) -> list[tuple[str, str, dict[str, float]]]:
    """(tier, base or trained, total as {mean, low, high}); RecordError where the evaluation is not
    one."""
    if not run.evaluation:
        return []
    try:
        return [
            (str(tier), name, {key: float(one["total"][key]) for key in ("mean", "low", "high")})
            for name in (BASE, TRAINED)
            for tier, one in run.evaluation["policies"][name]["tiers"].items()
        ]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RecordError(
            f"{run.name}/{EVALUATION}: not what training.evaluate --run writes"
        ) from None


# -- the drawing ---


def draw(run: Run) -> Any:
    """The curves as a Plotly figure: a panel, with its legend, for each kind of metric, each with
    its running mean; the health events as lines across; the evaluations as bars."""
    from plotly.subplots import make_subplots

    kept = {title: [n for n in sorted(run.curves) if belongs(n)] for title, belongs in PANELS}
    kept = {title: names for title, names in kept.items() if names}
    bars = evaluated(run)
    titles = [*kept, *(["Held out, 95 % intervals"] if bars else [])]
    rows = -(-len(titles) // 2)
    figure = make_subplots(rows=rows, cols=2, subplot_titles=titles, vertical_spacing=0.3 / rows)
    at = [{"row": n // 2 + 1, "col": n % 2 + 1} for n in range(len(titles))]
    for place, names in enumerate(kept.values()):
        legend = _legend(figure, place, rows)
        for name, colour in zip(names, cycle(COLOURS), strict=False):
            steps, values = map(list, zip(*run.curves[name], strict=True))
            thin = {"line": {"color": colour, "width": 1}, "opacity": 0.3, "hoverinfo": "skip"}
            thick = {"line_color": colour, "name": escape(name.partition("/")[2] or name)}
            figure.add_scatter(
                x=steps, y=values, showlegend=False, mode="lines", **thin, **at[place]
            )
            figure.add_scatter(
                x=steps, y=running(values), legend=legend, mode="lines", **thick, **at[place]
            )
        for event in run.events:
            figure.add_vline(x=event["step"], line_dash="dot", line_color="#dc2626", **at[place])
    if bars:
        legend = _legend(figure, len(titles) - 1, rows)
        for who, colour in ((BASE, "#94a3b8"), (TRAINED, "#4f46e5")):
            figure.add_bar(
                **_bars([(tier, told) for tier, one, told in bars if one == who]),
                **{"name": who, "marker_color": colour, "legend": legend},
                **at[-1],
            )
    figure.update_layout(
        title=escape(_headline(run)), height=330 * rows + 80, width=1100, template="plotly_white"
    )
    return figure


def _legend(figure: Any, place: int, rows: int) -> str:
    """A legend of its own for a panel, in a line under it; its name."""
    number = str(place + 1) if place else ""
    x, y = (figure.layout[f"{axis}axis{number}"].domain for axis in "xy")
    line = {"x": x[0], "y": y[0] - 0.08 / rows, "yanchor": "top", "orientation": "h"}
    name = f"legend{number}"
    figure.update_layout({name: {**line, "font_size": 10}})
    return name


def _bars(tiers: Sequence[tuple[str, dict[str, float]]]) -> dict[str, Any]:
    means = [told["mean"] for _, told in tiers]
    above = [told["high"] - told["mean"] for _, told in tiers]
    below = [told["mean"] - told["low"] for _, told in tiers]
    error = {"type": "data", "symmetric": False, "array": above, "arrayminus": below}
    return {"x": [tier for tier, _ in tiers], "y": means, "error_y": error}


def running(values: Sequence[float], size: int = SMOOTH) -> list[float]:
    """The mean of each value and those before it, at most `size` in all."""
    return [fmean(values[max(0, n - size + 1) : n + 1]) for n in range(len(values))]


def _headline(run: Run) -> str:
    asked = [f"{key} {run.config[key]}" for key in ("preset", "desk", "seed") if key in run.config]
    return ", ".join([run.name, *asked])


def _page(figure: Any, run: Run) -> str:
    events = "".join(f"<li>{escape(line)}</li>" for line in _told_events(run.events)[1:])
    words = f"<ul>{events}</ul><pre>{escape(summary(run))}</pre>"
    drawn = figure.to_html(full_html=False, include_plotlyjs=True)
    title = escape(_headline(run))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f'<body style="font-family: sans-serif">{drawn}{words}</body></html>\n'
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.report", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("run", type=Path, help="the folder of a run")
    parser.add_argument("--window", type=int, default=WINDOW, help="steps of a window")
    asked = parser.parse_args(arguments)
    if asked.window < 1:
        parser.error("--window must be at least 1")
    try:
        run = read(asked.run)
        text = summary(run, asked.window)
        figure = draw(run)
        write_whole(asked.run / "report.html", _page(figure, run))
    except (RecordError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(text)
    try:
        # Kaleido, and a Chromium for it to draw with, are extras.
        write_whole(asked.run / "report.png", figure.to_image(format="png", scale=1.5))
    except (ImportError, ValueError, RuntimeError, OSError) as error:
        print(f"no report.png: {str(error).strip().splitlines()[0]}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
