"""The page and the environments in one process: both are served, each as when it is alone."""

import json
import urllib.request

import pytest
from openenv.cli.__main__ import app as openenv
from typer.testing import CliRunner
from websockets.sync.client import connect

from envs.frames import LARGEST
from tests.envs.players import PLAYERS, Player, play_over
from tests.envs.sockets import last_words


@pytest.fixture(params=list(PLAYERS))
def player(request: pytest.FixtureRequest) -> Player:
    return PLAYERS[request.param]


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
        socket.send(json.dumps({"type": "a" * LARGEST}))
        said, code = last_words(socket)
        assert (len(said), code) == (1, 1009)
