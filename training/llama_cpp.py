"""A pretrained model run by llama.cpp on a CPU: the base once in memory, adapters by name.

    with one engine for all: Local("pretrained:trained", desk, engine, adapter, limit)

Requests are answered at once in as many places as there are (`PLACES`), each with the adapter that
it names. A completion depends on its prompt and seed, but for what rounding makes of the others in
a batch.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from jinja2.sandbox import ImmutableSandboxedEnvironment

from desks import Desk
from desks.desk import Message
from training.gguf_adapter import converted
from training.policies import Policy, PolicyError, draw_key

PLACES = 4
"""Answers that are written at once."""
ROOM = 3_072
"""Tokens of a prompt and its answer."""
EXACT = {"top_k": 0, "top_p": 1.0, "min_p": 0.0, "repeat_penalty": 1.0, "cache_prompt": True}
"""Samples are of the model's whole distribution."""
END = "<|im_end|>"
PLAIN = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}<|im_start|>assistant\n"
)
"""ChatML, as the base was made for it."""


class Engine:
    """A GGUF file in memory, with the adapters that may be put on it."""

    def __init__(self, file: Path, adapters: Sequence[Path] = (), threads: int = 2) -> None:
        """`adapters` are folders; BaseError where llama.cpp cannot put one on."""
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(file)
        params.n_ctx, params.n_parallel = PLACES * ROOM, PLACES
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
        params.lora_init_without_apply = True
        params.ui = params.endpoint_props = params.endpoint_slots = False
        params.verbosity = -1
        self._numbers = {folder: number for number, folder in enumerate(adapters)}
        listed = []
        for folder in adapters:
            one = xllamacpp.CommonAdapterLoraInfo()
            one.path, one.scale = str(converted(folder)), 0.0
            listed.append(one)
        params.lora_adapters = listed
        self._server = xllamacpp.Server(params)

    def write(
        self,
        text: str,
        adapter: Path | None,
        limit: int,
        seed: int | None,
        grown: Callable[[str], bool] = lambda piece: False,
        **more: Any,
    ) -> None:
        """Write on from a text, piece by piece, until `grown` says that it is enough.

        Greedily, or with a seed sampled at temperature 1. PolicyError as the engine has it.
        """
        asked = EXACT | {
            "prompt": text,
            "max_tokens": limit,
            "stream": True,
            "temperature": 0.0 if seed is None else 1.0,
            "seed": seed or 0,
            "stop": [END],
            "lora": [
                {"id": number, "scale": float(folder == adapter)}
                for folder, number in self._numbers.items()
            ],
        }
        faults: list[str] = []

        def told(event: Mapping[str, Any]) -> bool:
            if "choices" not in event:
                error = event.get("error", event)
                faults.append(str(error.get("message", error)))
                return True
            return grown(event["choices"][0]["text"])

        self._server.handle_completions(asked | more, told)
        if faults:
            raise PolicyError(faults[0])


class Local(Policy):
    """The base, or an adapter of it, as a desk's policy."""

    def __init__(
        self, name: str, desk: Desk, engine: Engine, adapter: Path | None, limit: int
    ) -> None:
        super().__init__(name, desk)
        self._engine, self._adapter, self._limit = engine, adapter, limit
        own = adapter / "chat_template.jinja" if adapter else None
        template = own.read_text(encoding="utf-8") if own else PLAIN
        self._template = ImmutableSandboxedEnvironment().from_string(template)

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        with ThreadPoolExecutor(PLACES) as pool:
            return list(pool.map(lambda prompt: self._whole(prompt, sample, seed), prompts))

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        pieces: Queue[str | Exception | None] = Queue()
        over: list[bool] = []

        def work() -> None:
            def grown(piece: str) -> bool:
                pieces.put(piece)
                return bool(over)

            try:
                self._write(prompt, sample, seed, grown)
                pieces.put(None)
            except Exception as error:  # told where it is waited for
                pieces.put(error)

        Thread(target=work, daemon=True).start()
        text = ""
        try:
            while (piece := pieces.get()) is not None:
                if isinstance(piece, Exception):
                    raise piece
                if piece:
                    yield (text := text + piece)
        finally:
            over.append(True)

    def _whole(self, prompt: list[Message], sample: bool, seed: int) -> str:
        pieces: list[str] = []
        self._write(prompt, sample, seed, lambda piece: bool(pieces.append(piece)))
        return "".join(pieces)

    def _write(
        self, prompt: list[Message], sample: bool, seed: int, grown: Callable[[str], bool]
    ) -> None:
        text = self._template.render(messages=prompt, add_generation_prompt=True)
        key = draw_key(prompt, seed) if sample else None
        self._engine.write(text, self._adapter, self._limit, key, grown)
