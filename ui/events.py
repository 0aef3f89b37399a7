"""What an event of the page says, read as text from outside; what makes no sense is refused.

A refusal is a `gr.Error`: a sentence that the visitor sees and the log does not.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gradio as gr

from ui.drawing import shown
from ui.links import LinkError


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


def one_of(value: Any, choices: tuple[str, ...], name: str) -> Any:
    """The value, if it is one of the choices; else a refusal."""
    if value not in choices:
        raise refused(f"There is no such {name}. Choose one of {', '.join(choices)}.")
    return value
