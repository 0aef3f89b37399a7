"""llama.cpp with one base in memory, and an adapter for each request.

A completion depends only on its prompt and seed, except for rounding, which depends on the rest of
its batch, and on whether it is streamed: a stream goes on from what was read before of its prompt,
or of one that begins alike, as all of a desk do.
"""

import os
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import Any, NamedTuple

from training.common.console import first_line
from training.models.policy import PolicyError
from training.models.tool_calls import END_OF_TURN

SLOTS = 4
"""Answers written at once, besides those that are streamed."""
SLOT_TOKENS = 3_072
"""Tokens of a prompt and its answer, at most."""
SAMPLING = {"top_k": 0, "top_p": 1.0, "min_p": 0.0, "repeat_penalty": 1.0, "cache_prompt": False}
"""Sampling from the model's whole distribution. A prompt that is read from the cache in part rounds
differently, so the same seed would not write the same again."""
KEPT = 4
"""Prompts that stay as they were read for a stream; each takes 70 MB."""
STEP = 500
"""Characters that are read of such a prompt at a time, some 150 tokens: half a second on two cores,
which whoever asks meanwhile may have to wait."""
MAX_STEPPED = 2 * SLOT_TOKENS
"""Characters beyond which a prompt is read at once: one of too many tokens is refused unread."""


class _Kept(NamedTuple):
    """A prompt, up to which character it was read, and with which adapter."""

    prompt: str = ""
    adapter: Path | None = None
    upto: int = 0

    def shared(self, prompt: str, adapter: Path | None) -> int:
        """Characters of another prompt that were read here, in whole steps."""
        if adapter != self.adapter:
            return 0
        steps = range(STEP, self.upto + 1, STEP)
        return max((upto for upto in steps if prompt[:upto] == self.prompt[:upto]), default=0)


class Engine:
    """The base in memory, with the adapters that a request may name."""

    def __init__(self, file: Path, adapters: Sequence[Path]) -> None:
        """`adapters` are GGUF files. PolicyError if llama.cpp cannot read one."""
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(file)
        params.n_parallel = SLOTS + KEPT
        params.n_ctx = params.n_parallel * SLOT_TOKENS
        params.cache_ram_mib, params.cache_idle_slots = 0, False  # it would keep prompts for good
        asked = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0]
        threads = int(asked) if asked.isdecimal() else os.cpu_count() or 1
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
        params.lora_init_without_apply = True
        params.ui = params.endpoint_props = params.endpoint_slots = False
        params.api_keys = [secrets.token_hex()]  # it listens on this machine: keep others out
        params.verbosity = -1
        params.lora_adapters = [_load_adapter(one) for one in adapters]
        try:
            self._server = xllamacpp.Server(params)
        except (RuntimeError, ValueError) as error:
            raise PolicyError(f"llama.cpp cannot load {file}: {first_line(error)}") from None
        self._adapters = list(adapters)
        self._kept = {SLOTS + n: _Kept() for n in range(KEPT)}
        """What was read in these slots; the longest unused first."""
        self._reading = Lock()
        self._free: SimpleQueue[int] = SimpleQueue()
        for slot in range(SLOTS):
            self._free.put(slot)

    def read_ahead(self, prompt: str, adapter: Path | None) -> Iterator[int]:
        """Read a prompt step by step, from where it was read to before; yields, after each step,
        the slot in which `write` can go on. PolicyError with the engine's own message."""
        is_read = False
        while not is_read:
            with self._reading:
                slot, before = self._place(prompt, adapter)
                step = STEP if len(prompt) <= MAX_STEPPED else len(prompt)
                upto = min(before + step, len(prompt))
                if before < upto:
                    self._kept[slot] = _Kept()
                    how = {"id_slot": slot, "max_tokens": 0, "cache_prompt": before > 0}
                    self._ask(prompt[:upto], adapter, how, lambda _: False)
                del self._kept[slot]
                self._kept[slot] = _Kept(prompt, adapter, upto)
            is_read = upto == len(prompt)
            yield slot

    def _place(self, prompt: str, adapter: Path | None) -> tuple[int, int]:
        """The slot of a prompt, and how far it was read there; else the longest unused slot of one
        that begins alike, and how far they are; else the longest unused slot."""
        for slot, one in self._kept.items():
            if one[:2] == (prompt, adapter):
                return slot, one.upto
        shared = ((slot, one.shared(prompt, adapter)) for slot, one in self._kept.items())
        return next(((slot, upto) for slot, upto in shared if upto), (next(iter(self._kept)), 0))

    def write(
        self,
        prompt: str | list[int],
        adapter: Path | None,
        limit: int,
        seed: int | None,
        on_piece: Callable[[str], bool],
        grammar: str | None = None,
        slot: int | None = None,
    ) -> None:
        """Continue a text, given as such or as token ids, piece by piece, until it ends or
        `on_piece`, called with each piece, returns True.

        Greedy or, with a seed, sampled at temperature 1; constrained by a grammar, if there is one;
        in the slot that `read_ahead` named, from where it stopped. PolicyError with the engine's
        own message.
        """
        how = {
            "max_tokens": limit,
            "temperature": 0.0 if seed is None else 1.0,
            "seed": seed or 0,
            "stop": [END_OF_TURN],
        }
        if grammar:
            how["grammar"] = grammar
        if slot is not None:
            self._ask(prompt, adapter, how | {"id_slot": slot, "cache_prompt": True}, on_piece)
            return
        free = self._free.get()
        try:
            self._ask(prompt, adapter, how | {"id_slot": free}, on_piece)
        finally:
            self._free.put(free)

    def _ask(
        self,
        prompt: str | list[int],
        adapter: Path | None,
        how: Mapping[str, Any],
        on_piece: Callable[[str], bool],
    ) -> None:
        lora = [
            {"id": number, "scale": float(one == adapter)}
            for number, one in enumerate(self._adapters)
        ]
        request = {**SAMPLING, "prompt": prompt, "stream": True, "lora": lora, **how}
        faults: list[str] = []

        def on_event(event: Mapping[str, Any]) -> bool:
            if "choices" not in event:
                error = event.get("error", event)
                faults.append(str(error.get("message", error)))
                return True
            return on_piece(event["choices"][0]["text"])

        self._server.handle_completions(request, on_event)
        if faults:
            raise PolicyError(faults[0])


def _load_adapter(file: Path) -> Any:
    import xllamacpp

    info = xllamacpp.CommonAdapterLoraInfo()
    info.path, info.scale = str(file), 0.0
    return info
