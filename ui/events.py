"""Reads the page's event data as untrusted input; invalid data is refused.

A refusal is a `gr.Error`, whose message is shown to the visitor and not logged.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gradio as gr

from desks.strict_json import MAX_BYTES
from ui.drawing import capitalized, escaped
from ui.links import LinkError

MAX_DIGITS = 9
"""Maximum digits of a number."""
_TOKEN = re.compile(r"[0-9a-f]{32}", re.ASCII)


def refused(why: str) -> gr.Error:
    """An error to raise for the visitor; `why` is escaped, so it may hold untrusted text."""
    return gr.Error(escaped(why), title="That did not work", print_exception=False)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a LinkError into a refusal."""
    try:
        yield
    except LinkError as error:
        raise refused(f"{capitalized(str(error))}.") from None


def text_of(event: gr.EventData, name: str) -> str:
    """The text under that name in an event's data; refused if there is none."""
    data = event._data  # raw: attribute access would crash on missing keys and on non-objects
    text = data.get(name) if isinstance(data, dict) else None
    if not isinstance(text, str):
        raise refused(f"The request has no text named {name!r}. Reload the page and try again.")
    return text


def completion(event: gr.EventData) -> str:
    """The answer in an event's data; refused if it is too long to grade."""
    text = text_of(event, "text")
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise refused(
            f"The answer has {size:,} bytes, and at most {MAX_BYTES:,} are graded. Shorten it."
        )
    return text


def encodable(text: str, name: str) -> str:
    """The text; refused if it has a lone surrogate, which UTF-8 cannot encode."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = f"U+{ord(text[error.start]):04X}"
        raise refused(
            f"The {name} holds half a character ({half}, number {error.start + 1:,}), which cannot "
            "be kept. Take it out."
        ) from None
    return text


def int_of(event: gr.EventData, name: str) -> int:
    """The whole number, sent as text, under that name in an event's data; refused if invalid."""
    text = text_of(event, name)
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise refused(f"The request has no number named {name!r}. Reload the page and try again.")
    return int(text)


def voter_of(event: gr.EventData) -> str:
    """The random token under which a browser votes; refused if it is malformed."""
    token = text_of(event, "token")
    if not _TOKEN.fullmatch(token):
        raise refused("A vote needs a token of 32 hex digits. Reload the page.")
    return token


def broken_link(error: ValueError) -> str:
    """A notice that a link does not work, and why; HTML."""
    return (
        '<p class="notice" role="alert"><b>This link does not work.</b> '
        f"{escaped(str(error))}. Here is what opens first instead.</p>"
    )


def one_of(value: Any, choices: tuple[str, ...], name: str) -> Any:
    """The value if it is one of the choices; refused if not."""
    if value not in choices:
        raise refused(f"There is no such {name}. Choose one of {', '.join(choices)}.")
    return value
