"""Two fixes under each other's names: what is to be typed for the one system, told of the other."""

import itertools
from collections.abc import Sequence

from desks.it_triage.models import Passage
from graders.referee.script import MARKS, Script
from graders.referee.wording import known_tokens

_COMMON = frozenset("server servers enterprise database directory cluster client core rule".split())


def exchanged(
    answer: Script, passages: Sequence[Passage], places: dict[str, list[tuple[int, int]]]
) -> str | None:
    """A fact that is told under the other system's name, if that is so of both; or None."""
    if len(passages) != 2:
        return None
    fixes = [one.text.rpartition("Fix:")[2].casefold() for one in passages]
    marks = [_marks(passages, 0), _marks(passages, 1)]
    owner = {
        place[0]: (0 if fact.casefold() in fixes[0] else 1, fact)
        for fact, found in places.items()
        if (fact.casefold() in fixes[0]) != (fact.casefold() in fixes[1])
        for place in found
    }
    under: tuple[list[str], list[str]] = ([], [])
    speaks, last = None, -1
    for at, token in enumerate(answer.text):
        if token.sentence != last:
            last, words = token.sentence, answer.words(answer.sentence(at))
            pairs = {f"{a} {b}" for a, b in itertools.pairwise(words)}
            heard = [n for n in (0, 1) if marks[n] & (pairs | set(words))]
            speaks = (heard[0] if len(heard) == 1 else None) if heard else speaks
        if at in owner and speaks is not None:
            whose, fact = owner[at]
            if whose == speaks:
                return None
            under[speaks].append(fact)
    return under[0][0] if under[0] and under[1] else None


def _marks(passages: Sequence[Passage], number: int) -> set[str]:
    """What only this one of two articles is called by."""
    heads = [
        [t.word for t in known_tokens(one.text.partition(". Sign")[0]) if t.word not in MARKS]
        for one in passages
    ]
    fixes = {t.word for one in passages for t in known_tokens(one.text.rpartition("Fix:")[2])}
    ours, theirs = heads[number], heads[1 - number]
    found = {w for w in ours if len(w) > 3 and w.isalpha()} - {*theirs} - fixes - _COMMON
    pair = " ".join(ours[-2:])
    return (
        found | {passages[number].id.casefold()} | ({pair} if ours[-2:] != theirs[-2:] else set())
    )
