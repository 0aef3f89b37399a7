"""Validation of a session's incoming messages, and truncation of its outgoing errors.

OpenEnv parses JSON of any size, ends the session over anything that is not an object, and echoes
its input in errors. Here a message is one JSON object that can be echoed, or a MessageError.
"""

import json
from typing import Any

from desks.strict_json import JSON_STRING
from envs.bounds import MAX_NAME, RefusedError, json_object

MAX_BYTES = 1_000_000
"""Maximum bytes of a message or a request."""
MAX_DEPTH = 32
MAX_VALUES = 10_000
"""Maximum number of lists, objects and their items: each takes far more memory than its text."""
MAX_TEXT = 500
"""Characters of any text in an error."""
MAX_ERRORS = 5
RPC = {"jsonrpc", "method", "params", "id"}
SESSIONS = "openenv/session/"
"""Prefix of the calls that open a session without a socket, for MCP tools; ours have none."""
ERRORS = ('{"type":"error"', '{"type":"mcp"', '{"jsonrpc"')
"""Prefixes of the frames that may echo what a client sent."""


class MessageError(RefusedError):
    """Not a valid message; `code` is OpenEnv's code for such errors."""

    def __init__(self, why: str, code: str = "VALIDATION_ERROR") -> None:
        super().__init__(400, why)
        self.code = code


def parse(text: str | bytes, rpc: bool = False) -> dict[str, Any]:
    """The one JSON object in a message, or MessageError; if `rpc`, with JSON-RPC fields only."""
    decoded = text if isinstance(text, str) else text.decode(errors="replace")
    if _has_too_many_values(decoded):
        raise MessageError(f"the message holds more than {MAX_VALUES:,} values")
    try:
        found = json_object(text)
    except RefusedError as error:
        raise MessageError(str(error), "INVALID_JSON") from None
    brackets = decoded.count("{") + decoded.count("[")
    if brackets > MAX_DEPTH and _depth(found) > MAX_DEPTH:  # Fewer cannot nest so deep.
        raise MessageError(f"the message nests deeper than {MAX_DEPTH} levels")
    if "\\u" in decoded and not _is_encodable(found):  # Only an escape can be half a pair.
        raise MessageError("the message holds an unpaired surrogate")
    inner = found.get("params")
    session = inner.get("session_id") if isinstance(inner, dict) else None
    for name in (found.get("type"), found.get("method"), found.get("id"), session):
        if isinstance(name, str) and len(name) > MAX_NAME:
            raise MessageError(f"a name or an id has more than {MAX_NAME} characters")
    call = found.get("data") if found.get("type") == "mcp" else found
    method = call.get("method") if isinstance(call, dict) else None
    if isinstance(method, str) and method.startswith(SESSIONS):
        raise MessageError(
            f"no {SESSIONS}... here: there are no MCP tools, and a session is a websocket at /ws"
        )
    if rpc and not set(found) <= RPC:
        raise MessageError(f"a field that is none of {', '.join(sorted(RPC))} is there")
    return found


def error_message(why: str, code: str | None = None) -> dict[str, Any]:
    """An error in OpenEnv's format: with a code for a session's socket, without in JSON-RPC."""
    if code is None:
        return {"jsonrpc": "2.0", "error": {"code": -32600, "message": why}, "id": None}
    return {"type": "error", "data": {"message": why, "code": code}}


def truncate_error(frame: str) -> str:
    """An OpenEnv frame; an error is truncated, so that it does not echo its input at length."""
    return json.dumps(truncated(json.loads(frame))) if frame.startswith(ERRORS) else frame


def trimmed_errors(errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pydantic's errors without the input: location, message and type."""
    return [
        {"loc": [str(one)[:60] for one in e.get("loc", ())][:MAX_DEPTH]}
        | {"msg": truncated(e.get("msg")), "type": e.get("type")}
        for e in errors[:MAX_ERRORS]
    ]


def truncated(value: Any) -> Any:
    """A text cut to `MAX_TEXT` characters; a dictionary with such texts; anything else as it is."""
    if isinstance(value, str):
        return value if len(value) <= MAX_TEXT else f"{value[:MAX_TEXT]}..."
    if isinstance(value, dict):
        return {
            name: trimmed_errors(inner) if name == "errors" else truncated(inner)
            for name, inner in value.items()
        }
    return value


def _has_too_many_values(text: str) -> bool:
    """Whether there may be too many values; every value comes with one of these marks."""
    marks = "[{,"
    if sum(map(text.count, marks)) <= MAX_VALUES:
        return False
    return sum(map(JSON_STRING.sub("", text).count, marks)) > MAX_VALUES


def _is_encodable(found: dict[str, Any]) -> bool:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _depth(found: dict[str, Any]) -> int:
    level, depth = [found], 0
    while level:
        depth += 1
        inside = (
            inner for one in level for inner in (one.values() if isinstance(one, dict) else one)
        )
        level = [inner for inner in inside if isinstance(inner, dict | list)]
    return depth
