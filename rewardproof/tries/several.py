"""Right answers of several parts, with one that repeats, that does not belong or is too wide."""

import json
import re
from collections.abc import Iterator
from typing import Any

from rewardproof.completions import JsonAnswer, json_in, places_in, said, saying, with_place
from rewardproof.subject import Subject
from rewardproof.tries import Try

_ID = re.compile(r"\b[A-Za-z]{1,8}[-_ ]?\d{1,6}\b")
_MEASURE = re.compile(r"(\d) ?([^\W\d]{1,5}|%)(?=\W*$)")
_RANGE = re.compile(r"(?<![\w.])\d[\d.,]*( ?(?:-|–|to|and|\.\.) ?)\d[\d.,]*")
_DIGITS = "0123456789"


def several(subject: Subject, place: int) -> Iterator[Try]:
    """All of them; in words, of the last line."""
    right = subject.good[place][0]
    *above, last = said(right).rstrip().split("\n")
    if _objects(said(right)):
        wrong = dict(_unasked_alone(subject, place))
    elif answer := json_in(said(right)):
        wrong = dict(_unasked(subject, place, answer))
    else:
        wrong = {name: "\n".join([*above, one]) for name, one in _in_words(subject, last)}
    for name, other in wrong.items():
        yield Try("corruption", name, place, saying(right, other), "less")


def _in_words(subject: Subject, text: str) -> Iterator[tuple[str, str]]:
    ids = list(dict.fromkeys(_ID.findall(text)))
    alike = [one for one in ids if ids[0].rstrip(_DIGITS) == one.rstrip(_DIGITS)]
    if len(alike) > 1:
        again = re.compile(rf"\b(?:{'|'.join(map(re.escape, alike))})\b")
        yield "one id for all of them", again.sub(alike[0], text)
    if unit := _MEASURE.search(text):
        elsewhere = [_MEASURE.search(said(some[0])) for some in subject.good]
        for other in sorted({found[2] for found in elsewhere if found} - {unit[2]}):
            told = f"another task's unit, {other}"
            yield told, text[: unit.start(2)] + other + text[unit.end(2) :]
    if span := _RANGE.search(text):
        everything = f"0{span[1]}1000000000"
        yield "a range of everything", text[: span.start()] + everything + text[span.end() :]


def _unasked(subject: Subject, place: int, answer: JsonAnswer) -> Iterator[tuple[str, str]]:
    """A list of objects with one that another task asks for."""
    for path, value in places_in(answer.value):
        for other in subject.others(place) if _is_objects(value) else ():
            theirs = json_in(said(subject.good[other][0]))
            there = dict(places_in(theirs.value)).get(path) if theirs else None
            if more := _more(value, there):
                told = f"{'.'.join(map(str, path))}: one more, which another task asks for"
                yield told, answer.with_value(with_place(answer.value, path, more))
                break


def _unasked_alone(subject: Subject, place: int) -> Iterator[tuple[str, str]]:
    """The same, where the list is the whole answer."""
    mine = _objects(said(subject.good[place][0]))
    for other in subject.others(place):
        if more := _more(mine, _objects(said(subject.good[other][0]))):
            yield "one more object, which another task asks for", json.dumps(more)
            return


def _more(mine: list[Any], theirs: Any) -> list[Any]:
    """A list with the first object of another that it does not have; empty if there is none."""
    found = [one for one in theirs if one not in mine] if _is_objects(theirs) else []
    return [*mine, found[0]] if found else []


def _objects(text: str) -> list[Any]:
    """The objects of a text that is a JSON list of them; empty if it is not."""
    try:
        value = json.loads(text)
    except ValueError:
        return []
    return value if _is_objects(value) else []


def _is_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value) and bool(value)
