"""A run's prompts: which scenarios, in which order."""

from collections.abc import Callable
from functools import cache
from typing import Any

from desks.desk import Message, seeded_rng
from envs import load
from training.common.console import CommandError
from training.rl.presets import Preset
from training.rl.rewards import get_scenario, scenario_id


def schedule(preset: Preset) -> list[str]:
    """The ids of the scenarios, in the order in which the steps use them.

    Each pass over the scenarios has a fixed order of its own, so that a resumed run finds its place
    by counting. Passes do not end with steps: a step's last prompts may begin the next pass.
    """
    tiers = preset.tiers
    known = [
        scenario_id(preset.desk, tiers[n % len(tiers)], n // len(tiers), preset.wording)
        for n in range(preset.scenarios)
    ]
    needed = preset.steps * (preset.prompts + preset.spare_prompts)
    order: list[str] = []
    while len(order) < needed:
        again = list(known)
        seeded_rng("schedule", preset.seed, len(order)).shuffle(again)
        order += again
    return order[:needed]


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
