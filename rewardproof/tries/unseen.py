"""Texts that look the same to a reader and are others to a program: never paid more.

A reward that counts, forbids or compares words can be evaded by letters of other alphabets and by
characters without width.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rewardproof.completions import Completion, everywhere, json_in, places_in, with_place
from rewardproof.edits import HOMOGLYPHS, ZERO_WIDTH
from rewardproof.subject import Subject
from rewardproof.tries import Try

HIDDEN = ZERO_WIDTH[0]
SENTENCE = 3
"""The fewest words of a value that is prose, and not a name or a choice."""


def look_alikes(subject: Subject, place: int) -> Iterator[Try]:
    """Right and known wrong answers in look-alike letters, or with hidden characters."""
    answers = [("the right answer", subject.good[place][0])]
    answers += [("a known wrong answer", wrong) for wrong in subject.bad[place][:2]]
    for who, base in answers:
        for name, changed in _unseen(base):
            yield Try("look-alikes", f"{who} {name}", place, changed, "no more", base)


def _unseen(base: Completion) -> Iterator[tuple[str, Completion]]:
    for name, changed in (
        ("in look-alike letters", _looking_alike),
        ("with hidden characters", HIDDEN.join),
    ):
        yield name, everywhere(base, partial(_in_prose, changed))


def _looking_alike(text: str) -> str:
    return text.translate(HOMOGLYPHS)


def _in_prose(change: Callable[[str], str], text: str) -> str:
    """A text changed; of JSON, only the sentences in it, so that it can still be read."""
    answer = json_in(text)
    if not answer:
        return change(text)
    value: Any = answer.value
    for path, leaf in places_in(answer.value):
        if isinstance(leaf, str) and len(leaf.split()) >= SENTENCE:
            value = with_place(value, path, change(leaf))
    return answer.with_value(value)
