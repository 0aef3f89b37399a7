"""The answers that a record keeps: some of each step's, and those to the probe.

The probe is one training scenario per tier that no step uses, never disguised, even if those of the
steps are; of a case file, the first case that is held out. It is asked before the first step and
after every tenth with the same random draws, to show how the same answer changes.
"""

from collections.abc import Callable
from typing import Any

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from desks.desk import Message
from envs import load
from training.models.policies import policy_from_model
from training.rl.presets import Preset
from training.rl.prompts import split_cases
from training.rl.rewards import Answer, get_scenario, rubric_grade, scenario_id

PROBE_EVERY = 10
"""Steps between two probes."""


def row(answer: Answer) -> dict[str, Any]:
    """An answer with its grade, as a row of the record."""
    name, grade = answer.name, rubric_grade(answer)
    record = {"scenario": name, "tier": get_scenario(name).tier, "text": answer.text}
    record |= {"total": grade.total, "correct": grade.correct}
    for kind, scores in (("parts", grade.parts), ("penalties", grade.penalties)):
        record |= {f"{kind}/{part}": score.contribution for part, score in scores.items()}
    return record


class Probe:
    """The same questions every tenth step."""

    def __init__(self, preset: Preset, prompt: Callable[[str], list[Message]]) -> None:
        """`prompt` is a function from `prompt_builder`, which may raise CommandError."""
        self._desk, self._limit = load(preset.desk), preset.turn_limit
        self._names = [
            scenario_id(preset.desk, tier, preset.scenarios, preset.voices) for tier in preset.tiers
        ]
        if preset.cases:
            self._names = split_cases(preset)[1][:1]
        for name in self._names:
            prompt(name)

    def ask(
        self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase
    ) -> list[dict[str, Any]]:
        """A row for each tier, marked as the probe's."""
        policy = policy_from_model("probe", self._desk, model, tokenizer, self._limit)
        texts = policy.answer(list(map(get_scenario, self._names)), sample=True, seed=0)
        return [row(one) | {"probe": True} for one in map(Answer, self._names, texts)]
