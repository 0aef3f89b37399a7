"""What Gradio keeps of its sessions: bounded for each visitor, since a session's name is made up by
whoever calls, and what it is told is kept until it is fetched.
"""

import time
from collections import OrderedDict
from collections.abc import Iterable

import gradio as gr

from envs.bounds import RefusedError

CAPACITY = 400
"""Sessions of all visitors whose state is kept; one takes a quarter of a megabyte."""
OWN = 40
"""Sessions of one visitor."""
UNFETCHED = 100
"""Messages that a session has yet to fetch: some three for each event, an answer among them."""
UNHEARD, PATIENCE = 5, 20.0
"""Messages that wait to be fetched for so many seconds, where nobody watches."""
VISITORS = 10_000


class Watched:
    """Whether whoever asked for an event takes what it tells, which else nobody would see end."""

    def __init__(self, request: gr.Request) -> None:
        self._queue = request.request.app.get_blocks()._queue
        self._session = request.session_hash
        self._taken = time.monotonic()
        """When it was, last."""

    def __bool__(self) -> bool:
        told = self._queue.pending_messages_per_session.get(self._session)
        if told is None or told.qsize() < UNHEARD:
            self._taken = time.monotonic()
        return time.monotonic() - self._taken < PATIENCE


class Sessions:
    """The sessions of a page. A visitor who has too many loses the oldest that nothing is done
    for."""

    def __init__(self, page: gr.Blocks) -> None:
        self._page = page
        self._of: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        """Of each visitor, the sessions, the one last used last."""

    def admit(self, session: str, visitor: str) -> None:
        """Make room for an event of that session, which is the visitor's; RefusedError where too
        little was fetched of what the session was told."""
        told = self._page._queue.pending_messages_per_session.get(session)
        if told is not None and told.qsize() >= UNFETCHED:
            raise RefusedError(429, "Many answers wait for you at queue/data. Fetch them first.")
        own = self._of.setdefault(visitor, OrderedDict())
        self._of.move_to_end(visitor)
        own[session] = None
        own.move_to_end(session)
        if len(own) > OWN and (idle := self._oldest_idle(own)):
            self._forget(idle)
            del own[idle]
        if len(self._of) > VISITORS:
            self._of.popitem(last=False)

    def _oldest_idle(self, sessions: Iterable[str]) -> str | None:
        """The first of the sessions that no event is under way for."""
        queue = self._page._queue
        for one in sessions:
            events = queue.pending_event_ids_session.get(one, set())
            if events.isdisjoint(queue.event_ids_to_events):
                return one
        return None

    def _forget(self, session: str) -> None:
        held, queue = self._page.state_holder, self._page._queue
        for kept in (
            held.session_data,
            held.time_last_used,
            queue.pending_messages_per_session,
            queue.pending_event_ids_session,
        ):
            kept.pop(session, None)
