"""Per-visitor limits on the session data that Gradio keeps.

Callers choose their own session ids, and Gradio keeps a session's messages until they are fetched,
so a single visitor could fill the memory.
"""

import time
from collections import OrderedDict
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from typing import TypeVar

import gradio as gr

from envs.bounds import RefusedError

CAPACITY = 400
"""Sessions, over all visitors, whose state Gradio keeps; each takes about 0.25 MB."""
MAX_OWN_SESSIONS = 40
"""Maximum sessions per visitor."""
MAX_UNFETCHED = 100
"""Maximum unfetched messages per session; an event makes about three, including its answer."""
MAX_LAG, LAG_SECONDS = 5, 20.0
"""Nobody counts as watching once this many messages have stayed unfetched for this long."""
MAX_VISITORS = 10_000
T = TypeVar("T")


def while_watched(request: gr.Request, updates: Generator[T, None, None]) -> Iterator[T]:
    """Yield the updates of an event; close their generator once nobody fetches them any more."""
    queue, kept_up = request.request.app.get_blocks()._queue, time.monotonic()
    with closing(updates):
        for one in updates:
            yield one
            pending = queue.pending_messages_per_session.get(request.session_hash)
            if pending is None or pending.qsize() < MAX_LAG:
                kept_up = time.monotonic()
            elif time.monotonic() - kept_up >= LAG_SECONDS:
                break


class Sessions:
    """The page's sessions; a visitor with too many loses the least recently used idle one."""

    def __init__(self, page: gr.Blocks) -> None:
        self._page = page
        self._of: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        """Each visitor's sessions, the most recently used last."""

    def admit(self, session: str, visitor: str) -> None:
        """Register the session as the visitor's, and forget idle ones over the limits; RefusedError
        if it has too many unfetched messages."""
        pending = self._page._queue.pending_messages_per_session.get(session)
        if pending is not None and pending.qsize() >= MAX_UNFETCHED:
            raise RefusedError(429, "Many answers wait for you at queue/data. Fetch them first.")
        own = self._of.setdefault(visitor, OrderedDict())
        self._of.move_to_end(visitor)
        own[session] = None
        own.move_to_end(session)
        if len(own) > MAX_OWN_SESSIONS:
            self._forget(visitor, 1)
        for other in [*islice(self._of, max(0, len(self._of) - MAX_VISITORS))]:
            self._forget(other)

    def _forget(self, visitor: str, most: int | None = None) -> None:
        """Forget at most `most` of a visitor's sessions, none of them with an event in progress."""
        own, held, queue = self._of[visitor], self._page.state_holder, self._page._queue
        messages, events = queue.pending_messages_per_session, queue.pending_event_ids_session
        going_on = queue.event_ids_to_events.keys()
        idle = (one for one in own if going_on.isdisjoint(events.get(one, ())))
        for session in [*islice(idle, most)]:
            del own[session]
            for kept in (held.session_data, held.time_last_used, messages, events):
                kept.pop(session, None)
        if not own:
            del self._of[visitor]
