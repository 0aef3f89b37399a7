"""What the panels for one's own cases share: their events' texts, refusals and limit."""

from collections.abc import Iterator
from contextlib import contextmanager

import gradio as gr

from desks.own.errors import OwnError
from ui.events import encodable, refused, refusing, text_of

READING = {"concurrency_limit": 2, "concurrency_id": "own"}
"""Each reading starts some processes, one after another."""


def own_text(event: gr.EventData, name: str) -> str:
    """A text of an event, stripped; refused if there is none, or it cannot be encoded."""
    return encodable(text_of(event, name), f"field {name!r}").strip()


@contextmanager
def refusing_own() -> Iterator[None]:
    """Turn an OwnError or a LinkError into a refusal."""
    try:
        with refusing():
            yield
    except OwnError as error:
        raise refused(f"{error}.") from None
