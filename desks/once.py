"""What a process builds once and everybody shares, however many ask for it first at the same time.

`functools.cache` runs its function for each thread that comes before the first is done, and hands
each what it built itself. `once` lets them wait, so that there is one.
"""

import os
from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import TypeVar

T = TypeVar("T")


def once(build: Callable[[], T]) -> Callable[[], T]:
    """The same function, run at the first call alone; what it raised is raised, and not kept.

    It may call others of its kind. A forked child does not wait for a thread that it does not have.
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
