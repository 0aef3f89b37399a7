"""Reads prompts before they are asked for, so that an answer begins at once: that of the case that
was opened last, then those of the cases that the tabs open with.

On two cores SmolLM2 takes some seconds to read an email. Prompts are read in steps, one at a time,
while nobody asks the page for anything, and none while a model's answer is streamed to a visitor.
"""

import logging
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Thread

from training.models.policy import PolicyError

QUIET = 1.5
"""Seconds without an event, so that reading slows nobody who is at work."""
IDLE = 10.0
"""The same before the cases are read that the tabs open with: nobody is there, it seems."""
Reading = Iterator[object]
"""Reads a prompt step by step; PolicyError if that cannot be done, which nobody is told."""
_END = object()
_LOG = logging.getLogger(__name__)


class Reader:
    """Reads ahead in a thread of its own; of what visitors look at, only the newest, and that
    first."""

    def __init__(self, quiet: float = QUIET, idle: float = IDLE) -> None:
        self._quiet, self._idle = quiet, idle
        self._newest: Reading | None = None
        self._openings: deque[Reading] = deque()
        self._changed = Condition()
        self._stirred = time.monotonic()
        self._writers = 0
        self._is_reading = self._has_begun = False

    def ask(self, reading: Reading) -> None:
        """Have a prompt read, unless another is asked for in the meantime."""
        self.stir()
        with self._changed:
            self._newest = reading
            self._begin()

    def open_with(self, reading: Reading) -> None:
        """Have a prompt read once, when nothing else is to be read and the page is idle."""
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

    def _next(self) -> Reading | None:
        """What is to be read, unless somebody writes."""
        if self._writers:
            return None
        return self._newest or next(iter(self._openings), None)

    def _read(self) -> None:
        while True:
            with self._changed:
                reading = self._changed.wait_for(self._next)
                pause = self._quiet if reading is self._newest else self._idle
                left = self._stirred + pause - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                self._is_reading = True
            is_over = True
            try:
                is_over = next(reading, _END) is _END
            except PolicyError:
                pass
            except Exception:  # whatever it is, other prompts are read
                _LOG.exception("a prompt could not be read ahead")
            finally:
                with self._changed:
                    self._is_reading = False
                    if is_over:
                        self._drop(reading)
                    self._changed.notify_all()

    def _drop(self, reading: Reading) -> None:
        if self._newest is reading:
            self._newest = None
        elif reading in self._openings:
            self._openings.remove(reading)
