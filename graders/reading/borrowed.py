"""Pieces of other articles' fixes: what a resolution can have from nowhere else.

A fix need not be quoted whole to be prescribed. The smallest piece that counts is

- a technical word of four characters or more (a path, an option, a value, a name in code), and
  neither a word of English nor the name of a product;
- a number with the word beside it ("option 43"), the first two or three words of what is to be run;
- six words in a row,

if it stands in the fix of an article that does not apply, and nowhere else in what is shown or in
the right answer. Products and signs stand elsewhere: to name those prescribes nothing.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from graders.reading.tokens import Token, tokens

SHORTEST = 4
"""Characters of a technical word."""
QUOTATION = 6
"""Words in a row."""

_PART = re.compile(r"(?<![\w.@-])[\w.@-]*\w")
_PIECE = re.compile(r"\w+")
#: Digits, signs, dots and underscores within, capitals within (but "BitLocker").
_TECHNICAL = re.compile(
    r"\d|[/\\=@$%{}\[\]<>]|\w[._:]\w|\b[a-z]{1,20}[A-Z]|"
    r"[a-z][A-Z]{1,8}[a-z]{1,20}[A-Z]|^--?\w{2}|^[A-Z][a-z]{1,20}-[A-Z]"
)
_NUMBER = re.compile(r"\d[\w.]*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_RUN = frozenset(("run", "call", "using"))
_SMALL = frozenset(
    "the a an its this that and or to in on of for is at from with as your our each all no if also "
    "by under through there above into less plus after again once toward later newer release "
    "version build it".split()
)


class Telling(NamedTuple):
    """The pieces of a fix that tell where they were taken from, in small letters."""

    words: frozenset[str]
    rows: frozenset[str]
    """Words in a row, in normal form."""


@lru_cache(maxsize=4096)
def telling(fix: str) -> Telling:
    """The pieces of a fix that tell where they were taken from."""
    found, rows = tokens(fix), set[str]()
    for at, token in enumerate(found):
        row = found[at : at + QUOTATION]
        if len(row) == QUOTATION:
            rows.add(_joined(row))
        unparted = list(_unparted(row, fix))
        if len(unparted) > 1 and _is_counted(unparted[:2]):
            rows.add(_joined(unparted[:2]))
        if token.text.lower() in _RUN:
            rows.update(_command(unparted[1:4]))
    parts = (part for token in found for part in _parts(token.text))
    return Telling(frozenset(p.lower() for p in parts if _is_technical(p)), frozenset(rows))


def _joined(row: Iterable[Token]) -> str:
    return " ".join([token.text for token in row]).lower()


def _parts(word: str) -> set[str]:
    """A word, and what is left of it between its signs: of "a.b=/c-d" also a.b, a, b, c-d, c, d."""
    return {word, *_PART.findall(word), *_PIECE.findall(word)}


def _is_technical(part: str) -> bool:
    return len(part) >= SHORTEST and bool(_TECHNICAL.search(part))


def _is_counted(row: list[Token]) -> bool:
    one, other = (token.text.lstrip("-") for token in row)
    if _NUMBER.fullmatch(one):
        one, other = other, one
    return bool(_NUMBER.fullmatch(other) and _WORD.fullmatch(one) and one.lower() not in _SMALL)


def _unparted(row: list[Token], text: str) -> Iterator[Token]:
    """The tokens of a row up to the first that more than a space parts from the one before."""
    end = row[0].start - 1
    for token in row:
        if text[end : token.start] not in (" ", ""):
            return
        yield token
        end = token.end


def _command(row: list[Token]) -> Iterator[str]:
    """What is run, up to where its sentence goes on: two words at least."""
    words = list(takewhile(lambda token: token.text.lower() not in _SMALL, row))
    if len(words) > 1:
        yield _joined(words)
