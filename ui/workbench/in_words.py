"""What is wrong with an answer from the form, in words: the field by its name, and what it needs.

The parser's own messages name paths in the JSON; whoever filled in a form has not seen any.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from desks import ActionError
from desks.desk import Fault
from desks.strict_json import check_characters
from ui.drawing import capitalized, humanized

MOST = 6
"""Faults that are told at once."""
ANSWER = "answer"
"""What the whole is called."""

_SAID = {
    "string_too_long": "is longer than {max_length:,} characters",
    "too_long": "may hold at most {max_length} entries",
    "literal_error": "is none of the choices",
    "string_type": "is not text",
    "list_type": "is not a list",
    "bool_type": "is neither yes nor no",
    "float_type": "is not a number",
    "model_type": "is not an object with fields",
    "greater_than_equal": "is less than {ge:g}",
    "less_than_equal": "is more than {le:g}",
    "string_pattern_mismatch": "does not have the form that was expected",
    "extra_forbidden": "is not a field of the answer",
}
"""What each kind of fault says of its field, by pydantic's name for it."""


def faults_of(error: ActionError, text: str, names: Mapping[str, str]) -> dict[str, str]:
    """Each fault as a sentence, by the path of its field in the JSON, or "" if it has none.

    `names` says what fields are called, by path, without the numbers of a list's items.
    """
    if error.faults:
        told = {_path(one.path): _sentence(one, names) for one in error.faults[:MOST]}
    else:
        told = dict(_unreadable(text, names)) or {"": str(error)}
    return {path: f"{capitalized(said)}." for path, said in told.items()}


def _path(path: tuple[str | int, ...]) -> str:
    return ".".join(map(str, path))


def _sentence(fault: Fault, names: Mapping[str, str]) -> str:
    path = fault.path or (ANSWER,)
    *above, last = path
    inside = _the(tuple(above), names) if above else ""
    if fault.kind == "missing" or (fault.blank and fault.kind == "value_error"):
        return f"{inside or f'the {ANSWER}'} has no {_name(path, names)}"
    if fault.kind == "value_error":
        what = f"is {fault.message.removeprefix('Value error, ')}"
    else:
        what = _SAID.get(fault.kind, "is not what was expected").format(**fault.bounds)
    where = f" of {inside}" if inside and not isinstance(last, int) else ""
    return f"{_the(path, names)}{where} {what}"


def _the(path: tuple[str | int, ...], names: Mapping[str, str]) -> str:
    """What a field is called in a sentence; an item of a list by its number."""
    name = _name(path, names)
    return f"{name} {path[-1] + 1}" if isinstance(path[-1], int) else f"the {name}"


def _name(path: tuple[str | int, ...], names: Mapping[str, str]) -> str:
    steps = [step for step in path if isinstance(step, str)] or [ANSWER]
    return names.get(".".join(steps), humanized(steps[-1])[:80])


def _unreadable(text: str, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The texts with characters that are refused."""
    try:
        for path, leaf in _texts(json.loads(text), ()):
            try:
                check_characters(leaf, _the(path or (ANSWER,), names))
            except ActionError as error:
                yield _path(path), str(error)
    except (ValueError, RecursionError):  # no JSON: the form wrote none of it
        return


def _texts(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(inner, (*path, step))
