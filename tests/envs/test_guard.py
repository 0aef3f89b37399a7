"""When a session counts as idle, and how many requests are served at once: the guard alone, with
clients and apps made up here."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from envs.bounds import ConcurrencyLimit
from envs.guard import MAX_OWN_REQUESTS, MAX_REQUESTS, Guard, Limits, _Socket

IDLE, SOON = 0.2, 5.0
"""Seconds: of a session's silence, and for a busy machine."""
STATE, STEP = {"type": "state"}, {"type": "step", "data": {}}


class Client:
    """What it sends is there at once; after that, nothing comes."""

    def __init__(self, *messages: dict[str, Any], endless: bool = False) -> None:
        self._left, self._endless = list(messages), endless
        self.told: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        if not self._left:
            await asyncio.Event().wait()
        said = self._left[0] if self._endless else self._left.pop(0)
        return {"type": "websocket.receive", "text": json.dumps(said)}

    async def send(self, message: dict[str, Any]) -> None:
        self.told.append(message)

    @property
    def closed_with(self) -> int | None:
        return self.told[-1].get("code") if self.told else None


def played(client: Client, play: Callable[[_Socket], Awaitable[Any]]) -> tuple[Any, float]:
    """What comes of a session, and the seconds that it took."""

    async def session() -> Any:
        socket = _Socket(client.receive, client.send, IDLE, is_mcp=False)
        try:
            return await asyncio.wait_for(play(socket), SOON)
        finally:
            socket.close()

    began = time.monotonic()
    return asyncio.run(session()), time.monotonic() - began


def test_silence_ends_a_session() -> None:
    client = Client()
    message, took = played(client, _Socket.receive)
    assert message["type"] == "websocket.disconnect"
    assert client.closed_with == 1001
    assert "idle for 0.2 s" in client.told[0]["text"]
    assert took >= IDLE


def test_looking_is_not_working() -> None:
    """However many states are asked for, and however slowly their answers are taken."""

    async def looks(socket: _Socket) -> None:
        while (await socket.receive())["type"] != "websocket.disconnect":
            await asyncio.sleep(IDLE / 10)  # Nobody waits for the client at most times.

    client = Client(STATE, endless=True)
    _, took = played(client, looks)
    assert client.closed_with == 1001
    assert took >= IDLE


def test_a_session_at_work_is_not_idle_and_afterwards_has_its_whole_time() -> None:
    async def works(socket: _Socket) -> float:
        await socket.receive()
        await asyncio.sleep(2.5 * IDLE)
        ended = time.monotonic()
        await socket.receive()
        return time.monotonic() - ended

    client = Client(STEP)
    silence, _ = played(client, works)
    assert client.closed_with == 1001
    assert silence >= IDLE


@pytest.mark.parametrize("idle_too", [False, True])
def test_the_end_of_the_server_is_not_taken_for_silence(idle_too: bool) -> None:
    """A session that is cancelled from outside ends so, even if its time is over just then."""

    async def cancelled(socket: _Socket) -> bool:
        waiting = asyncio.create_task(socket.receive())
        await asyncio.sleep(0.01)
        if idle_too:
            socket._worked -= IDLE
            socket._end_if_idle()
        waiting.cancel()
        await asyncio.wait([waiting])
        return waiting.cancelled()

    client = Client()
    found, _ = played(client, cancelled)
    assert found
    assert client.told == []


def test_an_earlier_cancellation_that_was_swallowed_changes_nothing() -> None:
    async def swallows(socket: _Socket) -> dict[str, Any]:
        task = asyncio.current_task()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0)
        return await socket.receive()

    async def in_a_task(socket: _Socket) -> dict[str, Any]:
        return await asyncio.create_task(swallows(socket))

    client = Client()
    message, _ = played(client, in_a_task)
    assert message["type"] == "websocket.disconnect"
    assert client.closed_with == 1001


# --- requests ---

MINE, THEIRS = "192.0.2.1", "192.0.2.2"


@pytest.mark.parametrize(
    ("crowd", "method", "served"),
    [
        ([MINE] * MAX_OWN_REQUESTS, "POST", MAX_OWN_REQUESTS),
        ([MINE] * MAX_REQUESTS, "POST", MAX_OWN_REQUESTS),
        ([MINE] * MAX_REQUESTS + [THEIRS] * MAX_REQUESTS, "POST", MAX_REQUESTS),
        ([f"192.0.2.{n}" for n in range(2 * MAX_REQUESTS)], "POST", MAX_REQUESTS),
        ([MINE] * 2 * MAX_REQUESTS, "GET", 2 * MAX_REQUESTS),
    ],
    ids=["a few", "many of one", "many of two", "of as many", "reads"],
)
def test_requests_at_once_are_limited(crowd: list[str], method: str, served: int) -> None:
    """Of all environments together; whatever was refused is served once the others are done."""
    done, statuses = asyncio.Event(), []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await done.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def visits() -> None:
        limit = ConcurrencyLimit(MAX_REQUESTS, MAX_OWN_REQUESTS)
        guards = [Guard(app, Limits(), limit) for _ in range(2)]

        def visit(number: int) -> Awaitable[None]:
            path, client = "/reset", (crowd[number], 40_000)
            scope = {"type": "http", "method": method, "path": path, "client": client}
            return guards[number % 2](scope | {"headers": []}, receive, send)

        async with asyncio.TaskGroup() as group:
            for number in range(len(crowd)):
                group.create_task(visit(number))
            await asyncio.sleep(0.1)
            assert statuses == [429] * (len(crowd) - served)
            done.set()
        await visit(0)

    asyncio.run(visits())
    assert statuses.count(200) == served + 1
