"""A pretrained model run by llama.cpp on a CPU: the base, or an adapter of it, as a policy.

Up to `SLOTS` prompts are answered at once, by one engine for all adapters that are shipped.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from queue import Queue
from threading import Event, Lock, Thread
from typing import Self

from jinja2.sandbox import ImmutableSandboxedEnvironment

from desks import Desk, Scenario
from desks.desk import Message
from desks.schema import schema_of
from training.models import policy
from training.models.base import ADAPTER_CONFIG, BaseError, check_adapter_hash
from training.models.llama_cpp.engine import SLOTS, Engine
from training.models.llama_cpp.gguf_files import converted, eight_bits
from training.models.policy import PRETRAINED, Policy, PolicyError, draw_key
from training.models.pretrained import MODEL, SOURCES, find_weights

SHIPPED_ADAPTERS = f"*/{PRETRAINED}/*/{ADAPTER_CONFIG}"
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
        """What continues a text or token ids, piece by piece; greedy without a key. A piece may be
        empty, so that whoever reads them can give up. If `ahead`, a text is read first, unless it
        was read before."""
        pieces: Queue[str | Exception | None] = Queue()
        given_up = Event()

        def on_piece(piece: str) -> bool:
            pieces.put(piece)
            return given_up.is_set()

        def work() -> None:
            try:
                slot = None
                for step in self._engine.read_ahead(prompt, self._file) if ahead else ():
                    slot = step
                    pieces.put("")
                    if given_up.is_set():
                        return
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
