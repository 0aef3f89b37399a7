"""Runs one of our modules in a process that ends when its parent does, for whatever reason.

    python -m ui.runs.child_process training.grpo --preset ...

Standard input is a pipe that the parent holds open and writes nothing to. Once it is closed, this
process and its children get SIGTERM, then SIGKILL. The parent starts it with `spawn`.
"""

import atexit
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

GRACE_SECONDS = 5.0
"""Seconds from SIGTERM to SIGKILL."""
_RUNNING: set[subprocess.Popen] = set()


@contextmanager
def spawn(command: Sequence[str], folder: Path, log: Path) -> Iterator[subprocess.Popen]:
    """Run a command in that folder, on one thread, with output to `log`; it ends with the block."""
    with log.open("wb") as words:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            stdout=words,
            stderr=words,
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
    with process:
        _RUNNING.add(process)
        try:
            yield process
        finally:
            _end(process)
            _RUNNING.discard(process)


@atexit.register
def end_all() -> None:
    """End every process that was started, since the page is shutting down."""
    for process in tuple(_RUNNING):
        _end(process)


def _end(process: subprocess.Popen) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def main() -> None:
    """Run the module that the command line names, with the arguments that follow."""
    Thread(target=_watch, args=(sys.stdin.fileno(),), daemon=True).start()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def _watch(pipe: int) -> None:
    while os.read(pipe, 1):
        pass
    for number in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(os.getpgrp(), number)
        time.sleep(GRACE_SECONDS)


if __name__ == "__main__":
    main()
