"""The Arena's queues, or lanes, so that shipped models never wait for those that visitors bring.

Hub models and endpoints may be slow, so each kind has a queue of its own, and each visitor may run
one of them at a time. The browser chooses the lane by the contenders' specs; an event in the wrong
lane is refused.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import gradio as gr

from envs.bounds import ConcurrencyLimit, LimitReachedError
from training.models.policy import PolicyError
from ui import inference
from ui.component import EACH
from ui.guard.sessions import while_watched

SHIPPED, HUB, ENDPOINT = "run", "run_hub", "run_endpoint"
"""The lanes, named after their events."""
_ONE_HUB = {"concurrency_limit": 1, "concurrency_id": "hub"}
"""Shared by matches and tournaments, since each model takes gigabytes."""
MATCHES = {
    SHIPPED: inference.WRITING,
    HUB: _ONE_HUB,
    ENDPOINT: {"concurrency_limit": 4, "concurrency_id": "endpoints"},
}
TOURNAMENTS = {
    SHIPPED: {"concurrency_limit": 1, "concurrency_id": "tournament"},
    HUB: _ONE_HUB,
    ENDPOINT: {"concurrency_limit": 2, "concurrency_id": "endpoints' tournaments"},
}


def lane(*specs: str) -> str:
    """The lane of a match between these specs."""
    kinds = {spec.partition(":")[0] for spec in specs}
    return HUB if "hub" in kinds else ENDPOINT if "api" in kinds else SHIPPED


def events(
    component: gr.HTML,
    handler: Callable[[str, gr.EventData, gr.Request], Iterator[Any]],
    outputs: Any,
    waits: Mapping[str, dict[str, Any]],
) -> list[Any]:
    """Bind a handler to a component's events, one for each lane; a run that is no longer watched is
    ended. The page starts no two at once."""

    def of(lane: str) -> Callable[[gr.EventData, gr.Request], Iterator[Any]]:
        def on_event(event: gr.EventData, request: gr.Request) -> Iterator[Any]:
            yield from while_watched(request, handler(lane, event, request))

        return on_event

    return [
        getattr(component, lane)(of(lane), None, outputs, **EACH, **waiting)
        for lane, waiting in waits.items()
    ]


_GUESTS = ConcurrencyLimit(total=64, per_visitor=1)  # the queues run at most 7


@contextmanager
def one_guest(visitor: str) -> Iterator[None]:
    """Holds a visitor's only slot for a Hub model or an endpoint; PolicyError if it is taken."""
    try:
        with _GUESTS.slot(visitor):
            yield
    except LimitReachedError:
        raise PolicyError(
            "a model or an endpoint that you brought is still at work: stop it, or wait"
        ) from None
