"""Rate limiting and queueing of costly work, fair between visitors and bounded in memory.

An `Allowance` limits each visitor's rate, as `envs.bounds.ConcurrencyLimit` does their
concurrency; a `Line` runs one job at a time for all visitors.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from envs.bounds import LimitReachedError

LONGEST_KEY = 64
T = TypeVar("T")


class Allowance:
    """A token bucket per visitor: `at_once` tokens, and a new one every `pause` seconds.

    Of more than `visitors` visitors, the least recently seen are forgotten.
    """

    def __init__(self, at_once: int, pause: float, visitors: int = 10_000) -> None:
        self.at_once, self.pause, self.visitors = at_once, pause, visitors
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each visitor's bucket is full again."""
        self._lock = Lock()

    def wait(self, visitor: str, now: float | None = None) -> float:
        """Take a token and return 0; if there is none, return the seconds until there is one."""
        now = time.monotonic() if now is None else now
        visitor = visitor[:LONGEST_KEY]
        with self._lock:
            full_at = max(self._full_at.pop(visitor, now), now)
            wait = full_at - now - (self.at_once - 1) * self.pause
            self._full_at[visitor] = full_at if wait > 0 else full_at + self.pause
            if len(self._full_at) > self.visitors:
                self._full_at.popitem(last=False)
        return max(0.0, wait)


class Line:
    """Runs jobs one at a time in a thread; holds `room` jobs at most, the running one included."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._there = 0
        self._turn = asyncio.Lock()

    async def do(self, work: Callable[[], T]) -> T:
        """The result of `work`, run when its turn comes; LimitReachedError at once if full."""
        if self._there >= self.room:
            raise LimitReachedError
        self._there += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._there -= 1
