"""The body of a request, read whole by middleware and handed on to the app behind it."""

from starlette.types import Message, Receive


class TooLargeError(ValueError):
    """More than is read; the message says how much that is."""


class GoneError(ConnectionError):
    """The client went before its request was whole."""


async def read(receive: Receive, most: int) -> bytes:
    """A body of at most so many bytes; TooLargeError, or GoneError."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise TooLargeError(f"a request has at most {most:,} bytes")
    return body


def handed_on(body: bytes, receive: Receive) -> Receive:
    """What the app behind receives: that body, and then whatever comes."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return left.pop() if left else await receive()

    return receive_again
