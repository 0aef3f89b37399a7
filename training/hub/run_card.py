"""The model card of a run, from its record alone: what it did, and what did not improve."""

import math
from collections.abc import Iterator, Sequence
from html import escape
from statistics import fmean, variance
from typing import Any

from training.evals.tables import cell
from training.models.base import on_hub
from training.rl.presets import recorded
from training.runs.run import Run, ends, tier_totals, window_means

RECORD_FOLDER = "record"
"""The folder of the record in the repository, beside the card."""
MEASURES = ("parts/", "penalties/", "tiers/")
HEADLINES = ("reward", "correct", "referee", "valid", "input_dependence")


def card(run: Run) -> str:
    """The model card of a run, as Markdown with front matter."""
    return "\n".join(_lines(run)) + "\n"


def _lines(run: Run) -> Iterator[str]:
    config, preset = run.config, recorded(run.config)
    yield from ("---", "library_name: peft", "pipeline_tag: text-generation")
    if on_hub(preset.base):
        yield f"base_model: {preset.base}"
    yield from (f"tags: [rewarddesk, grpo, lora, {preset.desk}]", "---", "")
    yield f"# {_plain(run.name)}: a LoRA adapter for the `{preset.desk}` desk, by GRPO"
    yield ""
    yield (
        "Trained with [RewardDesk](https://github.com/rewarddesk/rewarddesk) from "
        f"`{_plain(preset.base)}` (hash `{preset.base_sha256[:12]}`): "
        f"preset `{_plain(config['preset'])}`, seed {preset.seed}, "
        f"{len(run.curves['reward'])} steps of {preset.prompts} prompts x "
        f"{preset.generations} completions, learning rate {preset.learning_rate:g}, "
        f"KL weight {preset.beta:g}, LoRA rank {preset.lora_rank}"
        + (f", the last norm's gain at {preset.gain_rate:g}" if preset.gain_rate else "")
        + f". Commit `{_plain(config['commit'])}`"
        + (", with changes." if config.get("changed") else ".")
    )
    yield ""
    yield (
        "The rewards are programs, one for each part of the rubric; prompts are of the train split."
    )
    yield ""
    yield "## What changed while it trained"
    yield ""
    yield from _table(run)
    yield ""
    yield "## What did not improve"
    yield ""
    yield from _unimproved(run)
    yield ""
    yield "## Held out"
    yield ""
    held_out = tier_totals(run)
    if not held_out:
        yield "Not evaluated yet: the figures above are of training prompts."
    for tier, who, total in held_out:
        yield f"- {tier}, {who}: {cell(total)}"
    yield ""
    yield "## Health"
    yield ""
    if not run.events:
        yield "Nothing was noticed."
    for event in run.events:
        yield f"- step {event.step}, {event.kind}: {_plain(event.sentence)}"
    yield ""
    yield (
        f"`{RECORD_FOLDER}/` holds every step's numbers, sampled completions with their grades, "
        "the settings and the versions."
    )


def _plain(text: Any) -> str:
    """A text of the record on one line, without anything that Markdown or HTML would interpret."""
    safe = "".join(one if one.isprintable() and one not in "`|*[]<>#" else " " for one in str(text))
    return escape(" ".join(safe.split()))


def _measured(run: Run) -> list[str]:
    return [name for name in run.curves if name in HEADLINES or name.startswith(MEASURES)]


def _table(run: Run) -> Iterator[str]:
    yield from ("| mean over the batch | first steps | last steps | change |", "|---|---|---|---|")
    for name in _measured(run):
        first, last = window_means(run.curves[name])
        yield f"| {name} | {first:.3f} | {last:.3f} | {last - first:+.3f} |"


def _unimproved(run: Run) -> Iterator[str]:
    """The measures whose last window is not above the first by two standard errors of the gap."""
    names = [name for name in _measured(run) if not _improved([v for _, v in run.curves[name]])]
    if not names:
        yield "All that is in the table did, by more than two standard errors."
        return
    yield "Not higher at the end by two standard errors, so that it may be chance or a loss:"
    yield ""
    for name in names:
        first, last = window_means(run.curves[name])
        yield f"- {name}: {first:.3f}, then {last:.3f}"


def _improved(values: Sequence[float]) -> bool:
    first, last = ends(values)
    if len(first) < 2:
        return False  # too few steps to tell
    error = math.sqrt((variance(first) + variance(last)) / len(first))
    return fmean(last) > fmean(first) + 2 * error
