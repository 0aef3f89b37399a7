"""What the panels for one's own cases share: their events' texts, refusals and limit."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import gradio as gr

from desks.own.errors import OwnError
from ui.events import encodable, refused, refusing, text_of
from ui.guard.throttle import RateLimiter
from ui.guard.visitors import visitor_of

READING = {"concurrency_limit": 2, "concurrency_id": "own"}
"""Each reading starts some processes, one after another."""
RATE = RateLimiter(burst=20, refill_seconds=10)
"""Each email is read, perhaps corrected and read again, and answered."""


def own_text(event: gr.EventData, name: str) -> str:
    """A text of an event, stripped; refused if there is none, or it cannot be encoded."""
    return encodable(text_of(event, name), f"field {name!r}").strip()


def limit_own(request: gr.Request) -> None:
    """Count a reading of a visitor; refused if there were many just now."""
    if wait := RATE.wait(visitor_of(request)):
        raise refused(f"That was a lot at once. Try again in {wait} s.")


@contextmanager
def refusing_own() -> Iterator[None]:
    """Turn an OwnError or a LinkError into a refusal, and a mistake of ours into an error of which
    nothing but the place is logged: its words may be those of an email."""
    try:
        with refusing():
            yield
    except OwnError as error:
        raise refused(f"{error}.") from None
    except gr.Error:
        raise
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(at.filename).name}, line {at.lineno}"
        raise RuntimeError(f"{type(error).__name__} at {place}") from None
