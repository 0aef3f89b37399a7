"""The model card of a run, from its record alone: what it did, and what did not improve."""

import math
from collections.abc import Iterator, Sequence
from html import escape
from statistics import fmean, variance
from typing import Any

from training.evals.tables import cell
from training.models.base import on_hub
from training.rl.presets import recorded
from training.runs.run import Run, ends, tier_totals

RECORD_FOLDER = "record"
"""The folder of the record in the repository, beside the card."""
MEASURES = ("parts/", "penalties/", "tiers/")
HEADLINES = ("reward", "correct", "referee", "valid", "input_dependence")
Measured = dict[str, tuple[Sequence[float], Sequence[float]]]
"""The first and the last values of each measure."""


def card(run: Run) -> str:
    """The model card of a run, as Markdown with front matter."""
    config, preset, lines = run.config, recorded(run.config), "\n".join
    base_model = f"base_model: {preset.base}\n" if on_hub(preset.base) else ""
    gain = f", the last norm's gain at {preset.gain_rate:g}" if preset.gain_rate else ""
    changed = ", with changes" if config.get("changed") else ""
    measured = {
        name: ends([value for _, value in curve])
        for name, curve in run.curves.items()
        if name in HEADLINES or name.startswith(MEASURES)
    }
    held_out = [f"- {tier}, {who}: {cell(total)}" for tier, who, total in tier_totals(run)]
    events = [f"- step {one.step}, {one.kind}: {_plain(one.sentence)}" for one in run.events]
    return f"""\
---
library_name: peft
pipeline_tag: text-generation
{base_model}tags: [rewarddesk, grpo, lora, {preset.desk}]
---

# {_plain(run.name)}: a LoRA adapter for the `{preset.desk}` desk, by GRPO

Trained with [RewardDesk](https://github.com/rewarddesk/rewarddesk) from `{_plain(preset.base)}` \
(hash `{preset.base_sha256[:12]}`): preset `{_plain(config["preset"])}`, seed {preset.seed}, \
{len(run.curves["reward"])} steps of {preset.prompts} prompts x {preset.generations} completions, \
learning rate {preset.learning_rate:g}, KL weight {preset.beta:g}, LoRA rank {preset.lora_rank}\
{gain}. Commit `{_plain(config["commit"])}`{changed}.

The rewards are programs, one for each part of the rubric; prompts are of the train split.

## What changed while it trained

| mean over the batch | first steps | last steps | change |
|---|---|---|---|
{lines(_changes(measured))}

## What did not improve

{lines(_unimproved(measured))}

## Held out

{lines(held_out) or "Not evaluated yet: the figures above are of training prompts."}

## Health

{lines(events) or "Nothing was noticed."}

`{RECORD_FOLDER}/` holds every step's numbers, sampled completions with their grades, the settings \
and the versions.
"""


def _plain(text: Any) -> str:
    """Text from the record on one line, without anything that Markdown or HTML would interpret."""
    safe = "".join(one if one.isprintable() and one not in "`|*[]<>#" else " " for one in str(text))
    return escape(" ".join(safe.split()))


def _changes(measured: Measured) -> Iterator[str]:
    for name, (first, last) in measured.items():
        was, now = fmean(first), fmean(last)
        yield f"| {name} | {was:.3f} | {now:.3f} | {now - was:+.3f} |"


def _unimproved(measured: Measured) -> Iterator[str]:
    """The measures whose last window does not beat the first by two standard errors."""
    names = [name for name, (first, last) in measured.items() if not _improved(first, last)]
    if not names:
        yield "All that is in the table did, by more than two standard errors."
        return
    yield "Not higher at the end by two standard errors, so that it may be chance or a loss:"
    yield ""
    for name in names:
        first, last = map(fmean, measured[name])
        yield f"- {name}: {first:.3f}, then {last:.3f}"


def _improved(first: Sequence[float], last: Sequence[float]) -> bool:
    if len(first) < 2:
        return False  # too few steps to tell
    error = math.sqrt((variance(first) + variance(last)) / len(first))
    return fmean(last) > fmean(first) + 2 * error
