"""The environments, for the suite that holds each to the same contract, and a server of them."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from envs.server import ENVIRONMENTS
from tests.envs.players import PLAYERS, Player

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 90
"""Seconds for a server to come up, on a busy machine."""


@pytest.fixture(params=list(ENVIRONMENTS))
def player(request: pytest.FixtureRequest) -> Player:
    """One environment after the other."""
    return PLAYERS[request.param]


PLAIN = "import sys; sys.modules |= dict.fromkeys(['httptools', 'uvloop'])\n"
"""As in the container, where uvicorn has neither."""
MAIN = "from envs.server import main; main()"


@contextmanager
def serving(
    log: Path, *arguments: str, first: str = "", **settings: str
) -> Iterator[tuple[str, int]]:
    """`python -m envs.server` on a free port: where it listens, and the number of its process.

    The Python of `first` runs before it.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    what = ["-c", first + MAIN] if first else ["-m", "envs.server"]
    command = [sys.executable, *what, "--port", str(port), *arguments]
    with log.open("w") as out:
        server = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | settings, stdout=out, stderr=out
        )
    try:
        url, ends = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
        while not _answers(f"{url}/envs/exec_assist/health"):
            assert server.poll() is None, f"the server ended:\n{log.read_text()}"
            assert time.monotonic() < ends, f"no server within {PATIENCE} s"
            time.sleep(0.2)
        yield url, server.pid
    finally:
        server.terminate()
        server.wait(timeout=20)


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=PATIENCE).close()
    except OSError:
        return False
    return True


def workers(server: int) -> set[int]:
    """The processes that serve, among all that this one has started."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return {int(one) for one in children if is_worker(int(one))}


def is_worker(pid: int) -> bool:
    """Whether such a process runs."""
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def until(holds: Callable[[], bool], patience: float = 20) -> None:
    """Wait until it holds; AssertionError where it does not within so many seconds."""
    ends = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < ends, f"not within {patience} s"
        time.sleep(0.1)
