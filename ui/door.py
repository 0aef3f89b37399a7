"""Middleware that refuses invalid requests before Gradio reads them.

A valid request is small (an answer has at most 64 KiB), and none of its values is an object, since
Gradio treats some objects as files. A request that is too large, is not JSON, calls an unknown
function or contains objects gets an error status and a reason, as does a visitor with too many
concurrent requests. What the values mean is checked later, by the page's event handlers.
"""

import json
from contextlib import AbstractContextManager, nullcontext
from urllib.parse import parse_qs

import gradio as gr
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from desks.strict_json import MAX_BYTES
from envs import bounds
from envs.bounds import MAX_NAME, ConcurrencyLimit, RefusedError
from ui import calls
from ui.calls import BY_NAME, CALLS, KEYWORDS
from ui.sessions import Sessions
from ui.visitors import is_for_mcp, visitor, with_visitor

API, ENVIRONMENTS = "/gradio_api/", "/envs/"
MAX_REQUEST = 6 * MAX_BYTES + 4_096
"""Bytes: the longest answer with every character escaped as \\u0000, plus the rest of an event."""
TOOLS = "mcp"
POSTS = (*CALLS, "cancel", "reset", TOOLS)
"""Prefixes of the routes that accept POST."""
MAX_TOOLS, MAX_OWN_TOOLS = 24, 12
"""Maximum concurrent MCP requests, in total and per visitor. Each holds one of Gradio's 40 threads,
which also serve the page."""
MAX_STREAMS, MAX_OWN_STREAMS = 400, 80
"""Maximum concurrent streams, in total and per visitor; each holds a connection."""
ANSWERS = "queue/data"
"""The route that streams a session's answers."""
STREAMS = (ANSWERS, BY_NAME, "heartbeat", TOOLS)
"""Prefixes of the routes with streamed responses."""
CLOSED = ("deep_link", "dev/", "custom_component", "proxy=", "pwa_icon")
"""Gradio routes that this page does not use: they write session state to disk, report file
changes to developers, or serve features that the page does not have."""
CANCEL, INFO = "cancel", "info"
READS = ("GET", "HEAD", "OPTIONS")


class Door:
    """ASGI middleware around a page."""

    def __init__(self, app: ASGIApp, page: gr.Blocks) -> None:
        self.app, self.page = app, page
        self._sessions = Sessions(page)
        self._tools = ConcurrencyLimit(MAX_TOOLS, MAX_OWN_TOOLS)
        self._streams = ConcurrencyLimit(MAX_STREAMS, MAX_OWN_STREAMS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Validate a request, then pass it on with its visitor in a header."""
        path = scope.get("path", "")
        if scope["type"] != "http" or path.startswith(ENVIRONMENTS):
            await self.app(scope, receive, send)
            return
        _, api, route = path.partition(API)
        try:
            if max(map(len, path.split("/"))) > MAX_NAME:
                raise RefusedError(404, "There is no such address.")
            if not api:
                _check_page(scope["method"], path)
            elif scope["method"] == "POST":
                scope, receive = await self._judged(scope, receive, route)
            else:
                self._look(scope, route)
            with self._share(scope, route):
                await self.app(with_visitor(scope), receive, send)
        except bounds.DisconnectedError:
            return
        except RefusedError as error:
            told = JSONResponse({"detail": str(error)}, status_code=error.status)
            await told(scope, receive, send)

    def _share(self, scope: Scope, route: str) -> AbstractContextManager[None]:
        """A slot for a request whose concurrency is limited; LimitReachedError if none is free."""
        if scope["method"] == "POST":
            lasting = self._tools if route.startswith(TOOLS) else None
        else:
            lasting = self._streams if route.startswith(STREAMS) else None
        return lasting.slot(visitor(scope)) if lasting else nullcontext()

    async def _judged(self, scope: Scope, receive: Receive, route: str) -> tuple[Scope, Receive]:
        """The scope and `receive` to pass on to Gradio; RefusedError if the request is invalid."""
        if not route.startswith(POSTS):
            raise RefusedError(404, "This page takes no files, and nothing else of this name.")
        body = await bounds.read_body(receive, MAX_REQUEST)
        if route.startswith(TOOLS):
            calls.check_tool(body)
        elif route.startswith(CANCEL):
            self._sessions.admit(calls.cancelled(body), visitor(scope))
        elif route.startswith(CALLS):
            call, whose = calls.parse(route, body, self.page), visitor(scope)
            calls.check_backlog(call, whose, self.page)
            if call.session is not None and not is_for_mcp(scope):
                self._sessions.admit(call.session, whose)
            scope, body = _in_one_form(scope), json.dumps(call.asked).encode()
        return scope, bounds.replayed(body, receive)

    def _look(self, scope: Scope, route: str) -> None:
        """Check a request other than POST; RefusedError if its route is closed or its answer is not
        pending."""
        queue = self.page._queue
        if route.startswith(CLOSED):
            raise RefusedError(404, "This is not for visitors: the page has links of its own.")
        if route.startswith(INFO):
            scope["app"].api_info = None  # Gradio caches it with the URL of the first request.
        if route == ANSWERS:
            asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
            told = asked.get("session_hash", [])
            there = all(one in queue.pending_messages_per_session for one in told)
        elif route.startswith(BY_NAME):
            event = route.rpartition("/")[2]
            there = event in queue.event_ids_to_events or any(
                event in events for events in queue.pending_event_ids_session.values()
            )
        else:
            there = True
        if not there:
            raise RefusedError(404, "No answer waits here: it was fetched, or was never asked for.")


def _check_page(method: str, path: str) -> None:
    """RefusedError for a closed route, and for anything but a read, since Gradio does not limit the
    size of forms."""
    if method not in READS:
        raise RefusedError(405, "Nothing is taken here.")
    if path.lstrip("/").startswith(CLOSED):
        raise RefusedError(404, "There is no such address.")


def _in_one_form(scope: Scope) -> Scope:
    """The same request, on the route for positional arguments instead of named ones."""
    return scope | {
        "path": scope["path"].replace(KEYWORDS, BY_NAME),
        "raw_path": scope["raw_path"].replace(KEYWORDS.encode(), BY_NAME.encode()),
    }
