"""A small chart of two lines in SVG, for the first screen, which does not wait for Plotly."""

from collections.abc import Sequence

from training.runs.run import Curve, running_mean
from ui.drawing import escaped
from ui.plot import legend_entry
from ui.runs.chart import LOOKS, Line, first_to_last, thinned

HEIGHT = 100
"""The chart's height in its own units; a step is one unit wide."""


def sketch(title: str, lines: Sequence[Line], here: int) -> str:
    """A figure of shares over the steps, all of them from 0 to 1: the recorded values thin, and
    their running means on top, as `ui.runs.chart` draws them. `here` is the marked step, which the
    page's scripts may move."""
    last = max(step for line in lines for step, _ in line.points)
    looks = list(zip(lines, LOOKS, strict=False))
    drawn = "".join(_drawn(line.points, *look) for line, look in looks)
    keys = "".join(legend_entry(line.name, first_to_last(line), *look) for line, look in looks)
    return (
        f'<figure class="chart"><figcaption>{escaped(title)}</figcaption>'
        '<div class="sketch" aria-hidden="true">'
        f'<svg viewBox="0 0 {last} {HEIGHT}" preserveAspectRatio="none">{drawn}'
        f'<line class="here" data-here x1="{here}" x2="{here}" y1="0" y2="{HEIGHT}"/></svg>'
        f'<span class="top">1</span><span class="zero">0</span>'
        f'<span class="last">step {last}</span></div><ul class="chart-keys">{keys}</ul></figure>'
    )


def _drawn(points: Curve, colour: str, dash: str) -> str:
    steps, values = zip(*points, strict=True)
    dashed = "" if dash == "solid" else f' stroke-dasharray="{dash}"'
    means = list(zip(steps, running_mean(values), strict=True))
    return (
        f'<g style="stroke: var({colour})"><path class="thin" d="{_path(points)}"/>'
        f'<path d="{_path(means)}"{dashed}/></g>'
    )


def _path(points: Curve) -> str:
    at = (f"{x} {HEIGHT * (1 - y):.1f}" for x, y in thinned(points))
    return "M" + "L".join(at)
