"""The door: what is no request of this page is refused before Gradio reads it.

A request is small (an answer has at most 64 KiB), and no value that it carries is an object (Gradio
takes some for files). What is larger, no JSON, meant for a function that is not there, or brings
objects gets a status and a sentence. What a request means is for the page's events to judge.
"""

import json
from inspect import signature
from typing import Any

import gradio as gr
from gradio.blocks import BlockFunction
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desks.strict_json import MAX_BYTES

API = "/gradio_api/"
MAX_REQUEST = 6 * MAX_BYTES + 4_096
"""Bytes: the longest answer with every character escaped as \\u0000, and the rest of an event."""
CALLS = ("queue/join", "run/", "api/", "call/")
"""Where a request names a function of the page."""
WAITING = 24
"""Events that may wait for one of the models, the trainings and the like."""
LONGEST_ID = 64
KEYWORDS = "call/v2/"
"""Where it brings the values by name."""


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
            if route.startswith("upload"):
                raise RefusedError(404, "This page takes no files.")
            body = await _read(receive)
            if route.startswith(CALLS):
                check(route, body, self.page)
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


def check(route: str, body: bytes, page: gr.Blocks) -> None:
    """RefusedError, unless this calls a function of the page with values that it can take.

    The page's own functions go by their number, the endpoints (`ui/api.py`) also by their name in
    the route.
    """
    try:
        asked = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise RefusedError(400, "One JSON object was expected, and this is no JSON.") from None
    by_keyword = route.startswith(KEYWORDS)
    if not isinstance(asked, dict) or not (by_keyword or isinstance(asked.get("data"), list)):
        raise RefusedError(422, "One JSON object with a list named data was expected.")
    for name in ("session_hash", "trigger_id"):
        told = asked.get(name, "")
        if not (told is None or isinstance(told, int) or (isinstance(told, str) and _is_id(told))):
            raise RefusedError(422, f"{name} has to be at most {LONGEST_ID} plain characters.")
    values = list(asked.values()) if by_keyword else asked["data"]
    called = _called(route, {} if by_keyword else asked, page)
    line = page._queue.event_queue_per_concurrency_id.get(called.concurrency_id)
    if line is not None and len(line.queue) >= WAITING:
        raise RefusedError(429, "Many visitors wait for this just now. Try again in a minute.")
    wanted = len(called.inputs)
    if by_keyword and not set(asked) <= set(signature(called.fn).parameters):
        named = ", ".join(signature(called.fn).parameters)
        raise RefusedError(422, f"Some value has a name that is none of {named}.")
    if len(values) != wanted and not by_keyword:
        raise RefusedError(422, f"data holds {len(values)} values; {wanted} were expected.")
    told = asked.get("event_data")
    if _holds_object([*values, *(told.values() if isinstance(told, dict) else [told])]):
        raise RefusedError(422, "Every value has to be text or a number, and not an object.")


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _is_id(text: str) -> bool:
    return len(text) <= LONGEST_ID and text.isascii() and text.isprintable()


def _called(route: str, asked: dict[str, Any], page: gr.Blocks) -> BlockFunction:
    called = asked.get("fn_index")
    if type(called) is int and called in page.fns:
        return page.fns[called]
    name = route.rstrip("/").rpartition("/")[2]
    public = {fn.api_name: fn for fn in page.fns.values() if fn.api_visibility == "public"}
    if name not in public:
        names = ", ".join(f"/{one}" for one in public)
        raise RefusedError(404, f"There is no such function here. Programs may call {names}.")
    return public[name]


def _holds_object(values: list[Any]) -> bool:
    inside = [*values]
    while inside:
        one = inside.pop()
        if isinstance(one, dict):
            return True
        if isinstance(one, list):
            inside += one
    return False
