"""Rewrites of any answer: other JSON layouts, shuffled words, added filler.

The audit compares their grades with that of the original answer to the same scenario. Variants that
depend on the desk are in its `graders.grading.Variants`.
"""

import json

from desks.desk import seeded_rng
from graders.grading import Answer, Grading
from rewardproof.ascent import to_json


def layouts(answer: Answer) -> dict[str, str]:
    """The same answer in other JSON layouts."""
    return {
        "indented": json.dumps(answer, indent=2, ensure_ascii=False),
        "fenced": f"```json\n{to_json(answer)}\n```",
        "escaped to ASCII": json.dumps(answer),
        "between blank lines": f"\n\n{to_json(answer)}\n",
    }


def shuffled_words(spec: Grading, answer: Answer, key: str) -> dict[str, Answer]:
    """The answer with its words shuffled, one by one and in runs of three; `key` is the seed."""
    rng, words = seeded_rng("salad", key), answer[spec.prose].split()
    runs = [words[at : at + 3] for at in range(0, len(words), 3)]
    rng.shuffle(runs)
    by_threes = " ".join(word for run in runs for word in run)
    rng.shuffle(words)
    return {
        "words in any order": answer | {spec.prose: " ".join(words)},
        "runs of three words in any order": answer | {spec.prose: by_threes},
    }


def with_filler(spec: Grading, answer: Answer, count: int) -> dict[str, Answer]:
    """The answer with `count` sentences of filler at the start, in the middle and at the end."""
    text = answer[spec.prose]
    said = " ".join((spec.variants.filler * count)[:count])
    sentences = text.split(". ")
    half = len(sentences) // 2
    middle = ". ".join([*sentences[:half], f"{said} {sentences[half]}", *sentences[half + 1 :]])
    placed = {"start": f"{said} {text}", "middle": middle, "end": f"{text} {said}"}
    return {place: answer | {spec.prose: longer} for place, longer in placed.items()}
