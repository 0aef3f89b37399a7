"""Text with its typography evened out, so that what reads alike is compared alike.

Compatibility forms (ligatures, a no-break space) become their plain letters, every kind of dash a
hyphen, every kind of quotation mark a straight one, capitals small letters. A long dash between two
words stands for a pause, and before a word for the two hyphens of an option, which is what word
processors make of them. The marks of bold letters are left out, and of several blanks within a line
all but one. Letters of other scripts need no care: a completion that holds them is not read at all
(`desks.strict_json`).
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
class Plain:
    """An evened text; `places[i]` is where its character i comes from, None where that is i."""

    text: str
    places: Sequence[int] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters [start, end) of the evened text as characters of the original."""
        if self.places is None or start == end:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def plain(text: str) -> Plain:
    """The text evened out."""
    if text.isascii() and _BOLD not in text:
        short = text.lower().replace("\t", " ")
        if "  " not in short or not _GAP.search(short):
            return Plain(short)
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
    return Plain("".join(letters), places)


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
