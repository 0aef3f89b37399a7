"""Finds the shown sentence that supports each sentence of an answer; where there is a key, this
affects no grade.

A sentence is supported by the one that shares the most facts with it or, on a tie, has the highest
ROUGE-L similarity. Without a shared fact the similarity must reach a minimum, or the sentence is
unsupported. A sentence never supports one that forbids what it prescribes, or the reverse, however
similar they are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from graders.reading.it_triage.facts import Advice
from graders.text import rouge_l, sentences, words

MIN_SIMILARITY = 0.3
"""The lowest ROUGE-L F1 at which a sentence supports another without a shared fact. In 60 hard
tickets, background sentences of the gold resolutions score below it, and those of the fix above."""
MAX_SENTENCES = 40
"""Maximum sentences checked per answer: nobody reads a longer one."""
MAX_SENTENCE_LENGTH = 2_000
"""Maximum characters checked per sentence."""

Stance = tuple[Set[str], Set[str]]
"""The facts that a sentence prescribes, and those that it names only to forbid them."""


@dataclass(frozen=True)
class Source:
    """A sentence that was shown: characters [start, end) of the text named `where`."""

    where: str
    start: int
    end: int


@dataclass(frozen=True)
class Claim:
    """A sentence of an answer, characters [start, end), and its support; None if it has none."""

    number: int
    start: int
    end: int
    source: Source | None
    shared: int = 0
    """How many facts both prescribe or both forbid."""
    similarity: float = 0.0
    """ROUGE-L F1 of the two."""


def claims(answer: str, shown: Mapping[str, str], facts: Iterable[str]) -> list[Claim]:
    """The sentences of an answer, each with its best support in `shown`, which maps names to texts.

    `facts` are the literal strings that count as facts. On a tie the earlier text wins.
    """
    facts = tuple(facts)
    sources = [
        (Source(where, start, end), text[start:end], _stance(text[start:end], facts))
        for where, text in shown.items()
        for start, end in sentence_spans(text)
    ]
    spans = islice(sentence_spans(answer), MAX_SENTENCES)
    return [
        Claim(number, start, end, *_support(answer[start:end], sources, facts))
        for number, (start, end) in enumerate(spans, start=1)
    ]


def _support(
    sentence: str, sources: Sequence[tuple[Source, str, Stance]], facts: Iterable[str]
) -> tuple[Source | None, int, float]:
    """What supports a sentence, how many facts the two share, and their similarity."""
    sentence = sentence[:MAX_SENTENCE_LENGTH]
    prescribed, forbidden = _stance(sentence, facts)
    best, shared, similarity = None, 0, 0.0
    for source, text, (theirs, not_theirs) in sources:
        if prescribed & not_theirs or forbidden & theirs:
            continue
        common = len(prescribed & theirs) + len(forbidden & not_theirs)
        score = rouge_l(sentence, text)
        if (common, score) > (shared, similarity):
            best, shared, similarity = source, common, score
    # To ROUGE-L a prohibition looks like the advice that it forbids, so it needs a shared fact.
    if not shared and (forbidden or similarity < MIN_SIMILARITY):
        best = None
    return best, shared, similarity


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each sentence that has a word, without surrounding white space."""
    for start, end in sentences(text):
        sentence = text[start:end]
        if words(sentence):
            start += len(sentence) - len(sentence.lstrip())
            yield start, start + len(sentence.strip())


def _stance(sentence: str, facts: Iterable[str]) -> Stance:
    advice = Advice(sentence)
    named = {fact: found for fact in facts if (found := advice.required(fact))}
    prescribed = {fact for fact, found in named.items() if any(one.prescribed for one in found)}
    return prescribed, named.keys() - prescribed
