"""Requests that no page of ours sends: each ends in a sentence, none in a traceback, and what takes
long holds up nobody else."""

import json
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest

from desks import load
from desks.strict_json import MAX_BYTES
from ui.guard.requests import MAX_REQUEST

GOOD = {"scenario": "hard-eval-1"}
HOSTILE = "<img src=x onerror=alert(1)>"
PATIENT = 20
"""Seconds for an answer, on a busy machine."""
PROMPT = 3
"""Seconds in which the page answers others while hostile answers are graded."""
ROOM_OF_A_FIELD = 7_900
_sessions = count()


# --- how a request is sent ---


def post(url: str, body: bytes) -> tuple[int, str]:
    """The status and the text of an answer to a request."""
    return answered(urllib.request.Request(url, body, {"Content-Type": "application/json"}))


def answered(request: urllib.request.Request) -> tuple[int, str]:
    """The same, to a request of any kind."""
    try:
        with urllib.request.urlopen(request, timeout=PATIENT) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def call(server, function: int, data: list[Any], event: Any = None) -> dict[str, Any]:
    """What the page says in the end to an event: {"data": ...}, or {"error": a sentence}."""
    session = f"test-{next(_sessions)}"
    body = {"fn_index": function, "data": data, "session_hash": session, "event_data": event}
    status, text = post(f"{server.url}gradio_api/queue/join", json.dumps(body).encode())
    assert status == 200, text
    stream = f"{server.url}gradio_api/queue/data?session_hash={session}"
    with urllib.request.urlopen(stream, timeout=PATIENT) as lines:
        for line in lines:
            said = json.loads(line[5:]) if line.startswith(b"data:") else {}
            if said.get("msg") == "process_completed":
                return said["output"]
    pytest.fail("the stream ended without an answer")


def call_at_once(server, function: int, event: Any) -> dict[str, Any]:
    """The same of an event that waits in no queue."""
    body = {"fn_index": function, "data": [], "session_hash": "at-once", "event_data": event}
    status, text = post(f"{server.url}gradio_api/run/predict", json.dumps(body).encode())
    return json.loads(text) | {"status": status}


@pytest.fixture(scope="module")
def functions(server) -> dict[str, list[int]]:
    """The numbers of the functions of three tabs by name, the inbox’s before the help
    desk’s before the game’s."""
    with urllib.request.urlopen(f"{server.url}config", timeout=PATIENT) as answer:
        config = json.load(answer)
    tabs = {one["props"].get("elem_id"): one["id"] for one in config["components"]}
    found: dict[str, list[int]] = {}
    for tab in ("inbox", "helpdesk", "break"):
        (node,) = [one for one in _nodes(config["layout"]) if one["id"] == tabs[tab]]
        inside = {one["id"] for one in _nodes(node)}
        for dependency in config["dependencies"]:
            if any(component in inside for component, _ in dependency["targets"]):
                name = dependency["api_name"].rstrip("_0123456789")
                found.setdefault(name, []).append(dependency["id"])
    return found


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for one in node.get("children") or ():
        yield from _nodes(one)


@pytest.fixture
def quiet(server) -> Iterator[None]:
    """At the end, the app's log has no traceback of this test's making."""
    before = len(server.log.read_text())
    yield
    assert "Traceback" not in server.log.read_text()[before:]


# --- events that make no sense ---


EVENTS = [
    ("on_open", None, "no text named"),
    ("on_open", {}, "no text named"),
    ("on_open", "hard-eval-1", "no text named"),
    ("on_open", ["scenario"], "no text named"),
    ("on_open", 5, "no text named"),
    ("on_open", {"scenario": 5}, "no text named"),
    ("on_open", {"scenario": ["hard-eval-1"]}, "no text named"),
    ("on_open", {"scenario": "hard-eval--1"}, "is no case"),
    ("on_open", {"scenario": "hard-eval-" + "9" * 400}, "is no case"),
    ("on_open", {"scenario": "../../etc/passwd"}, "is no case"),
    ("on_open", {"scenario": HOSTILE}, "is no case"),
    ("on_run", GOOD, "no text named"),
    ("on_run", GOOD | {"policy": ["oracle"]}, "no text named"),
    ("on_run", GOOD | {"policy": "__class__"}, "is no script"),
    ("on_run", GOOD | {"policy": HOSTILE}, "is no script"),
    ("on_answer", GOOD, "no text named"),
    ("on_answer", GOOD | {"text": ["{}"]}, "no text named"),
    ("on_answer", GOOD | {"text": None}, "no text named"),
    ("on_answer", {"scenario": HOSTILE, "text": "{}"}, "is no case"),
    ("on_answer", GOOD | {"text": "a" * (MAX_BYTES + 1)}, "Shorten it"),
    ("on_answer", GOOD | {"text": "é" * (MAX_BYTES // 2 + 1)}, "Shorten it"),
    ("on_answer", GOOD | {"text": "{}"}, "no text named"),
    ("on_answer", GOOD | {"text": "{}", "view": "<b>"}, "no such view"),
]


@pytest.mark.parametrize("tab", [0, 1], ids=["inbox", "helpdesk"])
@pytest.mark.usefixtures("quiet")
def test_an_event_that_makes_no_sense_ends_in_a_sentence(server, functions, tab):
    for name, event, why in EVENTS:
        answer = call(server, functions[name][tab], [], event)
        assert why in answer["error"], (name, event)
        assert answer["error"].endswith((".", "!")), "a sentence"
        assert "<" not in answer["error"], "it is drawn as HTML"


FILTERS = [
    (["../../etc", "eval", "all", "every", ""], "no such tier"),
    ([None, "eval", "all", "every", ""], "no such tier"),
    ([["hard"], "eval", "all", "every", ""], "no such tier"),
    (["hard", HOSTILE, "all", "every", ""], "no such split"),
    (["hard", "eval", HOSTILE, "every", ""], "no such voices"),
    (["hard", "eval", None, "every", ""], "no such voices"),
    (["hard", "eval", "all", "every", None], "search has to be text"),
    (["hard", "eval", "all", "every", ["a"]], "search has to be text"),
]


@pytest.mark.usefixtures("quiet")
def test_a_filter_that_is_none_ends_in_a_sentence(server, functions):
    for data, why in FILTERS:
        assert why in call(server, functions["listed"][0], data)["error"]
    for kind in (HOSTILE, None, ["every"], 5):
        filters = ["hard", "eval", "all", kind, ""]
        chooser, rows = call(server, functions["listed"][0], filters)["data"]
        assert chooser["value"] == "every"
        assert "100 emails" in rows


# --- requests that are none ---


COMPONENT = b'{"data": 1, "component_id": 9999, "session_hash": "s", "fn_name": "f"}'


@pytest.mark.parametrize(
    ("route", "body", "status"),
    [
        ("queue/join", b"{", 400),
        ("queue/join", b"\xff", 400),
        ("queue/join", b"[" * 100_000, 400),
        ("queue/join", b"[]", 422),
        ("queue/join", b'{"data": {}}', 422),
        ("queue/join", b'{"data": [], "session_hash": "s"}', 404),
        ("queue/join", b'{"data": [], "session_hash": "s", "fn_index": 9999}', 404),
        ("queue/join", b'{"data": [], "session_hash": "s", "fn_index": true}', 404),
        ("queue/join", b'{"data": [], "session_hash": "s", "fn_index": [1]}', 404),
        ("queue/join", b" " * (MAX_REQUEST + 1), 413),
        ("run/on_answer", b'{"data": []}', 404),
        ("call/on_answer", b'{"data": []}', 404),
        ("call/v2/on_answer", b'{"text": "a"}', 404),
        ("queue/join", b'{"data": [], "session_hash": "\\ud800", "fn_index": 2}', 422),
        ("queue/join", b'{"data": [], "session_hash": "s", "trigger_id": "\\ud800"}', 422),
        ("queue/join", b'{"data": [NaN], "session_hash": "s", "fn_index": 2}', 400),
        ("call/v2/grade", b'{"data": [], "fn_index": -1}', 422),
        ("run/on_answer", b"a" * (MAX_REQUEST + 1), 413),
        ("call/grade", b'{"data": [], "fn_index": 2}', 422),
        ("upload", b"a", 404),
        ("component_server", COMPONENT, 404),
        ("vibe-code", b'{"code": ""}', 404),
        ("process_recording", b"a", 404),
    ],
)
@pytest.mark.usefixtures("quiet")
def test_what_is_no_request_is_refused_at_the_door(server, route, body, status):
    answered, text = post(f"{server.url}gradio_api/{route}", body)
    assert answered == status
    assert json.loads(text)["detail"].endswith(".")


@pytest.mark.parametrize("route", ["queue/join", "run/predict"])
@pytest.mark.usefixtures("quiet")
def test_what_the_page_does_by_itself_is_refused_at_the_door(server, route):
    with urllib.request.urlopen(f"{server.url}config", timeout=PATIENT) as answer:
        found = json.load(answer)["dependencies"]
    alone = [one["id"] for one in found if not one["backend_fn"]]
    assert alone, "stopping a run and telling of its failure need no function"
    for number in alone:
        body = json.dumps({"data": [], "session_hash": "s", "fn_index": number}).encode()
        assert post(f"{server.url}gradio_api/{route}", body)[0] == 404


@pytest.mark.parametrize(
    "route",
    [
        "queue/data?session_hash=nobody",
        "queue/data?session_hash=",
        "call/scenario/nothing",
        "call/v2/scenario/nothing",
        "deep_link?session_hash=nobody",
    ],
)
@pytest.mark.usefixtures("quiet")
def test_where_nothing_waits_a_sentence_says_so(server, route):
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(f"{server.url}gradio_api/{route}", timeout=PATIENT)
    assert error.value.code == 404
    assert json.load(error.value)["detail"].endswith(".")


@pytest.mark.parametrize("route", ["run", "api"])
def test_nothing_goes_around_the_queue(server, functions, route):
    told = ["exec_assist", "easy", 1]
    by_name = {"data": told}
    by_number = {"data": [], "fn_index": functions["on_keep"][0], "session_hash": "s"}
    for name, body in (("scenario", by_name), ("predict", by_number)):
        status, text = post(f"{server.url}gradio_api/{route}/{name}", json.dumps(body).encode())
        assert (status, "queue" in json.loads(text).get("detail", "")) == (404, True)


def test_a_request_that_is_cut_off_is_not_carried_out(server, functions):
    session = f"cut-{next(_sessions)}"
    asked = {"data": [], "fn_index": functions["on_open"][0], "event_data": GOOD}
    asked["session_hash"] = session
    body = json.dumps(asked).encode()
    place = urllib.parse.urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=PATIENT) as line:
        head = (
            f"POST /gradio_api/queue/join HTTP/1.1\r\nHost: {place.netloc}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body) + 1}\r\n\r\n"
        )
        line.sendall(head.encode() + body)
        line.shutdown(socket.SHUT_WR)
        line.recv(1)
    time.sleep(1)  # Were it carried out, it would be by now.
    stream = f"{server.url}gradio_api/queue/data?session_hash={session}"
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(stream, timeout=PATIENT)
    assert "never asked" in json.load(error.value)["detail"]


def asked(server, path: str, method: str = "GET", body: bytes | None = None, **headers: str):
    """The status and the text of an answer."""
    return answered(urllib.request.Request(f"{server.url}{path}", body, headers, method=method))


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("login", "POST", 405),
        ("", "POST", 405),
        ("", "PUT", 405),
        ("static/img/logo.svg", "DELETE", 405),
        ("pwa_icon/0", "GET", 404),
        ("gradio_api/pwa_icon/0", "GET", 404),
        (f"static/{'a' * 300}", "GET", 404),
        (f"assets/{'a' * 300}", "GET", 404),
        ("gradio_api/proxy=%00", "GET", 404),
        ("gradio_api/custom_component/a%0aERROR%20forged/client/x/y", "GET", 404),
        ("gradio_api/queue/data?session_hash=%ff", "GET", 404),
    ],
)
@pytest.mark.usefixtures("quiet")
def test_what_the_page_does_not_have_is_told_in_a_sentence(server, path, method, status):
    answered, text = asked(server, path, method, None if method == "GET" else b"a=1")
    assert answered == status
    assert json.loads(text)["detail"].endswith(".")


def test_a_form_is_not_read_to_the_disk(server):
    place = urllib.parse.urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=PATIENT) as line:
        kind = "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 600000000\r\n\r\n"
        line.sendall(f"POST /login HTTP/1.1\r\nHost: {place.netloc}\r\n{kind}".encode())
        assert b" 405 " in line.recv(40)


TOOL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "grade"}}


@pytest.mark.parametrize(
    "told",
    [
        TOOL | {"params": {"name": "n" * 380_000, "arguments": {}}},
        TOOL | {"params": {"name": "a\nERROR forged", "arguments": {}}},
        TOOL | {"params": {"name": "\ud800", "arguments": {}}},
        TOOL | {"params": {"name": "grade", "arguments": [1]}},
        TOOL | {"params": [1]},
        TOOL | {"id": "\ud800"},
        TOOL | {"id": [1]},
        TOOL | {"method": "prompts/get"},
        TOOL | {"method": 1},
        [TOOL],
    ],
)
@pytest.mark.usefixtures("quiet")
def test_a_tool_is_asked_for_in_plain_words(server, told):
    accept = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    before = server.log.stat().st_size
    status, text = asked(server, "gradio_api/mcp/", "POST", json.dumps(told).encode(), **accept)
    assert (status, "was expected" in json.loads(text)["detail"]) == (422, True)
    assert server.log.stat().st_size == before


def test_nobody_decides_where_others_are_told_to_call(server):
    told = asked(server, "gradio_api/info", **{"X-Forwarded-Host": "evil.example"})
    assert told[0] == 200
    assert "evil.example" not in asked(server, "gradio_api/info")[1]


def test_what_is_cancelled_again_and_again_is_kept_within_bounds(server, functions):
    session = f"cancels-{next(_sessions)}"
    call = {"data": [], "fn_index": functions["on_open"][0], "event_data": GOOD}
    status, text = post(
        f"{server.url}gradio_api/queue/join", json.dumps(call | {"session_hash": session}).encode()
    )
    assert status == 200
    told = {"session_hash": session, "event_id": json.loads(text)["event_id"]}
    told["fn_index"] = call["fn_index"]
    cancel = f"{server.url}gradio_api/cancel"
    statuses = [post(cancel, json.dumps(told).encode())[0] for _ in range(130)]
    assert statuses.count(200) <= 100
    assert statuses[-1] == 429
    spoils = {"fn_index": 1e999}, {"event_id": "a" * 100}, {"event_id": 1}, {"session_hash": [1]}
    for spoilt in spoils:
        assert post(cancel, json.dumps(told | spoilt).encode())[0] in (400, 422)


FILE = {"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}}


@pytest.mark.usefixtures("quiet")
def test_values_that_the_page_never_sends_are_refused_at_the_door(server, functions):
    listed, opens = functions["listed"][0], functions["on_open"][0]
    for function, data, event, why in (
        (listed, [], None, "0 values; 5 were expected"),
        (listed, ["hard"] * 6, None, "6 values; 5 were expected"),
        (listed, ["hard", "eval", "all", FILE, ""], None, "not an object"),
        (listed, ["hard", "eval", "all", "every", [[FILE]]], None, "not an object"),
        (opens, [], {"scenario": FILE}, "not an object"),
        (opens, [], [[FILE]], "not an object"),
        (opens, [], json.loads("[" * 700 + "{}" + "]" * 700), "not an object"),
    ):
        body = {"fn_index": function, "data": data, "event_data": event, "session_hash": "s"}
        status, text = post(f"{server.url}gradio_api/queue/join", json.dumps(body).encode())
        assert (status, why in text) == (422, True), text


# --- answers that take long ---


def _hostile_answers(name: str, field: str) -> Iterator[str]:
    """Answers of kinds that have cost a reader quadratic time, of nearly the largest size that is
    parsed and of one that a field has room for."""
    desk = load(name)
    honest = json.loads(desk.oracle(desk.scenario(seed=1, tier="hard", split="eval")))
    room = MAX_BYTES - len(json.dumps(honest)) - 100
    yield '{"' + '\\"' * (room // 2)
    yield json.dumps(dict.fromkeys(map(str, range(6000)), 1))[:-1] + ', "5999": 1}'
    for unit in (" ", "16:00 ", "at 16 to ", "1", "do not run ", "Dr. ", "a"):
        for size in (room, ROOM_OF_A_FIELD):
            yield json.dumps(honest | {field: unit * (size // len(unit))})


@pytest.mark.parametrize(
    ("tab", "name", "field"),
    [(0, "exec_assist", "email_reply"), (1, "it_triage", "resolution")],
    ids=["inbox", "helpdesk"],
)
@pytest.mark.usefixtures("quiet")
def test_an_answer_that_takes_long_holds_up_nobody_else(server, functions, tab, name, field):
    answers, opens = functions["on_answer"][tab], functions["on_open"][tab]
    assert "data" in call(server, opens, [], GOOD)  # the first loads what all need
    with ThreadPoolExecutor(4) as crowd:
        hostile = [
            crowd.submit(call, server, answers, [], GOOD | {"text": text, "view": "json"})
            for text in _hostile_answers(name, field)
        ]
        waits = []
        while not all(one.done() for one in hostile):
            began = time.monotonic()
            assert "data" in call(server, opens, [], GOOD)
            waits.append(time.monotonic() - began)
        assert waits
        assert max(waits) < PROMPT
        assert all("data" in one.result() for one in hostile)
