"""Imports Gradio faster than usual, and without its analytics.

At every import Gradio parses its own source once for each component, to renew the type stubs (.pyi)
that editors read. It passes over a component whose source is not found (`create_or_modify_pyi` in
`gradio.component_meta`), so here none is found. Import this before anything else imports Gradio.
"""

import inspect
import os
from unittest.mock import patch

_getfile = inspect.getfile


def _except_components(one: object) -> str:
    """`inspect.getfile`, except that it finds no file for Gradio's components."""
    if hasattr(one, "EVENTS") and one.__module__.startswith("gradio."):
        raise OSError("a component's source is not looked for")
    return _getfile(one)


os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
with patch("inspect.getfile", _except_components):
    import gradio as gradio
