"""Middleware that compresses the page itself. Gradio does so for the files that it loads."""

from brotli import MODE_TEXT
from gradio.brotli_middleware import BrotliResponder
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipResponder
from starlette.types import ASGIApp, Receive, Scope, Send

QUALITY = 7
"""Of brotli, from 0 to 11: a page takes some 10 ms, and an eighth of it is sent."""
WINDOW = 22
"""Of brotli: the binary logarithm of how many bytes it looks back on, which is all of the page."""
LEAST = 400
"""Bytes of an answer that is compressed."""


class Compressed:
    """ASGI middleware around a page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; if it is for the page, compress the answer as the browser allows."""
        app = self.app
        if scope["type"] == "http" and scope["path"] == "/":
            accepted = Headers(scope=scope).get("accept-encoding", "")
            if "br" in accepted:
                app = BrotliResponder(app, QUALITY, MODE_TEXT, WINDOW, 0, LEAST)
            elif "gzip" in accepted:
                app = GZipResponder(app, LEAST)
        await app(scope, receive, send)
