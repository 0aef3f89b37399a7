"""What a runbook's passage names to be typed, opened or set, and what of it the passage forbids."""

import re
from collections.abc import Iterable
from itertools import pairwise

from desks.own.warned import Span, Stance, is_warning, masked, stance

MAX_FACT = 80
"""Characters of what an answer must name."""
MAX_FORBIDDEN = 200
"""Characters of what it must not."""
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|(?<=`)\s+(?=[`A-Z])")
_CLAUSE = re.compile(r"(?<=[.!?:;])\s+|(?<=`)\s+(?=[`A-Z])")
_QUOTED = re.compile(r"`([^`]*)`")
_CODE = re.compile(
    r"(?<!\S)(?:--?[a-z][\w-]+(?:=\S+)?|~?/[\w./-]{3,}|\w+(?:[._=]\w+)+|\w+_\w+)(?=[\s,;:.)]|$)"
)
_NAME_OR_VALUE = re.compile(
    r"(?![\d.:]*$)(?!\d|e\.g|i\.e|\W*$)(?=.*(?:\w\W+\w|\d|[a-z][A-Z]|^[-/~]))"
)
"""What an English word in quotes, a number or a time of day is not."""
_PLANTED = re.compile(
    r"\b(?:ignore|disregard|forget|ignoriere\w*)\b[^.:]{0,40}\b(?:instructions|rules|prompt|anweisungen)"
    r"|\b(?:note|message|order|attention)\b[^.:]{0,20}\b(?:to|for) (?:(?:the|all|any|every) )?"
    r"(?:ai|agent|assistant|(?:language )?model|bot|llm)s?\b"
    r"|\bif you are an? (?:ai|agent|assistant|(?:language )?model|bot|llm)\b",
    re.IGNORECASE,
)
"""An order to whoever is reading for the help desk: what follows is nothing to be done."""
_PLACEHOLDER = re.compile(r"<\w[\w -]*>|\$\{?[A-Z_]{2,}|\{\{")


def facts_of(text: str, known: str = "", title: str = "") -> list[str]:
    """The commands, paths and values of a passage, in order: those that can be named as they stand,
    that it does not warn of, and that are not in `known`."""
    said = _stances(text, title)
    return [
        one
        for one, stances in said.items()
        if _NAME_OR_VALUE.match(one) and not _PLACEHOLDER.search(one)
        if 2 < len(one) <= MAX_FACT and one.lower() not in known.lower()
        if "prescribed" in stances and "forbidden" not in stances
    ]


def forbidden_of(text: str, title: str = "") -> list[str]:
    """The commands and values that a passage forbids, in order, up to what is to be filled in."""
    found = []
    for one, stances in _stances(text, title).items():
        typed = _PLACEHOLDER.split(one)[0].strip()
        command = len(typed.split()) > 1 or (typed == one and _NAME_OR_VALUE.match(one))
        warned = "forbidden" in stances and "prescribed" not in stances
        if warned and command and 2 < len(typed) <= MAX_FORBIDDEN:
            found.append(typed)
    return list(dict.fromkeys(found))


def warns(title: str) -> bool:
    """Whether a heading, in the title of a passage, forbids what stands under it."""
    return any(map(is_warning, title.split(" > ")[1:]))


def _stances(text: str, title: str) -> dict[str, set[Stance]]:
    """What is named in a passage, each with all that is said of it."""
    names = names_in(text)
    plain, found = masked(text, names), {}
    planted = _PLANTED.search(plain)
    for start, end in names:
        said = stance(plain, start, end, warns(title))
        if planted and start > planted.start():
            said = "forbidden"
        found.setdefault(text[start:end].strip(), set()).add(said)
    return found


def clauses_naming(text: str, facts: Iterable[str]) -> list[str]:
    """The clauses of a passage that name one of the facts."""
    plain = masked(text, names_in(text))
    cuts = [0, *(cut.end() for cut in _CLAUSE.finditer(plain)), len(text)]
    clauses = (text[start:end].strip() for start, end in pairwise(cuts))
    return [one for one in clauses if any(fact in one for fact in facts)]


def names_in(text: str) -> list[Span]:
    """Where a text names a command, path or value: in backticks, if it has any."""
    named = _QUOTED if "`" in text else _CODE
    found, at = [], 0
    for end in [*(cut.start() for cut in _SENTENCE.finditer(text)), len(text)]:
        found += [one.span(named.groups) for one in named.finditer(text, at, end)]
        at = end
    return found
