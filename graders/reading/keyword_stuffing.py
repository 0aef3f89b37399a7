"""Heaps of words: sentences that tell nobody anything, because nothing joins their words."""

import re
from collections.abc import Iterable

from graders.reading.spans import Span, Spans

HEAP = 11
"""So many words in a row without one that joins them are a heap of words, and no sentence."""

_TOKEN = re.compile(r"\S++")
_LETTERS = re.compile(r"[^\W\d_]{2,}+")
#: Words that join others into a sentence. None of them is a courtesy or a filler.
_JOINING = frozenset(
    "a about after again all also an and any are as at be because been before being both but by "
    "can cannot could do does down during each else for from get gets give go had has have he her "
    "here his how i if in into is it its may more must need no not now of off on once one only "
    "onto or our out over own she should since so such than that the their them then there these "
    "they this those through to too under until up us via was we were what when where which while "
    "who will with within without would you your".split()
)


def stuffed(text: str, known: Iterable[Span]) -> list[Span]:
    """Sentences with at least HEAP words in a row, known spans aside, that nothing joins."""
    if not _may_heap(text):
        return []
    found, begins, run, longest, facts, ends = [], 0, 0, 0, Spans(known), 0
    for token in _TOKEN.finditer(text):
        word = token[0].strip(".,;:!?()[]\"'`*_").lower()
        if "\n" in text[ends : token.start()]:
            run = 0
        ends = token.end()
        if word in _JOINING or "'" in word:
            run = 0
        elif _LETTERS.fullmatch(word) and not facts.cover(token.start(), token.start() + 1):
            run += 1
            longest = max(longest, run)
        if token[0].rstrip("\"'`)]*_")[-1:] in (".", "!", "?"):
            if longest >= HEAP:
                found.append((begins, token.end()))
            begins, run, longest = token.end(), 0, 0
    return [*found, (begins, len(text))] if longest >= HEAP else found


def _may_heap(text: str) -> bool:
    """A cheap look first: whether so many words stand in a row of which none joins."""
    run = 0
    for word in text.lower().split():
        run = 0 if word in _JOINING else run + 1
        if run == HEAP:
            return True
    return False
