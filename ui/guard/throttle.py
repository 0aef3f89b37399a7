"""Rate limiting and queueing of costly work, fair between visitors and bounded in memory.

A `RateLimiter` limits each visitor's rate (`envs.bounds.ConcurrencyLimit` limits concurrency); a
`JobQueue` runs one job at a time for all visitors.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from envs.bounds import LimitReachedError

MAX_KEY_LENGTH = 64
T = TypeVar("T")


class RateLimiter:
    """A token bucket per visitor: `burst` tokens, and a new one every `refill_seconds`.

    Beyond `max_visitors`, the least recently seen are forgotten.
    """

    def __init__(self, burst: int, refill_seconds: float, max_visitors: int = 10_000) -> None:
        self.burst, self.refill_seconds = burst, refill_seconds
        self.max_visitors = max_visitors
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each visitor's bucket is full again."""
        self._lock = Lock()

    def wait(self, visitor: str, now: float | None = None) -> int:
        """Take a token and return 0; if there is none, return in how many seconds there is one,
        rounded up."""
        now = time.monotonic() if now is None else now
        visitor = visitor[:MAX_KEY_LENGTH]
        with self._lock:
            full_at = max(self._full_at.pop(visitor, now), now)
            wait = full_at - now - (self.burst - 1) * self.refill_seconds
            self._full_at[visitor] = full_at if wait > 0 else full_at + self.refill_seconds
            if len(self._full_at) > self.max_visitors:
                self._full_at.popitem(last=False)
        return math.ceil(max(0.0, wait))


class JobQueue:
    """Runs jobs one at a time in a thread; holds at most `max_jobs`, including the running one."""

    def __init__(self, max_jobs: int) -> None:
        self.max_jobs = max_jobs
        self._jobs = 0
        self._turn = asyncio.Lock()

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, run when its turn comes; LimitReachedError at once if full."""
        if self._jobs >= self.max_jobs:
            raise LimitReachedError
        self._jobs += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._jobs -= 1
