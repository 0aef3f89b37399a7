"""Charts: whatever the numbers are, one is drawn, with a few marks that a person can read."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.runs.axis import MOST, step_axis, value_axis
from ui.runs.chart import POINTS, Event, Level, Line, chart

finite = st.floats(allow_nan=False, allow_infinity=False)
steps = st.integers(-(10**400), 10**400) | st.integers(0, 200)
points = st.lists(st.tuples(steps, finite), max_size=40, unique_by=lambda at: at[0]).map(sorted)
COORDINATES = re.compile(r'points="([^"]*)"')
MARKS = re.compile(r'<span class="([xy])"[^>]*>([^<]*)</span>')


@given(
    st.lists(st.builds(Line, st.text(max_size=20), points), max_size=9),
    st.lists(st.builds(Level, st.text(max_size=20), finite), max_size=2),
    st.lists(st.builds(Event, steps, st.integers(1, 20)), max_size=8),
    st.booleans(),
)
def test_a_chart_is_drawn_of_any_finite_points(lines, levels, events, smooth):
    shaded = (lines[0].name, lines[-1].name) if lines else None
    drawn = chart("A title", lines, levels, events, smooth=smooth, shaded=shaded, beside=lines)
    assert bool(drawn) == any(line.points for line in lines)
    for coordinates in COORDINATES.findall(drawn):
        for number in re.split("[ ,]", coordinates):
            assert 0 <= int(number) <= 1000
    marks = MARKS.findall(drawn)
    for axis in "xy":
        texts = [text for name, text in marks if name == axis]
        assert len(texts) <= MOST
        assert len(set(texts)) == len(texts)
        assert all(len(text) <= 18 for text in texts)
    assert not re.search(r"nan|inf\b", "".join(COORDINATES.findall(drawn)))


@given(st.lists(finite, min_size=1, max_size=20))
def test_a_value_axis_holds_nought_and_every_value_and_its_marks_rise(values):
    axis = value_axis(values)
    assert axis.low <= 0 <= axis.high
    assert all(-1e-9 <= axis.at(value) <= 1 + 1e-9 for value in values)
    told = [mark.value for mark in axis.marks]
    assert told == sorted(told)
    assert 2 <= len(told) <= MOST
    assert all(len(mark.text) <= 10 for mark in axis.marks)


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.2, 0.9], ["0", "0.25", "0.5", "0.75", "1"]),
        ([0.0], ["0", "0.25", "0.5", "0.75", "1"]),
        ([-0.004, 0.0], ["−0.004", "−0.003", "−0.002", "−0.001", "0"]),
        ([45.7, 86.2], ["0", "25", "50", "75", "100"]),
        ([3e-7], ["0", "1e−07", "2e−07", "3e−07"]),
        ([1e11, 9e11], ["0", "2.5e+11", "5e+11", "7.5e+11", "1e+12"]),
    ],
)
def test_values_are_marked_at_round_numbers(values, texts):
    assert [mark.text for mark in value_axis(values).marks] == texts


@pytest.mark.parametrize(
    ("first", "last", "texts"),
    [
        (1, 150, ["50", "100", "150"]),
        (0, 80, ["0", "20", "40", "60", "80"]),
        (7, 7, ["7"]),
        (10**9, 10**9 + 10, ["1,000,000,000", "1,000,000,005", "1,000,000,010"]),
    ],
)
def test_steps_are_marked_at_whole_numbers_wherever_they_begin(first, last, texts):
    assert [mark.text for mark in step_axis([first, last]).marks] == texts


def test_names_and_titles_are_text():
    bad = "<img src=x onerror=alert(1)>\u202e"
    drawn = chart(bad, [Line(bad, [(1, 0.0)])], [Level(bad, 1.0)])
    assert "<img" not in drawn
    assert "\u202e" not in drawn
    assert html.escape("<img src=x") in drawn


def test_a_key_tells_the_first_and_the_last_mean_and_each_line_has_dashes_of_its_own():
    climb = [(n, n / 100) for n in range(1, 101)]
    drawn = chart("t", [Line("parts/scheduling", climb), Line("parts/email_quality", climb)])
    assert "<span>scheduling</span><b>0.055 → 0.96</b>" in drawn
    dashes = re.findall(r'<polyline points="0,4 26,4" stroke-dasharray="([^"]*)"', drawn)
    assert len(dashes) == len(set(dashes)) == 2


def test_a_line_that_is_no_mean_is_told_by_its_ends():
    drawn = chart("t", [Line("easy", [(0, 0.25), (10, 0.5), (20, 0.75)])], smooth=False)
    assert "<b>0.25 → 0.75</b>" in drawn
    assert 'class="raw"' not in drawn


def test_what_lies_between_two_lines_is_filled_and_named():
    one = Line("reward", [(1, 1.0), (2, 1.0)])
    other = Line("referee", [(1, 0.0), (2, 0.5)])
    drawn = chart("t", [one, other], shaded=("reward", "referee"))
    assert '<polygon class="gap" points="0,0 1000,0 1000,750 0,1000"/>' in drawn
    assert "reward and referee apart" in drawn
    assert "gap" not in chart("t", [one], shaded=("reward", "referee"))


def test_compared_charts_have_the_same_axes():
    short, long = Line("a", [(1, 0.1), (50, 0.2)]), Line("a", [(1, 0.9), (100, 3.0)])
    texts = [
        MARKS.findall(chart("t", [one], beside=[other]))
        for one, other in ((short, long), (long, short))
    ]
    assert texts[0] == texts[1]


def test_events_that_are_close_stand_under_each_other_and_those_of_a_step_together():
    line = [Line("a", [(1, 0.0), (100, 1.0)])]
    drawn = chart(
        "t", line, events=[Event(15, 1), Event(17, 2), Event(17, 3), Event(90, 4), Event(900, 5)]
    )
    assert re.findall(r'--row:(\d)" aria-hidden="true">([^<]*)', drawn) == [
        ("0", "1"),
        ("1", "2, 3"),
        ("0", "4"),
    ]
    assert "--rows:2" in drawn


def test_of_very_many_points_some_are_drawn_with_the_last():
    drawn = chart("t", [Line("a", [(n, 0.5) for n in range(1, 50_001)])])
    for coordinates in COORDINATES.findall(drawn):
        assert len(coordinates.split()) <= POINTS + 1
        assert coordinates == "0,4 26,4" or coordinates.split()[-1].startswith("1000,")
