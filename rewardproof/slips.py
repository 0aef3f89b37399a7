"""Near-JSON: texts that a careless parser might take for an answer.

Each slip makes a mistake common in hand-written JSON, or plays a trick that has fooled JSON
parsers.
"""

import json
import re
from collections.abc import Callable
from random import Random

from rewardproof.completions import Answer, to_json

Slip = Callable[[Random, str], str]

_NUMBER = re.compile(r"(?<=[:\[,] )-?\d+(?:\.\d+)?(?=[,}\]])")
_LITERAL = re.compile(r"\b(?:true|false|null)\b")
_END = re.compile(r"([}\]])$")
_KEY = re.compile(r'"\w+"(?=: )')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?')

NUMBERS = (
    *"NaN Infinity -Infinity 1e999 -0 01 .5 1. +1 0x1 1_0 1e-400 2 -1 null true [] {}".split(" "),
    '"0.9"',
    "9" * 5_000,
)
LITERALS = (*"True False None yes undefined 1 0 [] {} null true false".split(" "), '"true"')
STRINGS = ("null", "0", "[]", "{}", '""', '["a"]', "'single'", "unquoted", '"\\ud800"', '"\\u200b"')
KEYS = (str.upper, str.title, lambda key: key.strip('"'), lambda key: f"{key[:-1]} ")
CHARACTERS = (*'{}[]",:\\\n\t\x00', "\\u0041", "\u202e", "\x7f")
CHATTER = (
    "Here is the JSON:\n",
    "Sure!\n\n",
    "<think>done</think>",
    "// answer\n",
    "\ufeff",
    "{}",
    "[]",
    "null",
    "```json\n",
    "```",
    "\x00",
    "}",
    '"',
)


# -- slips that affect the whole object ------------------------------------------------------------


def _wrapped(rng: Random, answer: Answer, other: Answer) -> str:
    shape = rng.choice((lambda v: [v], lambda v: {"action": v}, lambda v: [v, other], json.dumps))
    return json.dumps(shape(answer), ensure_ascii=False)


def _field_gone(rng: Random, answer: Answer, other: Answer) -> str:
    gone = rng.choice(list(answer))
    return to_json({name: value for name, value in answer.items() if name != gone})


def _field_more(rng: Random, answer: Answer, other: Answer) -> str:
    name = rng.choice(("score", "reward", "total", "correct", "reasoning", "truth", "__class__"))
    return to_json(answer | {name: rng.choice((1.0, True, "1", [], None))})


def _laid_out(rng: Random, answer: Answer, other: Answer) -> str:
    fence = rng.choice(("```json\n{}\n```", "```\n{}\n```", "```{}```", "```python\n{}\n```", "{}"))
    return fence.replace("{}", json.dumps(answer, indent=2))


OBJECTS: tuple[Callable[[Random, Answer, Answer], str], ...] = (
    lambda rng, one, two: rng.choice(("", "\n", ",", " or ")).join((to_json(one), to_json(two))),
    lambda rng, one, two: f"{to_json(one)[:-1]}, {to_json(two)[1:]}",
    _wrapped,
    _field_gone,
    _field_more,
    _laid_out,
)


# -- slips in the written text ---------------------------------------------------------------------


def _swapped(pattern: re.Pattern[str], by: tuple[str | Callable[[str], str], ...]) -> Slip:
    """A slip that replaces one match of a pattern, or changes it."""

    def slip(rng: Random, text: str) -> str:
        found = list(pattern.finditer(text))
        if not found:
            return text
        one, new = rng.choice(found), rng.choice(by)
        put = new if isinstance(new, str) else new(one[0])
        return text[: one.start()] + put + text[one.end() :]

    return slip


def _hole(rng: Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.choice((1, 1, 3, 30)) :]


def _stray(rng: Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(CHARACTERS) + text[at:]


def _said_around(rng: Random, text: str) -> str:
    chatter = rng.choice(CHATTER)
    return chatter + text if rng.random() < 0.5 else text + chatter


def _deep(rng: Random, text: str) -> str:
    depth = rng.choice((5, 25, 2_000))
    return "[" * depth + text + "]" * depth


SLIPS: tuple[Slip, ...] = (
    _swapped(_NUMBER, NUMBERS),
    _swapped(_LITERAL, LITERALS),
    _swapped(_STRING, STRINGS),
    _swapped(_KEY, KEYS),
    lambda rng, text: text[: rng.randrange(len(text) + 1)],
    _hole,
    _stray,
    _stray,
    _said_around,
    lambda rng, text: _END.sub(r",\1", text),
    lambda rng, text: text.replace('"', "'"),
    lambda rng, text: text.replace(". ", rng.choice((".\n", ".\r\n", ".\t", ".\n\n"))),
    _deep,
    lambda rng, text: text + " " * rng.choice((100, 70_000)),
)


def slipped(rng: Random, answer: Answer, other: Answer) -> str:
    """An answer, or two in one, written with one to three slips."""
    malformed = rng.random() < 0.25
    text = rng.choice(OBJECTS)(rng, answer, other) if malformed else to_json(answer)
    for slip in rng.choices(SLIPS, k=rng.choice((1, 1, 2, 3))):
        text = slip(rng, text)
    return text
