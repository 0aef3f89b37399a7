"""Charts: whatever the numbers are, they are a figure that Plotly knows, with words beside it."""

import html
import json
import re
from typing import Any

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.runs.run import MAX_VALUE, running_mean
from ui.runs.chart import MAX_POINTS, Event, Level, Line, chart
from ui.runs.held_out import drawn as held_out
from ui.runs.records import LAST_STEP, record

values = st.floats(-MAX_VALUE, MAX_VALUE)
steps = st.integers(0, LAST_STEP) | st.integers(0, 200)
points = st.lists(st.tuples(steps, values), max_size=40, unique_by=lambda at: at[0]).map(sorted)
KEY = re.compile(r"<span>([^<]*)</span> <b>([^<]*)</b>")
BAD = '"><img src=x onerror=alert(1)><a href="javascript:alert(1)">%{x}</a>&amp;\u202e'


def figures(drawn: str) -> list[dict[str, Any]]:
    """What Plotly is told, once its own library has found every name and value in it good."""
    found = [json.loads(html.unescape(one)) for one in re.findall(' figure="([^"]*)"', drawn)]
    for one in found:
        coloured = json.loads(re.sub(r'"--[a-z0-9-]+"', '"#123456"', json.dumps(one)))
        go.Figure(coloured, skip_invalid=False)
    return found


def figure(drawn: str) -> dict[str, Any]:
    (found,) = figures(drawn)
    return found


def lines(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The thick lines by name."""
    return {one["name"]: one for one in told["data"] if one.get("line", {}).get("dash")}


@pytest.mark.slow
@given(
    st.lists(st.builds(Line, st.text(max_size=20), points), max_size=9),
    st.lists(st.builds(Level, st.text(max_size=20), values), max_size=2),
    st.lists(st.builds(Event, steps, st.integers(1, 20), st.text(max_size=9)), max_size=8),
    st.booleans(),
    st.none() | steps,
)
def test_a_chart_is_drawn_of_any_points(curves, levels, events, flag, step):
    told = {"fit_also": curves, "marked_step": step, "last_step": step}
    drawn = chart("t", curves, levels, events, smooth=flag, shaded=flag, **told)
    assert bool(drawn) == any(line.points for line in curves)
    if not drawn:
        return
    told = figure(drawn)["layout"]
    low, high = told["xaxis"]["range"]
    assert all(low < step < high for line in curves for step, _ in line.points)
    if low_and_high := told["yaxis"].get("range"):
        low, high = low_and_high
        assert low <= 0 < high
        assert all(low <= value <= high for line in curves for _, value in line.points)


def test_charts_of_all_kinds_are_figures_that_plotly_knows():
    found = record("exec_assist_pocket")
    assert len(figures(held_out(found.held_out, found.greedy, found.voices))) == 4


@pytest.mark.parametrize("name", [BAD, "<b>bold</b>", "$x$", "a & b"])
def test_what_comes_from_outside_is_no_markup(name):
    drawn = chart(name, [Line(name, [(1, 0.0), (9, 1.0)])], [Level(name, 1.0)], [Event(5, 1, name)])
    told = figure(drawn)
    for said in (*lines(told), told["layout"]["annotations"][0]["hovertext"]):
        assert not re.search(r"[<>\u202e]", said)
    assert "<img" not in drawn
    assert "<a " not in drawn
    assert "\u202e" not in drawn


def test_a_key_tells_the_first_and_the_last_mean_and_each_line_has_dashes_of_its_own():
    climb = [(n, n / 100) for n in range(1, 101)]
    drawn = chart("t", [Line("parts/scheduling", climb), Line("parts/email_quality", climb)])
    assert ("scheduling", "0.06 → 0.96") in KEY.findall(drawn)
    dashes = re.findall(r'stroke-dasharray="([^"]*)"', drawn)
    told = lines(figure(drawn))
    assert [one["line"]["dash"] for one in told.values()] == dashes
    assert len(set(dashes)) == 2


def test_a_key_tells_what_its_numbers_are_and_they_lie_on_the_line():
    for steps, key, what in (
        (22, "0.06 → 0.17", "mean of the first 10 steps → of the last 10"),
        (19, "0.14", "mean of the last 10 steps"),
        (7, "0.04", "mean of 7 steps"),
        (1, "0.01", "one step"),
    ):
        drawn = chart("t", [Line("a", [(n, n / 100) for n in range(1, steps + 1)])])
        assert KEY.findall(drawn) == [("a", key)]
        assert f'<li class="what">{what}</li>' in drawn
        thick = figure(drawn)["data"][1]["y"]
        ends = [thick[9], thick[-1]] if steps >= 20 else [thick[-1]]
        assert [float(one) for one in key.split(" → ")] == pytest.approx(ends, abs=0.006)


def test_a_line_is_the_running_mean_over_what_was_recorded():
    recorded = [0.0, 1.0, 0.0, 1.0]
    thin, thick = figure(chart("t", [Line("a", list(enumerate(recorded)))]))["data"]
    assert thin["y"] == recorded
    assert thin["line"]["width"] < thick["line"]["width"]
    assert thick["y"] == pytest.approx(running_mean(recorded), rel=1e-3)


def test_a_line_that_is_no_mean_is_told_by_its_ends():
    drawn = chart("t", [Line("easy", [(0, 0.25), (10, 0.5), (20, 0.75)])], smooth=False)
    assert KEY.findall(drawn) == [("easy", "0.25 → 0.75")]
    assert [one["y"] for one in figure(drawn)["data"]] == [[0.25, 0.5, 0.75]]


def test_what_lies_between_two_lines_is_filled_and_named():
    one = Line("reward", [(1, 1.0), (2, 1.0)])
    other = Line("referee", [(1, 0.0), (2, 0.5)])
    drawn = chart("t", [one, other], shaded=True)
    (area,) = [one for one in figure(drawn)["data"] if one.get("fill")]
    assert list(zip(area["x"], area["y"], strict=True)) == [(1, 1), (2, 1), (2, 0.25), (1, 0)]
    assert "reward and referee apart" in drawn
    assert "apart" not in chart("t", [one], shaded=True)


def test_compared_charts_have_the_same_axes():
    short, long = Line("a", [(1, 0.1), (50, 0.2)]), Line("a", [(1, -0.9), (100, 3.0)])
    one, other = (
        figure(chart("t", [line], fit_also=[beside]))["layout"]
        for line, beside in ((short, long), (long, short))
    )
    for axis in ("xaxis", "yaxis"):
        assert one[axis]["range"] == other[axis]["range"]


def test_events_that_are_close_stand_under_each_other_and_those_of_a_step_together():
    at = [(15, 1), (17, 2), (17, 3), (90, 4), (900, 5)]
    events = [Event(step, number, f"signal {number}") for step, number in at]
    told = figure(chart("t", [Line("a", [(1, 0.0), (100, 1.0)])], events=events))["layout"]
    assert [(one["x"], one["text"], one["yshift"]) for one in told["annotations"]] == [
        (15, "1", 0),
        (17, "2, 3", -16),
        (90, "4", 0),
    ]
    assert sorted(one["x0"] for one in told["shapes"]) == [15, 17, 90]
    assert told["annotations"][1]["hovertext"] == "Step 17: signal 2, signal 3"


def test_the_marked_step_is_the_first_shape_and_its_axis_begins_before_the_first_step():
    drawn = chart("t", [Line("a", [(1, 0.0), (9, 1.0)])], events=[Event(3, 1, "a")], marked_step=0)
    told = figure(drawn)["layout"]
    assert 'here="0"' in drawn
    assert [one["x0"] for one in told["shapes"]] == [0, 3]
    assert told["xaxis"]["range"][0] < 0


def test_of_very_many_points_some_are_drawn_with_the_last():
    curve = [(n, 0.5) for n in range(1, 50_001)]
    drawn = chart("t", [Line("a", curve), Line("b", curve)], shaded=True)
    for one in figure(drawn)["data"]:
        assert len(one["x"]) == len(one["y"]) <= 2 * (MAX_POINTS + 1)
        assert 50_000 in one["x"]
