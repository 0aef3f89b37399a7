"""The one parser of completions: exactly one JSON object, bare or in one code fence, or an error.

Reasoning between `<think>` and `</think>` at the start is dropped. Otherwise the parser never
guesses. Two objects, duplicate keys, NaN, trailing text, hidden characters and oversized input are
refused with a message that says what is wrong, where, and what was expected. The only leniency is a
raw newline or tab inside a string, a slip that even good models make. Every check takes time linear
in the text.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from desks.desk import ActionError, Fault

MAX_BYTES = 64 * 1024
MAX_DEPTH = 20
MAX_MARKS = 30
"""Combining marks on one letter, as in Unicode's Stream-Safe Text Format (UAX #15): normalising
takes time quadratic in the longest run of them."""

_RAW = re.compile(r"[\n\r\t]")
THOUGHT, THOUGHT_ENDS = "<think>", "</think>"
_FENCE = re.compile(r"```(?:json)?[ \t]*\r?\n(.*?)\r?\n?```", re.DOTALL)
# Possessive, with an optional closing quote, so that an unclosed string is scanned once, and not
# again from each of its characters.
JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Characters that render as nothing although their category is not a hidden one (Unicode's
# default-ignorables and the blank Braille pattern).
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0000-\U000e0fff]"
)
_COLONS = frozenset("\u2236\ua789\uff1a")
_LETTERS_BESIDES_LATIN = frozenset("\u00aa\u00ba\u00b5\u03a9\u2126")  # ordinals, micro, ohm

A = TypeVar("A", bound=BaseModel)


def read_action(text: str, model: type[A]) -> A:
    """Parse `text` into `model`, or raise ActionError.

    Follows RFC 8259 for JSON. Also refuses whatever would show a reader something other than what a
    grader reads: hidden characters (Unicode categories Cc, Cf, Cs, Co, Cn, Zl, Zp and the
    default-ignorables); letters and digits of non-Latin scripts, including right-to-left ones,
    which can pass for Latin ones or reorder a line; and piles of combining marks on one letter.
    """
    _check_size(text)
    check_characters(text, "the completion")
    body = _unfence(text)
    _check_depth(body)
    value = _decode(body, text)
    try:
        return model.model_validate(value, strict=True)
    except ValidationError as error:
        faults = _faults(error)
        raise ActionError(_explain(faults), faults) from None


def has_raw_newline(text: str) -> bool:
    """Whether any string in a valid completion holds a raw newline or tab, which JSON requires to
    be escaped."""
    return any(_RAW.search(found[0]) for found in JSON_STRING.finditer(_unfence(text)))


def _check_size(text: str) -> None:
    # A lone surrogate has no UTF-8 form; it counts as three bytes, and the next check refuses it.
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise ActionError(f"the completion has {size:,} bytes; at most {MAX_BYTES:,} are read")


def check_characters(text: str, where: str) -> None:
    """ActionError if the text shows a reader something other than what a grader reads."""
    if text.isascii():
        return
    marks = 0
    for place, character in enumerate(text):
        if character.isascii():
            marks = 0
            continue
        if character == "\ufe0f" and _is_of_an_emoji(text, place):
            continue
        if wrong := _refused(character):
            raise ActionError(
                f"{where} holds U+{ord(character):04X} at character {place}; {wrong} are refused"
            )
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > MAX_MARKS:
            raise ActionError(
                f"{where} has more than {MAX_MARKS} marks on one letter at character {place}"
            )


def _is_of_an_emoji(text: str, place: int) -> bool:
    """Whether a variation selector is part of an emoji: after a symbol (such as U+2757), or in a
    keycap (between a digit, # or * and U+20E3)."""
    before = text[place - 1 : place]
    if before in tuple("0123456789#*"):
        return text[place + 1 : place + 2] == "\u20e3"
    return bool(before) and unicodedata.category(before) == "So"


@lru_cache(maxsize=4096)
def _refused(character: str) -> str | None:
    category = unicodedata.category(character)
    if character in _COLONS:
        return "lookalikes of the colon"
    if category in _HIDDEN_CATEGORIES or _BLANK.match(character):
        return "hidden, blank and unpaired characters"
    if category[0] == "L" and character not in _LETTERS_BESIDES_LATIN:
        if not unicodedata.name(character, "").startswith("LATIN"):
            return "letters that are not Latin, right-to-left ones included,"
    elif category == "Nd":
        return "digits that are not 0 to 9"
    return None


def _unfence(text: str) -> str:
    """The answer, without the model's reasoning before it and the code fence around it."""
    body = text.strip(" \t\r\n")
    if body.startswith(THOUGHT):
        _, closed, body = body.partition(THOUGHT_ENDS)
        if not closed:
            raise ActionError(f"{THOUGHT} is not closed by {THOUGHT_ENDS}, so there is no answer")
        body = body.strip(" \t\r\n")
    if body.startswith("```"):
        fenced = _FENCE.fullmatch(body)
        if fenced is None:
            raise ActionError("the code fence is not closed, or text stands around it")
        body = fenced[1].strip(" \t\r\n")
    return body


def _check_depth(body: str) -> None:
    if body.count("[") + body.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for character in JSON_STRING.sub("", body):
        if character in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise ActionError(f"the JSON nests deeper than {MAX_DEPTH} levels")
        elif character in "]}":
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ActionError(f"the field {key[:40]!r} is given twice")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ActionError(f"{name} is not a JSON number")


# strict=False permits raw control characters in strings; _decode then allows only \n, \r and \t.
_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, strict=False)
_KINDS = {list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def _decode(body: str, text: str) -> Any:
    """The JSON object that is the body of a text; an error tells where in the text it is."""
    begins = text.rfind(body)  # behind it is at most the end of the fence
    if not body:
        raise ActionError("the completion is empty; one JSON object was expected")
    if control := _CONTROL.search(body):
        raise ActionError(
            f"the completion holds the control character U+{ord(control[0]):04X} "
            f"at character {begins + control.start()}"
        )
    try:
        value, end = _DECODER.raw_decode(body)
    except ActionError:
        raise
    except json.JSONDecodeError as error:
        raise ActionError(f"not JSON: {_in_words(error, text, begins)}") from None
    except ValueError:
        raise ActionError("not JSON: a number has over 4,300 digits") from None
    if not isinstance(value, dict):
        kind = _KINDS.get(type(value), "a number")
        raise ActionError(f"one JSON object was expected, not {kind}")
    if end != len(body):
        raise ActionError(f"text stands after the JSON object, at character {begins + end}")
    if _SUSPECT_ESCAPE.search(body):
        _check_strings(value, "the action")
    return value


_EXPECTED = {
    "Expecting value": "a value",
    "Expecting ',' delimiter": "a comma or the end of what was begun",
    "Expecting ':' delimiter": "a colon",
    "Expecting property name enclosed in double quotes": "a field's name in double quotes",
    "Unterminated string starting at": "the closing quote of the text that begins",
}
"""What was expected, by the decoder's own message."""


def _in_words(error: json.JSONDecodeError, text: str, begins: int) -> str:
    if not error.doc.lstrip().startswith("{"):
        return "one JSON object was expected, which begins with {"
    expected = _EXPECTED.get(error.msg)
    said = f"{expected} was expected" if expected else "it cannot be read on"
    at = begins + error.pos
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return f"{said} at line {line}, column {column}"


# \u, \b and \f: escapes that can decode to characters not allowed in the raw text.
_SUSPECT_ESCAPE = re.compile(r"\\[ubf]")


def _check_strings(value: Any, where: str) -> None:
    """Check decoded strings too: escapes can smuggle in what the raw text may not hold."""
    if isinstance(value, str):
        check_characters(value, where)
        if control := _CONTROL.search(value):
            raise ActionError(f"{where} holds the control character U+{ord(control[0]):04X}")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_strings(key, "a field's name")
            _check_strings(inner, f"the field {key[:40]!r}")
    elif isinstance(value, list):
        for inner in value:
            _check_strings(inner, where)


def _faults(error: ValidationError) -> list[Fault]:
    return [
        Fault(one["loc"], one["type"], one["msg"], one.get("ctx", {}), one["input"] == "")
        for one in error.errors(include_url=False)
    ]


def _explain(faults: Sequence[Fault]) -> str:
    first, *rest = faults
    where = ".".join(map(str, first.path))[:80] or "the action"
    more = f" (and {len(rest)} more)" if rest else ""
    return f"{where}: {first.message}{more}"
