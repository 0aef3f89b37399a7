"""Models' answers to one case, side by side: what they do, score, and what training changed.

The comparison shares the scale of the score card's bars: a track is as long as the most that a part
can pay; a ring on it marks the first model, a disc the second.
"""

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from desks.strict_json import THOUGHT, THOUGHT_ENDS
from graders import Grade, Rubric, grade, rubric
from training.models.policy import BASE, TRAINED, WARM
from ui import score_card
from ui.drawing import capitalized, escaped, label_of, signed, sr_only
from ui.inference import TAUGHT, Progress

_WHAT = {
    BASE: "before any training",
    WARM: "shown how, by examples",
    TRAINED: "then paid for the work",
}
Outcome = Callable[[Any, Grade], str]
"""Draws what an answer did to its case, as HTML; only for completions with an action."""
SAME = 0.005
"""Amounts and differences below this round to 0 at two decimals."""


@dataclass(frozen=True)
class Side:
    """One model's answer: its text so far, and its grade once it is complete."""

    name: str
    fields: tuple[str, ...]
    """The fields of an action; each starts a new line."""
    text: str = ""
    pace: str = ""
    grade: Grade | None = None

    @property
    def heading(self) -> str:
        """What the model has learned."""
        return capitalized(TAUGHT[self.name])

    @property
    def summary(self) -> str:
        """Whether the answer is correct, and its score, in words."""
        return f"{self.heading}: {score_card.summary(self.grade)}"


def growing(sides: Sequence[Side]) -> str:
    """The answers while they are written; one that is complete already has its score."""
    drafts = (
        _answer(side, score_so_far(side.grade) + draft(side.text, side.fields)) for side in sides
    )
    return f'<div class="sides">{"".join(drafts)}</div>'


def grades_so_far(
    scenario: Any, before: Sequence[Grade | None], now: Sequence[Progress]
) -> list[Grade | None]:
    """The grades of the answers that are complete by now; `before` are those known already."""
    return [
        grade(scenario, one.text) if one.ended and known is None else known
        for known, one in zip(before, now, strict=True)
    ]


def score_so_far(found: Grade | None) -> str:
    """The score of an answer; "" while it is written."""
    return score_card.headline(found) if found else ""


def state_of(found: Grade | None) -> str:
    """The style of an answer, by its grade; None while it is written."""
    return "growing" if found is None else "right" if found.correct else "wrong"


def graded(sides: Sequence[Side], scenario: Any, prompt: str, outcome: Outcome) -> str:
    """The complete answers with their scores; for two, also what changed between them.

    `prompt` is the user message that the evidence points into.
    """
    rules = rubric(scenario)
    answers = [_judged(side, scenario, outcome) for side in sides]
    cards = [
        f'<section class="card" aria-label="{side.heading}">'
        f'<p class="by"><b>{side.heading}</b></p>'
        f"{score_card.breakdown(rules, prompt, side.grade)}</section>"
        for side in sides
    ]
    if len(sides) == 1:
        return f'<div class="sides">{answers[0]}{cards[0]}</div>'
    return (
        f'<div class="sides">{"".join(answers)}</div>{_changes(rules, *sides)}'
        '<details open><summary>Every part’s reason</summary><div class="sides">'
        f"{''.join(cards)}</div></details>"
    )


# --- one answer ---


def _answer(side: Side, inner: str) -> str:
    return (
        f'<article class="side {side.name} {state_of(side.grade)}" aria-label="{side.heading}"><h4>'
        f"{side.heading} <small>{_WHAT[side.name]}</small></h4>"
        f'<p class="hint pace">{side.pace}</p>{inner}</article>'
    )


def _judged(side: Side, scenario: Any, outcome: Outcome) -> str:
    work = _work(side, scenario, outcome)
    return _answer(side, f"{score_card.headline(side.grade)}{work}{_use(side)}")


def _work(side: Side, scenario: Any, outcome: Outcome) -> str:
    """What an answer did, and behind a click how it was written; one that is none, as it came."""
    if side.grade.action is None:
        return highlighted(side.text, side.fields)
    raw = written(side.text, side.fields)
    return f'<div class="work">{outcome(scenario, side.grade)}{raw}</div>'


def written(text: str, fields: Sequence[str]) -> str:
    """The raw text of an answer that is drawn otherwise, behind a click."""
    return f"<details><summary>As it was written</summary>{highlighted(text, fields)}</details>"


def highlighted(text: str, fields: Sequence[str]) -> str:
    """The raw text, escaped; the action's fields stand out and start new lines."""
    return f'<pre class="written" tabindex="0">{_with_fields(text, fields)}</pre>'


def draft(text: str, fields: Sequence[str]) -> str:
    """The same while it grows: the model's notes, if it begins with some, are set off from its
    answer by their looks, without their marks."""
    begun = text.lstrip()
    if not THOUGHT.startswith(begun[: len(THOUGHT)]):
        return highlighted(text, fields)
    notes, closed, answer = begun[len(THOUGHT) :].partition(THOUGHT_ENDS)
    if not closed:
        cut = notes.rfind("<")
        notes = notes[:cut] if cut >= 0 and THOUGHT_ENDS.startswith(notes[cut:]) else notes
    return (
        f'<pre class="written" tabindex="0"><i>{escaped(notes.strip())}</i>'
        f"{_with_fields(answer, fields)}</pre>"
    )


def _with_fields(text: str, fields: Sequence[str]) -> str:
    pieces = re.split(rf'("(?:{"|".join(map(re.escape, fields))})":)', text)
    return "".join(
        f"<b>{escaped(piece)}</b>" if place % 2 else escaped(piece)
        for place, piece in enumerate(pieces)
    )


def _use(side: Side) -> str:
    return (
        f'<button type="button" class="use" data-use="{html.escape(side.text)}">'
        f"Use this answer{sr_only(f' of the model {TAUGHT[side.name]}')}</button>"
    )


# --- two answers ---


def _changes(rules: Rubric, first: Side, second: Side) -> str:
    """What each answer earned or lost, part by part: the first model against the second."""
    before, after = first.grade, second.grade
    parts = rules.parts | rules.penalties
    widest = max(part.weight for part in parts.values())
    was, now = before.contributions, after.contributions
    rows = _row("total", before.total, after.total, 1.0, 1.0) + "".join(
        _row(label_of(name), was[name], now[name], part.weight, part.weight / widest)
        for name, part in parts.items()
        if max(abs(was[name]), abs(now[name])) >= SAME
    )
    return (
        f'<figure class="moved"><figcaption>{_meaning(first, second)}</figcaption>'
        f'<p class="hint"><i class="ring" aria-hidden="true"></i> {TAUGHT[first.name]} '
        f'<i class="disc" aria-hidden="true"></i> {TAUGHT[second.name]}. This is one case of '
        f"many: open another.</p><ul>{rows}</ul></figure>"
    )


def _row(name: str, was: float, now: float, worth: float, scale: float) -> str:
    """One row: both amounts on a track of `scale` times the full width, and their difference.

    `worth` is the most that the part can pay or, for a penalty, take.
    """
    low, high = sorted((abs(was) / worth, abs(now) / worth))
    more = _more(was, now)
    how, sign, by = ("up", "▲", signed(more)) if more > 0 else ("down", "▼", signed(more))
    if abs(more) < SAME:
        how, sign, by = "same", "=", "same"
    return (
        f'<li class="move {how}"><span class="move-name">{name}</span>'
        f'<span class="move-track" aria-hidden="true" style="--track:{scale:.4f};--low:{low:.4f};'
        f'--high:{high:.4f};--was:{abs(was) / worth:.4f};--now:{abs(now) / worth:.4f}">'
        '<i class="way"></i><i class="ring"></i><i class="disc"></i></span>'
        f'<span class="move-said">{signed(was, ".2f")}{sr_only(" before,")} '
        f'<span aria-hidden="true">→</span> {signed(now, ".2f")}{sr_only(" after,")}</span>'
        f'<b class="move-by"><span aria-hidden="true">{sign}</span> {by}</b></li>'
    )


def _more(was: float, now: float) -> float:
    """The difference of the rounded amounts, so that a reader can check it."""
    return round(now, 2) - round(was, 2)


def _meaning(first: Side, second: Side) -> str:
    before, after = first.grade, second.grade
    more = _more(before.total, after.total)
    if abs(more) < SAME:
        return "Both score the same here."
    if after.correct != before.correct:
        good = TAUGHT[(second if after.correct else first).name]
        said = "is right and the other is not" if after.keyed else "alone has nothing against it"
        return f"The model {good} {said}: {abs(more):.2f} apart."
    better = TAUGHT[(second if more > 0 else first).name]
    rest = f"; both are {'right' if after.correct else 'wrong'}" * after.keyed
    return f"The model {better} scores {abs(more):.2f} more{rest}."
