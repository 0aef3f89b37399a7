"""Episodes that are open: a bounded number, each under an id that nobody guesses.

Gradio's MCP endpoint keeps no session, and a page reloads: what an episode belongs to is its id,
which only whoever began it was told.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from envs import load
from envs.it_triage_tools.episode import Episode
from ui.links import Ref

DESK = "it_triage_tools"
MOST = 200
"""Episodes open at once; one more takes the place of the one that was longest not played."""
IDLE = 45 * 60.0
"""Seconds without a call after which an episode is forgotten."""
LONGEST = 8_000
"""Characters that a call may bring: an episode keeps what was asked."""


class GoneError(LookupError):
    """An id of no episode; the message says what to do."""


@dataclass
class Opened:
    """An episode, the ticket that it is about, and when it was last played."""

    id: str
    ref: Ref
    episode: Episode
    touched: float
    lock: Lock = field(default_factory=Lock)
    """Held by whoever plays it: an episode is not for several threads at once."""


class Episodes:
    """The open episodes of the page, or of the programs that call it."""

    def __init__(
        self, most: int = MOST, idle: float = IDLE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._idle, self._clock = most, idle, clock
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._opened)

    def begin(self, ref: Ref) -> Opened:
        """A new episode; it may cost the oldest its place."""
        episode = Episode(ref.of(load(DESK)))
        with self._lock:
            self._reap()
            one = Opened(secrets.token_urlsafe(18), ref, episode, self._clock())
            self._opened[one.id] = one
            while len(self._opened) > self._most:
                self._opened.popitem(last=False)
        return one

    @contextmanager
    def at(self, episode_id: str) -> Iterator[Opened]:
        """The episode of that id, to be played alone; GoneError where there is none."""
        with self._lock:
            self._reap()
            one = self._opened.get(episode_id)
            if one is None:
                raise GoneError(
                    "There is no such episode: it was never opened, or was left alone for over "
                    f"{self._idle / 60:.0f} minutes, or many others have come since. Begin another"
                )
            one.touched = self._clock()
            self._opened.move_to_end(episode_id)
        with one.lock:
            yield one

    def _reap(self) -> None:
        """Forget what nobody plays; the oldest stands first."""
        ends = self._clock() - self._idle
        while self._opened and next(iter(self._opened.values())).touched < ends:
            self._opened.popitem(last=False)
