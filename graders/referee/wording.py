"""A text as it is compared, and where words stand in it."""

import re
import unicodedata
from functools import lru_cache

Span = tuple[int, int]

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-") | {0x2014: "--"}
_EDGE_MARKS = re.compile(
    r"(?<![^\s(\[/])[*_`\"]++|(?<=\s)'|(?<![*_`\"])[*_`\"]++(?=[\s.,;:!?)\]/]|$)|'(?=[\s.,;:]|$)"
)
_SPACES = re.compile(r"\s+")
_LONG_DASH = re.compile(r"(?<=\w)\u2014(?=\w)")
_ANY_RELEASE = re.compile(r"(?<=\d)\.x\b")
"""Of "2.1.x": the release is 2.1."""


def even(text: str) -> str:
    """A text in one case, with plain dashes, single spaces and line breaks, and without marks
    around words. A line break after a colon is a space: what follows belongs to it."""
    text = unicodedata.normalize("NFKC", _LONG_DASH.sub(" - ", text).translate(_DASHES))
    text = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    text = _SPACES.sub(_space, _EDGE_MARKS.sub("", text)).strip().casefold()
    return _ANY_RELEASE.sub("", text)


def _space(found: re.Match[str]) -> str:
    after_colon = found.string.endswith(":", 0, found.start())
    return "\n" if "\n" in found[0] and not after_colon else " "


_GAP = r"(?:[ ,\n]|--?[a-z][\w-]* ){1,20}?"
"""Between the words of a command: white space, commas, and options of the writer's own."""
_GIVEN = rf"(?:{_GAP}| to |[ ,\n=]+)"
"""Between a name and the value that it is given."""
_PARTED = re.compile(r"[\s=,:]+")
_JOINT = re.compile(r"(?<=\S)( = | |=)(?=\S)")
_DIGIT = re.compile(r"\d")
_DOTTED = re.compile(r"[a-z][._:]")


def where(words: str, text: str) -> list[Span]:
    """Where words stand in a text as whole tokens: "10.2" is not in "10.2.1" nor in "110.2"."""
    pattern, longest = _looks(words)
    return [found.span() for found in pattern.finditer(text)] if longest in text else []


@lru_cache(maxsize=4096)
def _looks(words: str) -> tuple[re.Pattern[str], str]:
    """What words look like in an evened text, and the longest of them."""
    words = even(words)
    before = (
        r"(?<!\w)(?<![\w][-.\\@])"
        if words[:1].isalnum()
        else r"(?<![\w])"
        if words[:1] == "/"
        else ""
    )
    after = r"(?!\w)(?![-.@]\w)(?!/\w+(?:[\s/]|$))" if words[-1:].isalnum() else ""
    return re.compile(before + _literal(words) + after), max(_PARTED.split(words), key=len)


def _literal(words: str) -> str:
    """A pattern for words in order, however they are parted, and with a value given in words."""
    first, *rest = _JOINT.split(words)
    found, before = [_word(first)], first
    for gap, word in zip(rest[::2], rest[1::2], strict=True):
        found += [_between(before, gap, word), _word(word)]
        before = word
    return "".join(found)


def _between(before: str, gap: str, word: str) -> str:
    if gap == "=":
        return r"(?: ?= ?| to )"
    named = _DIGIT.search(word) or _DOTTED.search(before)
    return _GIVEN if gap == " = " or (named and not before.startswith("-")) else _GAP


def _word(word: str) -> str:
    literal = re.escape(word.rstrip(",:"))
    return f"{literal}:?" if word.endswith(":") else literal
