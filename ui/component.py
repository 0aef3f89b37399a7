"""Server-rendered HTML as a Gradio component with the scripts it needs."""

from pathlib import Path

import gradio as gr

ASSETS = Path(__file__).parent.parent / "assets"
QUIET = {"api_visibility": "private", "show_progress": "hidden", "show_progress_on": []}
"""Settings of the page's own events: no public endpoint, no progress indicator. With a place for
one, even if it is hidden, the browser copies all that stands there as any event begins or ends."""


def html(*scripts: str, drawn: str = "") -> gr.HTML:
    """An HTML component with the named scripts of `assets/`, which share one scope.

    Its template inserts the value and nothing else, so no drawn text is parsed as a template.
    """
    code = "\n".join((ASSETS / one).read_text(encoding="utf-8") for one in scripts) or None
    return gr.HTML(drawn, js_on_load=code, apply_default_css=False)
