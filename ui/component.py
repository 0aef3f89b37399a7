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


def html(*scripts: str, drawn: str = "") -> gr.HTML:
    """An HTML component with the named scripts of `assets/`, which share one scope.

    Its template inserts the value and nothing else, so no drawn text is parsed as a template.
    """
    code = "\n".join((ASSETS / one).read_text(encoding="utf-8") for one in scripts) or None
    return gr.HTML(drawn, js_on_load=code, apply_default_css=False)
