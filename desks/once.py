"""Values built once per process and shared, even if several threads ask at the same time.

With `functools.cache`, threads that arrive before the first call has returned each run the function
and get objects of their own. `once` makes them wait for the one result.
"""

import os
from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import TypeVar

T = TypeVar("T")


def once(build: Callable[[], T]) -> Callable[[], T]:
    """Make `build` run on the first call only; exceptions propagate and are not cached.

    `build` may call other `once` functions. After a fork the child gets a fresh lock, so it cannot
    deadlock on one held by a thread that exists only in the parent.
    """
    kept: list[T] = []
    lock = RLock()

    @wraps(build)
    def built() -> T:
        if not kept:
            with lock:
                if not kept:
                    kept.append(build())
        return kept[0]

    def in_a_child() -> None:
        nonlocal lock
        lock = RLock()

    os.register_at_fork(after_in_child=in_a_child)
    return built
