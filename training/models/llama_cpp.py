"""A pretrained model run by llama.cpp on a CPU: one base in memory, an adapter for each request.

Up to `SLOTS` prompts are answered at once, each with the adapter that it names. A completion
depends only on its prompt and seed, except for rounding, which depends on the rest of its batch,
and on whether it is streamed: a stream goes on from what was read of its prompt before.
"""

import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from queue import Queue
from threading import Event, Lock, Thread
from typing import Any, NamedTuple, Self

from jinja2.sandbox import ImmutableSandboxedEnvironment

from desks import Desk, Scenario
from desks.desk import Message
from desks.schema import schema_of
from training.common.console import first_line
from training.models import policy
from training.models.base import BaseError, check_adapter_hash
from training.models.gguf_files import converted, eight_bits
from training.models.policy import PRETRAINED, Policy, PolicyError, draw_key
from training.models.pretrained import MODEL, SOURCES, find_weights
from training.models.tool_calls import END_OF_TURN

SHIPPED_ADAPTERS = f"*/{PRETRAINED}/*/adapter_config.json"
SLOTS = 4
"""Answers written at once."""
SLOT_TOKENS = 3_072
"""Tokens of a prompt and its answer, at most."""
SAMPLING = {"top_k": 0, "top_p": 1.0, "min_p": 0.0, "repeat_penalty": 1.0, "cache_prompt": False}
"""Sampling from the model's whole distribution. A prompt that is read from the cache in part rounds
differently, so the same seed would not write the same again."""
KEPT = 6
"""Prompts that stay as they were read for a stream."""
STEP = 1_000
"""Characters that are read of such a prompt at a time, some 250 tokens: a second on two cores."""
CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}<|im_start|>assistant\n"
)
"""ChatML, the format that the base was trained on."""
GRAMMAR = """\
%llguidance {{}}
start: thought? action
thought: "<think>\\n" /[^<]*/ "</think>\\n"
action: %json {schema}
"""
"""A thought, if any, and the answer, in llguidance's notation."""
_LOADING = Lock()
"""Held while an engine is loaded, so that two threads do not both load it."""


class _Kept(NamedTuple):
    """A prompt, up to which character it was read, and with which adapter."""

    prompt: str = ""
    adapter: Path | None = None
    upto: int = 0


class Engine:
    """The base in memory, with the adapters that a request may name."""

    def __init__(self, file: Path, adapters: Sequence[Path]) -> None:
        """`adapters` are GGUF files. PolicyError if llama.cpp cannot read one."""
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(file)
        params.n_parallel = SLOTS + KEPT
        params.n_ctx = params.n_parallel * SLOT_TOKENS
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

    def read_ahead(self, prompt: str, adapter: Path | None) -> Iterator[int]:
        """Read a prompt step by step, from where it was read to before; yields, after each step,
        the slot in which `write` can go on. PolicyError with the engine's own message."""
        is_read = False
        while not is_read:
            with self._reading:
                slot = self._slot(prompt, adapter)
                one = self._kept.pop(slot)
                self._kept[slot] = _Kept(prompt, adapter)
                upto = min(one.upto + STEP, len(prompt))
                if one.upto < upto:
                    how = {"id_slot": slot, "max_tokens": 0, "cache_prompt": True}
                    self._ask(prompt[:upto], adapter, how, lambda _: False)
                self._kept[slot] = _Kept(prompt, adapter, upto)
            is_read = upto == len(prompt)
            yield slot

    def _slot(self, prompt: str, adapter: Path | None) -> int:
        """The slot of a prompt, or else the longest unused one, emptied."""
        for slot, one in self._kept.items():
            if (one.prompt, one.adapter) == (prompt, adapter):
                return slot
        slot = next(iter(self._kept))
        self._kept[slot] = _Kept()
        return slot

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
        if slot is not None:
            how |= {"id_slot": slot, "cache_prompt": True}
        if grammar:
            how["grammar"] = grammar
        self._ask(prompt, adapter, how, on_piece)

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


class LlamaCppPolicy(Policy):
    """The base, or an adapter of it, as a desk's policy."""

    def __init__(
        self, name: str, desk: Desk, adapter: Path | None, limit: int, constrained: bool = False
    ) -> None:
        read = [find_weights(SOURCES[MODEL]), *([adapter] if adapter else [])]
        super().__init__(name, desk, limit, read)
        self._grammar = None
        if constrained and desk.action:
            self._grammar = GRAMMAR.format(schema=json.dumps(schema_of(desk.action)))
        self._file = converted(adapter) if adapter else None
        self._engine = _engine(self._file)
        template = CHAT_TEMPLATE
        if adapter:
            template = (adapter / "chat_template.jinja").read_text(encoding="utf-8")
        self._template = ImmutableSandboxedEnvironment().from_string(template)

    @classmethod
    def load(
        cls, name: str, desk: Desk, adapter: Path | None, limit: int, constrained: bool = False
    ) -> Self:
        """The pretrained model with the adapter in a folder, or as it comes; if `constrained`, held
        to the desk's JSON by a grammar. PolicyError says what is missing."""
        try:
            if adapter:
                check_adapter_hash(adapter, MODEL)
            return cls(name, desk, adapter, limit, constrained)
        except (BaseError, OSError) as error:
            raise PolicyError(str(error)) from None

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        with ThreadPoolExecutor(SLOTS) as pool:
            texts = pool.map(lambda prompt: "".join(self._answer(prompt, sample, seed)), prompts)
            return list(texts)

    def each(
        self, scenarios: Sequence[Scenario], sample: bool, seed: int
    ) -> Iterator[tuple[int, str]]:
        pool = ThreadPoolExecutor(SLOTS)
        try:
            places = {pool.submit(self._one, s, sample, seed): n for n, s in enumerate(scenarios)}
            for future in as_completed(places):
                yield places[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _one(self, s: Scenario, sample: bool, seed: int) -> str:
        return "".join(self._answer(self.desk.prompt(s), sample, seed))

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        text = ""
        for piece in self._answer(prompt, sample, seed, ahead=True):
            if piece:
                yield (text := text + piece)

    def read_ahead(self, prompt: list[Message]) -> Iterator[int]:
        return self._engine.read_ahead(self._text(prompt), self._file)

    def _answer(
        self, prompt: list[Message], sample: bool, seed: int, ahead: bool = False
    ) -> Iterator[str]:
        return self.pieces(self._text(prompt), draw_key(prompt, seed) if sample else None, ahead)

    def _text(self, prompt: list[Message]) -> str:
        return self._template.render(messages=prompt, add_generation_prompt=True)

    def pieces(
        self, prompt: str | list[int], key: int | None, ahead: bool = False
    ) -> Iterator[str]:
        """What continues a text or token ids, piece by piece; greedy without a key. If `ahead`, a
        text is read first, unless it was read before."""
        pieces: Queue[str | Exception | None] = Queue()
        given_up = Event()

        def on_piece(piece: str) -> bool:
            pieces.put(piece)
            return given_up.is_set()

        def work() -> None:
            try:
                slot = None
                if ahead:
                    *_, slot = self._engine.read_ahead(prompt, self._file)
                asked = prompt, self._file, self.limit, key, on_piece, self._grammar
                self._engine.write(*asked, slot)
                pieces.put(None)
            except Exception as error:  # raised where the pieces are read
                pieces.put(error)

        Thread(target=work, daemon=True).start()
        try:
            while (piece := pieces.get()) is not None:
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            given_up.set()


def _engine(file: Path | None) -> Engine:
    """One engine for all shipped adapters; another one for an adapter that is not shipped."""
    shipped = tuple(converted(one.parent) for one in sorted(policy.MODELS.glob(SHIPPED_ADAPTERS)))
    with _LOADING:
        return _loaded(shipped if file is None or file in shipped else (file,))


@lru_cache(2)
def _loaded(adapters: tuple[Path, ...]) -> Engine:
    return Engine(eight_bits(find_weights(SOURCES[MODEL])), adapters)
