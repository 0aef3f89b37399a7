"""Variants of the oracle: what must cost, what must not, and right and wrong at their best.

The audit compares grades of the same scenario: a corruption of one thing against the oracle, a
polished wrong answer against a plain right one. The variants are made from the truth, so that what
is right and what is wrong is known without asking the grader under audit.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from graders.audit.variants import exec_assist as inbox
from graders.audit.variants import it_triage as helpdesk

Answer = dict[str, Any]
"""A completion's JSON object."""


@dataclass(frozen=True)
class Variants:
    """How the answers of one desk are varied. All functions are pure; answers come by name."""

    prose: str
    """The field that holds free text."""
    filler: tuple[str, ...]
    """Sentences that say nothing."""
    plain: Callable[[Any, Answer], Answer]
    """The oracle without its style: right, and as bare as can be."""
    wrong: Callable[[Any, Answer, Answer], dict[str, Answer]]
    """(scenario, oracle, oracle of another scenario): wrong outcomes in the best style."""
    defects: Callable[[Any, Answer], dict[str, Answer]]
    """The oracle with a single defect each: what applies to the scenario."""
    rewordings: Callable[[Any, Answer], dict[str, Answer]]
    """The oracle in other words that mean the same."""


VARIANTS: dict[str, Variants] = {
    "exec_assist": Variants(
        prose="email_reply",
        filler=inbox.FILLER,
        plain=inbox.plain,
        wrong=inbox.wrong,
        defects=inbox.defects,
        rewordings=inbox.rewordings,
    ),
    "it_triage": Variants(
        prose="resolution",
        filler=helpdesk.FILLER,
        plain=helpdesk.plain,
        wrong=helpdesk.wrong,
        defects=helpdesk.defects,
        rewordings=helpdesk.rewordings,
    ),
}


def written(answer: Answer) -> str:
    """An answer as the oracle writes it: bare JSON on one line."""
    return json.dumps(answer, ensure_ascii=False)


def layouts(answer: Answer) -> dict[str, str]:
    """The same answer laid out otherwise."""
    return {
        "indented": json.dumps(answer, indent=2, ensure_ascii=False),
        "fenced": f"```json\n{written(answer)}\n```",
        "escaped to ASCII": json.dumps(answer),
        "between blank lines": f"\n\n{written(answer)}\n",
    }


def with_filler(variants: Variants, answer: Answer, count: int) -> dict[str, Answer]:
    """The answer with `count` sentences of filler at the start, in the middle and at the end."""
    text = answer[variants.prose]
    said = " ".join((variants.filler * count)[:count])
    sentences = text.split(". ")
    half = len(sentences) // 2
    middle = ". ".join([*sentences[:half], f"{said} {sentences[half]}", *sentences[half + 1 :]])
    placed = {"start": f"{said} {text}", "middle": middle, "end": f"{text} {said}"}
    return {place: answer | {variants.prose: longer} for place, longer in placed.items()}
