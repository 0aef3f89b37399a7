"""Normalises typography, so that texts that look the same compare equal.

Compatibility characters (ligatures, no-break spaces) become plain ones, dashes hyphens, quotation
marks straight, and everything lower case. A long dash between two words is a pause; before a word
it stands for the two hyphens of an option, which word processors turn into one. Markdown bold marks
are dropped, and runs of blanks within a line become one. Other scripts need no handling: a
completion that contains them is not parsed at all (`desks.strict_json`).
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_SINGLE = "‘’‚‛′´ʼ"
_DOUBLE = "“”„‟″«»"
_LONG_DASH = "—―"
_BOLD = "**"
_MINUS = "−⁃"
_GAP = re.compile(r"(?<=\S[ \t])[ \t]+")


@dataclass(frozen=True)
class NormalisedText:
    """A normalised text; its character i is at `places[i]` in the original, or at i if None."""

    text: str
    places: Sequence[int] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters [start, end) of the normalised text as a span of the original."""
        if self.places is None or start == end:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def unaccented(text: str) -> str:
    """The text without accents, with straight apostrophes, at the same offsets, in either case."""
    if not text.isascii():
        text = "".join(unicodedata.normalize("NFKD", c)[0] if c.isalpha() else c for c in text)
    return text.replace("\u2019", "'").replace("\u2018", "'")


def folded(text: str) -> str:
    """The same in lower case."""
    return unaccented(text).lower()


def normalise(text: str) -> NormalisedText:
    """The text, normalised."""
    if text.isascii() and _BOLD not in text:
        short = text.lower().replace("\t", " ")
        if "  " not in short or not _GAP.search(short):
            return NormalisedText(short)
    letters: list[str] = []
    places: list[int] = []
    gaps = {place for gap in _GAP.finditer(text) for place in range(*gap.span())}
    for place, letter in enumerate(text):
        bold = letter == "*" and _BOLD in text[max(0, place - 1) : place + 2]
        if bold or place in gaps:
            continue
        even = _pause_or_option(text, place) if letter in _LONG_DASH else _even(letter)
        letters.append(even)
        places += [place] * len(even)
    return NormalisedText("".join(letters), places)


@lru_cache(maxsize=4096)
def _even(letter: str) -> str:
    if letter.isascii():
        return letter.lower()
    if letter in _SINGLE:
        return "'"
    if letter in _DOUBLE:
        return '"'
    if letter in _MINUS or unicodedata.category(letter) == "Pd":
        return "-"
    return unicodedata.normalize("NFKC", letter).lower()


def _pause_or_option(text: str, place: int) -> str:
    before = text[max(0, place - 1) : place].strip()
    after = text[place + 1 : place + 2].strip()
    if before and after:
        return " - "
    return "--" if after else "-"
