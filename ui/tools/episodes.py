"""The open episodes: a bounded number, each under an id that cannot be guessed.

Gradio's MCP endpoint keeps no sessions, and pages are reloaded, so an episode is accessed by its id
alone, which only whoever began it knows. If there is no room, the visitor with the most episodes
loses one.
"""

import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from envs.it_triage_tools.episode import Episode
from ui.links import Ref

DESK = "it_triage_tools"
MAX_EPISODES = 200
"""Maximum open episodes; beyond it, the visitor with the most loses the least recently played."""
IDLE_SECONDS = 45 * 60.0
"""Seconds without a call after which an episode is forgotten."""
MAX_CALL_LENGTH = 8_000
"""Maximum characters of a call's arguments, which the episode keeps."""


class GoneError(LookupError):
    """There is no episode with that id; the message says what to do."""


@dataclass
class OpenEpisode:
    """An episode, the ticket that it is about, and when it was last played."""

    id: str
    ref: Ref
    visitor: str
    """Who began it, as identified by `ui/guard/visitors.py`."""
    episode: Episode
    touched: float
    lock: Lock = field(default_factory=Lock)
    """Held while it is played: an episode is not thread-safe."""


class Episodes:
    """The open episodes of the page, or of the programs that call it."""

    def __init__(
        self,
        most: int = MAX_EPISODES,
        idle: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._idle, self._clock = most, idle, clock
        self._opened: OrderedDict[str, OpenEpisode] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._opened)

    def begin(self, ref: Ref, visitor: str) -> OpenEpisode:
        """Begin an episode for a visitor; this may evict an older one."""
        episode = Episode(ref.scenario(DESK))
        with self._lock:
            self._reap()
            one = OpenEpisode(secrets.token_urlsafe(18), ref, visitor, episode, self._clock())
            self._opened[one.id] = one
            if len(self._opened) > self._most:
                self._make_room()
        return one

    @contextmanager
    def locked(self, episode_id: str) -> Iterator[OpenEpisode]:
        """The episode of that id, with its lock held; GoneError if there is none."""
        with self._lock:
            self._reap()
            one = self._opened.get(episode_id)
            if one is None:
                raise GoneError(
                    "There is no such episode: it was never opened, or was left alone for over "
                    f"{self._idle / 60:.0f} minutes, or too many were begun since. Begin another"
                )
            one.touched = self._clock()
            self._opened.move_to_end(episode_id)
        with one.lock:
            yield one

    def _make_room(self) -> None:
        """Evict the least recently played episode of the visitor who has the most."""
        [(greediest, _)] = Counter(one.visitor for one in self._opened.values()).most_common(1)
        oldest = next(one for one in self._opened.values() if one.visitor == greediest)
        del self._opened[oldest.id]

    def _reap(self) -> None:
        """Forget idle episodes; the least recently played ones come first."""
        ends = self._clock() - self._idle
        while self._opened and next(iter(self._opened.values())).touched < ends:
            self._opened.popitem(last=False)
