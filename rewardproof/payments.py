"""What a reward pays for completions, and what else it does meanwhile."""

import contextlib
import io
import json
import math
import os
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from rewardproof.scorer import Scorer
from rewardproof.tasks import Task

CANARY = "rewardproof canary"
"""What is printed if a completion is run as code."""
SLOW = 1.0
"""Seconds of the processor that a completion may take."""
TOGETHER = "fails on several completions at once"
"""The habit of a reward that fails on a batch, and on none of its completions alone."""
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
    """What else the call did: "prints", "forks", "changes its input"; after a colon, how."""

    @property
    def unasked(self) -> bool:
        """Whether the reward was not asked at all."""
        return self.fault.startswith("not asked")

    @property
    def troubles(self) -> tuple[str, ...]:
        """All that can be held against the call, in words."""
        slow = "takes long" if self.seconds > SLOW else ""
        return tuple(one for one in (self.fault or slow, *self.habits) if one)


def payments(scorer: Scorer, tasks: Sequence[Task], jobs: Sequence[Job]) -> Iterator[Payment]:
    """What the jobs are paid, in order: in one call if the reward takes several."""
    batches = [list(jobs)] if scorer.batched else [[job] for job in jobs]
    for batch in batches:
        yield from _batch(scorer, tasks, batch)


def _batch(scorer: Scorer, tasks: Sequence[Task], batch: Sequence[Job]) -> list[Payment]:
    """One call. If it fails or is slow, the jobs are tried one by one, to see whose fault it is."""
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
    took = [(time.process_time() - started) / len(batch)] * len(batch)
    if not fault and len(values) != len(batch):
        fault = f"returns {len(values)} values for {len(batch)} completions"
    if len(batch) > 1 and (fault or sum(took) > SLOW):
        alone = [one for job in batch for one in _batch(scorer, tasks, [job])]
        if fault:
            return blamed(alone, fault)
        took = [one.seconds for one in alone]
    habits = (
        *said.habits,
        *(["forks"] if _forks.count > forks else []),
        *(["changes its input"] if _as_text(asked) != before else []),
    )
    if fault:
        return [Payment(None, fault, took[0], habits)]
    return [_payment(value, each, habits) for value, each in zip(values, took, strict=True)]


def blamed(alone: list[Payment], fault: str) -> list[Payment]:
    """What a batch that failed was paid one by one: where no completion has the fault, all have."""
    if any(one.fault for one in alone):
        return alone
    return [one._replace(habits=(*one.habits, f"{TOGETHER}: {fault}")) for one in alone]


def _as_text(asked: Any) -> str:
    """What a reward is given, as text, to see whether it was changed: as JSON, or where that does
    not know its keys, or it goes round in a circle, as Python; empty if it is too deep for both."""
    for write in (partial(json.dumps, default=lambda value: type(value).__name__), repr):
        with contextlib.suppress(TypeError, ValueError, RecursionError):
            return write(asked)
    return ""


def _fault(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "calls exit"
    line = str(error).strip().partition("\n")[0][:120]
    return f"raises {type(error).__name__}" + (f": {_printable(line)}" if line else "")


def _printable(text: str) -> str:
    """A text with escapes for what a terminal cannot print, or would obey."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


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
