"""Server-rendered HTML as a Gradio component with the scripts it needs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gradio as gr

ASSETS = Path(__file__).parent.parent / "assets"
Listener = Callable[..., Any]
"""Binds a function to an event, as the events of Gradio's components do."""
QUIET = {"api_visibility": "private", "show_progress": "hidden", "show_progress_on": []}
"""Settings of the page's own events: no public endpoint, no progress indicator. With a place for
one, even if it is hidden, the browser copies all that stands there as any event begins or ends."""
EACH = {"trigger_mode": "multiple", **QUIET}
"""The same for events each of which is answered, in order if one runs at a time. Gradio's
`always_last` would repeat what the first one said; with `once`, an answer that is lost would bar
all later ones."""


def tell_failures(panel: gr.HTML, *events: Any) -> None:
    """Tell a panel's scripts of events that fail or are refused (`ui/guard/calls.py`): what they
    `watch` as "failed" is the event's name, and the time, so that it changes."""
    for event in events:
        [(_, name)] = event["targets"]
        told = f'() => ({{__type__: "update", props: {{failed: ["{name}", Date.now()]}}}})'
        event.failure(None, None, panel, js=told, **QUIET)


def stoppable(panel: gr.HTML, *runs: Any) -> None:
    """Have a panel's event `stop` end its runs (`assets/stop.js`), and its scripts hear of those
    that fail (`assets/failed.js`)."""
    panel.stop(None, None, None, cancels=[*runs], **QUIET)
    tell_failures(panel, *runs)


def html(*scripts: str, drawn: str = "") -> gr.HTML:
    """An HTML component with the named scripts of `assets/`, which share one scope.

    Its template inserts the value and nothing else, so no drawn text is parsed as a template.
    """
    code = "\n".join((ASSETS / one).read_text(encoding="utf-8") for one in scripts) or None
    return gr.HTML(drawn, js_on_load=code, apply_default_css=False)
