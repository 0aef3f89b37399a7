"""The words in a reward's own code: what it looks for, it often says."""

import functools
import inspect
import re
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

MAX_FUNCTIONS, MAX_WORDS, MAX_TEMPLATES = 30, 20, 12
"""Of a reward: functions that are read; words, and filled templates or placeholders, kept."""
LONGEST = 120
"""Characters of a word."""
_LITERAL = re.compile(r"[A-Za-z][\w :'-]*\w")
_TEMPLATE = re.compile(r"([^\n]*\w[:=] ?)(?:%s|\{\w*\})?$")
_PLACEHOLDER = re.compile(r"\{[A-Za-z_]\w*\}")
_VERDICT = re.compile(r"[A-Za-z]{2,12}")


def words_in(reward: Any) -> tuple[str, ...]:
    """Texts in a function's code, in those it calls in its module and in what both name there; and
    its templates that end in a place to fill ("Verdict: %s"), filled with its short words. Empty
    if there is no code to read."""
    found = list(dict.fromkeys(word for one in _functions(reward) for word in _texts(one)))
    words = [one for one in found if 2 <= len(one.strip()) <= LONGEST and _LITERAL.search(one)]
    short = [one for one in words if _VERDICT.fullmatch(one)]
    templates = [at[1].rstrip() for one in words if (at := _TEMPLATE.search(one))]
    filled = [f"{before} {word}" for before in templates for word in short]
    return (*filled[:MAX_TEMPLATES], *words[:MAX_WORDS])


def placeholders_in(reward: Any) -> tuple[str, ...]:
    """The placeholders, such as {reference}, in the texts of a reward's code."""
    texts = [text for one in _functions(reward) for text in _texts(one)]
    found = [place for text in texts for place in _PLACEHOLDER.findall(text)]
    return tuple(dict.fromkeys(found))[:MAX_TEMPLATES]


def _functions(reward: Any) -> list[FunctionType]:
    """The function that pays, and those of its module that it calls."""
    while isinstance(reward, functools.partial):
        reward = reward.func
    start = inspect.unwrap(getattr(reward, "__func__", reward)) if callable(reward) else None
    if not isinstance(start, FunctionType):
        start = getattr(type(reward), "__call__", None)  # noqa: B004  (its code is read, not called)
    found = [start] if isinstance(start, FunctionType) else []
    for one in found:
        for name in _names(one.__code__):
            called = one.__globals__.get(name)
            if (
                isinstance(called, FunctionType)
                and called.__globals__ is one.__globals__
                and called not in found
                and len(found) < MAX_FUNCTIONS
            ):
                found.append(called)
    return found


def _texts(function: FunctionType) -> Iterator[str]:
    for code in _codes(function.__code__):
        for one in code.co_consts:
            if one != function.__doc__:
                yield from _strings(one)
    for name in _names(function.__code__):
        yield from _strings(function.__globals__.get(name))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield from _LITERAL.findall(value.pattern)
    elif isinstance(value, tuple | list | set | frozenset | Mapping):
        texts = [one for one in value if isinstance(one, str)]
        is_ordered = not isinstance(value, set | frozenset)
        yield from (texts if is_ordered else sorted(texts))[:MAX_WORDS]


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def _names(code: CodeType) -> list[str]:
    return [name for one in _codes(code) for name in one.co_names]
