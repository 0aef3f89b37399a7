"""Whether something takes much longer over more text: processor time, cut off where it runs away.

A match of `re` cannot be stopped from another thread, since it holds the interpreter. A signal
stops it: SIGVTALRM, which counts the time that the process computes, however busy the machine is.
What is timed is the thread: while such a signal is set, the clock of the process moves only every
four milliseconds.
"""

import gc
import re
import signal
import time
from collections.abc import Callable
from types import FrameType

TRIES = 3
WORK = 0.1
"""Processor time of `_work` where the limits in the tests were set, in seconds."""
AGAIN = 0.1
"""Seconds after which the signal comes again: one that meets a destructor is lost."""


class _CutOffError(BaseException):
    """Not an Exception, so that no handler in between takes it for its own."""


def seconds(call: Callable[[], object], limit: float) -> float:
    """Processor time of a call in the main thread, in seconds; where it was cut off, about `limit`,
    and often a little less: cut off well beyond what a test allows."""

    def cut_off(signum: int, frame: FrameType | None) -> None:
        raise _CutOffError

    before, collects = signal.signal(signal.SIGVTALRM, cut_off), gc.isenabled()
    gc.disable()  # what others left behind is not what is timed
    began = time.thread_time()
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, limit, AGAIN)
            call()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _CutOffError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        took = time.thread_time() - began
        signal.signal(signal.SIGVTALRM, before)
        if collects:
            gc.enable()
    return took


def least(call: Callable[[], object], limit: float) -> float:
    """The least of several tries, in seconds: a busy machine only ever adds to it."""
    return min(seconds(call, limit) for _ in range(TRIES))


def over(took: float, limit: float) -> bool:
    """Whether a time is over a limit, both in seconds, and not because the machine is slow at
    present: where it is, the limit is as much longer as a fixed piece of work takes."""
    return took > limit and took > limit * least(_work, 20 * WORK) / WORK


def _work() -> None:
    """Matches of `re` that are tried at every place and found at none."""
    re.search("[ab]+[cd]", "ab" * 2_400)
