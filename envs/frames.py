"""Messages of a session, looked at on their way in and cut to size on their way out.

OpenEnv reads any JSON of any size, ends the session over what is no object, and repeats what it was
sent in its errors. Here a message is one JSON object that can be repeated, or a FrameError.
"""

import json
import re
from typing import Any

from envs.bounds import LONGEST_NAME, RefusedError, json_object

LARGEST = 1_000_000
"""Bytes of a message or a request."""
DEEPEST = 32
MOST_VALUES = 10_000
"""Lists, objects and what is in them; each takes far more memory than bytes."""
LONGEST_TEXT = 500
"""Characters of a text in an error."""
MOST_ERRORS = 5
RPC = {"jsonrpc", "method", "params", "id"}
SESSIONS = "openenv/session/"
"""Calls that make sessions without sockets, for environments with MCP tools. Ours have none."""
ERRORS = ('{"type":"error"', '{"type":"mcp"', '{"jsonrpc"')
"""How the frames begin that may repeat what a client sent."""
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
"""Of JSON; possessive and perhaps left open, so that it takes time linear in the text."""


class FrameError(RefusedError):
    """Not a message; `code` is the one that OpenEnv gives to such errors."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(400, why)
        self.code = code


def read(text: str | bytes, rpc: bool = False) -> dict[str, Any]:
    """The one JSON object that a message holds; where `rpc`, of JSON-RPC. Or FrameError."""
    if _is_flood(text if isinstance(text, str) else text.decode(errors="replace")):
        raise FrameError("VALIDATION_ERROR", f"the message holds more than {MOST_VALUES:,} values")
    try:
        found = json_object(text)
    except RefusedError as error:
        raise FrameError("INVALID_JSON", str(error)) from None
    if _depth(found) > DEEPEST:
        raise FrameError("VALIDATION_ERROR", f"the message nests deeper than {DEEPEST} levels")
    if not _is_text(found):
        raise FrameError("VALIDATION_ERROR", "the message holds an unpaired surrogate")
    inner = found.get("params")
    session = inner.get("session_id") if isinstance(inner, dict) else None
    for name in (found.get("type"), found.get("method"), found.get("id"), session):
        if isinstance(name, str) and len(name) > LONGEST_NAME:
            raise FrameError(
                "VALIDATION_ERROR", f"a name or an id has more than {LONGEST_NAME} characters"
            )
    call = found.get("data") if found.get("type") == "mcp" else found
    method = call.get("method") if isinstance(call, dict) else None
    if isinstance(method, str) and method.startswith(SESSIONS):
        why = f"no {SESSIONS}... here: there are no MCP tools, and a session is a websocket at /ws"
        raise FrameError("VALIDATION_ERROR", why)
    if rpc and not set(found) <= RPC:
        raise FrameError(
            "VALIDATION_ERROR", f"a field that is none of {', '.join(sorted(RPC))} is there"
        )
    return found


def error(why: str, code: str | None = None) -> dict[str, Any]:
    """An error as OpenEnv tells it: with a code on a session's socket, without in JSON-RPC."""
    if code is None:
        return {"jsonrpc": "2.0", "error": {"code": -32600, "message": why}, "id": None}
    return {"type": "error", "data": {"message": why, "code": code}}


def cut(frame: str) -> str:
    """A frame of OpenEnv's as it may leave: no error repeats at length what it was sent."""
    return json.dumps(_cut(json.loads(frame))) if frame.startswith(ERRORS) else frame


def reasons(errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pydantic's findings without the input: where, what was expected, and of which type."""
    return [
        {"loc": [str(one)[:60] for one in e.get("loc", ())][:DEEPEST], "msg": _cut(e.get("msg"))}
        | {"type": e.get("type")}
        for e in errors[:MOST_ERRORS]
    ]


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}..."
    if isinstance(value, dict):
        return {
            name: reasons(inner) if name == "errors" else _cut(inner)
            for name, inner in value.items()
        }
    return value


def _is_flood(text: str) -> bool:
    """Whether there may be more values than are read; no value is without one of these marks."""
    marks = "[{,"
    if sum(map(text.count, marks)) <= MOST_VALUES:
        return False
    return sum(map(_STRING.sub("", text).count, marks)) > MOST_VALUES


def _depth(found: dict[str, Any]) -> int:
    level, depth = [found], 0
    while level:
        depth += 1
        inside = (
            inner for one in level for inner in (one.values() if isinstance(one, dict) else one)
        )
        level = [inner for inner in inside if isinstance(inner, dict | list)]
    return depth


def _is_text(found: dict[str, Any]) -> bool:
    """Whether all of it can be written as UTF-8, which half of an escaped pair cannot."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
