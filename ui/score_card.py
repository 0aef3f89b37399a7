"""The score card: the total, the verdict, what each grader pays and why, and a comparison.

All bars share the scale of the weights: a track is as long as the most that a part can pay, its
solid piece is what it paid, its hatched piece what the gate withheld because the work is wrong. The
solid pieces minus the penalties add up to the total. On a phone every track is as long as the card
is wide: what is paid in full fills it.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from graders import Grade, Rubric, rubric
from ui.drawing import (
    capitalized,
    clipped,
    correct_pill,
    escaped,
    label_of,
    render_nonce,
    signed,
    sr_only,
)
from ui.evidence import quotes

_CODE = re.compile(r"`([^`]+)`")
TOLERANCE = 1e-9


def empty() -> str:
    """The card before there is an answer."""
    return (
        f'<section class="card waiting">{_live_region("The score", "")}'
        "<p><strong>Nothing is scored here yet.</strong> Run a script, or write an answer. Two "
        "graders score it, ours and a published one.</p></section>"
    )


def unfinished(faults: Mapping[str, str]) -> str:
    """The card of an answer from the form that is no action yet; `faults` are sentences, by the
    path of the field."""
    said = "".join(f"<li>{escaped(one)}</li>" for one in faults.values())
    return (
        f'<section class="card waiting unfinished" data-fresh {render_nonce()} '
        f'data-faults="{escaped(json.dumps(faults))}">{_live_region("The score", "")}'
        f'<div role="alert"><strong>Not graded yet.</strong><ul>{said}</ul></div></section>'
    )


def draw(
    scenario: Any, prompt: str, grade: Grade, reported: Grade, by: str, completion: str
) -> str:
    """A grade beside the one that the report's graders would have given.

    `prompt` is the user message, into which prompt evidence points; `by` says whose answer it is,
    as HTML; `completion` is the raw answer.
    """
    spoken = f"{summary(grade)}; the published grader gives {reported.total:.2f}"
    bars = versus("The published grader", reported.total, "theirs")
    bars += versus("RewardDesk", grade.total, "ours")
    hint = "The published grader is rebuilt from its report."
    compared = contrast(_meaning(grade, reported), bars, hint) if grade.keyed else ""
    reasons = breakdown(rubric(scenario), prompt, grade)
    if grade.error is not None:
        reasons += f"<h4>What came in</h4>{unread(completion)}"
    return card("The score", spoken, by, scenario.situation, grade, compared + reasons)


def card(title: str, spoken: str, by: str, situation: str, grade: Grade, rest: str) -> str:
    """A grade under its heading; `title`, `spoken`, `by` and `rest` are HTML."""
    return (
        f'<section class="card {"right" if grade.correct else "wrong"}" data-fresh '
        f'{render_nonce()}>{_live_region(title, spoken)}<p class="by">{by}</p>'
        f'<p class="situation">The kind of case it was: <b>{label_of(situation)}</b></p>'
        f"{headline(grade)}{rest}</section>"
    )


def breakdown(
    rules: Rubric, prompt: str, grade: Grade, apart: tuple[str, Collection[str]] = ("", ())
) -> str:
    """How the total came about: every grader's bar with its reason and evidence, and the sum.

    `apart` is a heading and the names of the parts to list under it, below the others.
    """
    widest = max(part.weight for part in (rules.parts | rules.penalties).values())

    def bars(names: Iterable[str]) -> str:
        return "".join(
            f"{_bar(name, rules, grade, widest)}"
            f"{quotes(grade.evidence[name], grade.action, prompt)}</li>"
            for name in names
        )

    heading, others = apart
    rows = bars(name for name in (*rules.parts, *rules.penalties) if name not in others)
    below = f'<h4>{heading}</h4><ul class="bars">{bars(others)}</ul>' if others else ""
    unjudged = escaped(", ".join(rules.unjudged))
    note = f'<p class="hint">Not judged, since no rule can: {unjudged}.</p>' if unjudged else ""
    return (
        f"<h4>How the score came about</h4>{_gate(grade, rules)}"
        f'<ul class="bars">{rows}</ul>{below}{_sum(grade)}{note}'
    )


def _live_region(title: str, text: str) -> str:
    """The card's heading, and what a screen reader says when the card changes."""
    return f'<h3 class="unseen">{title}</h3><p class="unseen" role="status">{text}</p>'


def summary(grade: Grade) -> str:
    """Whether the work is right, and the total, in words."""
    return f"{'' if grade.correct else 'not '}{grade.right_word}, {grade.total:.2f} of 1"


def headline(grade: Grade) -> str:
    """The total, large, and whether the work is right and why."""
    return (
        f'<div class="headline"><p class="total"><b>{grade.total:.2f}</b>'
        f"{sr_only('out of 1')}</p><div>{correct_pill(grade.correct, grade.right_word)}"
        f'<p class="verdict">{_reason(grade.verdict)}</p></div></div>'
    )


def contrast(meaning: str, bars: str, hint: str) -> str:
    """Two totals as bars, under their meaning in a sentence; all HTML."""
    return (
        f'<figure class="contrast"><figcaption>{meaning}</figcaption>{bars}'
        f'<p class="hint">{hint}</p></figure>'
    )


def versus(name: str, total: float, whose: str) -> str:
    """One bar of a contrast; `whose`, "theirs" or "ours", styles it; `name` is HTML."""
    return (
        f'<div class="versus {whose}"><span class="versus-name">{name}</span>'
        f'<span class="versus-bar" aria-hidden="true"><i style="--share:{total:.4f}"></i></span>'
        f'<b class="versus-total">{total:.2f}</b></div>'
    )


def _meaning(grade: Grade, reported: Grade) -> str:
    if grade.error is not None:
        return "No valid answer: there is nothing to pay."
    more = reported.total - grade.total
    if grade.correct:
        if more < -0.05:
            return "Right work: the published grader pays it less than it is worth."
        return "Right work: both graders pay it."
    if more > 0.05:
        return f"Wrong work, and the published grader pays {more:.2f} more for it."
    return "Wrong work: neither grader is fooled."


def _gate(grade: Grade, rules: Rubric) -> str:
    if grade.error is not None:
        return '<p class="gate">Nothing is paid: there is no valid answer.</p>'
    if rules.gate == 1:
        return '<p class="gate">Parts are paid one by one, whether the work is right or not.</p>'
    if grade.correct:
        right = "The work counts as right" if grade.keyed else "Nothing speaks against it"
        return f'<p class="gate">{right}, so no part pays less than it scored.</p>'
    return (
        f'<p class="gate">The work is wrong, so gated parts pay × {rules.gate:g}; '
        '<span class="key withheld"></span> is what that withholds.</p>'
    )


def _bar(name: str, rules: Rubric, grade: Grade, widest: float) -> str:
    """The bar of a part or a penalty, with its reason; its list item is left open."""
    if name in rules.parts:
        part, score, kind = rules.parts[name], grade.parts[name], "bar"
        weight, paid = part.weight, score.contribution
        withheld = weight * score.value * (1 - rules.gate) * (part.gated and not grade.correct)
        said = f"{score.value:.2f} of 1, weight {weight:.2f}" if weight else "logged, never paid"
        pieces = _piece("paid", paid, weight) + _piece("withheld", withheld, weight)
        amount = signed(paid, "+.3f") if weight else "0"
    else:
        weight, score = rules.penalties[name].weight, grade.penalties[name]
        lost, said = score.contribution, f"penalty, at most {weight:.0%}"
        kind = f"bar penalty{'' if score.value else ' quiet'}"
        amount, pieces = signed(lost, "+.3f") if lost else "0", _piece("lost", -lost, weight)
    track = f"--track:{weight / widest:.4f}"
    return (
        f'<li class="{kind}"><div class="bar-head"><span class="bar-name">{label_of(name)}</span>'
        f'<span class="bar-value">{said}</span><b class="bar-paid">{amount}</b></div>'
        f'<div class="track" aria-hidden="true" style="{track}">{pieces}</div>'
        f'<p class="reason">{_reason(score.reason)}</p>'
    )


def _piece(kind: str, amount: float, weight: float) -> str:
    return f'<i class="{kind}" style="--share:{amount / weight if weight else 0.0:.4f}"></i>'


def _reason(text: str) -> str:
    """A grader's reason as a sentence, with text in backticks as code."""
    end = "" if text.endswith((".", "!", "?")) else "."
    return _CODE.sub(r"<code>\1</code>", escaped(f"{capitalized(text)}{end}"))


def _sum(grade: Grade) -> str:
    """The addition, written out; ValueError if it does not add up to the total."""
    shares = [share for share in grade.contributions.values() if share]
    if abs(sum(shares) - grade.total) > TOLERANCE:
        raise ValueError(f"contributions add up to {sum(shares)}, not to {grade.total}")
    terms = " ".join(signed(share, "+.3f") for share in shares) or "0"
    return f'<p class="sum"><span>{terms}</span> = <b>{grade.total:.3f}</b></p>'


def unread(completion: str) -> str:
    """A completion that could not be parsed, as raw text."""
    return f'<pre class="unread">{clipped(completion)}</pre>'
