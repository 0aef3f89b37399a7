"""Whom a reply addresses and who signs it, checked against the people in the scenario.

Somebody else's name is wrong. A name that nobody in the scenario has is wrong if it clearly takes
the place of the right name and is no short form of it. Anything else is left open.
"""

import re
from difflib import SequenceMatcher
from typing import NamedTuple

_GREETING = re.compile(
    r"\s*(?P<hail>(?:(?:hi|hello|hey|dear|greetings|good\s(?:morning|afternoon|evening|day)"
    r"|(?:morning|afternoon|evening))\b,?\s{0,2}){0,2})(?P<whom>[^,\n!:;.\u2013\u2014-]{0,60})",
    re.IGNORECASE,
)
_POSTSCRIPT = re.compile(r"\n\s{0,4}p\.?\s?s\b\.?", re.IGNORECASE)
_CLOSING = re.compile(
    r"\b(?:regards|best|wishes|cheers|thanks|thank\syou|sincerely|yours|faithfully|truly|warmly|care"
    r"|greetings|cordially|respectfully)\s*[,.!]?\s*$",
    re.IGNORECASE,
)
_LAST = re.compile(r"(?<=[.!?]\s)[A-Z][^\W\d_]+(?:\s[A-Z][^\W\d_]+){0,2}$")
_NAME = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_ANYBODY = frozenset(
    "dear hi hello hey sir madam all team both everyone everybody there colleague colleagues "
    "friend friends mr ms mrs dr again good morning afternoon evening day folks regards best "
    "wishes kind warm many cheers thanks thank you sincerely yours faithfully truly warmly "
    "take care greetings the office of for assistant signed sent from my on behalf executive "
    "and ceo see then soon".split()
)
MIN_CHARS = 3
"""Shorter words are treated as initials."""
MIN_SIMILARITY = 0.7
"""The `difflib` ratio from which names with the same initial may be the same name."""


class Names(NamedTuple):
    """The words of names, in lower case and without accents: the reader's, the writer's and
    everybody else's."""

    reader: frozenset[str]
    writer: frozenset[str]
    others: frozenset[str]


class Addressing(NamedTuple):
    """The wrong name in the greeting and in the signature, if any, and whether it is signed."""

    misaddressed: str | None
    missigned: str | None
    signed: bool


def check_addressing(text: str, names: Names) -> Addressing:
    """Check the first and the last words of a reply without accents."""
    found = _GREETING.match(text)
    whom = _NAME.findall(found["whom"])
    called = [word for word in whom if word[0].isupper() and word.lower() not in _ANYBODY]
    hailed = bool(found["hail"].strip())
    if not hailed and len(whom) > len(called):  # no greeting, just the first sentence
        called = []
    wrong = _wrong(called, names.reader, names.writer | names.others, hailed)
    body = _POSTSCRIPT.split(text, 1)[0].rstrip(" \n\t.,!-")
    above, _, last = body.rpartition("\n")
    alone = bool(above.strip())
    words = _NAME.findall(last)
    where = words[-1:] if len(words) > 6 or not alone else words
    if any(word.lower() in names.writer for word in where):
        return Addressing(wrong, None, True)
    name = [word for word in words if word.lower() not in _ANYBODY]
    if not alone or len(words) > 4 or not all(word[0].isupper() for word in name):
        name = _inline(last)
        closed = bool(name)
    else:
        closed = bool(_CLOSING.search(above.rstrip()) or len(name) < len(words))
    return Addressing(wrong, _wrong(name, names.writer, names.reader | names.others, closed), False)


def is_salutation(lower: str, names: Names) -> bool:
    """Whether a clause, in lower case, is nothing but a greeting, a closing or a name."""
    words = _NAME.findall(lower)
    return all(word in _ANYBODY or any(word in one for one in names) for word in words)


def _inline(last: str) -> list[str]:
    """The name after a closing on the same line ("Best regards, Anna Berg") or as last sentence."""
    name = _LAST.search(last)
    if name and not _CLOSING.search(name[0]):
        return name[0].split()
    for count in (1, 2):
        pieces = last.rsplit(maxsplit=count)
        if len(pieces) > count and _CLOSING.search(pieces[0]):
            return [word for word in pieces[1:] if word[0].isupper() and _NAME.fullmatch(word)]
    return []


def _wrong(
    called: list[str], right: frozenset[str], others: frozenset[str], sure: bool
) -> str | None:
    """The name in `called` that is certainly wrong, if any. `sure`: the words must be a name."""
    lower = [word.lower() for word in called]
    if any(word in right for word in lower):
        return None
    if taken := [word for word in called if word.lower() in others]:
        return taken[0]
    first = called[0] if called and sure and len(called) <= 2 else ""
    strange = len(first) >= MIN_CHARS and not any(_is_form(first.lower(), one) for one in right)
    return first if strange else None


def _is_form(given: str, name: str) -> bool:
    """Whether a name may be a short form or another spelling of `name`."""
    if given[0] != name[0]:
        return False
    short_or_long = len(given) < len(name) or given.startswith(name)
    mistyped = sorted(given) == sorted(name)
    alike = SequenceMatcher(None, given, name).ratio() >= MIN_SIMILARITY
    return short_or_long or mistyped or alike
