"""Validates calls to the page's functions before Gradio reads them.

The page calls its functions by index; programs can also call an endpoint (`ui/api.py`) by its name
in the route, with positional or named arguments.
"""

from dataclasses import dataclass
from secrets import token_hex
from typing import Any

import gradio as gr
from gradio.blocks import BlockFunction
from gradio.utils import get_function_params

from envs.bounds import RefusedError, json_object
from ui.guard.visitors import visitor

NAMED_ROUTE = "call/"
"""The route prefix of calls by name, with positional arguments."""
KEYWORD_ROUTE = "call/v2/"
"""The route prefix of calls by name, with named arguments."""
CALL_ROUTES = ("queue/join", "run/", "api/", NAMED_ROUTE)
"""Prefixes of the routes that call one of the page's functions."""
MAX_QUEUED = 24
"""Maximum events waiting in one concurrency group, such as the models'."""
MAX_OWN = {"training": 1, "tournament": 1, "hub": 1, "endpoints' tournaments": 1, "audits": 2}
"""Maximum per visitor, in groups whose events take minutes."""
DEFAULT_MAX_OWN = MAX_QUEUED // 2
MAX_CONCURRENT = 200
"""Maximum events running at once in a group without a concurrency limit."""
MAX_ID_LENGTH = 64
MCP_METHODS = (
    "initialize",
    "notifications/initialized",
    "notifications/cancelled",
    "ping",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
    "logging/setLevel",
)
"""The MCP methods allowed; a message without a method is a reply to the server."""


@dataclass(frozen=True)
class Call:
    """One of the page's functions, and the request body that calls it."""

    function: BlockFunction
    payload: dict[str, Any]

    @property
    def session(self) -> str | None:
        """The session id under which its answer is kept, if it has one."""
        session = self.payload.get("session_hash")
        return session if isinstance(session, str) else None


def parse(route: str, body: bytes, page: gr.Blocks) -> Call:
    """Parse a call; RefusedError unless it names one of the page's functions and its arguments fit.
    A call by name without a session id is given one."""
    payload = json_object(body, _refuse_constant)
    by_keyword = route.startswith(KEYWORD_ROUTE)
    if not (by_keyword or isinstance(payload.get("data"), list)):
        raise RefusedError(422, "One JSON object with a list named data was expected.")
    for name in ("session_hash", "trigger_id"):
        value = payload.get(name, "")
        if not (value is None or isinstance(value, int) or _is_id(value)):
            raise RefusedError(422, f"{name} has to be at most {MAX_ID_LENGTH} plain characters.")
    by_name = route.startswith(NAMED_ROUTE)
    function = _find_function(route, {} if by_name else payload, page)
    if by_keyword:
        payload = {"data": _in_order(function, payload)}
    values, wanted = payload["data"], len(function.inputs)
    if len(values) != wanted:
        raise RefusedError(422, f"data holds {len(values)} values; {wanted} were expected.")
    data = payload.get("event_data")
    if _holds_object([*values, *(data.values() if isinstance(data, dict) else [data])]):
        raise RefusedError(422, "Every value has to be text or a number, and not an object.")
    call = Call(function, payload)
    if by_name and call.session is None:
        payload["session_hash"] = token_hex()
    return call


def parse_cancel(body: bytes, page: gr.Blocks) -> dict[str, Any]:
    """Parse a request to cancel an event; RefusedError if it is malformed. A browser that was not
    yet told the event's id sends null: then the session's newest event of that function is meant.
    """
    payload = json_object(body, _refuse_constant)
    session, number = payload.get("session_hash"), payload.get("fn_index")
    event = payload.get("event_id", 0)
    if type(number) is not int or not _is_id(session) or not (event is None or _is_id(event)):
        raise RefusedError(422, "A session_hash, a fn_index and an event_id were expected.")
    if event is None:
        meant = (session, number)
        for held in page._queue.event_ids_to_events.values():
            if (held.session_hash, held.fn._id) == meant:
                event = held._id
    return {"session_hash": session, "fn_index": number, "event_id": event or ""}


def check_tool(body: bytes) -> None:
    """RefusedError unless the body is a well-formed MCP request with short, plain names and ids.
    Gradio checks whether the tool exists."""
    payload = json_object(body, _refuse_constant)
    params = payload.get("params") or {}
    if payload.get("method") in (None, *MCP_METHODS) and isinstance(params, dict):
        named, number = params.get("name", ""), payload.get("id", 0)
        whole = isinstance(params.get("arguments") or {}, dict)
        if whole and _is_id(named) and (_is_id(number) or type(number) in (int, type(None))):
            return
    raise RefusedError(422, f"A request over MCP was expected, of {', '.join(MCP_METHODS)}.")


def check_backlog(call: Call, whose: str, page: gr.Blocks) -> None:
    """RefusedError if the function's concurrency group is full, or holds too many of this visitor's
    events."""
    line = page._queue.event_queue_per_concurrency_id.get(call.function.concurrency_id)
    if line is None or not call.function.queue:
        return
    at_once = line.concurrency_limit is None and line.current_concurrency >= MAX_CONCURRENT
    if at_once or len(line.queue) >= MAX_QUEUED:
        raise RefusedError(429, "Many visitors wait for this just now. Try again in a minute.")
    own = sum(visitor(event.request.scope) == whose for event in line.queue)
    if own >= MAX_OWN.get(line.concurrency_id, DEFAULT_MAX_OWN):
        told = "One of your requests waits" if own == 1 else f"{own} of your requests wait"
        raise RefusedError(429, f"{told} for this already.")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _is_id(value: Any) -> bool:
    plain = isinstance(value, str) and value.isascii() and value.isprintable()
    return plain and len(value) <= MAX_ID_LENGTH


def _find_function(route: str, payload: dict[str, Any], page: gr.Blocks) -> BlockFunction:
    number = payload.get("fn_index")
    if type(number) is int and number in page.fns and page.fns[number].fn is not None:
        return page.fns[number]
    name = route.rstrip("/").rpartition("/")[2]
    public = {fn.api_name: fn for fn in page.fns.values() if fn.api_visibility == "public"}
    if name not in public:
        names = ", ".join(f"/{one}" for one in public)
        raise RefusedError(404, f"There is no such function here. Programs may call {names}.")
    return public[name]


def _in_order(function: BlockFunction, named: dict[str, Any]) -> list[Any]:
    """Named arguments as a list, with defaults filled in; RefusedError if one is missing."""
    parameters = {name: default for name, *default, _ in get_function_params(function.fn)}
    if not set(named) <= set(parameters):
        raise RefusedError(422, f"Some value has a name that is none of {', '.join(parameters)}.")
    needed = {name for name, (has_default, _) in parameters.items() if not has_default}
    if lacking := sorted(needed - set(named)):
        raise RefusedError(422, f"No value is named {', '.join(lacking)}.")
    return [named.get(name, default) for name, (_, default) in parameters.items()]


def _holds_object(values: list[Any]) -> bool:
    inside = [*values]
    while inside:
        one = inside.pop()
        if isinstance(one, dict):
            return True
        if isinstance(one, list):
            inside += one
    return False
