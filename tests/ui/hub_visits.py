"""Visits to the Arena with a model of the Hub, each in a process of its own.

A process that imports everything once is forked for each visit: it takes the arguments of one, a
JSON list, from a line of its input, and writes a line with the JSON object that came of it.
"""

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from multiprocessing import Pipe
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
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


def visit(spec: str, *told: str) -> dict[str, Any]:
    """A model plays a case; with "again" once more, and for two prompts at once. With "hurried" it
    may take less time than others."""
    from desks import load
    from training.models import guest
    from training.models.policy import PolicyError
    from ui.arena.contenders import Contender

    desk = load("exec_assist")
    prompt = desk.prompt(desk.scenario(0, "easy", "eval"))
    came: dict[str, Any] = {}
    if "hurried" in told:
        guest.SECONDS |= {"load": 15, "read": 2}

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
