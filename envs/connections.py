"""Limits on connections, before any request is handled: number, size and time.

uvicorn waits forever for the rest of a request and for a client that does not read, and accepts any
number of headers, pipelined requests and fragments. Here its two protocols are bounded; `settings`
is the full configuration of either server, standalone or the page's.
"""

import asyncio
from functools import partial
from http import HTTPStatus
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from envs.address import PROXIES
from envs.bounds import ConnectionLimit
from envs.messages import MAX_BYTES

REQUEST_TIMEOUT = 15.0
"""Seconds for a request to arrive in full, counted from its first byte or the new connection."""
WRITE_TIMEOUT = 10.0
"""Seconds within which a client must read `MIN_PROGRESS` bytes of what it is sent."""
MIN_PROGRESS = 16_384
"""The fewest bytes read that count as progress."""
SEND_BUFFER = 131_072
"""Bytes of the socket's send buffer: few, so that a client that does not read is soon noticed."""
MAX_HEAD_BYTES = 65_536
"""Maximum bytes of a request before its body."""
MAX_HEADERS = 200
"""Maximum per request, trailers included."""
MAX_PIPELINED = 8
"""Maximum pipelined requests behind one that is not answered yet."""
MAX_FRAGMENTS = 1_000
"""Maximum per message."""
MAX_PINGS = 100
"""Maximum unsolicited pings and pongs between two messages or answers to our pings; backpressure
does not apply to them."""
READ_CHUNK = 4_096
"""Bytes parsed at a time: few, so that they hold few messages."""
OVERSIZE_MARGIN = 65_536
"""Bytes by which a message may exceed the limit and still be answered with an error."""
EXTRA_CONNECTIONS = 256, 128
"""Connections allowed beyond one per session: in total, and per peer."""
SHUTDOWN_GRACE = 3
"""Seconds that a server has for its current work when it is shut down."""


def settings(sessions: int, per_address: int) -> dict[str, Any]:
    """Arguments for uvicorn.Config, given the concurrent sessions in total and per address.

    Behind our proxies, every connection comes from a proxy; visitors are told apart later.
    """
    total, per_peer = sessions + EXTRA_CONNECTIONS[0], per_address + EXTRA_CONNECTIONS[1]
    return {
        "http": partial(Http, ConnectionLimit(total, total if PROXIES else per_peer)),
        "ws": Websocket,
        "ws_max_size": MAX_BYTES + OVERSIZE_MARGIN,
        "ws_per_message_deflate": False,
        "proxy_headers": False,
        "timeout_graceful_shutdown": SHUTDOWN_GRACE,
    }


class _WriteTimeoutProtocol(asyncio.Protocol):
    """A protocol that aborts the connection of a client that does not read."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
        transport.set_write_buffer_limits(high=0)
        super().connection_made(transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._arm_write_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel_write_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_write_timer()
        super().connection_lost(exc)

    def _arm_write_timer(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self._write_timer = self.loop.call_later(WRITE_TIMEOUT, self._check_progress, unread)

    def _check_progress(self, unread: int) -> None:
        if self.transport.get_write_buffer_size() > max(unread - MIN_PROGRESS, 0):
            self.transport.abort()
        else:
            self._arm_write_timer()

    def _cancel_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()


class Http(_WriteTimeoutProtocol, AutoHTTPProtocol):
    """HTTP with limits on the time and size of requests."""

    def __init__(self, limit: ConnectionLimit, **given: Any) -> None:
        super().__init__(**given)
        self._limit = limit
        self._deadline: asyncio.TimerHandle | None = None
        """Set while a request is incomplete."""
        self._size = 0
        """Bytes of that request so far."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if why := self._limit.refusal(peer, self.connections):
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, why)
        else:
            self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), READ_CHUNK):
            part = data[start : start + READ_CHUNK]
            super().data_received(part)
            if self.transport.get_protocol() is not self:  # It is a websocket now.
                self._clear_deadline()
                return
            if self.transport.is_closing():
                return
            self._count_bytes(len(part))

    def on_message_complete(self) -> None:
        """Called by httptools only; for a request that is answered early, uvicorn leaves
        `more_body` set, so that it never seems complete."""
        super().on_message_complete()
        if self.cycle is not None:
            self.cycle.more_body = False
        self._clear_deadline()

    def _count_bytes(self, size: int) -> None:
        """Count `size` more bytes of a request; if it is still incomplete, check the limits."""
        now = self.cycle
        if now is not None and not (now.more_body or now.response_complete):
            self._clear_deadline()
            if len(getattr(self, "pipeline", ())) > MAX_PIPELINED:  # h11 does not pipeline.
                self.transport.close()
            return
        if self._deadline is None:
            self._start_deadline()
        self._size += size
        has_head = now is not None and now.more_body
        if len(self.headers or ()) > MAX_HEADERS or (self._size > MAX_HEAD_BYTES and not has_head):
            limits = f"{MAX_HEADERS} headers, and {MAX_HEAD_BYTES:,} bytes of them"
            why = f"a request has at most {limits}"
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, why)

    def _start_deadline(self) -> None:
        why = f"a request has to be whole within {REQUEST_TIMEOUT:g} s"
        self._deadline = self.loop.call_later(
            REQUEST_TIMEOUT, self._refuse, HTTPStatus.REQUEST_TIMEOUT, why
        )

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline, self._size = None, 0

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        """Send the reason, unless a response to the request has begun, and close."""
        now = self.cycle
        answered = now is not None and now.response_started
        if not answered or (now.response_complete and not now.more_body):
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\n"
            kind = f"content-type: text/plain\r\ncontent-length: {len(why)}\r\n\r\n"
            self.transport.write(f"{head}{kind}{why}".encode())
        self.transport.close()


class Websocket(_WriteTimeoutProtocol, AutoWebSocketsProtocol):
    """A websocket read only as fast as its messages are consumed, with few fragments and pings."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._unparsed = bytearray()
        self._pings = 0
        """Unsolicited pings and pongs since the count was last reset."""

    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        self._parse()

    async def receive(self) -> Any:
        if not self.queue.empty():
            await asyncio.sleep(0)  # Lets others have a turn, however many messages wait here.
        message = await super().receive()
        self._pings = 0
        self._parse()
        return message

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        else:
            self._break_off(1009, f"a message has at most {MAX_FRAGMENTS:,} fragments")

    def handle_ping(self) -> None:
        if self._within_ping_limit():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if bytes(event.data) == self.pending_ping_payload:
            self._pings = 0
            super().handle_pong(event)
        else:
            self._within_ping_limit()

    def _within_ping_limit(self) -> bool:
        self._pings += 1
        if self._pings > MAX_PINGS:
            self._break_off(1008, f"more than {MAX_PINGS} pings and pongs and no message")
        return self._pings <= MAX_PINGS

    def _break_off(self, code: int, why: str) -> None:
        if not self.close_sent:
            self.conn.send_close(code, why)
            self.handle_parser_exception()

    def _parse(self) -> None:
        """Parse what was received, slice by slice, until a message waits to be consumed."""
        while self._unparsed and not self.transport.is_closing():
            if not (self.queue.empty() or self.close_sent):
                self.read_paused = True
                self.transport.pause_reading()
                return
            part = bytes(self._unparsed[:READ_CHUNK])
            del self._unparsed[:READ_CHUNK]
            super().data_received(part)
