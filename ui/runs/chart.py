"""Lines over the steps of a run: an SVG that stretches, and its words as HTML that does not.

A line is told from others by its dashes and its name as well as by its colour. Behind each stands
what was recorded, thin; the line itself is the running mean. A chart never raises: what is too
great stands at the edge, and of very many points some are drawn.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from training.runs.run import running, windows
from ui.drawing import shown
from ui.runs.axis import LEAST, Axis, bounded, step_axis, value_axis

Points = Sequence[tuple[int, float]]
"""(step, value), the steps rising and the values finite."""
SIZE = 1000
"""Width and height of the drawing, before it is stretched."""
POINTS = 400
"""Points of a line that are drawn, at most, and the last."""
DASHES = ("", "6 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4")
ROOM, LETTER = 0.04, 0.018
"""Of the width of a small chart, what the numbers of an event take: at least, and a character."""


class Line(NamedTuple):
    """A metric over the steps; `name` is a field's or a phrase."""

    name: str
    points: Points


class Level(NamedTuple):
    """A value to hold lines against, over all steps."""

    name: str
    value: float


class Event(NamedTuple):
    """Something that happened at a step; `number` is what it is known by in the list of events."""

    step: int
    number: int


def chart(
    title: str,
    lines: Sequence[Line],
    levels: Sequence[Level] = (),
    events: Sequence[Event] = (),
    *,
    smooth: bool = True,
    shaded: tuple[str, str] | None = None,
    beside: Sequence[Line] = (),
    here: int | None = None,
) -> str:
    """A figure of lines. Those without points are left out; an empty string where none is left.

    Lines are running means unless not `smooth`. `shaded` names two of them between which the area
    is filled. `beside` are the lines of a chart that this one is compared with: the axes hold them
    too. `here` is a step to stand at.
    """
    lines = [_bounded(line) for line in lines if line.points]
    if not lines:
        return ""
    held = [*lines, *map(_bounded, beside)]
    x = step_axis([step for line in held for step, _ in line.points])
    y = value_axis([v for line in held for _, v in line.points] + [one.value for one in levels])
    frame = _Frame(x, y)
    events = [one for one in events if x.low <= one.step <= x.high]
    drawn = [frame.grid(), _area(frame, lines, shaded) if shaded else ""]
    drawn += [_line(frame, n, one, smooth) for n, one in enumerate(lines)]
    drawn += [frame.across("level", one.value) for one in levels]
    drawn += [frame.upright("event", one.step) for one in events]
    drawn += [frame.upright("here", here)] if here is not None else []
    told = "; ".join(f"{_named(one.name)} {_ends(one, smooth, 'to')}" for one in lines)
    rows = _rows(frame, events)
    flags = "".join(
        f'<b class="flag" style="--at:{at:.4f};--row:{row}" aria-hidden="true">{numbers}</b>'
        for at, row, numbers in rows
    )
    gutter = max(len(mark.text) for mark in y.marks)
    height = max((row + 1 for _, row, _ in rows), default=0)
    return (
        f'<figure class="chart"><figcaption>{shown(title)}</figcaption>'
        f'<div class="plot" style="--gutter:{gutter}ch;--rows:{height}">'
        f'<svg viewBox="0 0 {SIZE} {SIZE}" preserveAspectRatio="none" role="img" '
        f'aria-label="{shown(title)}: {told}">{"".join(drawn)}</svg>'
        f"{frame.words()}{flags}</div>"
        f'<ul class="chart-keys">{_keys(lines, smooth, levels, shaded)}</ul></figure>'
    )


def _bounded(line: Line) -> Line:
    return Line(line.name, [(int(bounded(step)), bounded(value)) for step, value in line.points])


def some(things: Sequence[Any], most: int) -> list[Any]:
    """Of more things than that some, at even distances, with the first and the last."""
    every = max(1, -(-len(things) // most))
    return [*things[:-1:every], *things[-1:]]


def _smooth(points: Points) -> Points:
    means = running([value for _, value in points])
    return [(step, mean) for (step, _), mean in zip(points, means, strict=True)]


class _Frame(NamedTuple):
    """The two axes, as SVG and as words at its sides."""

    x: Axis
    y: Axis

    def path(self, points: Points) -> str:
        return " ".join(
            f"{SIZE * self.x.at(step):.0f},{SIZE - SIZE * self.y.at(value):.0f}"
            for step, value in points
        )

    def grid(self) -> str:
        return "".join(self.across("grid", mark.value) for mark in self.y.marks)

    def across(self, kind: str, value: float) -> str:
        y = f"{SIZE - SIZE * self.y.at(value):.0f}"
        return f'<line class="{kind}" x1="0" x2="{SIZE}" y1="{y}" y2="{y}"/>'

    def upright(self, kind: str, step: int) -> str:
        x = f"{SIZE * self.x.at(step):.0f}"
        return f'<line class="{kind}" x1="{x}" x2="{x}" y1="0" y2="{SIZE}"/>'

    def words(self) -> str:
        found = [
            (name, axis, mark) for name, axis in zip("xy", self, strict=True) for mark in axis.marks
        ]
        return "".join(
            f'<span class="{name}" style="--at:{axis.at(mark.value):.4f}" aria-hidden="true">'
            f"{mark.text}</span>"
            for name, axis, mark in found
        )


def _line(frame: _Frame, number: int, line: Line, smooth: bool) -> str:
    dash = DASHES[number % len(DASHES)]
    points = _smooth(line.points) if smooth else line.points
    if len(points) == 1:
        points = [*points, *points]  # drawn as a dot
    raw = (
        f'<polyline class="raw" points="{frame.path(some(line.points, POINTS))}"/>'
        if smooth
        else ""
    )
    return (
        f'<g class="line c{number % len(DASHES)}">{raw}'
        f'<polyline points="{frame.path(some(points, POINTS))}" stroke-dasharray="{dash}"/></g>'
    )


def _area(frame: _Frame, lines: Sequence[Line], between: tuple[str, str]) -> str:
    """What lies between two lines, over the steps that both have."""
    found = {line.name: dict(_smooth(line.points)) for line in lines if line.name in between}
    one, other = (found.get(name, {}) for name in between)
    steps = sorted(one.keys() & other.keys())
    if not steps:
        return ""
    there, back = ([(n, line[n]) for n in steps] for line in (one, other))
    around = [*some(there, POINTS), *reversed(some(back, POINTS))]
    return f'<polygon class="gap" points="{frame.path(around)}"/>'


def _rows(frame: _Frame, events: Sequence[Event]) -> list[tuple[float, int, str]]:
    """Of each step with events: where it is, the first row with room for its numbers, and those."""
    ends: list[float] = []
    found = []
    for step in sorted({one.step for one in events}):
        at = frame.x.at(step)
        row = next((n for n, end in enumerate(ends) if end <= at), len(ends))
        numbers = ", ".join(str(one.number) for one in events if one.step == step)
        ends[row : row + 1] = [at + ROOM + LETTER * len(numbers)]
        found.append((at, row, numbers))
    return found


def _keys(
    lines: Sequence[Line], smooth: bool, levels: Sequence[Level], shaded: tuple[str, str] | None
) -> str:
    """What is what: the sample of each line, its name, its first and its last mean."""
    keys = [
        (
            _sample(
                f'<g class="line c{n % len(DASHES)}"><polyline points="0,4 26,4" '
                f'stroke-dasharray="{DASHES[n % len(DASHES)]}"/></g>'
            ),
            _named(line.name),
            _ends(line, smooth, "→"),
        )
        for n, line in enumerate(lines)
    ]
    keys += [
        (
            _sample('<line class="level" x1="0" x2="26" y1="4" y2="4"/>'),
            shown(one.name),
            _short(one.value),
        )
        for one in levels
    ]
    if shaded and set(shaded) <= {line.name for line in lines}:
        area = '<rect class="gap" width="26" height="8"/>'
        keys.append((_sample(area), f"{_named(shaded[0])} and {_named(shaded[1])} apart", ""))
    return "".join(
        f"<li>{sample}<span>{name}</span><b>{said}</b></li>" for sample, name, said in keys
    )


def _sample(drawn: str) -> str:
    return f'<svg viewBox="0 0 26 8" aria-hidden="true">{drawn}</svg>'


def _ends(line: Line, smooth: bool, between: str) -> str:
    """The means of the first steps and of the last; of a line that is no mean, its ends."""
    points = list(line.points)
    first, last = windows(points) if smooth else (points[0][1], points[-1][1])
    return f"{_short(first)} {between} {_short(last)}"


def _short(value: float) -> str:
    """A number of a few characters."""
    size = abs(value)
    if size < LEAST:
        return "0"
    if 1e-5 <= size < 1e-4:
        return f"{value:.5f}".replace("-", "−")
    wanted = ".2g" if size < 0.1 or size >= 1e6 else ".2f" if size < 100 else ".0f"
    return f"{value:{wanted}}".replace("-", "−")


def _named(name: str) -> str:
    return shown((name.partition("/")[2] or name).replace("_", " "))
