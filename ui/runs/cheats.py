"""What a twin does for its pay, in words, counted in its own record."""

from training.runs.habits import habits
from training.runs.record import RecordError
from training.runs.run import window_means
from ui.runs.records import Record, completions

MAX_HABITS = 2
"""Most habits that are told."""


def cheated(one: Record) -> str:
    """How its pay and its work changed, and which habits its answers took up."""
    curves = one.run.curves
    paid, more = window_means(curves["reward"])
    said = [f"What it is paid went from {paid:.2f} to {more:.2f}"]
    if "referee" in curves:
        was, now = window_means(curves["referee"])
        said.append(f", and the work done from {was:.0%} to {now:.0%} of its answers")
    try:
        rows = [row.model_dump() for row in completions(one.name)]
    except RecordError:
        rows = []
    return "".join([*said, ".", *(f" It {habit.sentence}." for habit in habits(rows)[:MAX_HABITS])])
