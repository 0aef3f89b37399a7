"""Limits that the environments' server and the page check before doing any work for a request.

A request that is invalid, too large or one too many raises RefusedError: a status and a reason.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from starlette.types import Message, Receive

LONGEST_NAME = 200
"""Characters of a name: a type, a method, an id, a part of an address."""
LONGEST_INTEGER = 32
"""Digits."""


class RefusedError(ValueError):
    """A refused request: a status, and what is wrong, where, and what was expected."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class FullError(RefusedError):
    """A concurrency limit is reached."""

    def __init__(self, own: bool = False) -> None:
        super().__init__(429, "Many ask for this just now, or you do. Try again in a minute.")
        self.own = own
        """Whether it is the visitor's own limit."""


class GoneError(ConnectionError):
    """The client disconnected before its request was complete."""


async def read(receive: Receive, most: int) -> bytes:
    """The body of a request; RefusedError above `most` bytes, GoneError on a disconnect."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise RefusedError(413, f"This is too much: a request has at most {most:,} bytes.")
    return body


def handed_on(body: bytes, receive: Receive) -> Receive:
    """A `receive` for the app behind: first this body, then whatever else comes."""
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
        found = json.loads(text, parse_int=_short, parse_constant=parse_constant)
    except (ValueError, RecursionError):
        raise RefusedError(400, "One JSON object was expected, and this is no JSON.") from None
    if not isinstance(found, dict):
        raise RefusedError(422, "One JSON object was expected, and this is no object.")
    return found


def _short(digits: str) -> int:
    """Parse an integer; ValueError if it is longer than any used here, since parsing takes time
    quadratic in its length."""
    if len(digits) > LONGEST_INTEGER:
        raise ValueError(f"{len(digits)} digits")
    return int(digits)


class Shares:
    """Concurrency limits: `most` over all visitors, `own` for each."""

    def __init__(self, most: int, own: int) -> None:
        self.most, self.own = most, own
        self._going_on: Counter[str] = Counter()
        self._lock = Lock()

    @contextmanager
    def one(self, visitor: str) -> Iterator[None]:
        """Hold a slot within the context; FullError at once if none is free."""
        with self._lock:
            if self._going_on.total() >= self.most:
                raise FullError
            if self._going_on[visitor] >= self.own:
                raise FullError(own=True)
            self._going_on[visitor] += 1
        try:
            yield
        finally:
            with self._lock:
                self._going_on[visitor] -= 1
                self._going_on += Counter()  # Drops visitors whose count is 0.
