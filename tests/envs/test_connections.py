"""Connections that take and do not give: the real server stays up, small and open to others.

Each is held against uvicorn as it is here, and as it is in the container, without its fast parts.
"""

import asyncio
import json
import os
import signal
import socket
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from envs import connections
from envs.bounds import ConnectionLimit
from envs.server import ENVIRONMENTS
from tests.envs.conftest import PLAIN, serving, until
from tests.envs.sockets import A_SIMPLE_RESET, ask, is_free, opened

pytestmark = pytest.mark.slow

NAME = "exec_assist_inbox"
"""Whose answers are long."""
SESSIONS = 64
CROWD = 50
"""Connections that do the same."""
SMALL = 100
"""MB by which the server may grow."""
LATE = 30
"""Seconds by which a busy machine may be late."""
PATIENCE = 2
"""Seconds that the server waits here for a request, or for somebody who reads."""
GRACE = 1
"""The same for its work when it is asked to end."""
IMPATIENT = (
    "from envs import connections\n"
    f"connections.REQUEST_TIMEOUT = connections.WRITE_TIMEOUT = {PATIENCE}\n"
)
SLOT = SESSIONS * len(ENVIRONMENTS)
UPGRADE = (
    b"GET /envs/exec_assist_inbox/ws HTTP/1.1\r\nHost: desk\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)
"""Asks for a websocket."""


class Served(NamedTuple):
    url: str
    pid: int

    def largest(self) -> int:
        """Most memory that it had since `forget`, in MB."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(one.split()[1]) // 1024 for one in lines if one.startswith("VmHWM"))

    def forget(self) -> None:
        """Begin anew with the memory that it has now."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")


@pytest.fixture(scope="module", params=["", PLAIN], ids=["fast", "plain"])
def server(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Served]:
    """Where it listens; nothing may have failed in it."""
    log = tmp_path_factory.mktemp("server") / "log"
    many = "--sessions", str(SESSIONS), "--per-address", str(SESSIONS)
    with serving(log, *many, first=request.param + IMPATIENT) as (url, pid):
        yield Served(url, pid)
    assert "Traceback" not in log.read_text()


def plugged(server: Served) -> socket.socket:
    """A connection without a word, on which little can be sent before it is read."""
    at, plug = urlsplit(server.url), socket.socket()
    plug.settimeout(PATIENCE + LATE)
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    plug.connect((at.hostname, at.port))
    return plug


def upgraded(server: Served, asking: bytes = b"") -> socket.socket:
    """A websocket without anybody who knows how to use it; headers that it asks with."""
    plug = plugged(server)
    plug.sendall(UPGRADE[:-2] + asking + b"\r\n")
    assert plug.recv(4_096).startswith(b"HTTP/1.1 101")
    return plug


def deflating(server: Served) -> socket.socket:
    """A websocket that would like to have everything deflated."""
    wish = b"permessage-deflate; client_no_context_takeover; client_max_window_bits"
    return upgraded(server, b"Sec-WebSocket-Extensions: " + wish + b"\r\n")


def frame(kind: int, said: bytes = b"") -> bytes:
    """Of a websocket, with the mask that leaves everything as it is."""
    size = bytes([len(said)]) if len(said) < 126 else b"\x7e" + len(said).to_bytes(2, "big")
    return bytes([kind, 0x80 | size[0]]) + size[1:] + bytes(4) + said


def heard(plug: socket.socket) -> bytes:
    """All that is said until the connection ends; TimeoutError where it does not."""
    said = b""
    with suppress(ConnectionError):
        while some := plug.recv(65_536):
            said += some
    return said


def pour(plug: socket.socket, what: bytes, patience: float = 3) -> None:
    """Send what is taken."""
    plug.settimeout(patience)
    with suppress(OSError):
        plug.sendall(what)
    plug.settimeout(PATIENCE + LATE)


# --- floods ---


def _deflated(text: bytes) -> bytes:
    """As permessage-deflate wants it (RFC 7692): without the last four bytes."""
    packer = zlib.compressobj(wbits=-12)
    return (packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


FLOODS = {
    "headers": (plugged, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 500_000),
    "trailers": (
        plugged,
        b"POST /envs/exec_assist/step HTTP/1.1\r\nHost: a\r\ntransfer-encoding: chunked\r\n\r\n"
        b"0\r\n" + b"a: b\r\n" * 500_000,
    ),
    "an address": (plugged, b"GET /" + b"a" * 9_000_000),
    "requests": (plugged, b"GET /envs/exec_assist/schema HTTP/1.1\r\nHost: a\r\n\r\n" * 6_000),
    "messages": (upgraded, frame(0x81) * 43_000),
    "a bomb": (deflating, frame(0xC1, _deflated(b"[" + b"[]," * 5_000_000 + b"0]")) * 11),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_finds_little_room(server: Served, flood: str) -> None:
    """Of a bomb, 11 messages of 15 MB in 170 kB, where a server agrees to have them deflated."""
    came, what = FLOODS[flood]
    server.forget()
    before = server.largest()
    with ExitStack() as open_ones:
        for _ in range(CROWD):
            pour(open_ones.enter_context(came(server)), what, 0.2)
        assert is_free(server.url, NAME, 1)
        assert server.largest() - before < SMALL
    until(lambda: is_free(server.url, NAME, SESSIONS), PATIENCE + LATE)


HEADS = b"GET /" + b"a" * connections.MAX_HEAD_BYTES, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 12_000
EARLY = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n"


@pytest.mark.parametrize("first", [b"", EARLY], ids=["at once", "after an early answer"])
@pytest.mark.parametrize("what", HEADS)
def test_a_head_too_large_ends_its_connection(server: Served, first: bytes, what: bytes) -> None:
    """Long before it would have to be whole."""
    with plugged(server) as plug:
        if first:
            plug.sendall(first)
            assert plug.recv(4_096).startswith(b"HTTP/1.1 404")
            what = b"x" + what
        pour(plug, what)
        assert b"408" not in heard(plug)


def test_a_message_in_too_many_pieces_is_refused(server: Served) -> None:
    with upgraded(server) as plug:
        pour(plug, frame(0x01) + frame(0x00) * (connections.MAX_FRAGMENTS - 2) + frame(0x80, b"{}"))
        assert b"Unknown message type" in plug.recv(4_096)
        pour(plug, frame(0x01) + frame(0x00) * connections.MAX_FRAGMENTS)
        assert b"1,000 fragments" in heard(plug)


@pytest.mark.parametrize("kind", [0x89, 0x8A], ids=["pings", "pongs"])
def test_a_flood_of_pings_or_pongs_is_broken_off(server: Served, kind: int) -> None:
    with upgraded(server) as plug:
        for _ in range(3):  # with messages between them
            pour(plug, frame(kind) * (connections.MAX_PINGS - 1) + frame(0x81, b"{}"))
            said = b""
            while b"Unknown message type" not in said:
                said += plug.recv(65_536)
        pour(plug, frame(kind) * 100_000)
        assert b"pings and pongs" in heard(plug)


def test_messages_in_advance_are_all_answered(server: Served) -> None:
    """Whoever does not wait for an answer before the next message gets each, in order."""
    with opened(server.url, "exec_assist") as talk:
        for seed in range(500):
            talk.send(json.dumps({"type": "reset", "data": {"seed": seed, "extra": 1}}))
            talk.send('{"type": "state"}')
        told = [json.loads(talk.recv(timeout=60))["type"] for _ in range(1_000)]
    assert told == ["error", "state"] * 500


def test_messages_in_advance_hold_up_nobody() -> None:
    """Between each two of them everybody else has a turn."""
    many, order = 50, []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            order.append("message")

    async def everybody_else() -> None:
        while order.count("message") < many:
            order.append("turn")
            await asyncio.sleep(0)

    async def served() -> None:
        bounds = connections.settings(sessions=1, per_address=1)
        config = uvicorn.Config(app, port=0, lifespan="off", log_level="warning", **bounds)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            assert not serving.done()
            await asyncio.sleep(0.01)
        at = server.servers[0].sockets[0].getsockname()
        answer, asking = await asyncio.open_connection(*at)
        asking.write(UPGRADE)
        await answer.readuntil(b"\r\n\r\n")
        asking.write(frame(0x81, b"{}") * many)
        await asyncio.wait_for(everybody_else(), LATE)
        asking.close()
        server.should_exit = True
        await serving

    asyncio.run(served())
    assert order.count("message") == many
    assert ("message", "message") not in pairwise(order)


# --- patience ---

HALF = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": b"GET / HTTP/1.1\r\nHost: desk\r\n",
    "half a handshake": b"GET /envs/it_triage/ws HTTP/1.1\r\nUpgrade: websocket\r\n",
    "half a body": b"POST /envs/it_triage/step HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
    + b"{" * 10,
    "a second request": b"GET /envs/it_triage/health HTTP/1.1\r\nHost: desk\r\n\r\nGET / HT",
}


def test_half_a_request_is_not_waited_for(server: Served) -> None:
    """Not even where a byte comes every now and then."""
    began = time.monotonic()
    with ExitStack() as open_ones, ThreadPoolExecutor(len(HALF) + 1) as crowd:
        plugs = [open_ones.enter_context(plugged(server)) for _ in HALF]
        for plug, what in zip(plugs, HALF.values(), strict=True):
            plug.sendall(what)
        dripping = crowd.submit(_drip, open_ones.enter_context(plugged(server)))
        *told, served = list(crowd.map(heard, plugs))
        assert all(b"408" in one and f"whole within {PATIENCE} s".encode() in one for one in told)
        assert b"200 OK" in served
        assert dripping.result() < PATIENCE + LATE
    assert time.monotonic() - began < PATIENCE + LATE


def _drip(plug: socket.socket) -> float:
    """Send a header a letter at a time; how many seconds that goes well."""
    began = time.monotonic()
    with suppress(ConnectionError):
        plug.sendall(b"GET / HTTP/1.1\r\na: ")
        while time.monotonic() - began < 2 * (PATIENCE + LATE):
            plug.sendall(b"b")
            time.sleep(0.2)
    return time.monotonic() - began


def test_a_client_that_does_not_read_loses_its_slot(server: Served) -> None:
    """It asks for 6 MB of answers, which is more than the network holds."""
    reset = json.dumps({"type": "reset", "data": {"seed": 0, "tier": "hard"}}).encode()
    with upgraded(server) as deaf:
        for _ in range(600):
            pour(deaf, frame(0x81, reset), 0.01)
            time.sleep(0.005)
        until(lambda: is_free(server.url, NAME, SESSIONS), PATIENCE + LATE)


# --- number ---


@pytest.mark.parametrize(
    ("peer", "others", "refused"),
    [
        ("192.0.2.1", ["192.0.2.1"] * 9, ""),
        ("192.0.2.1", ["192.0.2.1"] * 10, "192.0.2.1 has 10"),
        ("192.0.2.1", ["192.0.2.2"] * 10, ""),
        ("192.0.2.1", ["::ffff:192.0.2.1"] * 10, "192.0.2.1 has 10"),
        ("2001:db8:0:1::", [f"2001:db8:0:1::{n}" for n in range(1, 11)], "2001:db8:0:1::/64 has"),
        ("2001:db8:0:2::", [f"2001:db8:0:1::{n}" for n in range(1, 11)], ""),
        ("192.0.2.1", [f"192.0.{n}.2" for n in range(20)], "there are 20"),
        (None, [None] * 15, ""),
    ],
)
def test_connections_are_counted_by_visitor(
    peer: str | None, others: list[str | None], refused: str
) -> None:
    """Of whom an IPv6 one has a whole /64."""
    limit = ConnectionLimit(20, 10)
    clients = [one and (one, 40_000) for one in (peer, *others)]
    told = limit.refusal(peer or "", {Mock(client=one) for one in clients})
    assert (told or "").startswith(refused)
    assert bool(told) == bool(refused)


def test_too_many_connections_are_told_so(server: Served) -> None:
    of_one = SLOT + connections.EXTRA_CONNECTIONS[1]
    with ExitStack() as open_ones, opened(server.url, NAME) as session:
        for _ in range(of_one - 1):
            open_ones.enter_context(plugged(server))
        with plugged(server) as plug:
            said = heard(plug)
        assert (b" 503 " in said, f"{of_one} connections already".encode() in said) == (True, True)
        assert ask(session, A_SIMPLE_RESET)["type"] == "observation"
    until(lambda: is_free(server.url, NAME, SESSIONS))


# --- the end ---


@pytest.mark.parametrize("first", ["", PLAIN], ids=["fast", "plain"])
def test_asked_to_end_it_does(tmp_path, first: str) -> None:
    """Whatever half of a request it holds."""
    soon = f"from envs import connections\nconnections.SHUTDOWN_GRACE = {GRACE}\n"
    with serving(tmp_path / "log", first=first + soon) as (url, pid), ExitStack() as open_ones:
        plugs = [open_ones.enter_context(plugged(Served(url, pid))) for _ in HALF]
        for plug, what in zip(plugs, HALF.values(), strict=True):
            plug.sendall(what)
        with opened(url, NAME) as session:
            ask(session, A_SIMPLE_RESET)
            time.sleep(0.5)
            os.kill(pid, signal.SIGTERM)
            until(lambda: not _runs(pid), GRACE + LATE)


def _runs(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"
