"""Starts and kills the flaky service."""

import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[3]


class Service:
    """The service in a process of its own, on a port that it keeps when it is started again."""

    def __init__(self, log: Path, capacity: int, seconds: float, every: int = 0) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = log
        log.touch()
        given = (self.port, capacity, seconds, log, every)
        self._command = [sys.executable, "-m", "tests.training.models.flaky_service"]
        self._command += map(str, given)
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def noted(self) -> list[str]:
        return self.log.read_text().splitlines()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, cwd=ROOT)
        ends = time.monotonic() + 30
        while time.monotonic() < ends:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            time.sleep(0.01)
        raise TimeoutError("the service is not up")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
