"""Values that a process builds once and shares, even if several threads ask for one at once.

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
    """`build`, run at the first call only; an exception is raised and not cached.

    `build` may call other such functions. After a fork the child gets a fresh lock, so it never
    waits for a thread that it does not have.
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
