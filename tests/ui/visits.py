"""An event's request and its data, as the page is given them."""

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


def said(**told: object) -> gr.EventData:
    """An event that carries these."""
    return gr.EventData(None, told)
