"""Reads the prompt of the case that was opened last, so that an answer to it begins at once.

On two cores SmolLM2 takes a second and more to read an email. One prompt is read at a time, once
nobody has asked the page for anything for a while, and none while a model writes for a visitor.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Thread

from training.models.policy import PolicyError

QUIET = 1.5
"""Seconds without an event, so that reading slows nobody who is at work."""
STUDIED = 4.0
"""The same where people look at a case for long, and most of them ask no model."""
Reading = Callable[[], None]
"""Reads a prompt; PolicyError if that cannot be done, which nobody is told."""


class Reader:
    """Reads ahead in a thread of its own; of what waits, only the newest."""

    def __init__(self) -> None:
        self._newest: deque[tuple[Reading, float]] = deque(maxlen=1)
        self._changed = Condition()
        self._stirred = 0.0
        self._writers = 0
        self._is_reading = self._has_begun = False

    def ask(self, reading: Reading, quiet: float = QUIET) -> None:
        """Have it read after so many seconds without an event, unless something else is asked for
        in the meantime."""
        self.stir()
        with self._changed:
            self._newest.append((reading, quiet))
            self._changed.notify_all()
            if not self._has_begun:
                self._has_begun = True
                Thread(target=self._read, daemon=True).start()

    def stir(self) -> None:
        """Note that somebody asked the page for something."""
        self._stirred = time.monotonic()

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """A context in which nothing is read ahead; what is being read is waited for."""
        with self._changed:
            self._writers += 1
            self._changed.wait_for(lambda: not self._is_reading)
        try:
            yield
        finally:
            with self._changed:
                self._writers -= 1
                self._changed.notify_all()

    def _read(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._newest and not self._writers)
                left = self._stirred + self._newest[0][1] - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                (reading, _), self._is_reading = self._newest.pop(), True
            try:
                with suppress(PolicyError):
                    reading()
            finally:
                with self._changed:
                    self._is_reading = False
                    self._changed.notify_all()
