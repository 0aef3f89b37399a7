"""A reward runs in a process of its own: it may hang, exit, print or fork, the proof goes on.

The parent sends jobs, lists of (task number, completion), as JSON lines; the child answers with one
line per payment. A call that takes too long ends the child, and the next job gets a new one. Where
processes cannot be forked (Windows, a browser), rewards run in the caller's.
"""

import contextlib
import io
import json
import math
import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rewardproof.scorer import Scorer
from rewardproof.tasks import Task

IMPATIENT = 4
"""By how much the limit of time is divided each time that a reward hangs, down to a second."""
CANARY = "rewardproof canary"
"""What is printed if a completion is run as code."""
Job = tuple[int, Any]
"""A task's place, and what was answered to it."""


class Payment(NamedTuple):
    """What the reward paid, or why it paid nothing."""

    value: float | None
    """None if the reward returned None, or failed."""
    fault: str = ""
    """What went wrong, in words: an exception, a hang, no number."""
    seconds: float = 0.0
    """Of the processor."""
    habits: tuple[str, ...] = ()
    """What else the call did: "prints", "forks", "changes its input"."""

    @property
    def unasked(self) -> bool:
        """Whether the reward was not asked at all."""
        return self.fault.startswith("not asked")


def can_isolate() -> bool:
    """Whether this platform can fork."""
    return hasattr(os, "fork") and sys.platform not in ("emscripten", "wasi")


class Here:
    """Runs the reward in this process; for platforms without processes, and for speed."""

    def __init__(self, scorer: Scorer, tasks: Sequence[Task]) -> None:
        self._scorer, self._tasks = scorer, tasks

    def pay(self, jobs: Sequence[Job]) -> list[Payment]:
        """Pay the jobs, in order, in one batch if the reward takes several."""
        return list(_payments(self._scorer, self._tasks, jobs))

    def close(self) -> None:
        """Nothing is kept open."""


class Worker:
    """Runs the reward in a child process, forked anew after each hang or exit."""

    def __init__(self, scorer: Scorer, tasks: Sequence[Task], timeout: float) -> None:
        """`timeout`: seconds for one call, or for one batch if the reward takes several."""
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
            if self._scorer.batched and len(rest) > 1:
                paid += [one for job in rest[len(found) :] for one in self.pay([job])]
            else:
                paid.append(Payment(None, fault, self._timeout if "longer" in fault else 0.0))
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
            self._timeout = max(min(1.0, self._timeout), self._timeout / IMPATIENT)
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
    try:
        with open(os.devnull, "r+b", buffering=0) as nothing:
            for standard in (0, 1, 2):
                os.dup2(nothing.fileno(), standard)
        with open(from_parent, "rb") as asked:
            for line in asked:
                for one in _payments(scorer, tasks, json.loads(line)):
                    _write_all(to_parent, json.dumps(one).encode() + b"\n")
    finally:
        os._exit(0)


def _payments(scorer: Scorer, tasks: Sequence[Task], jobs: Sequence[Job]) -> Iterator[Payment]:
    batches = [list(jobs)] if scorer.batched else [[job] for job in jobs]
    for batch in batches:
        yield from _batch(scorer, tasks, batch)


def _batch(scorer: Scorer, tasks: Sequence[Task], batch: Sequence[Job]) -> list[Payment]:
    """One call. If it fails, the jobs are tried one by one, to see whose fault it is."""
    asked = [(tasks[place].fresh_row(), completion) for place, completion in batch]
    before, process, forks = _as_text(asked), os.getpid(), _forks.count
    started, said = time.process_time(), _Said()  # a busy machine is not the reward's fault
    values: list[Any] = []
    fault = ""
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            values = list(scorer.score(asked))
    except (Exception, SystemExit) as error:
        fault = _fault(error)
    if os.getpid() != process:  # the reward forked, and this is its child
        os._exit(0)
    took = (time.process_time() - started) / len(batch)
    if not fault and len(values) != len(batch):
        fault = f"returns {len(values)} values for {len(batch)} completions"
    if fault and len(batch) > 1:
        return [one for job in batch for one in _batch(scorer, tasks, [job])]
    habits = (
        *said.habits,
        *(["forks"] if _forks.count > forks else []),
        *(["changes its input"] if _as_text(asked) != before else []),
    )
    if fault:
        return [Payment(None, fault, took, habits)] * len(batch)
    return [_payment(value, took, habits) for value in values]


def _as_text(asked: Any) -> str:
    """What a reward is given, as text, to see whether it was changed."""
    return json.dumps(asked, default=lambda value: type(value).__name__)


def _fault(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "calls exit"
    line = str(error).strip().partition("\n")[0][:120]
    return f"raises {type(error).__name__}" + (f": {line}" if line else "")


def _payment(value: Any, seconds: float, habits: tuple[str, ...]) -> Payment:
    if value is None:
        return Payment(None, "", seconds, habits)
    try:
        number = float(value)
    except Exception:
        return Payment(None, f"returns {type(value).__name__}, not a number", seconds, habits)
    if not math.isfinite(number):
        return Payment(None, f"returns {number}", seconds, habits)
    return Payment(number, "", seconds, habits)


class _Forks:
    """Counts how often this process has forked."""

    def __init__(self) -> None:
        self.count = 0
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_parent=self._one_more)

    def _one_more(self) -> None:
        self.count += 1


_forks = _Forks()


class _Said(io.TextIOBase):
    """Takes what a reward prints, and forgets it."""

    def __init__(self) -> None:
        super().__init__()
        self.habits: tuple[str, ...] = ()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if CANARY in text:
            self.habits = ("runs the completion as code",)
        elif text and not self.habits:
            self.habits = ("prints",)
        return len(text)
