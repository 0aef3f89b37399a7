"""What an endpoint sends, taken apart: events, and fields of what may be anything."""

from collections.abc import Iterator
from typing import Any


def events(pieces: Iterator[bytes]) -> Iterator[str | None]:
    """The data of server-sent events, None for an empty piece. Source: HTML standard, section 9.2,
    one line a datum."""
    rest = bytearray()
    for piece in pieces:
        if not piece:
            yield None
        rest += piece
        if b"\n" not in piece:
            continue
        *lines, rest = rest.split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                yield line[5:].decode("utf-8", "replace").strip()


def field(told: Any, *path: str | int) -> Any:
    """What stands at that path of decoded JSON, or None."""
    for step in path:
        try:
            told = told[step]
        except (KeyError, IndexError, TypeError):
            return None
    return told
