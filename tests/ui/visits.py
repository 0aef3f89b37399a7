"""An event's request, as the page is given it: from an address, with a query."""

from urllib.parse import urlencode

import gradio as gr
from starlette.requests import Request

ADA, BOB = "198.51.100.7", "203.0.113.9"


def visit(address: str = ADA, **query: str) -> gr.Request:
    """A request of whoever is at that address."""
    scope = {
        "type": "http",
        "client": (address, 40_000),
        "headers": [],
        "query_string": urlencode(query).encode(),
    }
    return gr.Request(Request(scope))
