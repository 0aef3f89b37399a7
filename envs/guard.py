"""Limits on each environment's messages, requests, sessions and idle sockets.

OpenEnv accepts messages of any size, and its reaper ends idle sessions but leaves their sockets
open. The guard is ASGI middleware around one environment. An invalid frame is answered with an
error and the session goes on; an oversized frame or a long silence ends the session and frees its
slot.
"""

import asyncio
import json
import math
import os
import time
from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from envs import bounds, messages
from envs.address import address
from envs.bounds import ConcurrencyLimit, LimitReachedError, RefusedError
from envs.messages import MAX_BYTES, MessageError

TOO_LARGE, IDLE, TRY_LATER = 1009, 1001, 1013
"""Websocket close codes (RFC 6455; 1013 is from IANA's registry)."""
WORK = ("reset", "step")
"""Message types that keep a session from being idle, here and in OpenEnv."""
MCP_PATH_SUFFIX = "/mcp"
"""Paths ending in this take JSON-RPC messages."""
MAX_REQUESTS, MAX_OWN_REQUESTS = 16, 8
"""Maximum concurrent HTTP requests other than reads, of all environments: in total and per address.
Each holds one of the few threads that serve the sessions too."""


@dataclass(frozen=True)
class Limits:
    """The limits of one environment. ValueError: one of them is out of range."""

    sessions: int = 128
    """Concurrent sessions."""
    idle: float = 300.0
    """Seconds without a reset or a step after which a session ends."""
    per_address: int | None = None
    """Concurrent sessions per address; None: half of all."""

    def __post_init__(self) -> None:
        most = self.max_per_address
        if self.sessions < 1 or not 0 < self.idle < math.inf or most < 1:
            raise ValueError(
                f"sessions: {self.sessions}, idle: {self.idle:g}, per address: {most}: at "
                "least one session, and more than 0 seconds, were expected"
            )

    @property
    def max_per_address(self) -> int:
        """Concurrent sessions that one address may have."""
        return (self.sessions + 1) // 2 if self.per_address is None else self.per_address

    @classmethod
    def from_env(cls, settings: Mapping[str, str] = os.environ) -> "Limits":
        """Read from REWARDDESK_SESSIONS, REWARDDESK_IDLE and REWARDDESK_PER_ADDRESS where they are
        set. ValueError: one of them is invalid."""
        try:
            return cls(
                int(settings.get("REWARDDESK_SESSIONS", cls.sessions)),
                float(settings.get("REWARDDESK_IDLE", cls.idle)),
                int(given) if (given := settings.get("REWARDDESK_PER_ADDRESS")) else None,
            )
        except ValueError as error:
            raise ValueError(
                f"REWARDDESK_SESSIONS, REWARDDESK_IDLE or REWARDDESK_PER_ADDRESS: {error}"
            ) from None


class Guard:
    """ASGI middleware around one environment's app. The server's `receive` must let other tasks run
    even if messages are waiting, as `connections.Websocket` does."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        requests: ConcurrencyLimit,
        sessions: ConcurrencyLimit | None = None,
    ) -> None:
        """`requests` counts those of all environments, `sessions` this one's; None: those of this
        process."""
        self._app, self._limits, self._requests = app, limits, requests
        self._sessions = sessions or ConcurrencyLimit(limits.sessions, limits.max_per_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests and sessions within the limits."""
        is_mcp = scope["path"].endswith(MCP_PATH_SUFFIX)
        if scope["type"] == "websocket":
            with closing(_Socket(receive, send, self._limits.idle, is_mcp)) as socket:
                await self._session(socket, scope)
        else:
            await self._request(scope, receive, send, is_mcp)

    async def _session(self, socket: "_Socket", scope: Scope) -> None:
        visitor = address(scope)
        try:
            with self._sessions.slot(visitor):
                await self._app(scope, socket.receive, socket.send)
        except LimitReachedError as error:
            why = f"all {self._limits.sessions} sessions are taken; try again in a minute"
            if error.per_visitor:
                most = self._limits.max_per_address
                why = f"{visitor} has {most} sessions already, and no address may have more"
            await socket.refuse("CAPACITY_REACHED", why, TRY_LATER)

    async def _request(self, scope: Scope, receive: Receive, send: Send, is_mcp: bool) -> None:
        is_read = scope["method"] in ("GET", "HEAD")
        try:
            body = b"" if is_read else await bounds.read_body(receive, MAX_BYTES)
            if body:
                messages.parse(body, is_mcp)
            with nullcontext() if is_read else self._requests.slot(address(scope)):
                await self._app(scope, bounds.replayed(body, receive), send)
        except bounds.DisconnectedError:
            return
        except RefusedError as error:
            content = messages.error_message(str(error)) if is_mcp else {"detail": str(error)}
            await JSONResponse(content, status_code=error.status)(scope, receive, send)


class _Socket:
    """One session's socket, between the server and OpenEnv."""

    def __init__(self, receive: Receive, send: Send, idle: float, is_mcp: bool) -> None:
        self._receive, self._send = receive, send
        self._idle, self._is_mcp = idle, is_mcp
        self._worked = time.monotonic()
        """When a reset or a step last finished."""
        self._working = self._closed = False
        self._expired = False
        """Whether it has been idle for too long, and is to end."""
        self._waiting: asyncio.Task | None = None
        """What waits for the client's next message."""
        self._timer = asyncio.get_running_loop().call_later(idle, self._end_if_idle)

    async def receive(self) -> Message:
        """The next valid message, or a disconnect if the session has to end."""
        if self._working:
            self._working, self._worked = False, time.monotonic()
        while not self._closed:
            message = None if self._expired else await self._next()
            if message is None:
                why = f"idle for {self._idle:g} s, so the session was ended"
                await self._end("SESSION_ERROR", why, IDLE)
            elif message["type"] != "websocket.receive" or await self._is_good(message):
                return message
        return {"type": "websocket.disconnect", "code": IDLE}

    async def _next(self) -> Message | None:
        """The next message; None if the session has been idle for too long."""
        task = self._waiting = asyncio.current_task()
        before = task.cancelling()
        try:
            return await self._receive()
        except asyncio.CancelledError:
            if not self._expired or task.uncancel() > before:
                raise
            return None
        finally:
            self._waiting = None

    def _end_if_idle(self) -> None:
        """End the session if it has been idle for too long, else look again when it may have been.

        A session has one timer: one a message, as of `asyncio.timeout`, takes the server a
        twentieth of a step.
        """
        left = self._worked + self._idle - time.monotonic()
        if left > 0 or self._working:
            later = left if left > 0 else self._idle
            self._timer = asyncio.get_running_loop().call_later(later, self._end_if_idle)
            return
        self._expired = True
        if self._waiting:
            self._waiting.cancel()

    def close(self) -> None:
        """Stop the timer."""
        self._timer.cancel()

    async def send(self, message: Message) -> None:
        """Pass a message on, or drop it if the session has ended."""
        if self._closed:
            return
        if message["type"] == "websocket.close":
            self._closed = True
        elif message.get("text"):
            message = {**message, "text": messages.truncate_error(message["text"])}
        await self._deliver(message)

    async def refuse(self, code: str, why: str, closed_with: int) -> None:
        """Accept the connection only to say why it is refused."""
        await self._receive()
        await self._deliver({"type": "websocket.accept"})
        await self._end(code, why, closed_with)

    async def _is_good(self, message: Message) -> bool:
        text = message.get("text")
        if text is None:
            size = len(message.get("bytes") or b"")
            await self._tell("VALIDATION_ERROR", f"text was expected, not {size:,} binary bytes")
            return False
        if len(text.encode()) > MAX_BYTES:
            why = f"a message has at most {MAX_BYTES:,} bytes; the session was ended"
            await self._end("VALIDATION_ERROR", why, TOO_LARGE)
            return False
        try:
            found = messages.parse(text, self._is_mcp)
        except MessageError as error:
            await self._tell(error.code, str(error))
            return False
        self._working = self._is_mcp or found.get("type") in WORK
        return True

    async def _tell(self, code: str, why: str) -> None:
        text = json.dumps(messages.error_message(why, None if self._is_mcp else code))
        await self._deliver({"type": "websocket.send", "text": text})

    async def _end(self, code: str, why: str, closed_with: int) -> None:
        """Say why, and close."""
        self._closed = True
        await self._tell(code, why)
        await self._deliver({"type": "websocket.close", "code": closed_with, "reason": why})

    async def _deliver(self, message: Message) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError):
            self._closed = True  # The client has gone; `receive` reports it.
