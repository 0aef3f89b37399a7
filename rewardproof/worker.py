"""A reward runs in a process of its own: it may hang, exit, print or fork, the proof goes on.

The parent sends jobs, lists of (task number, completion), as JSON lines; the child answers with one
line per payment. A call that takes too long ends the child, and the next job gets a new one. Where
processes cannot be forked (Windows, a browser), rewards run in the caller's.
"""

import contextlib
import gc
import json
import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence

from rewardproof.payments import Job, Payment, blamed, payments
from rewardproof.scorer import Scorer
from rewardproof.tasks import Task

IMPATIENT = 4
"""By how much the limit of time is divided each time that a reward hangs, down to a second."""


def can_isolate() -> bool:
    """Whether this platform can fork."""
    return hasattr(os, "fork") and sys.platform not in ("emscripten", "wasi")


class Here:
    """Runs the reward in this process; for platforms without processes, and for speed."""

    def __init__(self, scorer: Scorer, tasks: Sequence[Task]) -> None:
        self._scorer, self._tasks = scorer, tasks

    def pay(self, jobs: Sequence[Job]) -> list[Payment]:
        """Pay the jobs, in order, in one batch if the reward takes several."""
        return list(payments(self._scorer, self._tasks, jobs))

    def close(self) -> None:
        """Nothing is kept open."""


class Worker:
    """Runs the reward in a child process, forked anew after each hang or exit."""

    def __init__(self, scorer: Scorer, tasks: Sequence[Task], timeout: float) -> None:
        """`timeout`: seconds for one call; a batch that takes longer is asked one by one."""
        self._scorer, self._tasks, self._timeout = scorer, tasks, timeout
        self._child: _Child | None = None

    def pay(self, jobs: Sequence[Job]) -> list[Payment]:
        """Pay the jobs, in order. What ends the process is tried again alone, so that the fault is
        put down to the call that has it."""
        paid: list[Payment] = []
        while len(paid) < len(jobs):
            rest = jobs[len(paid) :]
            found, fault = self._ask(rest)
            paid += found
            if not fault:
                continue
            hangs, limit = "longer" in fault, self._timeout
            if self._scorer.batched and len(rest) > 1:
                started = time.monotonic()
                alone = [one for job in rest[len(found) :] for one in self.pay([job])]
                took = time.monotonic() - started
                if hangs and took * IMPATIENT > limit:
                    paid += alone  # the batch was long, and did not hang
                    continue
                paid += blamed(alone, fault)
            else:
                paid.append(Payment(None, fault, limit if hangs else 0.0))
            if hangs:
                self._timeout = max(min(1.0, limit), limit / IMPATIENT)
        return paid

    def close(self) -> None:
        """End the child."""
        if self._child:
            self._child.end()
            self._child = None

    def _ask(self, jobs: Sequence[Job]) -> tuple[list[Payment], str]:
        """The payments that came back, and what ended the child before the rest, if anything."""
        if not self._child:
            self._child = _Child(self._scorer, self._tasks)
        try:
            return self._child.ask(jobs, self._timeout), ""
        except _EndedError as ended:
            self.close()
            return ended.paid, ended.why


class _EndedError(Exception):
    def __init__(self, paid: list[Payment], why: str) -> None:
        super().__init__(why)
        self.paid, self.why = paid, why


class _Child:
    """The parent's end of a forked process."""

    def __init__(self, scorer: Scorer, tasks: Sequence[Task]) -> None:
        from_parent, self._to_child = os.pipe()
        self._from_child, to_parent = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if not self._pid:
            os.close(self._to_child)
            os.close(self._from_child)
            os.setpgid(0, 0)
            _serve(scorer, tasks, from_parent, to_parent)
        os.close(from_parent)
        os.close(to_parent)
        self._left = b""

    def ask(self, jobs: Sequence[Job], timeout: float) -> list[Payment]:
        paid: list[Payment] = []
        try:
            _write_all(self._to_child, json.dumps(jobs).encode() + b"\n")
            for line in self._lines(timeout, len(jobs)):
                value, fault, seconds, habits = json.loads(line)
                paid.append(Payment(value, fault, seconds, tuple(habits)))
        except TimeoutError:
            raise _EndedError(paid, f"takes longer than {timeout:g} s") from None
        except (EOFError, BrokenPipeError):
            raise _EndedError(paid, "ends the process") from None
        except ValueError:
            raise _EndedError(paid, "writes where only payments are expected") from None
        return paid

    def _lines(self, timeout: float, count: int) -> Iterator[bytes]:
        while count:
            line, found, rest = self._left.partition(b"\n")
            if found:
                self._left = rest
                count -= 1
                yield line
                continue
            if not select.select([self._from_child], [], [], timeout)[0]:
                raise TimeoutError
            more = os.read(self._from_child, 1 << 16)
            if not more:
                raise EOFError
            self._left += more

    def end(self) -> None:
        for stop in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                stop(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._to_child)
        os.close(self._from_child)


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def _serve(scorer: Scorer, tasks: Sequence[Task], from_parent: int, to_parent: int) -> None:
    """The child: pays what it is asked until the parent closes the pipe. Never returns."""
    gc.freeze()  # else the reward's calls take the time to go through all that the parent holds
    try:
        with open(os.devnull, "r+b", buffering=0) as nothing:
            for standard in (0, 1, 2):
                os.dup2(nothing.fileno(), standard)
        with open(from_parent, "rb") as asked:
            for line in asked:
                for one in payments(scorer, tasks, json.loads(line)):
                    _write_all(to_parent, json.dumps(one).encode() + b"\n")
    finally:
        os._exit(0)
