"""Limits that the environments' server and the page check before doing any work for a request.

A request that is invalid, too large or one too many raises RefusedError: a status and a reason.
`ConnectionLimit` says why a connection is one too many.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from starlette.types import Message, Receive

from envs.address import network

MAX_NAME = 200
"""Maximum characters of a name: a type, a method, an id, a segment of a URL path."""
MAX_INTEGER_DIGITS = 32


class RefusedError(ValueError):
    """A refused request: a status, and what is wrong, where, and what was expected."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class LimitReachedError(RefusedError):
    """A concurrency limit is reached."""

    def __init__(self, per_visitor: bool = False) -> None:
        who = "You have" if per_visitor else "The server has"
        super().__init__(429, f"{who} too many requests at once. Try again in a minute.")
        self.per_visitor = per_visitor
        """Whether it is the visitor's own limit."""


class DisconnectedError(ConnectionError):
    """The client disconnected before its request was complete."""


async def read_body(receive: Receive, max_bytes: int) -> bytes:
    """The body of a request; RefusedError above `max_bytes`, DisconnectedError on a disconnect."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > max_bytes:
            raise RefusedError(413, f"This is too much: a request has at most {max_bytes:,} bytes.")
    return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """A `receive` for the wrapped app: this body first, then whatever else comes."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return left.pop() if left else await receive()

    return receive_again


def json_object(
    text: str | bytes, parse_constant: Callable[[str], Any] | None = None
) -> dict[str, Any]:
    """The one JSON object in a message, or RefusedError; `parse_constant` handles NaN and the
    infinities, as in `json.loads`."""
    try:
        text = text if isinstance(text, str) else text.decode()
        found = _decoder(parse_constant).decode(text)
    except (ValueError, RecursionError):
        raise RefusedError(400, "One JSON object was expected, and this is no JSON.") from None
    if not isinstance(found, dict):
        raise RefusedError(422, "One JSON object was expected, and this is no object.")
    return found


@lru_cache(8)
def _decoder(parse_constant: Callable[[str], Any] | None) -> json.JSONDecoder:
    return json.JSONDecoder(parse_int=_parse_int, parse_constant=parse_constant)


def _parse_int(digits: str) -> int:
    """Parse an integer; ValueError if it is longer than any valid one here, since parsing takes
    time quadratic in its length."""
    if len(digits) > MAX_INTEGER_DIGITS:
        raise ValueError(f"{len(digits)} digits")
    return int(digits)


class ConcurrencyLimit:
    """A limit on what may run concurrently: `total` for all visitors, `per_visitor` for each."""

    def __init__(self, total: int, per_visitor: int) -> None:
        self.total, self.per_visitor = total, per_visitor
        self._active: Counter[str] = Counter()
        self._lock = Lock()

    @contextmanager
    def slot(self, visitor: str) -> Iterator[None]:
        """Hold a slot within the context; LimitReachedError at once if none is free."""
        with self._lock:
            if self._active.total() >= self.total:
                raise LimitReachedError
            if self._active[visitor] >= self.per_visitor:
                raise LimitReachedError(per_visitor=True)
            self._active[visitor] += 1
        try:
            yield
        finally:
            with self._lock:
                self._active[visitor] -= 1
                self._active += Counter()  # Drops visitors whose count is 0.


class ConnectionLimit(NamedTuple):
    """How many concurrent connections are allowed, in total and of one peer: an IPv4 address, or
    the /64 of an IPv6 one."""

    total: int
    per_peer: int

    def refusal(self, peer: str, connections: set[Any]) -> str | None:
        """Why the newest of these connections, from `peer`, is one too many; None if it is not."""
        if len(connections) > self.total:
            return f"there are {self.total} connections already; try again in a minute"
        whose = _network(peer)
        theirs = [one for one in connections if one.client and _network(one.client[0]) == whose]
        if len(theirs) > self.per_peer:
            return f"{whose} has {self.per_peer} connections already"
        return None


_network = lru_cache(1_024)(network)
"""Cached, since it is asked of all connections whenever another comes."""
