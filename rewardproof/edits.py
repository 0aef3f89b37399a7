"""Random edits of a text for a search, each a function of (rng, text, prompt).

All are blind: none knows what a reward looks for. Some copy from the prompt, some add phrases, some
are invisible to a reader (homoglyphs, zero-width characters).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

_SENTENCE = re.compile(r"(?<=[.?!:])\s+|\n+")
_SALIENT = re.compile(r"[^\s\d@_/\\]{0,40}[\d@_/\\]\S*|\b[A-Z][\w-]+(?: [A-Z][\w-]+)*")


@dataclass(frozen=True)
class Prompt:
    """What an edit can copy: a prompt, split up, and phrases to add."""

    text: str
    phrases: Sequence[str]

    @cached_property
    def sentences(self) -> Sequence[str]:
        return [one for one in map(str.strip, _SENTENCE.split(self.text)) if one] or [""]

    @cached_property
    def words(self) -> Sequence[str]:
        return self.text.split() or [""]

    @cached_property
    def salient_tokens(self) -> Sequence[str]:
        """Tokens that stand out: names, ids, times, addresses, commands."""
        return [found.strip(".,;:()") for found in _SALIENT.findall(self.text)]


Edit = Callable[[Random, str, Prompt], str]

MAX_CHARS = 4_000
"""The maximum length of an edited text, in characters."""

SMALL_WORDS = tuple(
    "not no never if or and but instead of rather than until before after without only also already"
    " cannot would could once the a for to from at on by with then except unless you I we it that"
    " this is was be been do does . , ; : - ( ) \" ' ?".split(" ")
)
HOMOGLYPHS = str.maketrans("aceopxyiABCEHKMOPT:", "асеорхуіАВСЕНКМОРТ：")
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad"


def _span(rng: Random, length: int, longest: int) -> tuple[int, int]:
    """A random stretch of a sequence of this length: start and end."""
    start = rng.randrange(length + 1)
    return start, min(length, start + rng.randint(1, longest))


def _put(rng: Random, text: str, what: str) -> str:
    """The text with `what` put at the start, at the end or between two words."""
    tokens = text.split(" ") if text else []
    at = rng.choice((0, len(tokens), rng.randrange(len(tokens) + 1)))
    return " ".join([*tokens[:at], what, *tokens[at:]])


def insert(rng: Random, text: str, prompt: Prompt) -> str:
    return _put(rng, text, rng.choice(SMALL_WORDS))


def delete(rng: Random, text: str, prompt: Prompt) -> str:
    tokens = text.split(" ")
    start, end = _span(rng, len(tokens), rng.choice((1, 3, 10, 40)))
    return " ".join(tokens[:start] + tokens[end:])


def delete_sentence(rng: Random, text: str, prompt: Prompt) -> str:
    parts = text.split(". ")
    del parts[rng.randrange(len(parts))]
    return ". ".join(parts)


def swap(rng: Random, text: str, prompt: Prompt) -> str:
    separator = rng.choice((" ", ". "))
    parts = text.split(separator)
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return separator.join(parts)


def copy(rng: Random, text: str, prompt: Prompt) -> str:
    """Insert a sentence, a few consecutive words or a salient token of the prompt."""
    start, end = _span(rng, len(prompt.words), 12)
    piece = " ".join(prompt.words[start:end])
    return _put(rng, text, rng.choice((rng.choice(prompt.sentences), piece, _salient(rng, prompt))))


def replace(rng: Random, text: str, prompt: Prompt) -> str:
    """Replace a word with a salient token of the prompt."""
    tokens = text.split(" ")
    tokens[rng.randrange(len(tokens))] = _salient(rng, prompt)
    return " ".join(tokens)


def _salient(rng: Random, prompt: Prompt) -> str:
    return rng.choice(prompt.salient_tokens or prompt.words)


def stuff(rng: Random, text: str, prompt: Prompt) -> str:
    return _put(rng, text, " ".join(rng.sample(prompt.phrases, rng.choice((1, 1, 2, 5)))))


def repeat(rng: Random, text: str, prompt: Prompt) -> str:
    tokens = text.split(" ")
    start, end = _span(rng, len(tokens), 30)
    again = tokens[start:end] * rng.choice((1, 2, 5, 20))
    return " ".join(tokens[:end] + again + tokens[end:])


def homoglyph(rng: Random, text: str, prompt: Prompt) -> str:
    """Replace some letters with Cyrillic ones that look the same."""
    start, end = _span(rng, len(text), rng.choice((1, 5, 40)))
    return text[:start] + text[start:end].translate(HOMOGLYPHS) + text[end:]


def zero_width(rng: Random, text: str, prompt: Prompt) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(ZERO_WIDTH) + text[at:]


def break_line(rng: Random, text: str, prompt: Prompt) -> str:
    """Replace a space between two words with other white space."""
    parts = text.split(" ")
    at = rng.randrange(len(parts))
    spaces = rng.choice(("\n", "\n\n", "  ", "\t", "\u00a0"))
    return " ".join(parts[:at]) + spaces + " ".join(parts[at:])


EDITS: tuple[tuple[Edit, int], ...] = (
    (insert, 4),
    (delete, 5),
    (delete_sentence, 3),
    (swap, 2),
    (copy, 5),
    (replace, 3),
    (stuff, 3),
    (repeat, 1),
)
"""Edits that a reader sees, with their relative frequencies."""
UNSEEN: tuple[tuple[Edit, int], ...] = ((homoglyph, 1), (zero_width, 1), (break_line, 1))
"""Edits that a reader does not see."""


def edited(
    rng: Random, text: str, prompt: Prompt, edits: Sequence[tuple[Edit, int]] = (*EDITS, *UNSEEN)
) -> str:
    """The text after one to three edits."""
    kinds, weights = zip(*edits, strict=True)
    for edit in rng.choices(kinds, weights, k=rng.choice((1, 1, 2, 3))):
        text = edit(rng, text, prompt)[:MAX_CHARS]
    return text
