"""A model of the Hub that a visitor named, on the GPU where there is one."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import lru_cache

import gradio as gr

from desks import load
from desks.desk import Message
from training.base import BaseError
from training.gpu import borrowing, is_lent
from training.policies import Policy, PolicyError, load_policy
from ui import live

SECONDS = 120
"""That a GPU is borrowed for: to load the model, and to write."""


class HubModel(Policy):
    """It is loaded where it writes, with the first word that is asked of it."""

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        return list(self._told(prompts, sample, seed, streamed=False))

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        return self._told([prompt], sample, seed, streamed=True)

    def _told(
        self, prompts: Sequence[list[Message]], sample: bool, seed: int, streamed: bool
    ) -> Iterator[str]:
        try:
            yield from _write(self.name, self.desk.name, prompts, sample, seed, streamed)
        except gr.Error as error:
            raise PolicyError(error.message) from None


def check(name: str) -> None:
    """PolicyError unless the Hub has a model of that name that fits on this machine."""
    with live.LOADING:
        from training.loading import check_size

    try:
        check_size(name)
    except BaseError as error:
        raise PolicyError(str(error)) from None


@borrowing(SECONDS)
def _write(
    spec: str,
    desk: str,
    prompts: Sequence[list[Message]],
    sample: bool,
    seed: int,
    streamed: bool,
) -> Iterator[str]:
    """Texts of a stream, or one for each prompt; `gr.Error` says what went wrong."""
    try:
        # A borrowed process loads alone, and may have begun while another held the lock.
        with nullcontext() if is_lent() else live.LOADING:
            model = _loaded(spec, desk)
        if streamed:
            yield from model.stream(prompts[0], sample, seed)
        else:
            yield from model.complete(prompts, sample, seed)
    except PolicyError as error:
        raise gr.Error(str(error)) from None


@lru_cache(maxsize=2)
def _loaded(spec: str, desk: str) -> Policy:
    return load_policy(spec, load(desk))
