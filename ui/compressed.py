"""Middleware that compresses the page, and the scripts and styles that it loads. Gradio compresses
the latter alone, and a twentieth less."""

import re

from brotli import MODE_TEXT
from gradio.brotli_middleware import BrotliResponder
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipResponder
from starlette.types import ASGIApp, Receive, Scope, Send

QUALITY = 7
"""Of brotli, from 0 to 11: the page takes some 10 ms, and an eighth of it is sent."""
FILES = re.compile(r"/|/assets/[^/]+\.(js|css)")
"""What is compressed here."""
WINDOW = 22
"""Of brotli: the binary logarithm of how many bytes it looks back on, which is all of the page."""
LEAST = 400
"""Bytes of an answer that is compressed."""


class Compressed:
    """ASGI middleware around Gradio's page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and compress the answer as the browser allows."""
        app = self.app
        if scope["type"] == "http" and FILES.fullmatch(scope["path"]):
            accepted = Headers(scope=scope).get("accept-encoding", "")
            if "br" in accepted:
                app = BrotliResponder(app, QUALITY, MODE_TEXT, WINDOW, 0, LEAST)
            elif "gzip" in accepted:
                app = GZipResponder(app, LEAST)
        await app(scope, receive, send)
