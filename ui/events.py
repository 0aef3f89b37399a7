"""What an event of the page says, read as text from outside; what makes no sense is refused.

A refusal is a `gr.Error`: a sentence that the visitor sees and the log does not.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gradio as gr

from desks.strict_json import MAX_BYTES
from ui.drawing import shown
from ui.links import LinkError

MOST_DIGITS = 9
"""Digits of a count."""


def refused(why: str) -> gr.Error:
    """An error for the visitor, to be raised; `why` says what to do and may hold hostile text."""
    return gr.Error(shown(why), title="That did not work", print_exception=False)


@contextmanager
def refusing() -> Iterator[None]:
    """What names nothing becomes a refusal."""
    try:
        yield
    except LinkError as error:
        raise refused(f"{error}. Choose one on the page.") from None


def said(event: gr.EventData, name: str) -> str:
    """The text that an event has under a name, or a refusal."""
    told = event._data  # whatever came: as attributes, what is missing or no object would crash
    text = told.get(name) if isinstance(told, dict) else None
    if not isinstance(text, str):
        raise refused(f"The request has no text named {name!r}. Reload the page and try again.")
    return text


def completion(event: gr.EventData) -> str:
    """The answer that an event brings as its text, or a refusal where it is too long to grade."""
    text = said(event, "text")
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise refused(
            f"The answer has {size:,} bytes, and at most {MAX_BYTES:,} are graded. Shorten it."
        )
    return text


def whole(text: str, name: str) -> str:
    """The text, if it can be written down as UTF-8; else a refusal."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = f"U+{ord(text[error.start]):04X}"
        raise refused(
            f"The {name} holds half a character ({half}, number {error.start + 1:,}), which cannot "
            "be kept. Take it out."
        ) from None
    return text


def count(event: gr.EventData, name: str) -> int:
    """The whole number that an event has under a name, as text, or a refusal."""
    text = said(event, name)
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise refused(f"The request has no number named {name!r}. Reload the page and try again.")
    return int(text)


def broken_link(error: ValueError, instead: object = "the start") -> str:
    """That an address names nothing, and what is shown instead; HTML."""
    return (
        '<p class="notice" role="alert"><b>This link does not work.</b> '
        f"{shown(str(error))}. Here is {instead} instead.</p>"
    )


def one_of(value: Any, choices: tuple[str, ...], name: str) -> Any:
    """The value, if it is one of the choices; else a refusal."""
    if value not in choices:
        raise refused(f"There is no such {name}. Choose one of {', '.join(choices)}.")
    return value
