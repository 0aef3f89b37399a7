"""Loads the shipped models, and streams what models write.

Shipped models write for one visitor at a time, in a queue of their own, so that grading never waits
for a model.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from math import inf
from threading import Lock

from desks.desk import Message
from envs import load
from training.models import policies, policy
from training.models.base import HASH_FILE
from training.models.policy import BASE, POCKET, PRETRAINED, TRAINED, WARM, Policy, PolicyError
from ui.read_ahead import Reader, Reading

WRITING = {"concurrency_limit": 1, "concurrency_id": "models"}
UPDATE_SECONDS = 0.1
"""Seconds between updates of a growing answer."""
MAX_SECONDS = 120.0
"""Time limit for a visitor's model, since others wait."""
SEEDS = 10_000
UNTAUGHT = f"{PRETRAINED}:{BASE}"
"""How the spec of a model begins that was taught no desk."""
TAUGHT = {BASE: "as it comes", WARM: "after demonstrations", TRAINED: "after GRPO"}
"""What each of a desk's models has learned."""
READ_AHEAD = 2
"""Models that read a case ahead: as many as are shown side by side."""
READER = Reader()
"""Reads prompts ahead, for all visitors."""
_LOADED: dict[tuple[str, str], Policy] = {}
LOADING = Lock()
"""Held while a model loads: concurrent loads race inside transformers, even in its imports, and
lose weights."""


def named(spec: str) -> str:
    """A shipped model's name on the page: "SmolLM2, after GRPO"."""
    kind, _, what = spec.partition(":")
    if kind == PRETRAINED:
        return f"SmolLM2, {TAUGHT[what]}"
    return f"pocket model, {'before' if what == BASE else 'after'} GRPO"


@dataclass(frozen=True)
class Progress:
    """What a model has written so far."""

    text: str = ""
    tokens: int = 0
    """How often the text has grown: once per token, unless a character takes several tokens."""
    seconds: float | None = None
    """Seconds spent on this model alone, including its prompt; None before its turn."""
    ended: bool = False
    """Whether this is its whole answer."""

    @property
    def pace(self) -> str:
        """Tokens and tokens per second in words; before the first token, what it does."""
        if self.seconds is None:
            return "Its turn comes next."
        if not self.tokens:
            return "Wrote nothing." if self.ended else "Reads the case …"
        unit = "token" if self.tokens == 1 else "tokens"
        return f"{self.tokens} {unit}, {self.tokens / self.seconds:.0f} a second"


def write(
    models: Sequence[Policy], prompt: list[Message], sample: bool, seed: int
) -> Iterator[tuple[Progress, ...]]:
    """Yield what each model has written, at most every `UPDATE_SECONDS`, then the complete texts.

    One model after the other, greedily or sampled with the same seed; an untaught one comes last,
    since it reads every rule before its first word. They stop when the generator is closed.
    PolicyError if one takes longer than `MAX_SECONDS`.
    """
    updated = -inf
    now = [Progress() for _ in models]
    with READER.at_rest():
        for n in sorted(range(len(models)), key=lambda n: _is_untaught(models[n].name)):
            started = time.perf_counter()
            now[n] = Progress(seconds=0.0)
            yield tuple(now)
            with closing(models[n].stream(prompt, sample, seed)) as stream:
                for text in stream:
                    at = time.perf_counter()
                    tokens = now[n].tokens + (text != now[n].text)
                    now[n] = Progress(text, tokens, at - started)
                    if at - updated >= UPDATE_SECONDS:
                        updated = at
                        yield tuple(now)
                    if at - started > MAX_SECONDS:
                        raise PolicyError(f"it took over {MAX_SECONDS:.0f} s: take a faster model")
            now[n] = replace(now[n], ended=True)
    yield tuple(now)


def read_ahead(desk: str, specs: Iterable[str], prompt: list[Message]) -> None:
    """Have those of these shipped models that are likely to be asked next, and are loaded, read a
    prompt, in the order in which they would write."""
    if readings := _readings(desk, specs, prompt):
        READER.ask(chain(*readings[:READ_AHEAD]))


def open_with(desk: str, specs: Iterable[str], prompt: list[Message]) -> None:
    """Have the same models read a prompt that a tab opens with, once the page is idle: from then on
    they know the rules of that desk."""
    if readings := _readings(desk, specs, prompt):
        READER.open_with(chain(*readings[:READ_AHEAD]))


def _readings(desk: str, specs: Iterable[str], prompt: list[Message]) -> list[Reading]:
    """What each pretrained model that is loaded has to read, an untaught one last."""
    pretrained = (one for one in specs if one.startswith(PRETRAINED))
    loaded = (_LOADED.get((desk, one)) for one in sorted(pretrained, key=_is_untaught))
    return [one.read_ahead(prompt) for one in loaded if one]


def _is_untaught(spec: str) -> bool:
    return spec.startswith(UNTAUGHT)


def model(desk: str, spec: str) -> Policy:
    """A shipped model of a desk, loaded once; PolicyError says why it cannot be.

    A call for a loaded model never waits for another model to load.
    """
    if (desk, spec) not in _LOADED:
        with LOADING:
            if (desk, spec) not in _LOADED:
                _LOADED[desk, spec] = policies.load_policy(spec, load(desk))
    return _LOADED[desk, spec]


@lru_cache
def made(desk: str, *specs: str) -> str:
    """Sixteen hex digits that change when one of these models is trained again; `specs` are those
    of a desk's shipped models or scripts."""
    whole = sha256()
    for spec in specs:
        kind, _, who = spec.partition(":")
        kept = policy.MODELS / desk / (f"{PRETRAINED}/{who}" if kind == PRETRAINED else who)
        hashes = kept / HASH_FILE
        known = hashes.read_bytes() if kind in (POCKET, PRETRAINED) and hashes.is_file() else b""
        whole.update(sha256(known).digest())
    return whole.hexdigest()[:16]


def prepare(desks: Iterable[str]) -> None:
    """Load the shipped models of these desks, so that the first visitor does not wait.

    A model that cannot be loaded raises its error when somebody runs it.
    """
    for desk in desks:
        for spec in shipped(desk):
            with suppress(PolicyError):
                model(desk, spec)


def shipped(desk: str) -> tuple[str, ...]:
    """The specs of a desk's shipped models, pretrained ones first. Those are listed only with an
    adapter, since the base alone does none of the work; pocket adapters need their base."""
    home = policy.MODELS / desk
    adapters = [who for who in (WARM, TRAINED) if (home / PRETRAINED / who).is_dir()]
    found = [f"{PRETRAINED}:{who}" for who in (BASE, *adapters) if adapters]
    if (home / BASE).is_dir():
        found += [f"{POCKET}:{who}" for who in (BASE, TRAINED) if (home / who).is_dir()]
    return tuple(found)
