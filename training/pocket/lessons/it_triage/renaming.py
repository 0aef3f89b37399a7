"""Invented words and other numbers, so that a model learns to compare and to copy.

The splits share no faults, but the train split has few: a model would memorise its articles. So
ids, versions and other numbers change from exercise to exercise, and so does a share of the words,
each together with all words of the same stem: what is equal in a text stays equal.
"""

import re
from collections.abc import Callable
from random import Random

from desks import load
from desks.it_triage.models import TriageScenario
from training.pocket.demonstrations.words import COMMON, WORD, stem, stems
from training.pocket.lessons.invention import invented, spliced, train_english

_PIECE = re.compile(rf'"confidence": [\d.]+|{WORD.pattern}')
_SHARES = (0.0, 0.4, 0.7, 1.0)
"""Shares of the words that are invented; one is drawn for each exercise."""
FEW_WORDS_SHARE, FEW_WORDS = 0.35, 5
"""Share of the texts in which a few words stand in for many, and how few."""
SPLICED_SHARE = 0.5
"""Share of the invented words that are spliced from English ones."""
_MIN_LETTERS = 3
"""Letters that a word must have to be replaced."""
_CAPITALS = "ABCFGHIKLMNOPRTUVWX"
# fmt: off
_FORMAL = frozenset(map(stem, """
alert article ask asked away best chat check citations colleague concern confidence cover detail
escalate evidence false fault find first fix follow forwarded found good handed hello help hi host
installed kind last line looked many message morning moved note old outside passing past phone
posted problem product record release report request resolution says screenshot second see seen
short show sign story subject suspected system taken thank thing third ticket time trace trouble
true two version way year
""".split()))
"""Stems of the fixed wording of tickets and answers, which both splits share."""
# fmt: on


def renaming(
    rng: Random, s: TriageScenario, only: frozenset[str] | None = None, real: float = 0
) -> Callable[[str], str]:
    """A function that puts other numbers and invented words into a text of `s`; with `only`, for
    the words with these stems alone. A share of `real` words is not invented, but out of place.

    It replaces piece by piece, and each piece by the same one throughout, so that a renamed part of
    a text is still part of the renamed text. In some texts a few words stand in for all that only
    the fixes contain: a model that copies by looking at the last word alone then soon goes round in
    circles.
    """
    share = rng.choice(_SHARES)
    merged = only_in_fixes(s) if rng.random() < FEW_WORDS_SHARE else frozenset()
    few = [spliced(rng) for _ in range(FEW_WORDS)]
    words: dict[str, str] = {}
    numbers: dict[str, str] = {}

    def renamed(match: re.Match[str]) -> str:
        piece = match[0]
        if piece.startswith('"'):
            return piece  # the answer's own number, not one from its case
        if piece.isdigit():
            if piece not in numbers:
                numbers[piece] = _number(rng, piece, set(numbers.values()))
            return numbers[piece]
        root = stem(piece)
        if len(piece) < _MIN_LETTERS or root in COMMON or root in _FORMAL:
            return piece
        if only is not None and root not in only:
            return piece
        if root in merged and root not in words:
            words[root] = rng.choice(few)
        if root not in words:
            words[root] = _word(rng, piece, words, real) if rng.random() < share else root
        return _written_like(piece, words[root] + piece.lower()[len(root) :])

    return lambda text: _PIECE.sub(renamed, text)


def only_in_fixes(s: TriageScenario) -> frozenset[str]:
    """Stems that occur only in the articles' fixes."""
    fixes = [passage.fix for passage in s.passages]
    elsewhere = load("it_triage").prompt(s)[-1]["content"]
    for fix in fixes:
        elsewhere = elsewhere.replace(fix, "")
    return frozenset(stems(" ".join(fixes)) - stems(elsewhere))


def _word(rng: Random, word: str, taken: dict[str, str], real: float) -> str:
    """An invented or real word without an ending; random letters for an abbreviation."""
    while True:
        if word.isupper():
            other = "".join(rng.choices(_CAPITALS, k=len(word))).lower()
        else:
            other = spliced(rng) if rng.random() < SPLICED_SHARE else invented(rng, most=2)
            if real and rng.random() < real:
                other = rng.choice(train_english())
            if len(other) <= _MIN_LETTERS or stem(other) != other:
                continue  # its stem must be the word itself
        if other not in taken.values():
            return other


def _number(rng: Random, number: str, taken: set[str]) -> str:
    """Another number of as many digits, or the same one where hardly any are left."""
    lowest = 0 if number[0] == "0" else 10 ** (len(number) - 1)
    for _ in range(20):
        other = f"{rng.randrange(lowest, 10 ** len(number)):0{len(number)}d}"
        if other not in taken:
            return other
    left = [f"{n}" for n in range(10) if f"{n}" not in taken]
    return left[0] if len(number) == 1 and left else number


def _written_like(word: str, other: str) -> str:
    if word.isupper():
        return other.upper()
    return other.capitalize() if word[0].isupper() else other
