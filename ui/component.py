"""HTML that the server draws, as a component of Gradio with the script that it needs."""

from pathlib import Path

import gradio as gr

ASSETS = Path(__file__).parent.parent / "assets"
QUIET = {"api_visibility": "private", "show_progress": "hidden"}
"""An event of the page that is nobody's endpoint."""


def html(*scripts: str, drawn: str = "", **attributes: str) -> gr.HTML:
    """A drawing with the scripts of `assets/` that serve it, in one scope.

    The template is the value alone, so that no text is a template.
    """
    code = "\n".join((ASSETS / one).read_text(encoding="utf-8") for one in scripts) or None
    return gr.HTML(drawn, js_on_load=code, apply_default_css=False, **attributes)
