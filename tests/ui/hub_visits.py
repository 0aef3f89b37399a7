"""Visits to the Arena with a model of the Hub, each in a process of its own.

A process that imports everything once is forked for each visit: it takes the arguments of one, a
JSON list, from a line of its input, and writes a line with the JSON object that came of it. The
guest's process is forked too, since its imports take seconds, unless the visit is told "afresh".
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from multiprocessing import Pipe
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).parents[2]


class Forks:
    """The process that is forked."""

    def __init__(self, process: subprocess.Popen) -> None:
        self._process = process

    def ask(self, arguments: list[str], patience: float) -> dict[str, Any]:
        """What came of a visit: its texts or why it was refused, and the bytes that it took."""
        self._process.stdin.write(json.dumps(arguments).encode() + b"\n")
        self._process.stdin.flush()
        with DefaultSelector() as selector:
            selector.register(self._process.stdout, EVENT_READ)
            assert selector.select(patience), f"no answer within {patience} s"
        return json.loads(self._process.stdout.readline())


@contextmanager
def forks(environment: Mapping[str, str]) -> Iterator[Forks]:
    """The process that is forked, for as long as the block lasts."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "tests.ui.hub_visits"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe) as process:
        yield Forks(process)
        process.stdin.close()


class ForkedGuest:
    """In place of `subprocess.Popen`: runs the guest's `main` in a fork, with nothing else open."""

    returncode = None

    def __init__(self, command: list[str], pass_fds: list[int], **_: object) -> None:
        from training.models.guests import process as guest_process

        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.closerange(3, pass_fds[0])
                os.closerange(pass_fds[0] + 1, os.sysconf("SC_OPEN_MAX"))
                sys.argv = command[2:]
                guest_process.main()
            finally:
                os._exit(0)

    def wait(self, _: float | None = None) -> None:
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)


def visit(spec: str, *told: str) -> dict[str, Any]:
    """A model plays a case; with "again" once more, and for two prompts at once. With "hurried" it
    may take less time than others, and with "afresh" its process begins anew."""
    from desks import load
    from training.models.guests import guest
    from training.models.policy import PolicyError
    from ui.arena.contenders import Contender

    desk = load("exec_assist")
    prompt = desk.prompt(desk.scenario(0, "easy", "eval"))
    came: dict[str, Any] = {}
    if "afresh" not in told:
        guest.subprocess = SimpleNamespace(**vars(subprocess) | {"Popen": ForkedGuest})
    if "hurried" in told:
        guest.SECONDS |= {"read": 2} if "afresh" in told else {"load": 5, "read": 2}

    def streamed() -> list[str]:
        return [text for text, _ in groupby(writer.stream(prompt, sample=True, seed=3)) if text]

    try:
        writer = Contender.parse(spec, "exec_assist").policy()
        came["texts"] = streamed()
        if "again" in told:
            came["again"] = streamed()
            came["together"] = writer.complete([prompt, prompt], sample=True, seed=3)
    except PolicyError as error:
        came["refused"] = str(error)
    # Its own by VmHWM: ru_maxrss remembers the process that it was started from.
    own = int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1])
    came["bytes"] = max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) * 1024
    return came


def main() -> None:
    """Fork for every line of the input."""
    import peft  # noqa: F401

    import training.models.language_model  # noqa: F401
    import ui.arena.contenders  # noqa: F401

    for line in sys.stdin:
        here, there = Pipe(duplex=False)
        if os.fork() == 0:
            try:
                there.send(visit(*json.loads(line)))
            finally:
                os._exit(0)
        there.close()
        with here:
            print(json.dumps(here.recv()), flush=True)
        os.wait()


if __name__ == "__main__":
    main()
