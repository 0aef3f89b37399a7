"""Reads a stranger's file in a process of its own, whose time and memory the system limits.

A calendar's rule may recur each second, an archive may unpack to more than there is memory:
whatever a file makes a reader do ends within seconds, and nobody else waits for it.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, validate_call

from desks.own.errors import OwnError

ROOT = Path(__file__).parents[2]
"""Where `desks` is found, from wherever the page was started."""
SECONDS = 10
"""Of the processor: that a machine is busy is not held against a file."""
PATIENCE = 120
"""Seconds on the clock, whatever it waits for."""
MAX_MEMORY = 1_000_000_000
"""Bytes."""


def bounded(reader: Callable[..., Any], data: bytes, name: str, **options: Any) -> Any:
    """What `reader(data, name, at_line=..., **options)` returns.

    `reader` is a function of a module; options and result are what pydantic writes as JSON.
    OwnError: what the reader raises, or that the file takes too much time or memory, with the line
    that it had come to. RuntimeError: a mistake of the reader's; nothing of the file is in it.
    """
    name = name.replace("\0", "").encode("utf-8", "replace").decode()  # as it can be shown
    command = ["-m", "desks.own.bounded", str(SECONDS), reader.__module__, reader.__name__]
    told = TypeAdapter(dict[str, Any]).dump_python(options, mode="json")
    first = json.dumps([name, told]).encode() + b"\n"  # of the input: anybody may see a command
    limits = {"timeout": PATIENCE, "check": False, "cwd": ROOT}
    try:
        done = subprocess.run(
            [sys.executable, *command], input=first + data, capture_output=True, **limits
        )
    except subprocess.TimeoutExpired:
        raise OwnError(
            name, None, f"something that is read within {PATIENCE} s was expected"
        ) from None
    if done.returncode == 0:
        answer = json.loads(done.stdout)
        if "refused" in answer:
            raise OwnError(answer["refused"])
        return TypeAdapter(reader.__annotations__["return"]).validate_python(answer["read"])
    if done.returncode > 0:
        kind = done.stderr.decode(errors="replace").rstrip().rpartition("\n")[2]
        raise RuntimeError(f"{reader.__module__}.{reader.__name__} failed: {kind}")
    came_to = done.stderr.rpartition(b"line ")[2].split()
    line = int(came_to[0]) if came_to and came_to[0].isdigit() else None
    if done.returncode == -signal.SIGPROF:
        raise OwnError(name, line, f"something that can be read within {SECONDS} s was expected")
    raise OwnError(name, line, f"something that fits into {MAX_MEMORY:,} bytes was expected")


def main() -> None:
    """Read what standard input gives, as the command line and the first line of the input say."""
    seconds, module, function = sys.argv[1:]
    sys.excepthook = lambda kind, *_: print(kind.__name__, file=sys.stderr)  # nothing of the file
    signal.setitimer(signal.ITIMER_PROF, int(seconds))
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    reader = validate_call(getattr(import_module(module), function))
    name, told = json.loads(sys.stdin.buffer.readline())
    data = sys.stdin.buffer.read()
    try:
        read = reader(data, name, at_line=_at_line, **told)
        answer = {"read": TypeAdapter(Any).dump_python(read, mode="json")}
    except OwnError as error:
        answer = {"refused": str(error)}
    except MemoryError:
        os.kill(os.getpid(), signal.SIGKILL)  # as the system does
    json.dump(answer, sys.stdout)


def _at_line(number: int) -> None:
    print(f"line {number}", file=sys.stderr)


if __name__ == "__main__":
    main()
