"""Which sentence of what was shown supports each sentence of an answer; it changes no grade.

A sentence rests on the one that shares the most facts with it, and among equals on the likest by
ROUGE-L. One that shares none has to be rather like it, else nothing shown supports the sentence. A
sentence that forbids what another prescribes does not rest on it, however alike they are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from graders.reading.facts import mentions
from graders.text import rouge_l, sentences, words

LIKE_ENOUGH = 0.3
"""ROUGE-L F1 from which a sentence without a shared fact rests on another. Of 60 hard tickets, the
gold resolutions' sentences of background stay below it and those that tell a fix stand above."""
MOST = 40
"""Sentences of an answer that are looked at; a longer one is no answer that somebody reads."""
LONGEST = 2_000
"""Characters of a sentence that are looked at."""

Stance = tuple[Set[str], Set[str]]
"""The facts that a sentence prescribes, and those that it names only to forbid them."""


@dataclass(frozen=True)
class Source:
    """A sentence of what was shown: characters [start, end) of the text named `where`."""

    where: str
    start: int
    end: int


@dataclass(frozen=True)
class Claim:
    """A sentence of an answer, characters [start, end), and what supports it; None where nothing
    shown does."""

    number: int
    start: int
    end: int
    source: Source | None
    shared: int = 0
    """Facts that both prescribe or both forbid."""
    likeness: float = 0.0
    """ROUGE-L F1 of the two."""


def claims(answer: str, shown: Mapping[str, str], facts: Iterable[str]) -> list[Claim]:
    """The sentences of an answer, each with its best support among the texts shown, by name.

    `facts` are the literal strings that count as facts. Of two equals the text named first wins.
    """
    facts = tuple(facts)
    sources = [
        (Source(where, start, end), text[start:end], _stance(text[start:end], facts))
        for where, text in shown.items()
        for start, end in spoken(text)
    ]
    return [
        _claim(number, start, end, answer[start : min(end, start + LONGEST)], sources, facts)
        for number, (start, end) in enumerate(islice(spoken(answer), MOST), start=1)
    ]


def _claim(
    number: int,
    start: int,
    end: int,
    sentence: str,
    sources: Sequence[tuple[Source, str, Stance]],
    facts: Iterable[str],
) -> Claim:
    told, forbidden = _stance(sentence, facts)
    best, shared, likeness = None, 0, 0.0
    for source, text, (theirs, not_theirs) in sources:
        if told & not_theirs or forbidden & theirs:
            continue
        common = len(told & theirs) + len(forbidden & not_theirs)
        like = rouge_l(sentence, text)
        if (common, like) > (shared, likeness):
            best, shared, likeness = source, common, like
    # A warning is like every order of its words: without a fact in common it rests on none.
    if not shared and (forbidden or likeness < LIKE_ENOUGH):
        best = None
    return Claim(number, start, end, best, shared, likeness)


def spoken(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence that holds a word stands, without the white space around it."""
    for start, end in sentences(text):
        sentence = text[start:end]
        if words(sentence):
            start += len(sentence) - len(sentence.lstrip())
            yield start, start + len(sentence.strip())


def _stance(sentence: str, facts: Iterable[str]) -> Stance:
    named = {fact: found for fact in facts if (found := mentions(fact, sentence))}
    told = {fact for fact, found in named.items() if any(one.prescribed for one in found)}
    return told, named.keys() - told
