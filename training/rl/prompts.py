"""A run's prompts: which scenarios, in which order."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from desks.cases import CaseError
from desks.desk import Message, seeded_rng
from envs import load
from training.common.console import CommandError
from training.rl.presets import Preset
from training.rl.rewards import get_scenario, own_ids, scenario_id


def schedule(preset: Preset) -> list[str]:
    """The ids of the scenarios, in the order in which the steps use them.

    Each pass over the scenarios has a fixed order of its own, so that a resumed run finds its place
    by counting. Passes do not end with steps: a step's last prompts may begin the next pass.
    """
    known = training_ids(preset)
    needed = preset.steps * (preset.prompts + preset.spare_prompts)
    order: list[str] = []
    while len(order) < needed:
        again = list(known)
        seeded_rng("schedule", preset.seed, len(order)).shuffle(again)
        order += again
    return order[:needed]


def training_ids(preset: Preset) -> list[str]:
    """The ids of the scenarios that steps may use."""
    if preset.cases:
        return split_cases(preset)[0][: preset.scenarios]
    tiers = preset.tiers
    return [
        scenario_id(preset.desk, tiers[n % len(tiers)], n // len(tiers), preset.wording)
        for n in range(preset.scenarios)
    ]


def split_cases(preset: Preset) -> tuple[list[str], list[str]]:
    """The ids of a case file's cases: those to train on, and those held out. CommandError if the
    file cannot be read, or leaves too few to train on."""
    try:
        ids = own_ids(Path(preset.cases), preset.desk)
    except CaseError as error:
        raise CommandError(str(error)) from None
    chosen = seeded_rng("held out", len(ids)).sample(ids, max(1, round(preset.held_out * len(ids))))
    held = [one for one in ids if one in chosen]
    used = [one for one in ids if one not in chosen]
    if len(used) < preset.prompts + preset.spare_prompts:
        raise CommandError(
            f"{preset.cases} leaves {len(used)} cases to train on, fewer than the prompts of a step"
        )
    return used, held


def prompt_builder(
    tokenizer: Any, longest: int | None, answer: int, tools: list[dict[str, Any]] | None = None
) -> Callable[[str], list[Message]]:
    """A function from a scenario's id to its prompt, cached; CommandError if prompt, `tools` and
    answer could exceed the model's context."""

    @cache
    def prompt(name: str) -> list[Message]:
        messages = load(name.split("/")[0]).prompt(get_scenario(name))
        ids = tokenizer.apply_chat_template(
            messages, tools=tools, add_generation_prompt=True, return_dict=True
        )
        length = len(ids["input_ids"])
        if longest is not None and length + answer > longest:
            raise CommandError(
                f"scenario {name} is too long: its prompt has {length} tokens and an answer may "
                f"have {answer}, but the model reads {longest} in all. Lower "
                "max_completion_length, leave the tier out, or take a base with a longer context"
            )
        return messages

    return prompt
