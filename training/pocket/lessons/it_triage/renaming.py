"""Invented names and other numbers, so that a model learns to compare and to copy.

The splits share no faults, but the train split has few: a model would know its articles by heart.
So ids, versions and other numbers change from exercise to exercise, and a share of the words, with
all that has the same stem; what is alike in a text stays alike.
"""

import re
from collections.abc import Callable
from random import Random

from desks import load
from desks.it_triage.models import TriageScenario
from training.pocket.demonstrations.words import COMMON, WORD, stem, stems
from training.pocket.lessons.invention import invented, spliced

_PIECE = re.compile(rf'"confidence": [\d.]+|{WORD.pattern}')
_SHARES = (0.0, 0.4, 0.7, 1.0)
"""How many of the words are invented; of an exercise with other numbers, one of these."""
ALIKE, FEW = 0.35, 5
"""In how many texts a few words stand for many, and how few."""
SPLICED = 0.5
"""How many of these are made of the parts of English words."""
_SHORTEST = 3
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
"""Words of the forms that tickets and answers have; they are the same in both splits."""
# fmt: on


def renaming(rng: Random, s: TriageScenario) -> Callable[[str], str]:
    """A function that puts other numbers and invented words in a text of `s`.

    It replaces piece by piece, and each piece by one other throughout: what is part of a text is
    part of the renamed text in the same place. In some texts a few words stand for all that only
    the fixes say: who copies by the last word alone then soon goes round in circles.
    """
    share = rng.choice(_SHARES)
    alike = only_in_fixes(s) if rng.random() < ALIKE else frozenset()
    few = [spliced(rng) for _ in range(FEW)]
    words: dict[str, str] = {}
    numbers: dict[str, str] = {}

    def renamed(found: re.Match[str]) -> str:
        piece = found[0]
        if piece.startswith('"'):
            return piece  # a number that the answer states, and not one of its case
        if piece.isdigit():
            if piece not in numbers:
                numbers[piece] = _number(rng, piece, set(numbers.values()))
            return numbers[piece]
        root = stem(piece)
        if len(piece) < _SHORTEST or root in COMMON or root in _FORMAL:
            return piece
        if root in alike and root not in words:
            words[root] = rng.choice(few)
        if root not in words:
            words[root] = _word(rng, piece, words) if rng.random() < share else root
        return _written_like(piece, words[root] + piece.lower()[len(root) :])

    return lambda text: _PIECE.sub(renamed, text)


def only_in_fixes(s: TriageScenario) -> frozenset[str]:
    """Stems that stand nowhere but in what the articles advise."""
    fixes = [passage.fix for passage in s.passages]
    elsewhere = load("it_triage").prompt(s)[-1]["content"]
    for fix in fixes:
        elsewhere = elsewhere.replace(fix, "")
    return frozenset(stems(" ".join(fixes)) - stems(elsewhere))


def _word(rng: Random, word: str, taken: dict[str, str]) -> str:
    """An invented word without an ending; letters of no meaning for an abbreviation."""
    while True:
        if word.isupper():
            other = "".join(rng.choices(_CAPITALS, k=len(word))).lower()
        else:
            other = spliced(rng) if rng.random() < SPLICED else invented(rng, most=2)
            if len(other) <= _SHORTEST or stem(other) != other:
                continue  # with an ending it would not be the same word
        if other not in taken.values():
            return other


def _number(rng: Random, number: str, taken: set[str]) -> str:
    """Another number of as many digits, or itself where hardly any are left."""
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
