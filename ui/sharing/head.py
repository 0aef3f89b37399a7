"""Middleware that writes a link's preview into the head of the page.

Gradio's template names Gradio there, and is the same for every address.
"""

import re
from collections.abc import Sequence

import gradio as gr
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.guard.throttle import RateLimiter
from ui.guard.visitors import visitor
from ui.sharing.origin import origin
from ui.sharing.preview import WHOLE_PAGE, Preview, preview
from ui.workbench.bench import Bench

MAX_QUERY = 2_000
"""Bytes of a query that is read; the page itself makes shorter ones."""
_TEMPLATES = re.compile(rb'<meta\s+(?:property="og:|name="twitter:)[^>]*>\s*')
_CHARSET = re.compile(rb"<meta charset=[^>]*>")


def with_tags(page: bytes, tags: bytes) -> bytes:
    """The page with these tags instead of those of Gradio's template."""
    head, script, rest = page.partition(b"<script")
    head = _TEMPLATES.sub(b"", head)
    return _CHARSET.sub(lambda found: found[0] + tags, head, count=1) + script + rest


class Head:
    """ASGI middleware around a page."""

    def __init__(self, app: ASGIApp, page: gr.Blocks, benches: Sequence[Bench]) -> None:
        self.app, self.page, self.benches = app, page, benches
        self._limiter = RateLimiter(burst=60, refill_seconds=1.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; if it is for the page, write the preview into the answer."""
        if scope["type"] != "http" or scope["path"] != "/":
            await self.app(scope, receive, send)
            return
        shown = await self._preview(scope)
        tags = shown.tags(origin(scope, self.page.root_path or "")).encode()
        await self.app(scope, receive, _Rewriting(send, tags))

    async def _preview(self, scope: Scope) -> Preview:
        """The preview of the request's address; beyond the visitor's rate, that of the page."""
        query = scope["query_string"]
        if not query or len(query) > MAX_QUERY or self._limiter.wait(visitor(scope)):
            return WHOLE_PAGE
        return await run_in_threadpool(preview, Request(scope).query_params, self.benches)


class _Rewriting:
    """A `send` that holds the page back until it is complete, and then sends it with the tags."""

    def __init__(self, send: Send, tags: bytes) -> None:
        self._send, self._tags = send, tags
        self._start: Message | None = None
        self._body = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._finish(self._start)

    async def _finish(self, start: Message) -> None:
        body = with_tags(bytes(self._body), self._tags)
        others = [one for one in start["headers"] if one[0].lower() != b"content-length"]
        length = (b"content-length", str(len(body)).encode())
        await self._send(start | {"headers": [*others, length]})
        await self._send({"type": "http.response.body", "body": body})


def _is_page(start: Message) -> bool:
    headers = {name.lower(): value for name, value in start["headers"]}
    is_html = headers.get(b"content-type", b"").startswith(b"text/html")
    return start["status"] == 200 and is_html and b"content-encoding" not in headers
