"""Per-visitor limits on what Gradio keeps of sessions.

Callers choose their session ids, and Gradio keeps a session's messages until they are fetched: one
visitor could fill the memory.
"""

import time
from collections import OrderedDict
from itertools import islice

import gradio as gr

from envs.bounds import RefusedError

CAPACITY = 400
"""Sessions, over all visitors, whose state Gradio keeps; each takes about 0.25 MB."""
OWN = 40
"""Most sessions of one visitor."""
UNFETCHED = 100
"""Most unfetched messages of a session; an event makes about three, its answer included."""
UNHEARD, PATIENCE = 5, 20.0
"""Nobody is watching once this many messages have gone unfetched for this many seconds."""
VISITORS = 10_000


class Watched:
    """True while whoever started an event still fetches its updates; if not, it should end."""

    def __init__(self, request: gr.Request) -> None:
        self._queue = request.request.app.get_blocks()._queue
        self._session = request.session_hash
        self._taken = time.monotonic()
        """When the client last kept up."""

    def __bool__(self) -> bool:
        told = self._queue.pending_messages_per_session.get(self._session)
        if told is None or told.qsize() < UNHEARD:
            self._taken = time.monotonic()
        return time.monotonic() - self._taken < PATIENCE


class Sessions:
    """The page's sessions; a visitor with too many loses the least recently used idle one."""

    def __init__(self, page: gr.Blocks) -> None:
        self._page = page
        self._of: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        """Each visitor's sessions, the most recently used last."""

    def admit(self, session: str, visitor: str) -> None:
        """Count the session as the visitor's and make room for its event; RefusedError if it has
        too many unfetched messages."""
        told = self._page._queue.pending_messages_per_session.get(session)
        if told is not None and told.qsize() >= UNFETCHED:
            raise RefusedError(429, "Many answers wait for you at queue/data. Fetch them first.")
        own = self._of.setdefault(visitor, OrderedDict())
        self._of.move_to_end(visitor)
        own[session] = None
        own.move_to_end(session)
        if len(own) > OWN:
            self._forget(visitor, 1)
        for other in [*islice(self._of, max(0, len(self._of) - VISITORS))]:
            self._forget(other)

    def _forget(self, visitor: str, most: int | None = None) -> None:
        """Forget a visitor's sessions, at most so many, but none with an event in progress."""
        own, held, queue = self._of[visitor], self._page.state_holder, self._page._queue
        events = queue.pending_event_ids_session
        idle = (
            one for one in own if queue.event_ids_to_events.keys().isdisjoint(events.get(one, ()))
        )
        for session in [*islice(idle, most)]:
            del own[session]
            for kept in (
                held.session_data,
                held.time_last_used,
                queue.pending_messages_per_session,
                events,
            ):
                kept.pop(session, None)
        if not own:
            del self._of[visitor]
