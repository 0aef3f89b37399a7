"""The door: what is no request of this page is refused before Gradio reads it.

A request is small (an answer has at most 64 KiB), and no value that it carries is an object (Gradio
takes some for files). What is larger, no JSON, meant for a function that is not there, or brings
objects gets a status and a sentence; so does a visitor who asks for too much at once. What a
request means is for the page's events to judge.
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
from ui.visitors import is_for_mcp, named, visitor

API, ENVIRONMENTS = "/gradio_api/", "/envs/"
MAX_REQUEST = 6 * MAX_BYTES + 4_096
"""Bytes: the longest answer with every character escaped as \\u0000, and the rest of an event."""
TOOLS = "mcp"
POSTS = (*CALLS, "cancel", "reset", TOOLS)
"""What the page and programs send."""
TOOLS_AT_ONCE, OWN_TOOLS_AT_ONCE = 24, 12
"""Requests over MCP, of all visitors and of one. Each holds a thread, of which Gradio has 40 and
serves the page with them as well."""
STREAMS_AT_ONCE, OWN_STREAMS_AT_ONCE = 400, 80
"""Answers that are told bit by bit, of all visitors and of one: each holds a connection."""
ANSWERS = "queue/data"
"""Where an answer is fetched."""
STREAMS = (ANSWERS, BY_NAME, "heartbeat", TOOLS)
"""Where answers are told bit by bit."""
CLOSED = ("deep_link", "dev/", "custom_component", "proxy=", "pwa_icon")
"""Where Gradio writes a session's state to the disk, which the page's own links do not need, where
it tells developers that a file has changed, and where it serves what this page does not have."""
CANCEL, INFO = "cancel", "info"
READS = ("GET", "HEAD", "OPTIONS")


class Door:
    """ASGI middleware around a page."""

    def __init__(self, app: ASGIApp, page: gr.Blocks) -> None:
        self.app, self.page = app, page
        self._sessions = Sessions(page)
        self._tools = ConcurrencyLimit(TOOLS_AT_ONCE, OWN_TOOLS_AT_ONCE)
        self._streams = ConcurrencyLimit(STREAMS_AT_ONCE, OWN_STREAMS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its visitor's name, and with its body once that was found good."""
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
                await self.app(named(scope), receive, send)
        except bounds.DisconnectedError:
            return
        except RefusedError as error:
            told = JSONResponse({"detail": str(error)}, status_code=error.status)
            await told(scope, receive, send)

    def _share(self, scope: Scope, route: str) -> AbstractContextManager[None]:
        """A slot for a request where few run at once; LimitReachedError if none is free."""
        if scope["method"] == "POST":
            lasting = self._tools if route.startswith(TOOLS) else None
        else:
            lasting = self._streams if route.startswith(STREAMS) else None
        return lasting.slot(visitor(scope)) if lasting else nullcontext()

    async def _judged(self, scope: Scope, receive: Receive, route: str) -> tuple[Scope, Receive]:
        """A request and its body as Gradio is to have them; RefusedError."""
        if not route.startswith(POSTS):
            raise RefusedError(404, "This page takes no files, and nothing else of this name.")
        body = await bounds.read_body(receive, MAX_REQUEST)
        if route.startswith(TOOLS):
            calls.check_tool(body)
        elif route.startswith(CANCEL):
            self._sessions.admit(calls.cancelled(body), visitor(scope))
        elif route.startswith(CALLS):
            call, whose = calls.read(route, body, self.page), visitor(scope)
            calls.check_room(call, whose, self.page)
            if call.session is not None and not is_for_mcp(scope):
                self._sessions.admit(call.session, whose)
            scope, body = _in_one_form(scope), json.dumps(call.asked).encode()
        return scope, bounds.replayed(body, receive)

    def _look(self, scope: Scope, route: str) -> None:
        """RefusedError where nothing is to be had."""
        queue = self.page._queue
        if route.startswith(CLOSED):
            raise RefusedError(404, "This is not for visitors: the page has links of its own.")
        if route.startswith(INFO):
            scope["app"].api_info = None  # Else all are told the address that the first one named.
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
    """RefusedError for what is no request of a page: forms, which Gradio reads without a bound."""
    if method not in READS:
        raise RefusedError(405, "Nothing is taken here.")
    if path.lstrip("/").startswith(CLOSED):
        raise RefusedError(404, "There is no such address.")


def _in_one_form(scope: Scope) -> Scope:
    """The same request, as one whose values have no names."""
    return scope | {
        "path": scope["path"].replace(KEYWORDS, BY_NAME),
        "raw_path": scope["raw_path"].replace(KEYWORDS.encode(), BY_NAME.encode()),
    }
