"""A Hub model that a visitor named, run on the GPU if there is one."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import gradio as gr

from desks import load
from desks.desk import Message
from training.models import from_hub as hub
from training.models.gpu import borrowing, gpu_lent, gpu_present
from training.models.guests.guest import Guest
from training.models.policy import Policy, PolicyError

GPU_SECONDS = 120
"""How long a GPU is borrowed, to load the model and to generate."""
MAX_WEIGHT_BYTES = {False: 2e9, True: 20e9}
"""Maximum bytes of weights of a visitor's model, without a GPU and with one."""
MAX_LOADED = 2
"""Models that stay loaded after they have answered."""


class HubModel(Policy):
    """A model that is downloaded and loaded when it is first asked for a completion."""

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        return list(self._generate(prompts, sample, seed, streamed=False))

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        return self._generate([prompt], sample, seed, streamed=True)

    def _generate(
        self, prompts: Sequence[list[Message]], sample: bool, seed: int, streamed: bool
    ) -> Iterator[str]:
        names = self.name.partition(":")[2].split("+")
        try:
            folders = tuple(hub.fetch_in_process(names, MAX_WEIGHT_BYTES[gpu_present()]))
            yield from _write(self.name, self.desk.name, folders, prompts, sample, seed, streamed)
        except gr.Error as error:
            raise PolicyError(error.message) from None


@borrowing(GPU_SECONDS)
def _write(
    spec: str,
    desk: str,
    folders: tuple[Path, ...],
    prompts: Sequence[list[Message]],
    sample: bool,
    seed: int,
    streamed: bool,
) -> Iterator[str]:
    """Yield the growing text of one answer, or a text per prompt. A PolicyError becomes a
    `gr.Error`, the only error that comes out of a borrowed GPU's process intact."""
    guest = _guest(spec, desk, folders)
    try:
        if streamed:
            yield from guest.stream(prompts[0], sample, seed)
        else:
            yield from guest.complete(prompts, sample, seed)
    except PolicyError as error:
        raise gr.Error(str(error)) from None
    finally:
        if gpu_lent():  # its GPU memory is lost when the GPU is given back
            guest.end()


@lru_cache(maxsize=MAX_LOADED)
def _guest(spec: str, desk: str, folders: tuple[Path, ...]) -> Guest:
    return Guest(spec, load(desk), folders)
