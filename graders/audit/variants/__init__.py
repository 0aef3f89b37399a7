"""Variants of the oracle: what must cost, what must not, and right and wrong at their best.

The audit compares grades of the same scenario: a corruption of one thing against the oracle, a
polished wrong answer against a plain right one. The variants are made from the truth, so that what
is right and what is wrong is known without asking the grader under audit.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from desks.desk import stream
from graders.attacks.ascent import Answer, written
from graders.attacks.search.starts import PROSE
from graders.audit.variants import exec_assist, it_triage

__all__ = ["VARIANTS", "Answer", "Variants", "layouts", "salads", "with_filler", "written"]


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
        prose=PROSE["exec_assist"],
        filler=exec_assist.FILLER,
        plain=exec_assist.plain,
        wrong=exec_assist.wrong,
        defects=exec_assist.defects,
        rewordings=exec_assist.rewordings,
    ),
    "it_triage": Variants(
        prose=PROSE["it_triage"],
        filler=it_triage.FILLER,
        plain=it_triage.plain,
        wrong=it_triage.wrong,
        defects=it_triage.defects,
        rewordings=it_triage.rewordings,
    ),
}


def layouts(answer: Answer) -> dict[str, str]:
    """The same answer laid out otherwise."""
    return {
        "indented": json.dumps(answer, indent=2, ensure_ascii=False),
        "fenced": f"```json\n{written(answer)}\n```",
        "escaped to ASCII": json.dumps(answer),
        "between blank lines": f"\n\n{written(answer)}\n",
    }


def salads(variants: Variants, answer: Answer, key: str) -> dict[str, Answer]:
    """The answer with its words in another order, one by one and in runs of three; `key` draws."""
    rng, words = stream("salad", key), answer[variants.prose].split()
    runs = [words[at : at + 3] for at in range(0, len(words), 3)]
    rng.shuffle(runs)
    by_threes = " ".join(word for run in runs for word in run)
    rng.shuffle(words)
    return {
        "words in any order": answer | {variants.prose: " ".join(words)},
        "runs of three words in any order": answer | {variants.prose: by_threes},
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
