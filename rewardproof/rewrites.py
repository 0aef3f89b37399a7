"""A text written otherwise: laid out, shuffled, lengthened, malformed. Each rewrite has a name."""

import json
from collections.abc import Sequence
from random import Random

from rewardproof.completions import JsonAnswer


def around(text: str) -> dict[str, str]:
    """With white space around it."""
    return {
        "a line break behind": f"{text}\n",
        "a space before": f" {text}",
        "between blank lines": f"\n\n{text}\n",
    }


def layouts(answer: JsonAnswer) -> dict[str, str]:
    """The same object in other layouts of JSON."""
    value = answer.value
    return {
        "indented": answer.with_value(value, indent=2),
        "without spaces": answer.with_value(value, separators=(",", ":")),
        "fields in another order": answer.with_value(dict(reversed(value.items()))),
        "letters escaped": answer.with_value(value, ensure_ascii=True),
    }


def fenced(text: str) -> str:
    """In a code block."""
    return f"```json\n{text}\n```"


def shuffled_words(text: str, rng: Random) -> dict[str, str]:
    """The words shuffled, in runs of three and one by one."""
    words = text.split()
    runs = [words[at : at + 3] for at in range(0, len(words), 3)]
    rng.shuffle(runs)
    rng.shuffle(words)
    return {
        "words in any order": " ".join(words),
        "runs of three words in any order": " ".join(word for run in runs for word in run),
    }


def with_filler(text: str, filler: Sequence[str], between: str = " ") -> dict[str, str]:
    """With sentences of filler at the start, in the middle and at the end."""
    said, sentences = " ".join(filler), text.split(". ")
    half = len(sentences) // 2
    middle = ". ".join([*sentences[:half], f"{said} {sentences[half]}", *sentences[half + 1 :]])
    return {"start": f"{said}{between}{text}", "middle": middle, "end": f"{text}{between}{said}"}


def malformed(text: str) -> dict[str, str]:
    """A bare JSON object, malformed in ways that a lenient parser would repair."""
    value = json.loads(text)
    first = next(iter(value))
    more = "score"
    while more in value:
        more += "_too"
    return {
        "prose around it": f"Here is my answer: {text} I hope this helps.",
        "given twice": f"{text}\n{text}",
        "cut off": text[:-1],
        "a comma too many": f"{text[:-1]},}}",
        "in single quotes": repr(value),
        "a field twice": f'{{"{first}": {json.dumps(value[first])}, {text[1:]}',
        "a field too many": json.dumps(value | {more: 1}),
        "a field missing": json.dumps({k: v for k, v in value.items() if k != first}),
        "in a list": f"[{text}]",
        "as a string": json.dumps(text),
        "in an unclosed fence": f"```json\n{text}",
    }
