"""The real server under the real client, and under clients that do what they should not."""

import json
import socket
import struct
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from openenv.cli.__main__ import app as openenv
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from desks import load
from envs.messages import MAX_BYTES
from graders import grade
from tests.envs.conftest import serving, until
from tests.envs.players import PLAYERS, Player, play_over
from tests.envs.sockets import (
    A_SIMPLE_RESET,
    LONGEST_ERROR,
    ask,
    is_free,
    last_words,
    opened,
    post,
    step,
)

SESSIONS = 4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server listens that serves few sessions; nothing may have failed in it."""
    folder = tmp_path_factory.mktemp("server")
    log, cases = folder / "log", folder / "cases.jsonl"
    own = [load("it_triage").scenario(seed, "easy", "eval") for seed in (5, 6)]
    lines = ({"desk": "it_triage", "scenario": one.model_dump(mode="json")} for one in own)
    cases.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    limits = ("--sessions", str(SESSIONS), "--per-address", str(SESSIONS))
    with serving(log, *limits, "--cases", str(cases)) as (url, _):
        yield url
    assert "Traceback" not in log.read_text()


@pytest.mark.slow
def test_the_client_plays_whole_episodes(server: str, player: Player) -> None:
    play_over(player, server)


def test_cases_of_ones_own_are_played_by_their_place_in_the_file(server: str) -> None:
    desk = load("it_triage")
    with opened(server, "own") as socket:
        for seed, case in ((0, 5), (1, 6), (2, 5)):
            s = desk.scenario(case, "easy", "eval")
            begun = ask(socket, {"type": "reset", "data": {"seed": seed}})
            assert begun["data"]["observation"]["messages"] == desk.prompt(s)
            ended = ask(socket, step({"completion": desk.oracle(s)}))
            assert ended["data"]["reward"] == pytest.approx(grade(s, desk.oracle(s)).total)


def test_validate_passes_on_what_is_served(server: str, player: Player) -> None:
    done = CliRunner().invoke(openenv, ["validate", "--url", f"{server}/envs/{player.name}"])
    assert done.exit_code == 0, done.output
    assert "FAIL" not in done.output


@pytest.mark.slow
def test_sessions_at_once_keep_apart(server: str, player: Player) -> None:
    with ThreadPoolExecutor(SESSIONS) as crowd:
        plays = [
            crowd.submit(play_over, player, server, range(10 * n, 10 * n + 3))
            for n in range(SESSIONS)
        ]
        assert [one.exception() for one in plays] == [None] * SESSIONS


@pytest.mark.parametrize("flood", [":" * 60_000, "." * 7_800, "a:" * 3_900])
def test_one_answer_holds_up_nobody_else(server: str, flood: str) -> None:
    """Right, and then as long as may be: an answer is read to its end where it is right so far."""
    desk = load("it_triage")
    action = json.loads(desk.oracle(desk.scenario(7, "hard", "eval")))
    action["resolution"] = f"{action['resolution']} {flood}"[:60_000]
    with ThreadPoolExecutor(1) as other, opened(server, "it_triage") as socket:
        ask(socket, {"type": "reset", "data": {"seed": 7, "tier": "hard", "split": "eval"}})
        answer = other.submit(ask, socket, step({"completion": json.dumps(action)}))
        slowest = 0.0
        while not answer.done():
            began = time.monotonic()
            with urllib.request.urlopen(f"{server}/envs/exec_assist/health", timeout=60):
                slowest = max(slowest, time.monotonic() - began)
        assert answer.result()["data"]["done"]
    assert slowest < 3


# --- faults ---

DEEP = '{"type": "step", "data": {"completion": ' + "[" * 500 + "]" * 500 + "}}"
LONG = "a" * (MAX_BYTES - 200)
FAULTS = {
    "no JSON": (["{"], "INVALID_JSON", "no JSON"),
    "an empty frame": ([""], "INVALID_JSON", "no JSON"),
    "a list": (["[1]"], "INVALID_JSON", "no object"),
    "a number of 5,000 digits": (['{"seed": ' + "1" * 5_000 + "}"], "INVALID_JSON", "no JSON"),
    "a number of 33 digits": (['{"seed": ' + "1" * 33 + "}"], "INVALID_JSON", "no JSON"),
    "a binary frame": ([b"\x00\xff"], "VALIDATION_ERROR", "2 binary bytes"),
    "nested far too deep": ([DEEP], "VALIDATION_ERROR", "32 levels"),
    "brackets without end": (["[" * 9_000], "INVALID_JSON", "no JSON"),
    "lists without number": (['{"a": [' + "[]," * 290_000 + "0]}"], "VALIDATION_ERROR", "10,000"),
    "numbers without number": (["[" + "0," * 400_000 + "0]"], "VALIDATION_ERROR", "10,000 values"),
    "quotes never closed": (['"' + '\\"[' * 300_000], "INVALID_JSON", "no JSON"),
    "half a pair": (['{"type": "\\ud800"}'], "VALIDATION_ERROR", "surrogate"),
    "another type": ([{"type": "reward"}], "UNKNOWN_TYPE", "Unknown message type: reward"),
    "a type that is long": ([{"type": LONG}], "VALIDATION_ERROR", "200 characters"),
    "a type that is a list": ([{"type": ["reset"]}], "UNKNOWN_TYPE", "Unknown message type"),
    "no action": ([A_SIMPLE_RESET, {"type": "step"}], "VALIDATION_ERROR", "Invalid message"),
    "fields too many": ([A_SIMPLE_RESET, step({"x" * 99_999: 1})], "VALIDATION_ERROR", "Invalid"),
    "a step before a reset": (["step"], "EXECUTION_ERROR", "no episode has begun"),
    "a wrong type": ([A_SIMPLE_RESET, "misread"], "VALIDATION_ERROR", "Invalid message"),
    "a tier there is not": (
        [A_SIMPLE_RESET, {"type": "reset", "data": {"tier": LONG}}],
        "EXECUTION_ERROR",
        "one of easy, medium, hard",
    ),
    "an argument there is not": (
        [A_SIMPLE_RESET, {"type": "reset", "data": {"session_id": 1}}],
        "EXECUTION_ERROR",
        "no 'session_id'",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_and_the_session_goes_on(server: str, player: Player, fault: str) -> None:
    frames, code, why = FAULTS[fault]
    scenario = player.scenario(0, "easy", "train")
    actions = player.actions(scenario)
    own = {"step": step(actions[0]), "misread": step(player.misread)}
    with opened(server, player.name) as bystander, opened(server, player.name) as socket:
        ask(bystander, A_SIMPLE_RESET)
        sent = [own.get(frame, frame) if isinstance(frame, str) else frame for frame in frames]
        *_, told = [ask(socket, frame) for frame in sent]
        assert (told["type"], told["data"]["code"]) == ("error", code)
        assert why in told["data"]["message"]
        ask(socket, A_SIMPLE_RESET)
        for one in (socket, bystander):
            *_, last = [ask(one, step(action)) for action in actions]
            assert last["data"]["reward"] == player.graded(scenario, actions).total


@pytest.mark.parametrize(
    ("size", "told"), [(MAX_BYTES + 1, True), (2 * MAX_BYTES, False)], ids=["over 1 MB", "2 MB"]
)
def test_a_message_too_large_ends_its_session_alone(
    server: str, player: Player, size: int, told: bool
) -> None:
    """Far beyond it the protocol refuses to read on, and nothing can be said."""
    actions = player.actions(player.scenario(0, "easy", "train"))
    with opened(server, player.name) as bystander:
        ask(bystander, A_SIMPLE_RESET)
        with opened(server, player.name) as socket:
            ask(socket, A_SIMPLE_RESET)
            with suppress(ConnectionClosed):
                socket.send(json.dumps(step({"completion": "a" * size})))
            said, code = last_words(socket)
        assert (code in (1009, None), len(said)) == (True, told)
        assert all("1,000,000 bytes" in one for one in said)
        *_, last = [ask(bystander, step(action)) for action in actions]
        assert last["data"]["done"]
    until(lambda: is_free(server, player.name, SESSIONS))


def test_a_message_of_almost_a_megabyte_is_an_answer_like_any(server: str) -> None:
    with opened(server, "exec_assist") as socket:
        ask(socket, A_SIMPLE_RESET)
        seen = ask(socket, step({"completion": LONG}))["data"]
    assert (seen["done"], seen["reward"]) == (True, 0.0)
    assert "bytes" in seen["observation"]["error"]


def test_a_client_that_vanishes_leaves_its_slot(server: str, player: Player) -> None:
    with opened(server, player.name) as bystander:
        ask(bystander, A_SIMPLE_RESET)
        for _ in range(SESSIONS - 1):
            with opened(server, player.name) as gone:
                ask(gone, A_SIMPLE_RESET)
                abort = struct.pack("ii", 1, 0)  # Closing resets the connection: no frame, no FIN.
                gone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, abort)
                gone.socket.shutdown(socket.SHUT_RD)
                gone.socket.close()
        until(lambda: is_free(server, player.name, SESSIONS - 1))
        assert ask(bystander, {"type": "state"})["data"]["seed"] == 0


def test_one_session_too_many_is_refused(server: str, player: Player) -> None:
    until(lambda: is_free(server, player.name, SESSIONS))
    with ExitStack() as open_ones:
        sockets = [open_ones.enter_context(opened(server, player.name)) for _ in range(SESSIONS)]
        for one in sockets:
            assert ask(one, A_SIMPLE_RESET)["type"] == "observation"
        client = player.client(base_url=f"{server}/envs/{player.name}").sync()
        with client, pytest.raises(RuntimeError, match="CAPACITY_REACHED"):
            client.reset(seed=0)
        with opened(server, player.name, "mcp") as calls:
            assert "sessions are taken" in json.loads(calls.recv(timeout=30))["error"]["message"]
        others = [name for name in PLAYERS if name != player.name]
        assert all(is_free(server, name, SESSIONS) for name in others)
        sockets[0].close()
        until(lambda: is_free(server, player.name, 1))
        assert all(ask(one, {"type": "state"})["data"]["seed"] == 0 for one in sockets[1:])


def test_two_resets_make_two_episodes(server: str, player: Player) -> None:
    with opened(server, player.name) as socket:
        first, second = (
            ask(socket, {"type": "reset", "data": {"seed": seed, "tier": "hard"}})["data"]
            for seed in (1, 2)
        )
        assert first["observation"] != second["observation"]
        state = ask(socket, {"type": "state"})["data"]
        assert (state["seed"], state["step_count"], state["done"]) == (2, 0, False)


def test_after_the_end_only_a_reset_helps(server: str, player: Player) -> None:
    scenario = player.scenario(0, "easy", "train")
    with opened(server, player.name) as socket:
        ask(socket, A_SIMPLE_RESET)
        actions = player.actions(scenario)
        *_, last = [ask(socket, step(action)) for action in actions]
        assert last["data"]["done"]
        told = ask(socket, step(actions[-1]))["data"]
        assert (told["code"], "the episode is over" in told["message"]) == ("EXECUTION_ERROR", True)
        assert ask(socket, {"type": "state"})["data"]["step_count"] == len(actions)
        assert ask(socket, A_SIMPLE_RESET)["data"]["done"] is False


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"tool": "format_disk", "arguments": {}}, "no tool 'format_disk'; there are search_kb"),
        ({"tool": "a" * 900_000}, "no tool"),
        ({"tool": "search_kb", "arguments": {"query": 5}}, "a string was expected, not int"),
        ({"tool": "search_kb", "arguments": {"words": "x"}}, "no argument 'words'"),
        ({"tool": "submit_resolution", "arguments": {"escalate": "yes"}}, "submit_resolution: "),
    ],
)
def test_a_call_that_cannot_be_made_is_seen_and_counts(
    server: str, action: dict[str, Any], why: str
) -> None:
    with opened(server, "it_triage_tools") as socket:
        begun = ask(socket, A_SIMPLE_RESET)["data"]["observation"]
        seen = ask(socket, step(action))["data"]
        assert why in seen["observation"]["error"]
        assert len(seen["observation"]["error"]) < 600
        assert (seen["done"], seen["reward"]) == (False, 0.0)
        assert seen["observation"]["steps_left"] == begun["steps_left"] - 1


# --- HTTP ---


def test_requests_over_http_are_bounded_and_plain(server: str, player: Player) -> None:
    home = f"{server}/envs/{player.name}"
    assert post(f"{home}/reset", b'{"seed": 5}')[1]["observation"]["steps_left"] >= 1
    action = json.dumps({"action": player.actions(player.scenario(0, "easy", "train"))[0]})
    for body, status, why in (
        (b"{" + b" " * MAX_BYTES, 413, "1,000,000 bytes"),
        (b"[1", 400, "no JSON"),
        (b"[1]", 400, "no object"),
        (b'{"a": [' + b"[]," * 290_000 + b"0]}", 400, "10,000 values"),
        (json.dumps({"action": player.misread | {"x" * 99_999: 1}}).encode(), 422, "loc"),
        (json.dumps({"action": LONG}).encode(), 422, "valid dictionary"),
        (action.encode(), 409, "no episode has begun"),
    ):
        code, told = post(f"{home}/step", body)
        assert (code, why in json.dumps(told)) == (status, True)
        assert len(json.dumps(told)) <= LONGEST_ERROR
    code, told = post(f"{home}/reset", b'{"tier": "harder"}')
    assert (code, "one of easy, medium, hard" in told["detail"]) == (409, True)
    for call in ({"method": LONG}, {"x" * 99_999: 1}, {"jsonrpc": "2.0", "method": 5}):
        _, told = post(f"{home}/mcp", json.dumps(call).encode())
        assert told["jsonrpc"] == "2.0"
        assert len(json.dumps(told)) <= LONGEST_ERROR


# --- sessions ---


def test_no_call_makes_a_session_without_a_socket(server: str, player: Player) -> None:
    """There are no MCP tools to hold one open for, whether it is asked for by HTTP or a socket."""
    home, ends = f"{server}/envs/{player.name}", {"session_id": "x"}
    create = {"jsonrpc": "2.0", "method": "openenv/session/create", "id": 1}
    for call in (create, create | {"method": "openenv/session/close", "params": ends}):
        for _ in range(SESSIONS):
            code, told = post(f"{home}/mcp", json.dumps(call).encode())
            assert (code, "a websocket at /ws" in told["error"]["message"]) == (400, True)
        with opened(server, player.name, "mcp") as calls:
            assert "a websocket at /ws" in ask(calls, call)["error"]["message"]
        with opened(server, player.name) as session:
            told = ask(session, {"type": "mcp", "data": call})["data"]
            assert "a websocket at /ws" in told["message"]
    told = post(f"{home}/mcp", json.dumps(create | {"method": "tools/list"}).encode())[1]
    assert told["error"]["message"] == "Environment does not support MCP"
    until(lambda: is_free(server, player.name, SESSIONS))


@pytest.mark.slow
@pytest.mark.parametrize("proxies", [0, 1])
def test_one_address_leaves_room_for_others(tmp_path, proxies: int) -> None:
    """Half of the sessions by default; the address is not one that the client makes up."""
    settings = {"REWARDDESK_PROXIES": str(proxies), "FORWARDED_ALLOW_IPS": "*"}
    with serving(tmp_path / "log", "--sessions", "6", **settings) as (server, _):

        def come(forged: int, address: int = 1) -> ClientConnection:
            named = f"192.0.2.{forged}, 203.0.113.{address}"
            return opened(server, "exec_assist", named=named if proxies else f"192.0.2.{forged}")

        with ExitStack() as open_ones:
            mine = [open_ones.enter_context(come(n)) for n in range(3)]
            assert all(ask(one, A_SIMPLE_RESET)["type"] == "observation" for one in mine)
            one_more = open_ones.enter_context(come(9))
            said, code = last_words(one_more)
            assert (len(said), code) == (1, 1013)
            assert said[0].startswith(f"{'203.0.113.1' if proxies else '127.0.0.1'} has 3 sessions")
            if proxies:
                theirs = [open_ones.enter_context(come(1, n)) for n in (2, 3, 4)]
                assert all(ask(one, A_SIMPLE_RESET)["type"] == "observation" for one in theirs)
            mine[0].close()
            until(lambda: _is_welcome(come(1)))


def _is_welcome(socket: ClientConnection) -> bool:
    with socket, suppress(ConnectionClosed):
        return ask(socket, A_SIMPLE_RESET)["type"] == "observation"
    return False


# --- silence ---


@pytest.mark.slow
def test_idle_sessions_end_and_their_sockets_close(tmp_path) -> None:
    """Whoever does nothing loses the slot, others keep theirs."""
    idle = 3.0
    with serving(tmp_path / "log", "--sessions", "3", "--per-address", "3", "--idle", "3") as found:
        server, _ = found
        with opened(server, "it_triage_tools") as busy, opened(server, "it_triage_tools") as lazy:
            for one in (busy, lazy):
                ask(one, A_SIMPLE_RESET)
            began, closed, freed = time.monotonic(), 0.0, False
            while not (closed and freed):
                assert time.monotonic() - began < 30
                ask(busy, step({"tool": "search_kb", "arguments": {"query": "disk"}}))
                ask(busy, A_SIMPLE_RESET)
                if not closed:
                    with suppress(ConnectionClosed):
                        lazy.send('{"type": "state"}')  # Looking is not working.
                    told = json.loads(lazy.recv(timeout=5))
                    if told["type"] == "error":
                        assert "idle for 3 s" in told["data"]["message"]
                        assert last_words(lazy) == ([], 1001)
                        closed = time.monotonic() - began
                freed = is_free(server, "it_triage_tools", 2)
            assert idle - 0.5 <= closed < idle + 5
            assert ask(busy, {"type": "state"})["data"]["seed"] == 0
