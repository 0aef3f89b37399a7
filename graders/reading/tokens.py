"""Tokenises a text into words, and tells technical words from English ones."""

import re
from functools import lru_cache
from typing import NamedTuple

#: The lookbehind allows matches only at the start of a run of characters: each is scanned once.
_TOKEN = re.compile(r"(?<![^\s,;\"`*()])[^\s,;\"`*()]*[^\W_][^\s,;\"`*()]*")
_EDGE = ".:!?'_"
_TECHNICAL = re.compile(r"\d|[/\\=@$%{}\[\]<>]|\w[._:]\w|^--?\w|\w[-_]\w+[-_]\w|\w_\w")
_ENDING = re.compile(r"(?<=\w{3})(?:ations?|ing|ed|es|s|e|y)$")
#: Stop words, which do not tell one step from another.
_SMALL = frozenset(
    "the a an its this that and or to in on of for is at from with as your our each all no not if "
    "also by under through there above into less plus after again once then so it them they be are "
    "was until too very only any both same other own step which than when will can may must should "
    "please here now first next new old you we".split()
)


class Token(NamedTuple):
    """A word without surrounding punctuation, at characters [start, end)."""

    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words of a text, in order."""
    found = []
    for match in _TOKEN.finditer(text):
        bare, (start, end) = match[0], match.span()
        if bare[-1] in _EDGE or bare[0] in _EDGE:
            whole, bare = bare, bare.strip(_EDGE)
            start += whole.index(bare)
            end = start + len(bare)
        found.append(Token(bare, start, end))
    return found


@lru_cache(maxsize=65536)
def technical(word: str) -> bool:
    """Whether a word is a name or a value rather than an English word."""
    return bool(_TECHNICAL.search(word))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A word without its ending (restart, restarts, restarting); empty for a stop word."""
    if word in _SMALL:
        return ""
    return word if technical(word) else _ENDING.sub("", word)
