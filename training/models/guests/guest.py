"""A model named by a stranger, in a process of its own that may be killed at any time.

Its files may hold anything: a chat template that never ends, a tokenizer with runaway patterns, a
configuration of a thousand layers. So they are loaded, and the model runs, in a process
(`training/models/guests/process.py`) whose time and memory the system limits. Nothing that comes
from it is assumed to be short.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Pipe
from pathlib import Path
from typing import Any

from desks import Desk
from desks.desk import Message
from desks.registry import VARIABLE
from desks.strict_json import MAX_BYTES
from training.common import ROOT
from training.models.gpu import BORROWED_ENV, LENT_ENV
from training.models.policies import MAX_NEW_TOKENS
from training.models.policy import Policy, PolicyError

MAX_MESSAGE_BYTES = 8 * MAX_BYTES
"""Maximum bytes of a message: a completion with every character escaped."""
SECONDS = {"load": 40, "read": 10, "write": 80}
"""Seconds that loading the files, reading the prompts and writing may take, before what larger
models and further prompts add."""
PULSE_SECONDS = 0.1
"""Seconds between heartbeats while nothing is written."""
PASSED_VARIABLES = (
    *("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV"),
    *("OMP_NUM_THREADS", "CUDA_VISIBLE_DEVICES", "CUDA_HOME", LENT_ENV, BORROWED_ENV),
    VARIABLE,
)
"""The environment variables that the process gets; others may hold secrets."""


class Process:
    """The process; it ends once this object is dropped, since that closes the link to it."""

    def __init__(self, name: str, desk: str, folders: Sequence[Path], limit: int) -> None:
        self._name = name
        self._link, there = Pipe()
        paths = list(map(str, folders))
        given = {"name": name, "desk": desk, "folders": paths, "limit": limit, "seconds": SECONDS}
        command = ["-m", "training.models.guests.process", str(there.fileno()), json.dumps(given)]
        known = {name: os.environ[name] for name in PASSED_VARIABLES if name in os.environ}
        with there:
            self._process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=known | {"HF_HUB_OFFLINE": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[there.fileno()],
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, request: dict[str, Any]) -> Iterator[str | None]:
        """Yield the texts that answer a request, and None every `PULSE_SECONDS` until the next.

        Raises PolicyError.
        """
        stage: dict[str, Any] = {"stage": "start", "seconds": 0}
        try:
            self._link.send_bytes(json.dumps(request).encode())
            while True:
                while not self._link.poll(PULSE_SECONDS):
                    yield None
                message = json.loads(self._link.recv_bytes(MAX_MESSAGE_BYTES))
                if "end" in message:
                    return
                if "error" in message:
                    raise PolicyError(message["error"])
                if "stage" in message:
                    stage = message
                else:
                    yield message["text"]
        except (EOFError, OSError):
            raise PolicyError(f"{self._name}: {self._why(stage)}") from None

    def _why(self, stage: dict[str, Any]) -> str:
        """End the process, and say why it stopped answering."""
        self.end()
        if self._process.returncode == -signal.SIGALRM:
            return f"to {stage['stage']} takes it over {stage['seconds']} s: take another model"
        return f"it broke off as it was to {stage['stage']}: take another model, or a smaller one"

    def end(self) -> None:
        """Stop the process, whatever it is doing; if it has ended already, keep its exit status."""
        self._link.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._process.kill()
        self._process.wait()


class Guest(Policy):
    """A model in a local folder, perhaps with an adapter in a second one, in its own process.

    While nothing is written, a stream repeats the text so far. The process waits for further
    prompts until `end`, or until the guest is garbage-collected.
    """

    def __init__(self, name: str, desk: Desk, folders: Sequence[Path]) -> None:
        super().__init__(name, desk, MAX_NEW_TOKENS)
        self._who = name, desk.name, folders, self.limit
        self._idle: list[Process] = []

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        texts = self._texts(prompts, sample, seed, streamed=False)
        return [text for text in texts if text is not None]

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        written = ""
        for text in self._texts([prompt], sample, seed, streamed=True):
            written = written if text is None else text
            yield written

    def end(self) -> None:
        """End the waiting process."""
        while self._idle:
            self._idle.pop().end()

    def _texts(
        self, prompts: Sequence[list[Message]], sample: bool, seed: int, streamed: bool
    ) -> Iterator[str | None]:
        process = self._idle.pop() if self._idle else Process(*self._who)
        over = False
        try:
            yield from process.ask(
                {"prompts": prompts, "sample": sample, "seed": seed, "streamed": streamed}
            )
            over = True
        finally:
            if over:
                self._idle.append(process)
            else:
                process.end()
