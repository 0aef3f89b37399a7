"""Limits are a visitor's, whatever name each request makes up: one who floods costs nobody else.

Each client calls from a loopback address of its own, as visitors do from theirs.
"""

import ast
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.ui.conftest import Server, serving
from tests.ui.slow_game import EPISODES
from tests.ui.test_requests import PATIENT, functions, quiet
from tests.ui.visits import ADA, BOB, visit
from ui.guard.requests import MAX_OWN_STREAMS
from ui.guard.visitors import is_for_mcp, visitor, with_visitor

__all__ = ["functions", "quiet"]

FLOOD, OTHER = "127.0.0.2", "127.0.0.3"
TOO_MUCH = 429
_names = count()


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page with a slow game and room for few episodes."""
    with serving(tmp_path_factory.mktemp("slow"), "-m", "tests.ui.slow_game") as found:
        yield found


@contextmanager
def client(server: Server, address: str) -> Iterator[httpx.Client]:
    """Whoever is at that address."""
    transport = httpx.HTTPTransport(local_address=address)
    url = f"{server.url}gradio_api/"
    with httpx.Client(base_url=url, transport=transport, timeout=PATIENT) as one:
        yield one


def made_up() -> dict[str, str]:
    """A header that names somebody whom the client is not, another each time."""
    return {"X-Forwarded-For": f"203.0.113.{next(_names) % 250}"}


def fetch(one: httpx.Client, route: str) -> list[Any]:
    """All that the page says there, until it ends the stream."""
    with one.stream("GET", route) as lines:
        return [json.loads(line[5:]) for line in lines.iter_lines() if line.startswith("data:")]


def call(one: httpx.Client, name: str, *values: Any) -> Any:
    """What an endpoint answers, over HTTP; None where it does not."""
    asked = one.post(f"call/{name}", json={"data": values}, headers=made_up())
    assert asked.status_code == 200, asked.text
    *_, told = fetch(one, f"call/{name}/{asked.json()['event_id']}")
    return told[0] if isinstance(told, list) else None


def over_mcp(one: httpx.Client, name: str, **values: Any) -> str:
    """What a tool answers."""
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": values},
    }
    accept = {"Accept": "application/json, text/event-stream"}
    told = one.post("mcp/", json=asked, headers=accept | made_up())
    assert told.status_code == 200, told.text
    (line,) = [line for line in told.text.splitlines() if line.startswith("data:")]
    return json.loads(line[5:])["result"]["content"][0]["text"]


def join(one: httpx.Client, function: int, session: str, **event: str) -> int:
    """The status of an event of the page."""
    body = {"fn_index": function, "data": [], "session_hash": session, "event_data": event}
    return one.post("queue/join", json=body, headers=made_up()).status_code


def event(one: httpx.Client, function: int, **said: str) -> str:
    """What the page answers to an event of a session that nobody has heard of."""
    session = f"made-up-{next(_names)}"
    assert join(one, function, session, **said) == 200
    (done,) = [
        told
        for told in fetch(one, f"queue/data?session_hash={session}")
        if told["msg"] == "process_completed"
    ]
    return json.dumps(done["output"])


def number(server: Server, name: str) -> int:
    """The number of a function of the page."""
    config = httpx.get(f"{server.url}config").json()
    return next(one["id"] for one in config["dependencies"] if one["api_name"] == name)


def resident(pid: int) -> float:
    """Memory in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


# --- who it is ---


def test_nobody_is_taken_for_whom_a_header_names():
    told = with_visitor(visit(ADA).request.scope)
    assert (visitor(told), visitor(with_visitor(told)), is_for_mcp(told)) == (ADA, ADA, True)
    (sealed,) = [value for _, value in told["headers"]]
    for forged in (b"", BOB.encode(), b"guess " + BOB.encode(), sealed[1:], b" " + sealed):
        scope = visit(ADA).request.scope | {"headers": [(b"x-rewarddesk-visitor", forged)]}
        assert (visitor(scope), is_for_mcp(scope)) == (ADA, False)
        assert with_visitor(scope)["headers"] == told["headers"]


# --- what is kept for a visitor ---


def test_forty_sessions_are_one_visitor_who_may_keep_a_few(server, functions):
    [keep] = functions["on_keep"]
    at = "exec_assist/keywords/medium-eval-2"
    with client(server, FLOOD) as flood, client(server, OTHER) as other:
        began = time.monotonic()
        told = [event(flood, keep, at=at, text=f"{n}", player="ada") for n in range(40)]
        refilled = (time.monotonic() - began) / 10
        assert sum("That was a lot at once" not in one for one in told) <= 6 + refilled + 1
        assert "That was a lot" not in event(other, keep, at=at, text="mine", player="bob")


@pytest.mark.slow
def test_a_flood_of_episodes_pushes_out_nobody_elses(slow):
    with client(slow, FLOOD) as flood, client(slow, OTHER) as other:
        by_http = call(other, "open_ticket", "easy", 1)["episode"]
        by_mcp = ast.literal_eval(over_mcp(other, "open_ticket", tier="easy", number=1))["episode"]
        for _ in range(EPISODES // 2 + 1):
            call(flood, "open_ticket", "easy", 2)
            over_mcp(flood, "open_ticket", tier="easy", number=2)
        assert "Articles found" in call(other, "search_kb", by_http, "error")
        assert "Articles found" in over_mcp(other, "search_kb", episode=by_mcp, query="error")


def test_nor_do_those_that_are_played_on_the_page(slow):
    config = httpx.get(f"{slow.url}config").json()["dependencies"]
    [ask] = [one["id"] for one in config if one["api_name"] == "on_ask"]
    opens = max(
        one["id"] for one in config if one["id"] < ask and one["api_name"].startswith("on_open")
    )
    play = {"scenario": "easy-eval-1", "player": "you"}
    with client(slow, FLOOD) as flood, client(slow, OTHER) as other:
        mine = re.search(r'data-episode=\\"([\w-]+)\\"', event(other, opens, **play))[1]
        for _ in range(EPISODES + 1):
            event(flood, opens, **play)
        told = event(other, ask, episode=mine, tool="search_kb", said="error")
        assert "no such episode" not in told


@pytest.mark.slow
@pytest.mark.usefixtures("quiet")
def test_what_nobody_fetches_is_not_kept_without_end(server, functions):
    opens = functions["on_open"][0]
    with client(server, FLOOD) as flood:
        asked = []
        for _ in range(300):
            asked.append(join(flood, opens, "never-fetches", scenario="hard-eval-1"))
            time.sleep(0.01)
        assert set(asked) == {200, TOO_MUCH}
        told = fetch(flood, "queue/data?session_hash=never-fetches")
        assert sum(one["msg"] == "process_completed" for one in told) == asked.count(200) <= 100


@pytest.mark.slow
def test_sessions_that_are_made_up_take_little_memory(tmp_path):
    with serving(tmp_path, "-m", "tests.ui.light_app", REWARDDESK_PROXIES="1") as server:
        opens, session = number(server, "on_open_1"), count()

        def flood(one: httpx.Client, address: str) -> None:
            body = {
                "fn_index": opens,
                "data": [],
                "session_hash": f"made-up-{next(session)}",
                "event_data": {"scenario": "hard-eval-1"},
            }
            headers = {"X-Forwarded-For": f"192.0.2.1, {address}"}
            while one.post("queue/join", json=body, headers=headers).status_code == TOO_MUCH:
                time.sleep(0.1)

        with client(server, FLOOD) as one:
            _until_steady(server.pid)
            for n in range(30):
                flood(one, f"10.0.{n}.1")
            before = resident(server.pid)
            for _ in range(60):
                flood(one, "203.0.113.1")
            of_one = resident(server.pid) - before
            for n in range(180):
                flood(one, f"10.1.0.{n}")
            of_many = resident(server.pid) - before
    assert (of_one < 15, of_many < 70) == (True, True), (of_one, of_many)


def _until_steady(pid: int) -> None:
    """Until all is loaded that the page needs."""
    ends, last = time.monotonic() + 120, 0.0
    while abs(resident(pid) - last) > 1 and time.monotonic() < ends:
        last = resident(pid)
        time.sleep(3)


# --- what waits, and what goes on at once ---


def test_who_fills_a_line_leaves_room_in_it(server):
    audit = {"data": ["exec_assist", "easy", 10]}
    with client(server, FLOOD) as flood, client(server, OTHER) as other:
        asked = [flood.post("call/audit", json=audit, headers=made_up()) for _ in range(30)]
        refused = [one for one in asked if one.status_code == TOO_MUCH]
        assert len(refused) >= 26
        assert refused[0].json()["detail"].startswith("2 of your requests wait for this")
        assert other.post("call/audit", json=audit).status_code == 200


@pytest.mark.slow
def test_tools_that_take_long_hold_up_no_page(server):
    def slow(tool: str) -> str:
        with client(server, FLOOD) as flood:
            values = {"desk": "exec_assist", "tier": "easy"}
            values |= {"n": 10} if tool == "audit" else {"seed": 1, "policy": "pocket:base"}
            try:
                return over_mcp(flood, tool, **values)
            except AssertionError as refused:
                return str(refused)

    with ThreadPoolExecutor(30) as crowd, client(server, OTHER) as other:
        asked = [crowd.submit(slow, tool) for tool in ("run", "audit") * 15]
        time.sleep(1)
        waits = []
        while not all(one.done() for one in asked):
            began = time.monotonic()
            assert other.get(server.url).status_code == 200
            waits.append(time.monotonic() - began)
            time.sleep(0.5)
    told = [one.result() for one in asked]
    # One visitor has twelve at once; who comes later may find that some of them are done.
    assert sum("too many requests at once" in one for one in told) >= 10
    assert max(waits) < 10


@pytest.mark.slow
def test_who_types_like_a_hundred_holds_up_no_other_hand(slow):
    typed = number(slow, "on_typed")

    def meter(one: httpx.Client) -> str:
        said = {"at": "exec_assist/keywords/medium-eval-2", "text": "{}", "turn": "1"}
        body = {"fn_index": typed, "data": [], "session_hash": "s", "event_data": said}
        return one.post("run/predict", json=body, timeout=60).text

    with (
        ThreadPoolExecutor(100) as crowd,
        client(slow, FLOOD) as flood,
        client(slow, OTHER) as other,
    ):
        asked = [crowd.submit(meter, flood) for _ in range(100)]
        time.sleep(1)
        assert "Many answers are tried" not in meter(other)
        told = [one.result() for one in asked]
    refused = sum("Many answers are being tried" in one for one in told)
    assert 50 <= refused <= 100 - 32, "on a busy machine, some come when the first are done"


def test_one_visitor_does_not_hold_all_connections(server):
    with ExitStack() as held:
        flood = held.enter_context(client(server, FLOOD))
        told = [
            held.enter_context(flood.stream("GET", f"heartbeat/{n}", headers=made_up()))
            for n in range(MAX_OWN_STREAMS + 10)
        ]
        assert [one.status_code for one in told].count(TOO_MUCH) == 10
        with client(server, OTHER) as other, other.stream("GET", "heartbeat/other") as one:
            assert one.status_code == 200
    with client(server, FLOOD) as again:
        ends = time.monotonic() + 20  # a busy server takes a moment to see that they are gone
        status = TOO_MUCH
        while status == TOO_MUCH and time.monotonic() < ends:
            with again.stream("GET", "heartbeat/again") as one:
                status = one.status_code
            time.sleep(0.2)
        assert status == 200
