"""Text measures shared by several graders: words, sentences, ROUGE-L, repetition."""

import re
from functools import lru_cache

from rapidfuzz.distance import LCSseq

_WORD = re.compile(r"[a-z0-9]+")
# Possessive quantifiers and the lookbehind keep this linear, even on a text of dots alone.
_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]++[\"'`)\]]*+(?:\s++|$)|\n++")


def words(text: str) -> list[str]:
    """The words of a text as ROUGE counts them: runs of a-z and 0-9, in lower case."""
    return _WORD.findall(text.lower())


def begins(word: str, text: str) -> list[int]:
    """Where a text has a word or one that begins with it; both in the same case."""
    found, at = [], text.find(word)
    while at >= 0:
        if not text[at - 1 : at].isalnum():
            found.append(at)
        at = text.find(word, at + 1)
    return found


def whole(word: str, text: str) -> list[int]:
    """Where a text has exactly that word; both in the same case."""
    size = len(word)
    return [at for at in begins(word, text) if not text[at + size : at + size + 1].isalnum()]


@lru_cache(maxsize=4096)
def reference_words(text: str) -> tuple[str, ...]:
    """`words`, cached for texts that recur, such as a gold resolution."""
    return tuple(words(text))


def sentences(text: str) -> list[tuple[int, int]]:
    """The [start, end) offsets of each sentence; a full stop inside a word does not end one."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    if not ends or ends[-1] < len(text):
        ends.append(len(text))
    return list(zip([0, *ends[:-1]], ends, strict=True))


def rouge_l(text: str, reference: str) -> float:
    """ROUGE-L F1 of two texts, in [0, 1]; 0 if either has no words.

    Source: Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004, with beta = 1 and
    no stemming: the same as `rougeL` of the rouge-score package.
    """
    candidate = words(text)
    return lcs_f1(candidate, len(candidate), reference_words(reference))


def lcs_f1(candidate: list[str], length: int, reference: tuple[str, ...]) -> float:
    """F1 of the longest common subsequence, counting the candidate as `length` words long.

    With precision L / length and recall L / len(reference), F1 is 2 L / (length + len(reference)).
    A `length` above len(candidate) accounts for words left out because they must not match.
    """
    if not candidate or not reference:
        return 0.0
    common = LCSseq.similarity(candidate, reference)
    return 2 * common / (length + len(reference))


def f1(hits: int, given: int, right: int) -> float:
    """F1 of `given` items, `hits` of which are among the `right` ones; 1 if there are neither."""
    return 2 * hits / (given + right) if given or right else 1.0


def repetition(text: str, n: int = 4) -> float:
    """The share of a text's word n-grams that repeat an earlier one, in [0, 1]."""
    found = words(text)
    grams = list(zip(*(found[start:] for start in range(n)), strict=False))
    return 1 - len(set(grams)) / len(grams) if grams else 0.0


def size(name: str, text: str) -> dict[str, float]:
    """The length of a text in words and characters, as features called `name`."""
    return {f"{name}, words": len(text.split()), f"{name}, characters": len(text)}
