"""Who may ask for work that costs, and how much of it waits: fair to all, bounded in memory.

An `Allowance` counts for each visitor, as `envs.bounds.ConcurrencyLimit` does; a `Line` does one
piece of work at a time for all of them.
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
    """So many at once for each visitor, and one more after each `pause` seconds.

    Who has not come for longest is forgotten where there are more than `visitors`.
    """

    def __init__(self, at_once: int, pause: float, visitors: int = 10_000) -> None:
        self.at_once, self.pause, self.visitors = at_once, pause, visitors
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each visitor has all of the allowance again."""
        self._lock = Lock()

    def wait(self, visitor: str, now: float | None = None) -> float:
        """Take one: 0, or the seconds after which there is one again (nothing is taken then)."""
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
    """Work that is done one piece at a time, in a thread; `room` pieces at most, with the one that
    is being done."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._there = 0
        self._turn = asyncio.Lock()

    async def do(self, work: Callable[[], T]) -> T:
        """What the work gives, once its turn came; LimitReachedError at once where it is full."""
        if self._there >= self.room:
            raise LimitReachedError
        self._there += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._there -= 1
