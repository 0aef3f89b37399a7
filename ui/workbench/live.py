"""Runs a desk's models on the page: one of base, warm and trained, or two in turn.

Their answers are streamed to the visitor, then graded like any other. Model output is untrusted
text.
"""

import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import gradio as gr

from envs import load
from training.models import policy
from training.models.policies import JSON_SUFFIX
from training.models.policy import BASE, PRETRAINED, PolicyError
from ui import inference, side_by_side
from ui.drawing import aria_bool, capitalized, escaped, render_nonce
from ui.events import one_of, refusing, text_of
from ui.links import Ref
from ui.own.ref import OwnRef, reference
from ui.workbench.prompt import user_message

SCRIPTS = ("scroll.js", "case.js", "stop.js", "failed.js", "live.js")
BOTH = "both"
SAMPLED, JSON = "sampled", "json"
OPTIONS = {SAMPLED: "vary the words (temperature 1)", JSON: "force valid JSON (by a grammar)"}


@dataclass(frozen=True)
class Decoding:
    """How a run decodes: sampled or greedy, and with or without a grammar."""

    sampled: bool = False
    """At temperature 1 instead of greedily."""
    constrained: bool = False
    """Constrained to the desk's JSON by a grammar."""

    @classmethod
    def parse(cls, words: str) -> "Decoding":
        """From the ticked options, keys of `OPTIONS` separated by spaces; others are refused."""
        ticked = [one_of(word, tuple(OPTIONS), "way to write") for word in words.split()]
        return cls(SAMPLED in ticked, JSON in ticked)

    def sentences(self, seed: int | None) -> str:
        """The decoding in sentences; `seed` is None before a run."""
        drawn = "another seed each time" if seed is None else f"seed {seed:,}"
        how = "Each word is the likeliest one (temperature 0)."
        if self.sampled:
            how = f"Each word is drawn by chance (temperature 1), {drawn}."
        return f"{how} A grammar holds the answer to its JSON." if self.constrained else how


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
    outcome: side_by_side.Outcome

    @classmethod
    def of(
        cls, tab: str, desk: str, fields: tuple[str, ...], outcome: side_by_side.Outcome
    ) -> "Panel | None":
        """The panel of a desk, or None if no model is shipped."""
        if not (there := inference.shipped(desk)):
            return None
        kind = there[0].partition(":")[0]
        names = [name for one, _, name in (spec.partition(":") for spec in there) if one == kind]
        offered = (*names, BOTH) if len(names) > 1 else tuple(names)
        return cls(tab, desk, fields, _what(desk, kind), kind, offered, outcome)

    def idle(self) -> str:
        """The panel before anything was run."""
        return self._draw("idle", "", "", Decoding())

    def on_write(self, event: gr.EventData) -> Iterator[str]:
        """Handle a request for a run; an invalid one is refused."""
        with refusing():
            ref = reference(text_of(event, "scenario"), self.desk)
            decoding = Decoding.parse(text_of(event, "how"))
        yield from self.run(ref, one_of(text_of(event, "who"), self.offered, "model"), decoding)

    def run(self, ref: Ref | OwnRef, who: str, decoding: Decoding) -> Iterator[str]:
        """Yield the panel as the models write, then with their scores; `who` is one of
        `offered`."""
        desk, seed = load(self.desk), secrets.randbelow(inference.SEEDS)
        scenario = ref.scenario(self.desk)
        prompt = desk.prompt(scenario)
        names = self.offered[-3:-1] if who == BOTH else (who,)  # both: before and after training
        sides = [side_by_side.Side(name, self.fields) for name in names]
        form = JSON_SUFFIX if decoding.constrained and self.kind == PRETRAINED else ""
        loading = "Getting ready. The first run after a start loads the models: some seconds."
        yield self._draw("writing", loading, side_by_side.growing(sides), decoding, seed, ref)
        try:
            models = [inference.model(self.desk, f"{self.kind}:{name}{form}") for name in names]
            for drafts in inference.write(models, prompt, decoding.sampled, seed):
                grades = side_by_side.grades_so_far(scenario, [one.grade for one in sides], drafts)
                sides = [
                    replace(side, text=one.text, pace=one.pace, grade=found)
                    for side, one, found in zip(sides, drafts, grades, strict=True)
                ]
                growing = side_by_side.growing(sides)
                yield self._draw("writing", "Writing …", growing, decoding, seed, ref)
        except PolicyError as error:
            why = f'<p class="notice"><b>This model cannot run:</b> {escaped(str(error))}.</p>'
            yield self._draw("failed", why, "", decoding, seed, ref)
            return
        found = ". ".join(side.summary for side in sides) + "."
        message = user_message(desk, scenario)
        whole = side_by_side.graded(sides, scenario, message, self.outcome)
        yield self._draw("done", found, whole, decoding, seed, ref)

    def _draw(
        self,
        state: str,
        news: str,
        result: str,
        decoding: Decoding,
        seed: int | None = None,
        ref: Ref | OwnRef | None = None,
    ) -> str:
        """The panel; `news` and `result` are HTML."""
        best, busy = self.offered[-1], aria_bool(state == "writing")
        buttons = "".join(
            f'<button type="button" data-write="{who}" class="{"honest" if who == best else ""}" '
            f'aria-disabled="{busy}">{_button(who, self.offered)}</button>'
            for who in self.offered
        )
        ticked = {SAMPLED: decoding.sampled, JSON: decoding.constrained}
        ways = "".join(
            f'<label><input type="checkbox" data-how="{name}"{" checked" * ticked[name]}> '
            f"{words}</label>"
            for name, words in OPTIONS.items()
            if name != JSON or self.kind == PRETRAINED
        )
        return (
            f'<section class="live" data-tab="{self.tab}" data-state="{state}" '
            f'data-scenario="{ref or ""}" {render_nonce()}>'
            f'<div class="live-head"><h3 id="live-{self.tab}">Let a small model answer</h3>'
            f'<div class="buttons" role="group" aria-labelledby="live-{self.tab}">{buttons}</div>'
            '<button type="button" class="stop" data-stop>■ Stop</button>'
            f'<div class="ways" role="group" aria-label="How it writes">{ways}</div></div>'
            f'<p class="hint">{self.what} {decoding.sentences(seed)}</p>'
            f'<div class="live-state" role="status">{news}</div>'
            f'<div class="live-result">{result}</div></section>'
        )


def _button(who: str, offered: Sequence[str]) -> str:
    """What a button says: which model, or between which two the last lesson lies."""
    if who == BOTH:
        return f"Before and {inference.TAUGHT[offered[-2]]}"
    return capitalized(inference.TAUGHT[who])


def _what(desk: str, kind: str) -> str:
    """What models of a kind are; a pocket model's size comes from the record beside its base."""
    if kind == PRETRAINED:
        return "SmolLM2-135M-Instruct, run here on a CPU."
    size, record = "A pocket model", policy.MODELS / desk / BASE / "record.json"
    if record.is_file():
        parameters = json.loads(record.read_text(encoding="utf-8"))["parameters"]
        size = f"A pocket model of {parameters / 1e6:.1f} million parameters"
    return (
        f"{size}, trained here from scratch on cases in plain words; "
        "other ways of writing it reads worse."
    )
