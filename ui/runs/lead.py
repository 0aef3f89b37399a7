"""What became of a run, in a few sentences for readers who look at no chart."""

from contextlib import suppress
from typing import Any

from training.runs.habits import habits
from training.runs.record import RecordError
from training.runs.run import window_means
from ui.drawing import escaped
from ui.runs.completions import completions
from ui.runs.records import Record, alike

MAX_LENGTH = 200
"""Maximum characters of what a health event says."""


def lead(one: Record, sibling: Record | None) -> str:
    """The sentences about a run, as HTML; `sibling` is the sound run that it is compared with."""
    said = [_learned(one)] if one.preset else []
    if one.collapse:
        said.append(_collapsed(one, sibling))
    elif one.unfinished:
        said.append(
            f"{one.steps:,} of {one.preset.steps:,} steps so far: it is running, or was stopped."
        )
    if one.held_out and (after := one.held_out.improved_mean) is not None:
        said.append(f"It learned: the mean score on held-out cases rose to {after:.2f}.")
    if not one.run.events and not one.unfinished:
        said.append("No warning fired.")
    if one.is_twin:
        said.append(_cheated(one))
    return escaped(" ".join(said))


def for_engineers(one: Record) -> str:
    """The settings of a run, folded, as HTML; "" if they are not on record."""
    if (preset := one.preset) is None:
        return ""
    return (
        '<details class="for-engineers"><summary>For engineers</summary><p class="hint">'
        f"{one.steps:,} steps of GRPO, learning rate {preset.learning_rate:g}, KL weight "
        f"{preset.beta:g} (how firmly it is held to the model that it began as), seed "
        f"{preset.seed}. Record: <code>assets/runs/{one.name}</code></p></details>"
    )


def _learned(one: Record) -> str:
    """Who learned what from whom, for those who have never trained a model."""
    preset, place = one.preset, one.workplace.lower()
    return (
        f"Here {one.model or 'a pocket model'} practised on the {place}. At each step it wrote "
        f"{preset.generations} answers to each of {preset.prompts} cases, {one.payer} scored "
        "them, and answers like the better ones became likelier."
    )


def _collapsed(one: Record, sibling: Record | None) -> str:
    """What the health event says of a collapse, and the settings that cause it."""
    happened = one.collapse.sentence.partition(": ")[0][:MAX_LENGTH].rstrip(".")
    said = f"It collapsed. {happened}."
    if not one.collapses or sibling is None:
        return said
    times = one.preset.learning_rate / sibling.preset.learning_rate
    loose = ", and nothing holds it to the model that it began as" if one.preset.beta == 0 else ""
    return (
        f"{said} Its learning rate was set too high on purpose: it is {times:.2g} times that of "
        f"the sound run{loose}."
    )


def _cheated(one: Record) -> str:
    """How a twin's pay and its work changed, the habit that its answers took up most, and whether
    other runs fared better."""
    curves = one.run.curves
    paid, more = window_means(curves["reward"])
    said = [f"What it is paid went from {paid:.2f} to {more:.2f}"]
    if "referee" in curves:
        was, now = window_means(curves["referee"])
        said.append(
            f"; the work done, by a referee that pays no run, from {was:.0%} to {now:.0%} of its "
            "answers"
        )
    rows: list[dict[str, Any]] = []
    with suppress(RecordError):
        rows = [row.model_dump() for row in completions(one.name)]
    said += ["."] + [f" It {habit.sentence}." for habit in habits(rows)[:1]]
    such = alike(one)
    if len(such) > 1 and such[0].name == one.name:
        said.append(
            f" Of {len(such)} such runs, alike but for chance, this one ends with the least work "
            "done."
        )
    return "".join(said)
