"""Draws two answers to one case: what each did, its pay and why, and where the two differ.

Model output is untrusted text. Blind answers have neither names nor scores, so that a vote is about
the work.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any, get_args

from graders import Grade, rubric
from graders.repair import Repair, differences, repair
from ui import score_card
from ui.arena import waterfall
from ui.arena.votes import Choice
from ui.drawing import escaped, label_of, number_of
from ui.side_by_side import Outcome, draft, score_so_far, state_of, written

LETTERS = ("A", "B")
"""The contenders, as in the controls."""
UNNAMED = ("X", "Y")
"""Blind answers; either may be A's."""
MAX_WORDS = 200
"""Maximum words compared per text; the rest is cut."""
_SPAN = {"start", "end"}
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?", re.ASCII)


@dataclass(frozen=True)
class Answer:
    """One of the two answers: its letter, who wrote it, its text so far, and how fast."""

    letter: str
    name: str
    text: str = ""
    pace: str = ""


def growing(
    answers: Sequence[Answer], grades: Sequence[Grade | None], fields: Sequence[str]
) -> str:
    """The answers while they are written, by name; one that is complete already has its grade."""
    sides = "".join(
        _side(one, False, state_of(grade), score_so_far(grade) + draft(one.text, fields))
        for one, grade in zip(answers, grades, strict=True)
    )
    return f'<div class="sides">{sides}</div>'


def blind(answers: Sequence[Answer], grades: Sequence[Grade], s: Any, outcome: Outcome) -> str:
    """What the two did, and the vote, without names or scores."""
    plain = [replace(grade, parts={}, penalties={}) for grade in grades]  # no grader's marks
    sides = "".join(
        _side(one, True, "unjudged", outcome(s, grade) if grade.action else _unread(one))
        for one, grade in zip(answers, plain, strict=True)
    )
    return f'<div class="sides">{sides}</div>{ballot(UNNAMED)}'


def ballot(letters: Sequence[str]) -> str:
    """The vote on two answers, called by these letters."""
    first, second = letters
    labels = (f"{first} is better", "No difference", f"{second} is better")
    buttons = "".join(
        f'<button type="button" data-vote="{vote}">{label}</button>'
        for vote, label in zip(get_args(Choice), labels, strict=True)
    )
    return (
        '<div class="vote" role="group" aria-label="Your vote"><b>Which did the work?</b>'
        f"{buttons}</div>"
    )


def revealed(
    answers: Sequence[Answer],
    grades: Sequence[Grade],
    s: Any,
    outcome: Outcome,
    prompt: str,
    fields: Sequence[str],
) -> str:
    """Names, scores and reasons, where the two differ, and the way to another case."""
    sides = "".join(
        _judged(one, grade, s, outcome, prompt, fields)
        for one, grade in zip(answers, grades, strict=True)
    )
    another = '<button type="button" class="another" data-another>Another case</button>'
    return f'{another}<div class="sides">{sides}</div>{_difference(answers, grades)}'


def verdict(answers: Sequence[Answer], grades: Sequence[Grade], vote: str | None = None) -> str:
    """Which of the two earns more, in a sentence; with a vote, whether it agrees."""
    first, second = grades
    more, winner = _lead(grades), preferred(grades)
    if winner == "same":
        found = f"Both score {first.total:.2f}."
    else:
        found = f"{_called(answers[more > 0])} scores {abs(more):.2f} more."
        if first.correct != second.correct:
            one = _called(answers[second.correct])
            said = (
                f"{one} is right and the other is not"
                if first.keyed
                else f"Nothing speaks against {one}"
            )
            found += f" {said}."
    if vote is None:
        return found
    agrees = "You and the graders agree." if vote == winner else "The graders see it otherwise."
    return f"{agrees} {found}"


def preferred(grades: Sequence[Grade]) -> Choice:
    """Which of the two earns more, as the page rounds what they earn."""
    more = _lead(grades)
    return "same" if abs(more) < 0.005 else "second" if more > 0 else "first"


def _lead(grades: Sequence[Grade]) -> float:
    first, second = grades
    return round(second.total, 2) - round(first.total, 2)


def _called(one: Answer) -> str:
    return f"{one.letter} ({escaped(one.name)})"


# --- one side ---


def _side(one: Answer, nameless: bool, state: str, inner: str) -> str:
    name = "" if nameless else f" <small>{escaped(one.name)}</small>"
    pace = "" if nameless else escaped(one.pace)
    return (
        f'<article class="side {state}" aria-label="Answer {one.letter}"><h4>'
        f'<span class="letter-mark">{one.letter}</span>{name}</h4><p class="hint pace">{pace}</p>'
        f"{inner}</article>"
    )


def _judged(
    one: Answer, grade: Grade, s: Any, outcome: Outcome, prompt: str, fields: Sequence[str]
) -> str:
    rules = rubric(s)
    inner = (
        f"{score_card.headline(grade)}{waterfall.draw(rules, grade)}"
        f"{_advice(repair(s, one.text), grade) if grade.keyed else ''}"
        f"{outcome(s, grade) if grade.action else _unread(one)}"
        f"<details><summary>Every part’s reason</summary>"
        f"{score_card.breakdown(rules, prompt, grade)}</details>"
        f"{written(one.text, fields)}"
    )
    return _side(one, False, state_of(grade), inner)


def _unread(one: Answer) -> str:
    return f'<p class="hint">No valid answer: this is what came.</p>{score_card.unread(one.text)}'


def _advice(found: Repair, before: Grade) -> str:
    if not found.fields:
        return '<p class="advice">Nothing to add: no field would raise it.</p>'
    if before.action is None:
        return (
            '<p class="advice"><b>Smallest change:</b> write one valid answer. '
            f"The best one scores {found.grade.total:.2f}.</p>"
        )
    *others, last = (f"<b>{label_of(name)}</b>" for name in found.fields)
    names = f"{', '.join(others)} and {last}" if others else last
    right = " and make it right" if found.grade.correct and not before.correct else ""
    would = "would" if len(found.fields) == 1 else "together would"
    rows = "".join(
        f"<dt>{label_of(name)}</dt><dd>{as_html(found.to[name])}</dd>" for name in found.fields
    )
    return (
        f'<details class="advice"><summary>Smallest change: a better {names} {would} add '
        f"{found.gain:.2f}{right}.</summary><dl>{rows}</dl></details>"
    )


# --- where they differ ---


def _difference(answers: Sequence[Answer], grades: Sequence[Grade]) -> str:
    seen = (one for one in differences(*grades) if as_html(one.first) != as_html(one.second))
    rows = "".join(
        f'<tr><th scope="row">{label_of(one.field)}</th>{_cells(one.first, one.second)}</tr>'
        for one in seen
    )
    if not rows:
        return '<p class="hint">Both answers are the same.</p>'
    heads = "".join(head(one.letter, one.name) for one in answers)
    return (
        '<figure class="difference"><figcaption>Where they differ</figcaption>'
        f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></figure>"
    )


def head(letter: str, name: str) -> str:
    """The header of a contender's column in a table."""
    return f'<th scope="col"><span class="letter-mark">{letter}</span> {escaped(name)}</th>'


def _cells(first: Any, second: Any) -> str:
    if isinstance(first, str) and isinstance(second, str) and " " in first + second:
        before, after = _compared(first, second)
    else:
        before, after = as_html(first), as_html(second)
    return f"<td>{before}</td><td>{after}</td>"


def _compared(first: str, second: str) -> tuple[str, str]:
    """Both texts as HTML, with the words in which they differ marked."""
    words = [re.findall(r"\S+|\n", text) for text in (first, second)]
    one, other = (text[:MAX_WORDS] for text in words)
    cells: tuple[list[str], list[str]] = [], []
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        for cell, part, tag in ((cells[0], one[a:b], "del"), (cells[1], other[c:d], "ins")):
            text = escaped(" ".join(part))
            if part:
                cell.append(text if kind == "equal" else f"<{tag}>{text}</{tag}>")
    for cell, text in zip(cells, words, strict=True):
        if (more := len(text) - MAX_WORDS) > 0:
            cell.append(f"… {number_of(more, 'more word')}")
    return " ".join(cells[0]), " ".join(cells[1])


def as_html(value: Any) -> str:
    """A field's value in readable form, as HTML: dates in words, no brackets or braces."""
    if value in (None, "", []):
        return '<span class="nothing">nothing</span>'
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) and _SPAN.issubset(value):
        rest = {name: one for name, one in value.items() if name not in _SPAN}
        span = f"{as_html(value['start'])} to {as_html(value['end'])}"
        return "<br>".join([as_html(rest), span] if rest else [span])
    if isinstance(value, dict):
        return "<br>".join(f"{label_of(name)}: {as_html(one)}" for name, one in value.items())
    if isinstance(value, list):
        return "<br>".join(map(as_html, value))
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        with suppress(ValueError):  # not a valid date or time
            moment = datetime.fromisoformat(value)
            return f"{moment:%a} {moment.day} {moment:%b, %H:%M}"
    return escaped(str(value))
