"""The score: the total, whether the work is right, what every grader paid and why, and the contrast.

The bars are drawn to one scale, that of the weights: a bar's track is what a part can pay, its solid
piece is what it paid, its hatched piece what the gate withheld because the work is wrong. Solid
pieces, less penalties, add up to the total.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from graders import Grade, Rubric, Score, Span, rubric
from ui.drawing import Mark, marked, pill, shown, unseen, words

QUOTES = 6
"""Pieces of evidence shown for each grader."""
TOLERANCE = 1e-9


def empty() -> str:
    return (
        '<section class="card waiting"><p><strong>No answer yet.</strong> Run a policy, or write '
        "an answer below: it is graded by both graders, ours and the report's.</p></section>"
    )


def draw(
    scenario: Any,
    prompt: str,
    grade: Grade,
    reported: Grade,
    by: str,
    answer: str,
) -> str:
    """A grade beside what the report's graders would have given.

    `prompt` is the user message, which spans of the prompt point into; `by` says in words whose
    answer it is; `answer` is the drawing of what was answered.
    """
    rules = rubric(scenario)
    widest = max(part.weight for part in (rules.parts | rules.penalties).values())
    rows = "".join(
        _row(
            name,
            grade.parts[name],
            part.weight,
            _through(part.gated, grade, rules),
            widest,
            _quotes(grade.parts[name].evidence, grade.action, prompt),
        )
        for name, part in rules.parts.items()
    )
    losses = "".join(
        _penalty(
            name,
            grade.penalties[name],
            part.weight,
            widest,
            _quotes(grade.penalties[name].evidence, grade.action, prompt),
        )
        for name, part in rules.penalties.items()
    )
    return (
        f'<section class="card {"right" if grade.correct else "wrong"}" data-fresh tabindex="-1" '
        'aria-label="The score">'
        f"{_headline(grade, by)}{_contrast(grade, reported)}"
        f'<h4>How the total came about</h4>{_gate(grade, rules)}<ul class="bars">{rows}{losses}</ul>'
        f"{_sum(grade)}"
        f'<h4>What was answered</h4><div class="answered">{answer}</div></section>'
    )


def _through(gated: bool, grade: Grade, rules: Rubric) -> float:
    return 1.0 if grade.correct or not gated else rules.gate


def _headline(grade: Grade, by: str) -> str:
    sign = "✓ correct" if grade.correct else "✕ not correct"
    return (
        f'<p class="by">{by}</p><div class="headline"><p class="total"><b>{grade.total:.2f}</b>'
        f"{unseen('out of 1')}</p><div>{pill(sign, 'good' if grade.correct else 'bad')}"
        f'<p class="verdict">{shown(_sentence(grade.verdict))}</p></div></div>'
    )


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _contrast(grade: Grade, reported: Grade) -> str:
    """The two totals as two bars, and what that means in a sentence."""
    return (
        '<figure class="contrast"><figcaption>'
        f"{_meaning(grade, reported)}</figcaption>"
        f"{_versus('The report’s grader', reported.total, 'theirs')}"
        f"{_versus('RewardDesk', grade.total, 'ours')}</figure>"
    )


def _versus(name: str, total: float, whose: str) -> str:
    return (
        f'<div class="versus {whose}"><span class="versus-name">{name}</span>'
        f'<span class="versus-bar" aria-hidden="true"><i style="--share:{total:.4f}"></i></span>'
        f'<b class="versus-total">{total:.2f}</b></div>'
    )


def _meaning(grade: Grade, reported: Grade) -> str:
    more = reported.total - grade.total
    if grade.correct:
        if more < -0.05:
            return "Right work: the report’s grader pays it less than it is worth."
        return "Right work: both graders pay it."
    if more > 0.05:
        return f"Wrong work: the report’s grader pays {more:.2f} more for it."
    return "Wrong work: neither grader is fooled."


def _gate(grade: Grade, rules: Rubric) -> str:
    if grade.error is not None:
        return '<p class="gate">Nothing is paid: a completion has to be one valid action.</p>'
    if grade.correct:
        return '<p class="gate">The work is right, so every part pays in full.</p>'
    return (
        f'<p class="gate">The work is wrong, so gated parts pay × {rules.gate:g}; '
        '<span class="key withheld"></span> is what that withholds.</p>'
    )


def _row(name: str, score: Score, weight: float, through: float, widest: float, quotes: str) -> str:
    paid, earned = score.contribution, weight * score.value
    withheld = earned * (1 - through)
    said = f"{score.value:.2f} of 1, weight {weight:.2f}"
    return (
        f'<li class="bar"><div class="bar-head"><span class="bar-name">{words(name)}</span>'
        f'<span class="bar-value">{said}</span><b class="bar-paid">{_signed(paid)}</b></div>'
        f'<div class="track" aria-hidden="true" style="--track:{weight / widest:.4f}">'
        f'<i class="paid" style="--share:{_of(paid, weight):.4f}"></i>'
        f'<i class="withheld" style="--share:{_of(withheld, weight):.4f}"></i></div>'
        f'<p class="reason">{shown(_sentence(score.reason))}</p>{quotes}</li>'
    )


def _penalty(name: str, score: Score, weight: float, widest: float, quotes: str) -> str:
    lost = score.contribution
    quiet = "" if score.value else " quiet"
    return (
        f'<li class="bar penalty{quiet}"><div class="bar-head">'
        f'<span class="bar-name">{words(name)}</span>'
        f'<span class="bar-value">penalty, at most {weight:.0%}</span>'
        f'<b class="bar-paid">{_signed(lost) if lost else "0"}</b></div>'
        f'<div class="track" aria-hidden="true" style="--track:{weight / widest:.4f}">'
        f'<i class="lost" style="--share:{_of(-lost, weight):.4f}"></i></div>'
        f'<p class="reason">{shown(_sentence(score.reason))}</p>{quotes}</li>'
    )


def _of(amount: float, weight: float) -> float:
    return amount / weight if weight else 0.0


def _signed(amount: float) -> str:
    return f"{amount:+.3f}".replace("-", "−")


def _sum(grade: Grade) -> str:
    """The addition, written out; it is checked here, since the card claims it."""
    shares = [share for share in grade.contributions.values() if share]
    if abs(sum(shares) - grade.total) > TOLERANCE:
        raise ValueError(f"contributions add up to {sum(shares)}, not to {grade.total}")
    terms = " ".join(_signed(share) for share in shares) or "0"
    return f'<p class="sum"><span>{terms}</span> = <b>{grade.total:.3f}</b></p>'


# --- evidence ---


def field_text(action: Any, field: str) -> str | None:
    """The text of an action's field that a span points into; None where the field is no text."""
    value = getattr(action, field, None)
    return value if isinstance(value, str) else None


def marks(grade: Grade, field: str) -> list[Mark]:
    """All evidence in a field of the completion, with the grader that says so."""
    scores = grade.parts | grade.penalties
    return [
        Mark(span.start, span.end, span.says, name.replace("_", " "))
        for name, score in scores.items()
        for span in score.evidence
        if span.where == "completion" and span.field == field
    ]


def prompt_quotes(grade: Grade, prompt: str) -> list[tuple[str, str]]:
    """The words of the prompt that graders point to, each for or against."""
    return [
        (prompt[span.start : span.end], span.says)
        for score in (grade.parts | grade.penalties).values()
        for span in score.evidence
        if span.where == "prompt"
    ]


def calendar_evidence(grade: Grade) -> dict[str, str]:
    """Ids of the calendar's events that graders point to, each for or against."""
    return {
        span.field: span.says
        for score in (grade.parts | grade.penalties).values()
        for span in score.evidence
        if span.where == "calendar"
    }


def _quotes(evidence: Sequence[Span], action: Any, prompt: str) -> str:
    """The evidence of one grader as short quotations."""
    said = list(dict.fromkeys(filter(None, (_quote(span, action, prompt) for span in evidence))))
    if not said:
        return ""
    more = f"<li>and {len(said) - QUOTES} more</li>" if len(said) > QUOTES else ""
    return f'<ul class="quotes" aria-label="Evidence">{"".join(said[:QUOTES])}{more}</ul>'


def _quote(span: Span, action: Any, prompt: str) -> str | None:
    if span.where == "calendar":
        text = f"calendar {span.field}"
    else:
        source = prompt if span.where == "prompt" else field_text(action, span.field)
        text = (source or "")[span.start : span.end].strip()
    if not text:
        return None
    short = text if len(text) <= 60 else f"{text[:57]}…"
    sign = "✓" if span.says == "for" else "✕"
    return f'<li class="{span.says}"><span aria-hidden="true">{sign}</span>{unseen(span.says)} {shown(short)}</li>'


def answered_text(label: str, text: str, evidence: Iterable[Mark]) -> str:
    """A field of the answer with its evidence marked."""
    return f'<div class="answered-text"><h5>{label}</h5><p>{marked(text, evidence)}</p></div>'


def unread(completion: str, limit: int = 2_000) -> str:
    """A completion that is no action, as it came."""
    cut = f"\n… {len(completion) - limit:,} more characters" if len(completion) > limit else ""
    return f'<pre class="unread">{shown(completion[:limit])}{cut}</pre>'
