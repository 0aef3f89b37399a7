"""Line charts over a run's steps: the recorded values as thin lines, and running means on top.

Lines differ by dashes and name as well as by colour.
"""

from collections.abc import Sequence
from itertools import cycle
from typing import Any, NamedTuple

from training.runs.curves import traces
from training.runs.run import SMOOTHING_STEPS, Curve, running_mean
from ui.drawing import escaped, humanized, signed
from ui.plot import legend_entry, plot, plotly_text, vline

_COLOURS = "--accent --good --ink-2 --amber --violet --teal --bad".split()
_DASHES = "solid 6px,3px 2px,3px 9px,3px,2px,3px 4px,2px 1px,2px 12px,4px".split()
LOOKS = tuple(zip(_COLOURS, _DASHES, strict=True))
"""Colour and dashes of the first line, of the second, and so on."""
LEVEL = ("--bad", "3px,3px")
MAX_POINTS = 400
"""Maximum points drawn per line, besides the last."""
FLAG_HEIGHT = 16
"""The height of an event's number, in pixels."""
MIN_FLAG_WIDTH, LETTER_WIDTH = 0.05, 0.018
"""The width of an event's numbers in a small chart, as fractions: the least, and per character."""


class Line(NamedTuple):
    """A metric over the steps; `name` is a metric's key or a phrase."""

    name: str
    points: Curve


class Level(NamedTuple):
    """A value to compare lines with, over all steps."""

    name: str
    value: float


class Event(NamedTuple):
    """An event at a step, with its number in the list of events."""

    step: int
    number: int
    name: str


def chart(
    title: str,
    lines: Sequence[Line],
    levels: Sequence[Level] = (),
    events: Sequence[Event] = (),
    *,
    smooth: bool = True,
    shaded: bool = False,
    fit_also: Sequence[Line] = (),
    marked_step: int | None = None,
    last_step: int | None = None,
) -> str:
    """A figure of lines. Those without points are left out; "" if none is left.

    If `smooth`, running means are drawn too. If `shaded`, the gap between the first two is filled.
    The axes also fit the lines `fit_also`, those of a chart to compare this one with. `last_step`
    is that of a run in progress: the axis extends to it, and the reader's zoom survives redraws.
    """
    lines = [line for line in lines if line.points]
    if not lines:
        return ""
    points = [point for line in [*lines, *fit_also] for point in line.points]
    shaded = shaded and len(lines) > 1
    steps, values = zip(*points, strict=True)
    first, last = min(steps) if marked_step is None else 0, max(*steps, last_step or 0)
    held = [*values, *(one.value for one in levels)]
    air = max(last - first, 1) / 100
    looks = list(zip(lines, cycle(LOOKS), strict=False))
    data = [_between(*lines[:2])] if shaded else []
    for line, look in looks:
        data += _traces(line, *look, smooth)
    for one in levels:
        _, across = traces([(first, one.value), (last, one.value)], *LEVEL, plotly_text(one.name))
        data.append(across | {"hoverinfo": "skip"})
    events = [one for one in events if first <= one.step <= last]
    marks = [] if marked_step is None else [vline(marked_step, "--ink", 2)]
    x = {"range": [first - air, last + air], "tickformat": ",d"}
    x["unifiedhovertitle"] = {"text": "Step %{x:,d}"}
    y = {"rangemode": "tozero", "hoverformat": ".3~g"}
    layout = {
        "xaxis": x | ({"dtick": 1} if last - first < 6 else {}),
        "yaxis": y | ({"range": _range(held)} if last_step is None else {}),
        "shapes": marks + [vline(step, "--bad", 1) for step in {one.step for one in events}],
        "annotations": _flags(events, first, last),
        "uirevision": last_step,
    }
    keys = [
        legend_entry(_named(line.name), first_to_last(line, smooth), *look) for line, look in looks
    ]
    keys += [legend_entry(one.name, _short(one.value), *LEVEL) for one in levels]
    if shaded:
        apart = " and ".join(_named(line.name) for line in lines[:2])
        keys.append(legend_entry(f"{apart} apart", "", "--gap", width=8))
    keys.append(f'<li class="what">{_means_of(lines, smooth)}</li>')
    return (
        f'<figure class="chart"><figcaption>{escaped(title)}</figcaption>'
        f'{plot(data, layout, marked_step)}<ul class="chart-keys">{"".join(keys)}</ul></figure>'
    )


def thinned(things: Sequence[Any], most: int = MAX_POINTS) -> list[Any]:
    """At most `most` of the things, evenly spaced from the first, and the last."""
    every = max(1, -(-len(things) // most))
    return [*things[:-1:every], *things[-1:]]


def _range(values: Sequence[float]) -> list[float]:
    """The range of an axis with 0 and all of the values, and some margin."""
    low, high = min(0.0, *values), max(0.0, *values)
    air = 0.05 * (high - low) or 1.0
    return [low - air * (low < 0), high + air]


# --- the figure's data ---


def _traces(line: Line, colour: str, dash: str, smooth: bool) -> list[dict[str, Any]]:
    thin, thick = traces(line.points, colour, dash, plotly_text(_named(line.name)))
    found = [thin, thick] if smooth else [{**thick, "y": thin["y"]}]
    if len(line.points) == 1:
        found[-1]["mode"] = "markers"
    return [
        {**one, "x": thinned(one["x"]), "y": [_rounded(y) for y in thinned(one["y"])]}
        for one in found
    ]


def _between(one: Line, other: Line) -> dict[str, Any]:
    """The area between two running means, over the steps that both have."""
    found = [
        dict(zip(steps, running_mean(values), strict=True))
        for steps, values in (zip(*line.points, strict=True) for line in (one, other))
    ]
    steps = thinned(sorted(found[0].keys() & found[1].keys()))
    there, back = [found[0][n] for n in steps], [found[1][n] for n in steps[::-1]]
    ends = {"x": steps + steps[::-1], "y": [_rounded(y) for y in there + back]}
    area = {"type": "scatter", "mode": "none", "fill": "toself", "fillcolor": "--gap"}
    return {**area, **ends, "hoverinfo": "skip"}


def _flags(events: Sequence[Event], first: int, last: int) -> list[dict[str, Any]]:
    """The numbers of each step's events, in the first row that has room for them."""
    ends: list[float] = []
    found = []
    for step in sorted({one.step for one in events}):
        at = (step - first) / max(1, last - first)
        row = next((n for n, end in enumerate(ends) if end <= at), len(ends))
        here = [one for one in events if one.step == step]
        numbers = ", ".join(str(one.number) for one in here)
        ends[row : row + 1] = [at + MIN_FLAG_WIDTH + LETTER_WIDTH * len(numbers)]
        text = plotly_text(f"Step {step:,}: {', '.join(one.name for one in here)}")
        found.append({"x": step, "text": numbers, "hovertext": text, "yshift": -FLAG_HEIGHT * row})
    return found


# --- in words ---


def first_to_last(line: Line, smooth: bool = True) -> str:
    """A line's first and last value. If `smooth`, the means of its first and last steps, through
    which the thick line runs; the last alone if the two would overlap."""
    values = [value for _, value in line.points]
    first, last = values[0], values[-1]
    if smooth:
        means = running_mean(values)
        if len(values) < 2 * SMOOTHING_STEPS:
            return _short(means[-1])
        first, last = means[SMOOTHING_STEPS - 1], means[-1]
    size = max(abs(first), abs(last))
    return f"{_short(first, size)} → {_short(last, size)}"


def _means_of(lines: Sequence[Line], smooth: bool) -> str:
    """What the numbers in the legend are, judging by the longest line."""
    steps = max(len(line.points) for line in lines)
    if not smooth:
        return "first → last"
    if steps >= 2 * SMOOTHING_STEPS:
        return f"mean of the first {SMOOTHING_STEPS} steps → of the last {SMOOTHING_STEPS}"
    if steps > SMOOTHING_STEPS:
        return f"mean of the last {SMOOTHING_STEPS} steps"
    return f"mean of {steps} steps" if steps > 1 else "one step"


def _short(value: float, beside: float = 0.0) -> str:
    """A number in a few characters, with as many decimals as the one beside it."""
    size = max(abs(value), beside)
    if abs(value) < 1e-12:
        return "0"
    wanted = ".2g" if size < 0.1 or size >= 1e6 else ".2f" if size < 100 else ".0f"
    return signed(value, wanted)


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def _named(name: str) -> str:
    return humanized(name.partition("/")[2] or name)
