"""Right texts cut, mixed up, repeated or denied: each must cost something.

Where an answer is a text as a whole, and not a value in some words, a reward that pays these counts
words and does not read.
"""

import re
from collections.abc import Iterator
from random import Random

from rewardproof.completions import SENTENCE_END, json_in, said, saying
from rewardproof.rewrites import shuffled_words
from rewardproof.subject import Subject
from rewardproof.tries import Try

_NOT = re.compile(r" (?:not|never|no longer|cannot)\b|n't\b")
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|will|can|could|may|might|must|should|would|has|have|had|does|did)\b"
)
_QUOTED = re.compile(r"[\"“]([^\"“”\n]+)[\"”]")
ROWS = 3
"""The fewest rows of a table."""
QUOTED = 3
"""The fewest words of a quotation."""
MANY = 8
"""The fewest words of a text whose order says something."""


def texts(subject: Subject, place: int) -> Iterator[Try]:
    """All of them, of the right answer."""
    right = subject.good[place][0]
    text = said(right)
    if json_in(text):
        return
    sure = subject.is_free_text(place)
    for name, wrong in _wrong(text):
        yield Try("text", name, place, saying(right, wrong), "less", sure=sure)
    for name, wrong in _repeated(text.split()):
        yield Try("text", name, place, saying(right, wrong), "much less", sure=sure)


def lines(subject: Subject, place: int) -> Iterator[Try]:
    """One line of the right answer for all of them, or two: alone, or until they are as many."""
    right = subject.good[place][0]
    every = [one for one in said(right).split("\n") if one.strip()]
    if len(every) < 2 or json_in(said(right)):
        return
    wrong = {
        "its first line alone": every[:1],
        "its first line again and again": every[:1] * len(every),
    }
    if len(every) > 3:
        wrong["its first two lines again and again"] = (
            every[:2] * (len(every) // 2) + every[len(every) // 2 * 2 :]
        )
        wrong["its last two lines again and again"] = every[-2:] * (len(every) // 2)
    for name, lines in wrong.items():
        yield Try("text", name, place, saying(right, "\n".join(lines)), "less", sure=False)


def rows(subject: Subject, place: int) -> Iterator[Try]:
    """A table that lacks rows: lines in a code block with the same separators, under the first."""
    right = subject.good[place][0]
    opening, *lines = said(right).strip().split("\n")
    closing = lines.pop() if lines else ""
    marks = {tuple(one.count(mark) for mark in ",;|\t") for one in lines}
    if not opening.startswith("```") or closing != "```" or len(marks) != 1 or not any(*marks):
        return
    head, *body = lines
    if len(body) >= ROWS:
        for name, kept in {
            "first": body[:1],
            "last": body[-1:],
            "all but the last": body[:-1],
        }.items():
            wrong = "\n".join([opening, head, *kept, closing])
            yield Try("text", f"of its rows, the {name}", place, saying(right, wrong), "less")


def quotations(subject: Subject, place: int) -> Iterator[Try]:
    """What is quoted from the prompt, left out."""
    right, prompt = subject.good[place][0], subject.tasks[place].prompt
    text = said(right)
    for found in _QUOTED.finditer(text):
        if len(found[1].split()) >= QUOTED and found[1] in prompt:
            for name, other in {"nothing": "", "dots": "...", "a letter": "e"}.items():
                wrong = text[: found.start(1)] + other + text[found.end(1) :]
                yield Try("text", f"{name} quoted", place, saying(right, wrong), "less")


def _wrong(text: str) -> Iterator[tuple[str, str]]:
    words = text.split()
    if len(words) > 1:
        yield "its first half", " ".join(words[: len(words) // 2])
        yield "its first word", words[0]
    if len(words) >= MANY:
        shuffled = shuffled_words(text, Random(len(words)))
        yield "words in any order", shuffled["words in any order"]
    if _NOT.search(text):
        yield "without its not", _NOT.sub("", text)
    elif _AUXILIARY.search(text):
        yield "denied", _AUXILIARY.sub(lambda found: f"{found[0]} not", text, count=1)
    sentences = [one for one in SENTENCE_END.split(text) if one.strip()]
    if len(sentences) > 2:
        yield "without its last sentence", " ".join(sentences[:-1])


def _repeated(words: list[str]) -> Iterator[tuple[str, str]]:
    if len(words) >= MANY:
        yield "its first half twice", " ".join(words[: len(words) // 2] * 2)
        yield "its first third three times", " ".join(words[: len(words) // 3] * 3)
