"""Reads prompts before they are asked for, so that an answer begins at once: that of the case that
was opened last, then those of the cases that the tabs open with.

On two cores SmolLM2 takes some seconds to read an email. Prompts are read in steps, one at a time,
while nobody asks the page for anything, and none while a model writes for a visitor.
"""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Thread

from training.models.policy import PolicyError

QUIET = 1.5
"""Seconds without an event, so that reading slows nobody who is at work."""
END = object()
Reading = Iterator[object]
"""Reads a prompt step by step; PolicyError if that cannot be done, which nobody is told."""


class Reader:
    """Reads ahead in a thread of its own; of what visitors look at, only the newest, and that
    first."""

    def __init__(self, quiet: float = QUIET) -> None:
        self.quiet = quiet
        self._newest: deque[Reading] = deque()
        self._openings: deque[Reading] = deque()
        self._changed = Condition()
        self._stirred = 0.0
        self._writers = 0
        self._is_reading = self._has_begun = False

    def ask(self, reading: Reading) -> None:
        """Have a prompt read, unless another is asked for in the meantime."""
        self.stir()
        with self._changed:
            self._newest = deque([reading])
            self._begin()

    def open_with(self, reading: Reading) -> None:
        """Have a prompt read where nothing else is to be read."""
        with self._changed:
            self._openings.append(reading)
            self._begin()

    def _begin(self) -> None:
        self._changed.notify_all()
        if not self._has_begun:
            self._has_begun = True
            Thread(target=self._read, daemon=True).start()

    def stir(self) -> None:
        """Note that somebody asked the page for something."""
        self._stirred = time.monotonic()

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """A context in which nothing is read ahead; a step that has begun is waited for."""
        with self._changed:
            self._writers += 1
            self._changed.wait_for(lambda: not self._is_reading)
        try:
            yield
        finally:
            with self._changed:
                self._writers -= 1
                self._changed.notify_all()

    @property
    def _waiting(self) -> deque[Reading]:
        return self._newest or self._openings

    def _read(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting and not self._writers)
                left = self._stirred + self.quiet - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                reading, self._is_reading = self._waiting[0], True
            is_read = True
            try:
                with suppress(PolicyError):
                    is_read = next(reading, END) is END
            finally:
                with self._changed:
                    self._is_reading = False
                    if is_read and self._waiting and self._waiting[0] is reading:
                        self._waiting.popleft()
                    self._changed.notify_all()
