"""Gradio, imported in two thirds of the time, and without its analytics.

At every import Gradio parses its own source once for each component, to renew the type stubs (.pyi)
that editors read. It passes over a component whose source is not found
(`create_or_modify_pyi` in `gradio.component_meta`), so here none is. Must be imported before
anything else imports Gradio.
"""

import inspect
import os
from unittest.mock import patch

_getfile = inspect.getfile


def _of_no_component(found: object) -> str:
    """`inspect.getfile`, but it finds no file of Gradio's components."""
    if hasattr(found, "EVENTS") and found.__module__.startswith("gradio."):
        raise OSError("a component's source is not looked for")
    return _getfile(found)


os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
with patch("inspect.getfile", _of_no_component):
    import gradio as gradio
