"""Detects keyword stuffing: sentences of content words without any function words to join them."""

import re
from collections.abc import Iterable

from graders.reading.spans import Span, Spans

HEAP_WORDS = 11
"""This many words in a row without a joining word are a heap, not a sentence."""

_TOKEN = re.compile(r"\S++")
_LETTERS = re.compile(r"[^\W\d_]{2,}+")
#: Function words that join others into a sentence; none is a courtesy or filler.
_JOINING = frozenset(
    "a about after again all also an and any are as at be because been before being both but by "
    "can cannot could do does down during each else for from get gets give go had has have he her "
    "here his how i if in into is it its may more must need no not now of off on once one only "
    "onto or our out over own she should since so such than that the their them then there these "
    "they this those through to too under until up us via was we were what when where which while "
    "who will with within without would you your".split()
)


def stuffed_sentences(text: str, known: Iterable[Span]) -> list[Span]:
    """Sentences with `HEAP_WORDS` words in a row that nothing joins, not counting `known` spans."""
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
            if longest >= HEAP_WORDS:
                found.append((begins, token.end()))
            begins, run, longest = token.end(), 0, 0
    return [*found, (begins, len(text))] if longest >= HEAP_WORDS else found
