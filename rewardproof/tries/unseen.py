"""Texts that look the same to a reader and are others to a program: never paid more.

A reward that counts, forbids or compares words can be evaded by letters of other alphabets and by
characters without width.
"""

from collections.abc import Iterator

from rewardproof.completions import Completion, everywhere
from rewardproof.edits import HOMOGLYPHS, ZERO_WIDTH
from rewardproof.subject import Subject
from rewardproof.tries import Try

HIDDEN = ZERO_WIDTH[0]


def look_alikes(subject: Subject, place: int) -> Iterator[Try]:
    """Right and known wrong answers in look-alike letters, or with hidden characters."""
    answers = [("the right answer", subject.good[place][0])]
    answers += [("a known wrong answer", wrong) for wrong in subject.bad[place][:2]]
    for who, base in answers:
        for name, changed in _unseen(base):
            yield Try("look-alikes", f"{who} {name}", place, changed, "no more", base)


def _unseen(base: Completion) -> Iterator[tuple[str, Completion]]:
    yield "in look-alike letters", everywhere(base, lambda text: text.translate(HOMOGLYPHS))
    yield "with hidden characters", everywhere(base, lambda text: HIDDEN.join(text))
