"""How many answers are graded at the same time while visitors type."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import gradio as gr

from envs.bounds import ConcurrencyLimit
from ui.guard.visitors import visitor_of

T = TypeVar("T")
MAX_CONCURRENT = 8
"""Answers graded at the same time."""
MAX_PENDING, MAX_OWN_PENDING = 64, 32
"""Maximum answers waiting or being graded, in total and per visitor."""
TYPING = {"queue": False, "trigger_mode": "multiple"}
"""Bypasses Gradio's queue, which polls only twenty times a second: people type faster."""


class Meters:
    """What all events that grade while somebody types share: one for the whole page."""

    def __init__(self) -> None:
        self._computing = asyncio.Semaphore(MAX_CONCURRENT)
        self._pending = ConcurrencyLimit(MAX_PENDING, MAX_OWN_PENDING)

    async def run(self, request: gr.Request, work: Callable[[], T]) -> T:
        """The work's result, done in a thread; LimitReachedError if too much waits."""
        with self._pending.slot(visitor_of(request)):
            async with self._computing:
                return await asyncio.to_thread(work)
