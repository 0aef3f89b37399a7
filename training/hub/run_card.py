"""The model card of a run, from its record alone: what it did, and what did not improve."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, variance
from typing import Any

from training.evals.tables import markdown
from training.hub.answers import answers, plain
from training.hub.held_out import compared, held_out, signed
from training.hub.prices import PRICES_OF, USD_AN_HOUR, cost
from training.models.base import on_hub
from training.models.pretrained import SOURCES
from training.rl.presets import Preset, recorded
from training.rl.rewards import OURS, REPORTED
from training.runs.record import EVALUATION, RecordError
from training.runs.run import Run, ends

RECORD_FOLDER = "record"
"""The folder of the record in the repository, beside the card."""
MEASURES = ("parts/", "penalties/", "tiers/")
WATCHED = ("reward", "correct", "referee", "valid", "input_dependence")
Measured = dict[str, tuple[Sequence[float], Sequence[float]]]
"""The first and the last values of each measure."""
PAID_BY = {
    OURS: "The rewards are programs, one for each part of the rubric",
    REPORTED: "The rewards are the graders of the desk's report, rebuilt, which can be gamed",
}


def card(run: Run, rows: Sequence[Mapping[str, Any]] = (), to: str = "OWNER/NAME") -> str:
    """The model card of a run that is published at `to`, with answers from the rows of its recorded
    completions; Markdown with front matter. RecordError if an evaluation or audit is no valid one.
    """
    config, preset, lines = run.config, recorded(run.config), "\n".join
    base_model = f"base_model: {preset.base}\n" if on_hub(preset.base) else ""
    gain = f", the last norm's gain at {preset.gain_rate:g}" if preset.gain_rate else ""
    warm = f", from the warm start `{plain(preset.adapter)}`" if preset.adapter else ""
    changed = ", with changes" if config.get("changed") else ""
    measured = {
        name: ends([value for _, value in curve])
        for name, curve in run.curves.items()
        if name in WATCHED or name.startswith(MEASURES)
    }
    events = [f"- step {one.step}, {one.kind}: {plain(one.sentence)}" for one in run.events]
    paid = PAID_BY.get(preset.reward, f"The reward is the function `{plain(preset.reward)}`")
    return f"""\
---
library_name: peft
pipeline_tag: text-generation
{base_model}tags: [rewarddesk, grpo, lora, {preset.desk}]
---

# {plain(run.name)}: a LoRA adapter for the `{preset.desk}` desk, by GRPO

Trained with [RewardDesk](https://github.com/rewarddesk/rewarddesk) from `{plain(preset.base)}` \
(hash `{preset.base_sha256[:12]}`){warm}: preset `{plain(config["preset"])}`, seed {preset.seed}, \
{len(run.curves["reward"])} steps of {preset.prompts} prompts x {preset.generations} completions, \
learning rate {preset.learning_rate:g}, KL weight {preset.beta:g}, LoRA rank {preset.lora_rank}\
{gain}. Commit `{plain(config["commit"])}`{changed}.

{paid}; prompts are of the train split.

## Before and after, on held-out cases

{lines(held_out(run, preset))}

## What did not improve

{lines(_unimproved(run, measured))}

## What changed while it trained

{_changes(measured)}

## Does the reward hold up?

{_audited(run, preset)}

## Health

{lines(events) or "It was watched at every step for signs of a collapse. Nothing was noticed."}

## What it writes

{answers(rows)}

## How to run it

{_usage(preset, to)}

## Time and cost

{_spent(run)}

`{RECORD_FOLDER}/` holds every step's numbers, sampled completions with their grades, the settings \
and the versions.
"""


def _changes(measured: Measured) -> str:
    rows = [("mean over the batch", "first steps", "last steps", "change")]
    for name, (first, last) in measured.items():
        was, now = fmean(first), fmean(last)
        rows.append((name, f"{was:.3f}", f"{now:.3f}", f"{now - was:+.3f}"))
    return markdown(rows)


# -- what did not improve ---


def _unimproved(run: Run, measured: Measured) -> Iterator[str]:
    """The held-out measures whose paired interval does not lie above 0, and those of training whose
    last window does not beat the first by two standard errors."""
    if run.evaluation:
        found = compared(run, EVALUATION)
        below = {name: gap for name, (_, _, gap) in found.items() if not (gap["low"] or 0) > 0}
        yield (
            "On held-out cases, sampled, these did not rise beyond doubt:"
            if below
            else "On held-out cases, sampled, everything in the table rose beyond doubt."
        )
        yield ""
        for name, gap in below.items():
            worse = gap["high"] is not None and gap["high"] < 0
            yield f"- {name}: {'**worse**, ' * worse}{signed(gap)}"
        yield ""
    names = [name for name, (first, last) in measured.items() if not _improved(first, last)]
    if not names:
        yield "While training, all that was measured rose by more than two standard errors."
        return
    yield (
        "While training, these were not higher at the end by two standard errors, which may be "
        "chance or a loss:"
    )
    yield ""
    for name in names:
        first, last = map(fmean, measured[name])
        yield f"- {name}: {first:.3f}, then {last:.3f}"


def _improved(first: Sequence[float], last: Sequence[float]) -> bool:
    if len(first) < 2:
        return False  # too few steps to tell
    error = math.sqrt((variance(first) + variance(last)) / len(first))
    return fmean(last) > fmean(first) + 2 * error


# -- what paid, how to run it, what it took ---


def _audited(run: Run, preset: Preset) -> str:
    if not run.audit:
        return (
            "No audit is on record. At the commit above, "
            f"`python -m graders.audit --desk {preset.desk}` measures what the graders pay without "
            "the work being done, and `rewardproof` does so for a function of one's own."
        )
    try:
        found = [
            (
                plain(one["property"]),
                plain(_in_words(one["bound"])),
                "-" if one["measured"] is None else f"{one['measured']:.3f}",
                "holds" if one["passed"] is True else "**fails**",
                plain(one["worst_policy"]),
            )
            for one in run.audit["findings"]
        ]
        failed = sum(row[3] != "holds" for row in found)
        told = (
            f"Audited at commit `{plain(run.audit['commit'])}`, on {int(run.audit['n'])} cases a "
            f"tier: {len(found) - failed} of {len(found)} rows hold."
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RecordError(f"{run.name}: its audit is not what training.grpo writes") from None
    heads = ("property", "bound", "measured", "", "closest to breaking it")
    return f"{told}\n\n{markdown([heads, *found])}"


def _in_words(bound: str) -> str:
    for sign, words in (("<=", "at most"), (">=", "at least"), (">", "above")):
        bound = bound.replace(sign, words)
    return bound


def _usage(preset: Preset, to: str) -> str:
    if not on_hub(preset.base):
        return (
            f"Its base, `{plain(preset.base)}`, comes with the project. In a checkout of it:\n\n"
            f"```sh\nhf download {to} --local-dir adapter\n"
            f"python -m training.inference --desk {preset.desk} --policy folder:adapter\n```"
        )
    return (
        f"```sh\npython -m training.inference --desk {preset.desk} "
        f"--policy hub:{preset.base}+{to}\n```\n\n"
        "in a checkout of the project, which also writes the prompts; or without it:\n\n"
        "```python\nfrom peft import PeftModel\n"
        "from transformers import AutoModelForCausalLM, AutoTokenizer\n\n"
        f"tokenizer = AutoTokenizer.from_pretrained({json.dumps(to)})\n"
        f"base = AutoModelForCausalLM.from_pretrained({json.dumps(preset.base)})\n"
        f"model = PeftModel.from_pretrained(base, {json.dumps(to)})\n```{_quantized(preset.base)}"
    )


def _quantized(base: str) -> str:
    """That a base was trained in other weights than the Hub gives by its name; "" if not."""
    if not (source := SOURCES.get(base)):
        return ""
    return (
        f"\n\nTrained on `{source.file}` of {source.repository}, expanded to bfloat16. On the "
        f"weights of {base}, which are not quantized, nothing was measured."
    )


def _spent(run: Run) -> str:
    if not (seconds := sum(value for _, value in run.curves.get("seconds", []))):
        return "How long its steps took is not on record."
    machine = run.config.get("machine") or {}
    cores, gpu, flavor = (machine.get(key) for key in ("cores", "gpu", "flavor"))
    place = plain(gpu) if gpu else f"{plain(cores)} CPU cores"
    told = f"The steps took {seconds / 60:.1f} minutes on {place}"
    if flavor not in USD_AN_HOUR:
        return f"{told}; loading and evaluating are not counted."
    return (
        f"{told}, {cost(flavor, seconds):.2f} USD on the Hub's `{flavor}` at the prices of "
        f"{PRICES_OF}; loading and evaluating are not counted."
    )
