"""The real app, started as a person would start it, on a free port."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60
"""Seconds for the server to come up, on a busy machine."""


class Server(NamedTuple):
    """Where the app listens, and the file that holds what it has printed."""

    url: str
    log: Path


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The running app; what went wrong in it is in its log."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"PORT": str(port), "GRADIO_SERVER_NAME": "127.0.0.1"}
    found = Server(f"http://127.0.0.1:{port}/", tmp_path_factory.mktemp("app") / "log")
    with found.log.open("w") as log:
        app = subprocess.Popen(
            [sys.executable, "app.py"], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
    try:
        _wait_for(found, app)
        yield found
    finally:
        app.terminate()
        app.wait(timeout=20)


def _wait_for(server: Server, app: subprocess.Popen) -> None:
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        assert app.poll() is None, f"the app ended:\n{server.log.read_text()}"
        try:
            urllib.request.urlopen(server.url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"no page within {PATIENCE} s")


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    """Where the page is."""
    return server.url
