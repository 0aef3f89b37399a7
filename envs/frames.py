"""Validation of a session's incoming messages, and truncation of its outgoing errors.

OpenEnv parses JSON of any size, ends the session over anything that is not an object, and echoes
its input in errors. Here a message is one JSON object that can be echoed, or a FrameError.
"""

import json
import re
from typing import Any

from envs.bounds import LONGEST_NAME, RefusedError, json_object

LARGEST = 1_000_000
"""Maximum bytes of a message or a request."""
DEEPEST = 32
MOST_VALUES = 10_000
"""Lists, objects and their items; each takes far more memory than bytes of text."""
LONGEST_TEXT = 500
"""Characters of any text in an error."""
MOST_ERRORS = 5
RPC = {"jsonrpc", "method", "params", "id"}
SESSIONS = "openenv/session/"
"""Calls that open sessions without sockets, for environments with MCP tools; ours have none."""
ERRORS = ('{"type":"error"', '{"type":"mcp"', '{"jsonrpc"')
"""Prefixes of the frames that may echo what a client sent."""
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
"""A JSON string; possessive and possibly unclosed, so that it takes time linear in the text."""


class FrameError(RefusedError):
    """Not a valid message; `code` is OpenEnv's code for such errors."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(400, why)
        self.code = code


def read(text: str | bytes, rpc: bool = False) -> dict[str, Any]:
    """The one JSON object in a message, with JSON-RPC fields only if `rpc`; or FrameError."""
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
    """An error in OpenEnv's format: with a code for a session's socket, without in JSON-RPC."""
    if code is None:
        return {"jsonrpc": "2.0", "error": {"code": -32600, "message": why}, "id": None}
    return {"type": "error", "data": {"message": why, "code": code}}


def cut(frame: str) -> str:
    """An OpenEnv frame as it may be sent: no error echoes its input at length."""
    return json.dumps(_cut(json.loads(frame))) if frame.startswith(ERRORS) else frame


def reasons(errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pydantic's errors without the input: location, message and type."""
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
    """Whether there may be too many values; every value comes with one of these marks."""
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
    """Whether all of it can be encoded as UTF-8, which an unpaired surrogate cannot."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
