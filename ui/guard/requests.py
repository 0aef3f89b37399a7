"""Middleware that refuses invalid requests before Gradio reads them.

A valid request is small (an answer has at most 64 KiB), and none of its values is an object, since
Gradio treats some objects as files. A request that is too large, is not JSON, calls an unknown
function or contains objects gets an error status and a reason, as does a visitor with too many
concurrent requests. What the values mean is checked later, by the page's event handlers.
"""

import json
from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext
from urllib.parse import parse_qs

import gradio as gr
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from desks.strict_json import MAX_BYTES
from envs import bounds
from envs.bounds import MAX_NAME, ConcurrencyLimit, RefusedError
from ui import inference
from ui.guard import calls
from ui.guard.calls import CALL_ROUTES, KEYWORD_ROUTE, NAMED_ROUTE
from ui.guard.sessions import Sessions
from ui.guard.visitors import is_for_mcp, visitor, with_visitor

API_PREFIX, ENVS_PREFIX = "/gradio_api/", "/envs/"
MAX_REQUEST = 6 * MAX_BYTES + 4_096
"""Bytes: the longest answer with every character escaped as \\u0000, plus the rest of an event."""
MCP_ROUTE = "mcp"
CANCEL_ROUTE, RESET_ROUTE, INFO_ROUTE = "cancel", "reset", "info"
POST_ROUTES = (*CALL_ROUTES, CANCEL_ROUTE, RESET_ROUTE, MCP_ROUTE)
"""Prefixes of the routes that accept POST."""
MAX_MCP, MAX_OWN_MCP = 24, 12
"""Maximum concurrent MCP requests, in total and per visitor. Each holds one of Gradio's 40 threads,
which also serve the page."""
MAX_STREAMS, MAX_OWN_STREAMS = 400, 80
"""Maximum concurrent streams, in total and per visitor; each holds a connection."""
ANSWER_ROUTE = "queue/data"
"""The route that streams a session's answers."""
STREAM_ROUTES = (ANSWER_ROUTE, NAMED_ROUTE, "heartbeat", MCP_ROUTE)
"""Prefixes of the routes with streamed responses."""
CLOSED_ROUTES = ("deep_link", "dev/", "custom_component", "proxy=", "pwa_icon")
"""Gradio routes that this page does not use: they write session state to disk, report file
changes to developers, or serve features that the page does not have."""
READ_METHODS = ("GET", "HEAD", "OPTIONS")


class RequestGuard:
    """ASGI middleware around a page; `exempt` are paths that check their requests themselves."""

    def __init__(self, app: ASGIApp, page: gr.Blocks, exempt: Collection[str] = ()) -> None:
        self.app, self.page, self._exempt = app, page, exempt
        self._sessions = Sessions(page)
        self._mcp_limit = ConcurrencyLimit(MAX_MCP, MAX_OWN_MCP)
        self._stream_limit = ConcurrencyLimit(MAX_STREAMS, MAX_OWN_STREAMS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Validate a request, then pass it on with its visitor in a header."""
        path = scope.get("path", "")
        if scope["type"] != "http" or path.startswith(ENVS_PREFIX):
            await self.app(scope, receive, send)
            return
        _, api, route = path.partition(API_PREFIX)
        try:
            if max(map(len, path.split("/"))) > MAX_NAME:
                raise RefusedError(404, "There is no such address.")
            if path in self._exempt:
                pass
            elif not api:
                _check_page(scope["method"], path)
            elif scope["method"] == "POST":
                scope, receive = await self._read_post(scope, receive, route)
            else:
                self._check_get(scope, route)
            with self._slot(scope, route):
                await self.app(with_visitor(scope), receive, send)
        except bounds.DisconnectedError:
            return
        except RefusedError as error:
            response = JSONResponse({"detail": str(error)}, status_code=error.status)
            await response(scope, receive, send)

    def _slot(self, scope: Scope, route: str) -> AbstractContextManager[None]:
        """A slot for a request whose concurrency is limited; LimitReachedError if none is free."""
        if scope["method"] == "POST":
            limit = self._mcp_limit if route.startswith(MCP_ROUTE) else None
        else:
            limit = self._stream_limit if route.startswith(STREAM_ROUTES) else None
        return limit.slot(visitor(scope)) if limit else nullcontext()

    async def _read_post(self, scope: Scope, receive: Receive, route: str) -> tuple[Scope, Receive]:
        """The scope and `receive` to pass on to Gradio; RefusedError if the request is invalid."""
        if not route.startswith(POST_ROUTES):
            raise RefusedError(404, "This page takes no files, and nothing else of this name.")
        body = await bounds.read_body(receive, MAX_REQUEST)
        if route.startswith(MCP_ROUTE):
            calls.check_tool(body)
        elif route.startswith(CANCEL_ROUTE):
            payload = calls.parse_cancel(body, self.page)
            self._sessions.admit(payload["session_hash"], visitor(scope))
            body = json.dumps(payload).encode()
        elif route.startswith(RESET_ROUTE):
            body = b'{"event_id": ""}'  # What a browser sends may be null; Gradio ignores it.
        elif route.startswith(CALL_ROUTES):
            inference.READER.stir()
            call, whose = calls.parse(route, body, self.page), visitor(scope)
            calls.check_backlog(call, whose, self.page)
            if call.session is not None and not is_for_mcp(scope):
                self._sessions.admit(call.session, whose)
            scope, body = _as_positional(scope), json.dumps(call.payload).encode()
        return scope, bounds.replayed(body, receive)

    def _check_get(self, scope: Scope, route: str) -> None:
        """Check a request other than POST; RefusedError if its route is closed or its answer is not
        pending."""
        queue = self.page._queue
        if route.startswith(CLOSED_ROUTES):
            raise RefusedError(404, "This is not for visitors: the page has links of its own.")
        if route.startswith(INFO_ROUTE):
            scope["app"].api_info = None  # Gradio caches it with the URL of the first request.
        if route == ANSWER_ROUTE:
            query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
            sessions = query.get("session_hash", [])
            is_pending = all(one in queue.pending_messages_per_session for one in sessions)
        elif route.startswith(NAMED_ROUTE):
            event = route.rpartition("/")[2]
            is_pending = event in queue.event_ids_to_events or any(
                event in events for events in queue.pending_event_ids_session.values()
            )
        else:
            is_pending = True
        if not is_pending:
            raise RefusedError(404, "No answer waits here: it was fetched, or was never asked for.")


def _check_page(method: str, path: str) -> None:
    """RefusedError for a closed route, and for anything but a read, since Gradio does not limit the
    size of forms."""
    if method not in READ_METHODS:
        raise RefusedError(405, "Nothing is taken here.")
    if path.lstrip("/").startswith(CLOSED_ROUTES):
        raise RefusedError(404, "There is no such address.")


def _as_positional(scope: Scope) -> Scope:
    """The same request, on the route for positional arguments instead of named ones."""
    return scope | {
        "path": scope["path"].replace(KEYWORD_ROUTE, NAMED_ROUTE),
        "raw_path": scope["raw_path"].replace(KEYWORD_ROUTE.encode(), NAMED_ROUTE.encode()),
    }
