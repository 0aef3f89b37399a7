"""A grade's evidence, marked in the answer, the prompt and the calendar."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graders import Evidence, Grade
from ui.drawing import EVIDENCE_LABELS, Mark, escaped, humanized, marked, sr_only

MAX_QUOTES = 6
"""Maximum pieces of evidence quoted per grader."""
_KEY = (
    '<li class="sign-key"><span aria-hidden="true">?</span>'
    "not read: counts neither for nor against</li>"
)
"""Explains the sign of what was not read."""


def marks(grade: Grade, field: str) -> list[Mark]:
    """All evidence in a field of the completion, each piece with its grader's name."""
    return [
        Mark(span.start, span.end, span.says, humanized(name))
        for name, spans in grade.evidence.items()
        for span in spans
        if span.where == "completion" and span.field == field
    ]


@dataclass(frozen=True)
class PromptEvidence:
    """A prompt, and the evidence that graders found in it."""

    prompt: str = ""
    spans: tuple[Evidence, ...] = ()

    @classmethod
    def of(cls, grade: Grade, prompt: str) -> "PromptEvidence":
        """The prompt, and all the evidence that a grade has in it."""
        spans = (span for one in grade.evidence.values() for span in one if span.where == "prompt")
        return cls(prompt, tuple(spans))

    def marks(self, text: str) -> list[Mark]:
        """The evidence within a text, for each place where the prompt contains it verbatim."""
        return [
            Mark(one.start - found.start(), one.end - found.start(), one.says)
            for found in re.finditer(re.escape(text), self.prompt)
            for one in self.spans
            if found.start() <= one.start <= one.end <= found.end()
        ]

    def marked(self, text: str) -> str:
        """The text with that evidence marked, as HTML."""
        return marked(text, self.marks(text))


NO_EVIDENCE = PromptEvidence()


def calendar_evidence(grade: Grade) -> dict[str, str]:
    """Ids of the calendar events that graders point at, each with "for" or "against"."""
    return {
        span.field: span.says
        for spans in grade.evidence.values()
        for span in spans
        if span.where == "calendar"
    }


def quotes(evidence: Sequence[Evidence], action: Any, prompt: str) -> str:
    """The evidence of one grader as short quotations."""
    drawn = {_quote(span, action, prompt): span.says for span in evidence}
    said = [(quote, says) for quote, says in drawn.items() if quote]
    if not said:
        return ""
    shown = "".join(quote for quote, _ in said[:MAX_QUOTES])
    more = f"<li>and {len(said) - MAX_QUOTES} more</li>" if len(said) > MAX_QUOTES else ""
    key = _KEY if "unread" in (says for _, says in said[:MAX_QUOTES]) else ""
    return f'<ul class="quotes" aria-label="Evidence">{shown}{more}{key}</ul>'


def _quote(span: Evidence, action: Any, prompt: str) -> str | None:
    if span.where == "calendar":
        text = f"{span.field} in the calendar"
    else:
        source = prompt if span.where == "prompt" else getattr(action, span.field, None)
        text = source[span.start : span.end].strip() if isinstance(source, str) else ""
    if not text:
        return None
    short = text if len(text) <= 60 else f"{text[:57]}…"
    if span.where == "prompt" and span.says == "for":
        return f'<li class="there">see {escaped(short)}</li>'  # where it is, not that it was used
    symbol = {"for": "✓", "against": "✕"}.get(span.says, "?")
    label = f'<span aria-hidden="true">{symbol}</span>{sr_only(EVIDENCE_LABELS[span.says])}'
    return f'<li class="{span.says}">{label} {escaped(short)}</li>'
