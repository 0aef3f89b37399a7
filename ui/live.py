"""Runs a desk's models on the page: the base, a trained one, or both at once.

They write while the visitor watches; then each answer is graded like any other. One visitor's
models write at a time, in a queue of their own, so that grading never waits for a model. What a
model writes is untrusted text.
"""

import json
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from threading import Lock

import gradio as gr

from desks.desk import Message
from envs import load
from graders import grade
from training.models import policies, policy
from training.models.policies import FORMED
from training.models.policy import BASE, POCKET, PRETRAINED, TRAINED, WARM, Policy, PolicyError
from ui import side_by_side
from ui.drawing import aria_bool, escaped, made_now
from ui.events import one_of, refusing, text_of
from ui.evidence import user_message
from ui.links import Ref

WRITING = {"concurrency_limit": 1, "concurrency_id": "models"}
BOTH = "both"
UPDATE = 0.1
"""Seconds between updates of a growing answer."""
LONGEST = 120.0
"""Most seconds that a visitor's models may write, since others wait."""
SEEDS = 10_000
SAMPLED, JSON = "sampled", "json"
WAYS = {SAMPLED: "sample at temperature 1", JSON: "hold to JSON by a grammar"}
_LOADED: dict[tuple[str, str], Policy] = {}
LOADING = Lock()
"""Held while a model loads: concurrent loads race inside transformers, even in its imports, and
lose weights."""


@dataclass(frozen=True)
class Written:
    """What a model has written so far."""

    text: str = ""
    tokens: int = 0
    """How often the text has grown: once per token, unless a character takes several tokens."""
    seconds: float = 0.0
    """Seconds spent on this model alone, its prompt included."""

    @property
    def pace(self) -> str:
        """Tokens and tokens per second in words; "" before the first token."""
        if not self.seconds:
            return ""
        return f"{self.tokens} tokens, {self.tokens / self.seconds:.0f} a second"


def write(
    models: Sequence[Policy], prompt: list[Message], sample: bool, seed: int
) -> Iterator[tuple[Written, ...]]:
    """Yield what each model has written so far, at most every `UPDATE` seconds, and last the whole.

    The models take turns token by token, greedily or sampled with the same seed. They stop when the
    generator is closed. PolicyError if they take over `LONGEST` seconds.
    """
    told = began = time.perf_counter()
    now = [Written() for _ in models]
    with ExitStack() as stack:
        streams = [
            stack.enter_context(closing(model.stream(prompt, sample, seed))) for model in models
        ]
        while (grown := list(map(_grown, now, streams))) != now:
            now = grown
            if (at := time.perf_counter()) - told >= UPDATE:
                told = at
                yield tuple(now)
            if at - began > LONGEST:
                raise PolicyError(f"it took over {LONGEST:.0f} s: take a faster model")
    yield tuple(now)


def _grown(so_far: Written, texts: Iterator[str]) -> Written:
    """A model's answer with its next token, or unchanged if there is none."""
    began = time.perf_counter()
    text = next(texts, None)
    if text is None:
        return so_far
    tokens = so_far.tokens + (text != so_far.text)
    return Written(text, tokens, so_far.seconds + time.perf_counter() - began)


def model(desk: str, spec: str) -> Policy:
    """A shipped model of a desk, loaded once; PolicyError says what it lacks.

    A model that is loaded already never waits for another to load.
    """
    if (desk, spec) not in _LOADED:
        with LOADING:
            if (desk, spec) not in _LOADED:
                _LOADED[desk, spec] = policies.load_policy(spec, load(desk))
    return _LOADED[desk, spec]


def prepare(desks: Iterable[str]) -> None:
    """Load the shipped models of these desks, so that the first visitor does not wait.

    A model that cannot be loaded reports it when somebody runs it.
    """
    for desk in desks:
        for spec in shipped(desk):
            with suppress(PolicyError):
                model(desk, spec)


def shipped(desk: str) -> tuple[str, ...]:
    """The specs of a desk's shipped models, pretrained ones first. A pretrained base counts only
    with an adapter, since alone it knows nothing of the desk; pocket adapters need their base."""
    home = policy.MODELS / desk
    adapters = [who for who in (WARM, TRAINED) if (home / PRETRAINED / who).is_dir()]
    found = [f"{PRETRAINED}:{who}" for who in (BASE, *adapters) if adapters]
    if (home / BASE).is_dir():
        found += [f"{POCKET}:{who}" for who in (BASE, TRAINED) if (home / who).is_dir()]
    return tuple(found)


@dataclass(frozen=True)
class Way:
    """How a run decodes: sampled or greedy, and with or without a grammar."""

    sampled: bool = False
    """At temperature 1 instead of greedily."""
    formed: bool = False
    """Constrained to the desk's JSON by a grammar."""

    @classmethod
    def parse(cls, words: str) -> "Way":
        """From the ticked options, keys of `WAYS` separated by spaces; others are refused."""
        ticked = [one_of(word, tuple(WAYS), "way to write") for word in words.split()]
        return cls(SAMPLED in ticked, JSON in ticked)

    def words(self, seed: int | None) -> str:
        """The same in sentences; `seed` is None before a run."""
        drawn = "another seed each time" if seed is None else f"seed {seed:,}"
        how = f"Sampled at temperature 1, {drawn}." if self.sampled else "Greedy, at temperature 0."
        return f"{how} A grammar holds the answer to its JSON." if self.formed else how


@dataclass(frozen=True)
class Panel:
    """A tab's models: the buttons that run them, and the result of the last run."""

    tab: str
    desk: str
    fields: tuple[str, ...]
    """The fields of an action, in order."""
    what: str
    """What the models are, in sentences."""
    kind: str
    """The kind of its models: pretrained, or pocket if there are no others."""
    offered: tuple[str, ...]
    """Which of base, warm, trained and both can be run."""

    @classmethod
    def of(cls, tab: str, desk: str, fields: Sequence[str]) -> "Panel | None":
        """The panel of a desk, or None if no model is shipped."""
        if not (there := shipped(desk)):
            return None
        kind = there[0].partition(":")[0]
        names = [name for one, _, name in (spec.partition(":") for spec in there) if one == kind]
        offered = (*names, BOTH) if len(names) > 1 else tuple(names)
        return cls(tab, desk, tuple(fields), _what(desk, kind), kind, offered)

    def idle(self) -> str:
        """The panel before anything was run."""
        return self._draw("idle", "", "", Way())

    def on_write(self, event: gr.EventData) -> Iterator[str]:
        """Handle a request for a run; an invalid one is refused."""
        with refusing():
            ref, way = Ref.parse(text_of(event, "scenario")), Way.parse(text_of(event, "how"))
        yield from self.run(ref, one_of(text_of(event, "who"), self.offered, "model"), way)

    def run(self, ref: Ref, who: str, way: Way) -> Iterator[str]:
        """Yield the panel as the models write, then with their scores; `who` is one of
        `offered`."""
        desk, seed = load(self.desk), secrets.randbelow(SEEDS)
        scenario = ref.scenario(self.desk)
        prompt, names = desk.prompt(scenario), [who]
        if who == BOTH:  # the last two: before and after training
            names = [name for name in self.offered if name != BOTH][-2:]
        sides = [side_by_side.Side(name, self.fields) for name in names]
        form = FORMED if way.formed and self.kind == PRETRAINED else ""
        loading = "Getting ready. The first run after a start loads the models: some seconds."
        yield self._draw("writing", loading, side_by_side.growing(sides), way, seed, ref)
        try:
            models = [model(self.desk, f"{self.kind}:{name}{form}") for name in names]
            for told in write(models, prompt, way.sampled, seed):
                sides = [
                    replace(side, text=one.text, pace=one.pace)
                    for side, one in zip(sides, told, strict=True)
                ]
                growing = side_by_side.growing(sides)
                yield self._draw("writing", "Writing …", growing, way, seed, ref)
        except PolicyError as error:
            why = f'<p class="notice"><b>This model cannot run.</b> {escaped(str(error))}.</p>'
            yield self._draw("failed", why, "", way, seed, ref)
            return
        sides = [replace(side, grade=grade(scenario, side.text)) for side in sides]
        found = ". ".join(side.summary for side in sides) + "."
        whole = side_by_side.graded(sides, scenario, user_message(desk, scenario))
        yield self._draw("done", found, whole, way, seed, ref)

    def _draw(
        self,
        state: str,
        news: str,
        result: str,
        way: Way,
        seed: int | None = None,
        ref: Ref | None = None,
    ) -> str:
        """The panel; `news` and `result` are HTML."""
        best, busy = self.offered[-1], aria_bool(state == "writing")
        buttons = "".join(
            f'<button type="button" data-write="{who}" class="{"honest" if who == best else ""}" '
            f'aria-disabled="{busy}">Run {who}</button>'
            for who in self.offered
        )
        ticked = {SAMPLED: way.sampled, JSON: way.formed}
        ways = "".join(
            f'<label><input type="checkbox" data-how="{name}"{" checked" * ticked[name]}> '
            f"{words}</label>"
            for name, words in WAYS.items()
            if name != JSON or self.kind == PRETRAINED
        )
        return (
            f'<section class="live" data-tab="{self.tab}" data-state="{state}" '
            f'data-scenario="{ref or ""}" {made_now()}>'
            f'<div class="live-head"><h3 id="live-{self.tab}">Let a small model answer</h3>'
            f'<div class="buttons" role="group" aria-labelledby="live-{self.tab}">{buttons}</div>'
            '<button type="button" class="stop" data-stop>■ Stop</button>'
            f'<div class="ways" role="group" aria-label="How it writes">{ways}</div></div>'
            f'<p class="hint">{self.what} {way.words(seed)}</p>'
            f'<div class="live-state" role="status">{news}</div>'
            f'<div class="live-result">{result}</div></section>'
        )


def _what(desk: str, kind: str) -> str:
    """What models of a kind are; a pocket model's size comes from the record beside its base."""
    if kind == PRETRAINED:
        return (
            "SmolLM2-135M-Instruct, run here on a CPU: the base as it comes, warm after "
            "demonstrations, trained by GRPO after that."
        )
    size, record = "A pocket model", policy.MODELS / desk / BASE / "record.json"
    if record.is_file():
        parameters = json.loads(record.read_text(encoding="utf-8"))["parameters"]
        size = f"A pocket model of {parameters / 1e6:.1f} million parameters"
    return (
        f"{size}, trained here from scratch on cases in plain words; "
        "other ways of writing it reads worse."
    )
