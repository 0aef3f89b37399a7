"""A run plotted with Plotly: its curves, its health events and its evaluation, in one figure."""

from collections.abc import Sequence
from html import escape
from itertools import cycle
from typing import Any

from training.models.policy import BASE, TRAINED
from training.runs.run import Curve, Run, panels, running_mean, tier_totals

COLOURS = ("#4f46e5", "#059669", "#d97706", "#dc2626", "#0891b2", "#7c3aed", "#65a30d", "#475569")


def run_figure(run: Run) -> Any:
    """The run as a Plotly figure: a panel with a legend for each kind of metric, each curve with
    its running mean; health events as vertical lines; the evaluation as bars."""
    from plotly.subplots import make_subplots

    shown = panels(run.curves)
    bars = tier_totals(run)
    titles = [*shown, *(["Held out, 95 % intervals"] if bars else [])]
    rows = -(-len(titles) // 2)
    figure = make_subplots(rows=rows, cols=2, subplot_titles=titles, vertical_spacing=0.3 / rows)
    at = [{"row": n // 2 + 1, "col": n % 2 + 1} for n in range(len(titles))]
    for place, names in enumerate(shown.values()):
        legend = _legend(figure, place, rows)
        for name, colour in zip(names, cycle(COLOURS), strict=False):
            label = escape(name.partition("/")[2] or name)
            for trace in traces(run.curves[name], colour, "solid", label, legend=legend):
                figure.add_trace(trace, **at[place])
        for event in run.events:
            figure.add_vline(x=event.step, line_dash="dot", line_color="#dc2626", **at[place])
    if bars:
        legend = _legend(figure, len(titles) - 1, rows)
        for name, colour in ((BASE, "#94a3b8"), (TRAINED, "#4f46e5")):
            figure.add_bar(
                **_bars([(tier, total) for tier, policy, total in bars if policy == name]),
                **{"name": name, "marker_color": colour, "legend": legend},
                **at[-1],
            )
    figure.update_layout(
        title=escape(headline(run)), height=330 * rows + 80, width=1100, template="plotly_white"
    )
    return figure


def traces(curve: Curve, colour: str, dash: str, name: str, **others: Any) -> list[dict[str, Any]]:
    """A curve as Plotly traces: the recorded values, thin, and their running mean on top."""
    steps, values = map(list, zip(*curve, strict=True))
    both = {"type": "scatter", "mode": "lines", "x": steps, "name": name, "legendgroup": name}
    thin = {"line": {"color": colour, "width": 1}, "opacity": 0.3, "hoverinfo": "skip"}
    thick = {"line": {"color": colour, "width": 2.2, "dash": dash}}
    return [
        {**both, "y": values, "showlegend": False, **thin},
        {**both, "y": running_mean(values), **thick, **others},
    ]


def _legend(figure: Any, place: int, rows: int) -> str:
    """Add a legend for one panel, on a line below it; returns its name."""
    number = str(place + 1) if place else ""
    x, y = (figure.layout[f"{axis}axis{number}"].domain for axis in "xy")
    line = {"x": x[0], "y": y[0] - 0.08 / rows, "yanchor": "top", "orientation": "h"}
    name = f"legend{number}"
    figure.update_layout({name: {**line, "font_size": 10}})
    return name


def _bars(tiers: Sequence[tuple[str, dict[str, float | None]]]) -> dict[str, Any]:
    means = [total["mean"] for _, total in tiers]
    above = [0 if total["high"] is None else total["high"] - total["mean"] for _, total in tiers]
    below = [0 if total["low"] is None else total["mean"] - total["low"] for _, total in tiers]
    error = {"type": "data", "symmetric": False, "array": above, "arrayminus": below}
    return {"x": [tier for tier, _ in tiers], "y": means, "error_y": error}


def headline(run: Run) -> str:
    """A run's name, preset, desk and seed."""
    settings = [
        f"{key} {run.config[key]}" for key in ("preset", "desk", "seed") if key in run.config
    ]
    return ", ".join([run.name, *settings])
