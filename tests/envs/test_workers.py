"""Several workers behind one address: real ones, that play, share their limits, and are killed."""

import os
import signal
import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from typing import NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from envs.server import main
from envs.workers import _Workers
from tests.envs.conftest import is_worker, serving, until, workers
from tests.envs.players import PLAYERS, play_over
from tests.envs.sockets import A_SIMPLE_RESET, ask, is_free, last_words, opened, step

pytestmark = pytest.mark.slow

NAME = "it_triage_tools"
WORKERS, SESSIONS, PER_ADDRESS = 2, 24, 20
"""Sessions enough that each worker surely has some: the kernel deals them out."""
START = 90
"""Seconds for a new worker to come up, on a busy machine."""


class Served(NamedTuple):
    url: str
    pid: int

    def workers(self) -> set[int]:
        return workers(self.pid)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Behind one proxy, which names the visitors; nothing may have failed in it, and in the end
    nothing of it may be left."""
    log = tmp_path_factory.mktemp("server") / "log"
    limits = ("--sessions", str(SESSIONS), "--per-address", str(PER_ADDRESS))
    with serving(log, "--workers", str(WORKERS), *limits, REWARDDESK_PROXIES="1") as found:
        running = Served(*found)
        yield running
        before = running.workers()
    assert "Traceback" not in log.read_text()
    assert not any(map(is_worker, before)), "asked to end, not all of them did"


def come(server: Served, visitor: int) -> ClientConnection:
    """A session of the visitor with that number."""
    return opened(server.url, NAME, named=f"203.0.113.{visitor}")


def test_episodes_are_played_side_by_side(server: Served) -> None:
    """Six clients, each with episodes of its own, of every environment."""
    with ThreadPoolExecutor(6) as crowd:
        plays = [
            crowd.submit(play_over, player, server.url, range(3 * n, 3 * n + 2))
            for n in range(3)
            for player in PLAYERS.values()
        ]
        assert [one.exception() for one in plays] == [None] * len(plays)


def test_limits_hold_for_all_workers_together(server: Served) -> None:
    until(lambda: is_free(server.url, NAME, PER_ADDRESS))
    with ExitStack() as open_ones:
        visitors = [1] * PER_ADDRESS + [2] * (SESSIONS - PER_ADDRESS)
        sockets = [open_ones.enter_context(come(server, one)) for one in visitors[:PER_ADDRESS]]
        assert all(ask(one, A_SIMPLE_RESET)["type"] == "observation" for one in sockets)
        said, code = last_words(open_ones.enter_context(come(server, 1)))
        assert (len(said), code) == (1, 1013)
        assert said[0].startswith(f"203.0.113.1 has {PER_ADDRESS} sessions already")
        sockets += [open_ones.enter_context(come(server, one)) for one in visitors[PER_ADDRESS:]]
        assert all(ask(one, A_SIMPLE_RESET)["type"] == "observation" for one in sockets)
        said, code = last_words(open_ones.enter_context(come(server, 3)))
        assert (len(said), code) == (1, 1013)
        assert f"all {SESSIONS} sessions are taken" in said[0]
        assert is_free(server.url, "it_triage", PER_ADDRESS)
    until(lambda: is_free(server.url, NAME, PER_ADDRESS))


def test_a_killed_worker_is_replaced_and_takes_no_others_with_it(server: Served) -> None:
    """Its episodes end; those of the other go on to their rewards; its slots are free again."""
    until(lambda: is_free(server.url, NAME, PER_ADDRESS))
    player = PLAYERS[NAME]
    scenario = player.scenario(0, "easy", "train")
    first, *others = player.actions(scenario)
    with ExitStack() as open_ones:
        sockets = [open_ones.enter_context(come(server, 1 + n % 2)) for n in range(SESSIONS)]
        for one in sockets:
            ask(one, A_SIMPLE_RESET)
            ask(one, step(first))
        before = server.workers()
        assert len(before) == WORKERS
        os.kill(min(before), signal.SIGKILL)
        rewards = [_reward(one, others) for one in sockets]
        went_on = [one for one in rewards if one is not None]
        assert 0 < len(went_on) < SESSIONS
        assert set(went_on) == {player.graded(scenario, [first, *others]).total}
    until(lambda: len(server.workers() - {min(before)}) == WORKERS, START)
    assert server.workers() & before == before - {min(before)}
    until(lambda: _has_room(server), START)


def _reward(socket: ClientConnection, actions: list[dict]) -> float | None:
    """What the rest of the episode earns; None if the session has ended."""
    try:
        *_, last = [ask(socket, step(one)) for one in actions]
    except ConnectionClosed:
        return None
    return last["data"]["reward"]


def _has_room(server: Served) -> bool:
    """Whether all sessions can be had at once."""
    with ExitStack() as open_ones:
        sockets = [open_ones.enter_context(come(server, 1 + n % 2)) for n in range(SESSIONS)]
        with suppress(ConnectionClosed):
            return all(ask(one, A_SIMPLE_RESET)["type"] == "observation" for one in sockets)
    return False


def test_an_address_in_use_is_said_so(capsys: pytest.CaptureFixture) -> None:
    """By another server, which would not share it."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with pytest.raises(SystemExit):
            main(["--port", port, "--workers", "2"])
    assert "in use" in capsys.readouterr().err


def test_the_ledger_is_there_before_the_workers(monkeypatch) -> None:
    """Two that made it at once had one of them refused, as SQLite does not wait for that lock."""
    modes = []

    def run(supervisor: _Workers) -> None:
        *_, ledger = supervisor.config.app.args
        with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as db:
            modes.append(db.execute("PRAGMA journal_mode").fetchone())

    monkeypatch.setattr(_Workers, "run", run)
    main(["--port", "0", "--workers", "2"])
    assert modes == [("wal",)]


def test_nor_are_other_workers_joined(server: Served, monkeypatch, capsys) -> None:
    """Their sessions would be counted apart."""
    port = server.url.rpartition(":")[2].strip("/")
    monkeypatch.setattr(_Workers, "run", lambda _: None)
    with pytest.raises(SystemExit):
        main(["--port", port, "--workers", "2"])
    assert "in use" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("workers", value) for value in ("0", "-1", "65", "two")),
        *(("port", value) for value in ("-1", "65536", "99999", "http")),
        *(("sessions", value) for value in ("0", "-5", "many")),
        *(("idle", value) for value in ("0", "nan", "inf", "soon")),
        ("per-address", "0"),
        ("host", "192.0.2.1"),
    ],
)
def test_an_option_out_of_range_is_refused(option: str, value: str, monkeypatch, capsys) -> None:
    """In a sentence, before anything is served; also where a variable says it."""
    monkeypatch.setattr(_Workers, "run", lambda _: None)
    with pytest.raises(SystemExit) as ended:
        main(["--workers", "2", f"--{option}", value])
    assert ended.value.code == 2
    assert option.replace("-", " ") in capsys.readouterr().err.splitlines()[-1].replace("-", " ")
    variable = f"REWARDDESK_{option.replace('-', '_').upper()}"
    if option in ("sessions", "idle", "per-address"):
        monkeypatch.setenv(variable, value)
        with pytest.raises(SystemExit):
            main(["--workers", "2"])
        assert variable in capsys.readouterr().err
