"""The page and the environments in one process: both are served, each as when it is alone."""

import json
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import gradio
import pytest
from openenv.cli.__main__ import app as openenv
from typer.testing import CliRunner
from websockets.sync.client import connect

from envs.guard import Limits
from envs.messages import MAX_BYTES
from tests.envs.players import PLAYERS, Player, play_over
from tests.envs.sockets import A_SIMPLE_RESET, ask, last_words, opened
from tests.ui.conftest import Server, serving

TIMEOUT = 3.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page, which waits for nobody as long as it usually does."""
    folder = tmp_path_factory.mktemp("light")
    with serving(folder, "-m", "tests.ui.light_app", str(TIMEOUT)) as found:
        yield found


@pytest.fixture(params=list(PLAYERS))
def player(request: pytest.FixtureRequest) -> Player:
    return PLAYERS[request.param]


@pytest.mark.slow
def test_the_client_plays_whole_episodes_beside_the_page(server, player: Player) -> None:
    play_over(player, server.url)
    done = CliRunner().invoke(openenv, ["validate", "--url", f"{server.url}envs/{player.name}"])
    assert done.exit_code == 0, done.output
    with urllib.request.urlopen(server.url, timeout=20) as page:
        assert b"RewardDesk" in page.read()


def test_the_guard_stands_before_them_there_too(server, player: Player) -> None:
    url = f"{server.url.replace('http', 'ws')}envs/{player.name}/ws"
    with connect(url, proxy=None, max_size=None) as socket:
        socket.send("{")
        assert json.loads(socket.recv(timeout=20))["data"]["code"] == "INVALID_JSON"
        socket.send(json.dumps({"type": "a" * MAX_BYTES}))
        said, code = last_words(socket)
        assert (len(said), code) == (1, 1009)


def test_connections_are_bounded_there_too(server) -> None:
    """Nothing is deflated; half a request is not waited for, be it the page's or not."""
    at = urlsplit(server.url)
    with ExitStack() as open_ones:
        plugs = []
        for path in ("/", "/gradio_api/queue/join", "/envs/exec_assist/step"):
            plug = open_ones.enter_context(
                socket.create_connection((at.hostname, at.port), timeout=TIMEOUT + 10)
            )
            plug.sendall(
                f"POST {path} HTTP/1.1\r\nHost: desk\r\nContent-Length: 9\r\n\r\n[".encode()
            )
            plugs.append(plug)
        with opened(server.url.rstrip("/"), "exec_assist", compression="deflate") as session:
            assert session.protocol.extensions == []
            assert ask(session, A_SIMPLE_RESET)["type"] == "observation"
        for plug in plugs:
            said = b""
            while some := plug.recv(4_096):
                said += some
            assert said.startswith(b"HTTP/1.1 4")


@pytest.mark.slow
def test_a_visitor_with_a_slow_line_gets_a_file_whole(server) -> None:
    """200 kB in the time that somebody who reads nothing has, and for twice that time."""
    files = Path(gradio.__file__).parent.glob("templates/frontend/assets/*.js")
    largest, at = max(files, key=lambda one: one.stat().st_size), urlsplit(server.url)
    with socket.socket() as plug:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        plug.connect((at.hostname, at.port))
        plug.sendall(f"GET /assets/{largest.name} HTTP/1.0\r\nHost: a\r\n\r\n".encode())
        began, read = time.monotonic(), 0
        while some := plug.recv(4_096):
            read += len(some)
            if time.monotonic() - began < 2 * TIMEOUT:
                time.sleep(len(some) / 200_000 * TIMEOUT)
    assert read > largest.stat().st_size > 4_000_000


def test_one_address_leaves_room_for_others_there_too(server) -> None:
    """Whatever address the client says it comes from."""
    with ExitStack() as open_ones:
        for number in range(Limits().max_per_address):
            named = f"192.0.2.{number}, 198.51.100.{number}"
            session = open_ones.enter_context(
                opened(server.url.rstrip("/"), "exec_assist", named=named)
            )
            assert ask(session, A_SIMPLE_RESET)["type"] == "observation"
        said, code = last_words(
            open_ones.enter_context(opened(server.url.rstrip("/"), "exec_assist", named="::1"))
        )
        assert (said[0].startswith("127.0.0.1 has 64 sessions already"), code) == (True, 1013)
