"""Middleware that compresses the page, and the scripts and styles that it loads. Gradio compresses
the latter alone, a twentieth less, and anew for each visitor."""

import re

from brotli import MODE_TEXT
from gradio.brotli_middleware import BrotliResponder
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipResponder
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

QUALITY = 7
"""Of brotli, from 0 to 11: the page takes some 10 ms, and an eighth of it is sent."""
PAGE, NAMED_BY_CONTENT = "/", "/assets/"
"""Where the page is, and files whose names change with what is in them."""
FILES = re.compile(rf"{PAGE}|{NAMED_BY_CONTENT}[^/]+\.(js|css)|/plotly/plotly\.min\.js")
"""What is compressed here."""
WINDOW = 22
"""Of brotli: the binary logarithm of how many bytes it looks back on, which is all of the page."""
LEAST = 400
"""Bytes of an answer that is compressed."""
MAX_KEPT = 16_000_000
"""Bytes of compressed files that are kept; all of them come to some 13 million."""
FOR_GOOD = (b"cache-control", b"public, max-age=31536000, immutable")
CHECKS = (b"etag", b"last-modified")
"""Headers by which a browser asks whether a file has changed."""


class Compressed:
    """ASGI middleware around Gradio's page. A file is compressed once in each way, and kept."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept: dict[tuple[str, str], Response] = {}
        self._room = MAX_KEPT

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and compress the answer as the browser allows."""
        if scope["type"] != "http" or not FILES.fullmatch(path := scope["path"]):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        accepted = headers.get("accept-encoding", "")
        way = next((one for one in ("br", "gzip") if one in accepted), "")
        asks_for_all = scope["method"] == "GET" and "if-none-match" not in headers
        if asks_for_all and (path, way) in self._kept:
            await self._kept[path, way](scope, receive, send)
            return
        copy = _Copy(send, is_for_good=path.startswith(NAMED_BY_CONTENT))
        await self._compressing(way)(scope, receive, copy)
        if asks_for_all and way and path != PAGE and copy.is_whole:
            self._keep((path, way), copy.response())

    def _compressing(self, way: str) -> ASGIApp:
        if way == "br":
            return BrotliResponder(self.app, QUALITY, MODE_TEXT, WINDOW, 0, LEAST)
        return GZipResponder(self.app, LEAST) if way else self.app

    def _keep(self, key: tuple[str, str], sent: Response) -> None:
        if key not in self._kept and len(sent.body) <= self._room:
            self._kept[key] = sent
            self._room -= len(sent.body)


class _Copy:
    """A `send` that remembers what it sends; what `is_for_good` it lets browsers keep."""

    def __init__(self, send: Send, is_for_good: bool) -> None:
        self._send, self._is_for_good = send, is_for_good
        self._found, self._headers, self._body = False, [], bytearray()
        self.is_whole = False
        """Whether a whole file was sent."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._found = message["status"] == 200
            if self._found and self._is_for_good:
                others = (one for one in message["headers"] if one[0].lower() not in CHECKS)
                message = message | {"headers": [*others, FOR_GOOD]}
            self._headers = list(message["headers"])
        else:
            self._body += message.get("body", b"")
            self.is_whole = self._found and not message.get("more_body")
        await self._send(message)

    def response(self) -> Response:
        """The same once more."""
        sent = Response(bytes(self._body))
        others = [one for one in self._headers if one[0].lower() != b"content-length"]
        sent.raw_headers = [*others, (b"content-length", str(len(sent.body)).encode())]
        return sent
