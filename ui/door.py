"""The door: what is no request of this page is refused before Gradio reads it.

A request is small (an answer has at most 64 KiB), and no value that it carries is an object (Gradio
takes some for files). What is larger, no JSON, meant for a function that is not there, or brings
objects gets a status and a sentence. What a request means is for the page's events to judge.
"""

import json
from typing import Any

import gradio as gr
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desks.strict_json import MAX_BYTES

API = "/gradio_api/"
MAX_REQUEST = 6 * MAX_BYTES + 4_096
"""Bytes: the longest answer with every character escaped as \\u0000, and the rest of an event."""
CALLS = ("queue/join", "run/", "api/", "call/")
"""Where a request names a function of the page."""


class RefusedError(Exception):
    """A request that is turned away: its status and a sentence for a person."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Door:
    """ASGI middleware around a page."""

    def __init__(self, app: ASGIApp, page: gr.Blocks) -> None:
        self.app, self.page = app, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its body, once that was read and found good."""
        _, api, route = scope.get("path", "").partition(API)
        if scope["type"] != "http" or scope["method"] != "POST" or not api:
            await self.app(scope, receive, send)
            return
        try:
            body = await _read(receive)
            if route.startswith(CALLS):
                check(body, self.page)
        except RefusedError as refused:
            answer = JSONResponse({"detail": str(refused)}, status_code=refused.status)
            await answer(scope, receive, send)
            return
        again: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return again.pop() if again else await receive()

        await self.app(scope, receive_again, send)


async def _read(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MAX_REQUEST:
            raise RefusedError(
                413, f"This is too much: a request has at most {MAX_REQUEST:,} bytes."
            )
        if not message.get("more_body", False):
            return body


def check(body: bytes, page: gr.Blocks) -> None:
    """RefusedError, unless this calls a function of the page with values that it can take."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(400, "One JSON object was expected, and this is no JSON.") from None
    if not isinstance(asked, dict) or not isinstance(asked.get("data"), list):
        raise RefusedError(422, "One JSON object with a list named data was expected.")
    called = asked.get("fn_index")
    if type(called) is not int or called not in page.fns:
        raise RefusedError(
            404, "There is no such function here. Open the page and use it from there."
        )
    wanted = len(page.fns[called].inputs)
    if len(asked["data"]) != wanted:
        raise RefusedError(422, f"data holds {len(asked['data'])} values; {wanted} were expected.")
    told = asked.get("event_data")
    if _holds_object([*asked["data"], *(told.values() if isinstance(told, dict) else [told])]):
        raise RefusedError(422, "Every value has to be text, and not an object.")


def _holds_object(values: list[Any]) -> bool:
    return any(
        isinstance(one, dict) or (isinstance(one, list) and _holds_object(one)) for one in values
    )
