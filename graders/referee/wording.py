"""Tokenises a text, and tells what would be typed from what is said."""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-") | {0x2014: "--"}
_QUOTES = str.maketrans("’‘“”", "''\"\"")
_LONG_DASH = re.compile(r"(?<=\w)\u2014(?=\w)")
_TOKEN = re.compile(r"\n+|[=:;,()]|->|>|[^\s=:;,()\"`<>{}|]+")
_PORT = re.compile(r"\b(\d{1,5})/(tcp|udp)\b", re.IGNORECASE)
_STRIPPED = ".!?*_'[]"


class Token(NamedTuple):
    """A word, literal or punctuation mark: normalised, as written, and its sentence's number."""

    word: str
    raw: str
    sentence: int
    asks: bool
    """Whether it ends a question."""


def normalise(text: str) -> str:
    """A text with plain dashes and quotation marks, and ports as "tcp 80"."""
    text = _LONG_DASH.sub(" - ", text).translate(_DASHES)
    text = unicodedata.normalize("NFKC", text).translate(_QUOTES).replace("/--", " --")
    return _PORT.sub(r"\2 \1", text)


def tokens(text: str) -> list[Token]:
    """The tokens of a text, in order, including punctuation."""
    found: list[Token] = []
    sentence = 0
    for match in _TOKEN.finditer(normalise(text)):
        raw = match[0]
        if raw[0] == "\n" or raw == ";":
            found.append(Token(";", raw, sentence, False))
            sentence += raw == ";" or not (len(found) > 1 and found[-2].word == ":")
            continue
        word = raw.casefold().strip(_STRIPPED) or raw
        word = word.rstrip("/+") or word
        word = word.removesuffix(".x").removesuffix(".exe")
        ends = raw[-1] in ".!?" or (len(raw) > 1 and raw[-2:-1] in ".!?" and raw[-1] in "'*_")
        found.append(Token(word, raw, sentence, ends and "?" in raw[-2:]))
        sentence += ends
    return found


@lru_cache(maxsize=4096)
def known_tokens(text: str) -> tuple[Token, ...]:
    """`tokens`, cached for texts of the scenario, which recur."""
    return tuple(tokens(text))


_SHAPED = re.compile(r"[\d_/\\=$@|]|[^\W\d_]\.\w|^--?\w|.:.")
_PLAIN = re.compile(
    r"\d{1,2}(?:\.\d)?[.)]?|\d{1,2}/\d{1,2}|(?:kb|tkt|inc)-\d{4}|[a-z]+/[a-z]+|e\.g|i\.e|p\.s|a\.m|p\.m"
)
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z][a-z]+[A-Z]")


@lru_cache(maxsize=8192)
def literal(word: str, raw: str) -> bool:
    """Whether a token would be typed rather than said: a path, option, setting or value."""
    if _PLAIN.fullmatch(word):
        return False
    return bool(_SHAPED.search(word) or _CAMEL.search(raw))
