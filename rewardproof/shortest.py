"""The shortest form of a completion that still pays.

By delta debugging (Zeller and Hildebrandt, 2002).
Fields of a JSON object are emptied, lists thinned, then spans of text deleted, long ones first.
What is left is what the reward pays for.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from rewardproof.completions import Answer, from_json, to_json

_TOKEN = re.compile(r"\S+\s*|\s+")


class SpentError(Exception):
    """No more tries are allowed."""


def minimise(
    completion: str, holds: Callable[[str], bool], tries: int, whole_words: bool = False
) -> str:
    """The shortest text found that satisfies `holds`, with at most `tries` calls to it.

    `holds` says whether a text still pays; the initial one is assumed to. `whole_words`: of a text
    that is no JSON object, only words are deleted, so that it can be read.
    """
    best, left = completion, tries

    def still(text: str) -> bool:
        # Each candidate is cut from the last one that held, so the last to hold is the shortest.
        nonlocal best, left
        if not left:
            raise SpentError
        left -= 1
        if held := holds(text):
            best = text
        return held

    with suppress(SpentError):
        answer = from_json(completion)
        if answer is not None and still(to_json(answer)):
            _shorten(answer, lambda one: still(to_json(one)))
        else:
            parts = _TOKEN.findall(completion) if whole_words else list(completion)
            _thin(parts, lambda rest: still("".join(rest)))
    return best


def _thin(parts: list[str], holds: Callable[[list[str]], bool]) -> list[str]:
    """The parts without the spans that can go; the longest spans are tried first."""
    size = len(parts)
    while size:
        at = 0
        while at < len(parts):
            rest = parts[:at] + parts[at + size :]
            if holds(rest):
                parts = rest
            else:
                at += size
        size //= 2
    return parts


def _shorten(answer: Answer, holds: Callable[[Answer], bool]) -> None:
    for name in answer:
        for less in _less(answer[name]):
            if holds(answer | {name: less}):
                answer = answer | {name: less}
                break
    for name in (name for name, value in answer.items() if isinstance(value, str)):
        answer = _with_less_text(answer, name, holds)


def _with_less_text(answer: Answer, name: str, holds: Callable[[Answer], bool]) -> Answer:
    def with_text(parts: list[str]) -> Answer:
        return answer | {name: "".join(parts).strip()}

    return with_text(_thin(_TOKEN.findall(answer[name]), lambda parts: holds(with_text(parts))))


def _less(value: Any) -> Iterator[Any]:
    """Reductions of a list or object: nothing at all, a single item, then one item fewer."""
    if isinstance(value, list) and value:
        yield []
        if len(value) > 1:
            yield from ([one] for one in value)
            yield from ([*value[:at], *value[at + 1 :]] for at in range(len(value)))
    elif isinstance(value, dict):
        yield None
        for name, inner in value.items():
            yield from (value | {name: less} for less in _less(inner))
