"""TRL's GRPOTrainer with some additions, written against the internals of TRL 1.16.

Flat groups are set aside. A group whose completions all score the same has no advantage to learn
from. So each step answers `prompts + spare_prompts` prompts and learns from `prompts` of them:
first those whose groups vary, in the order drawn, then, if these are too few, flat ones. What is
logged (reward, parts, zero-variance share) covers all that were answered, so that setting some
aside does not flatter the curves; `set_aside` is the share of the flat groups that were left out,
`flat_learned` the share of flat groups among those learned from.

With `share_prompts` a group's prompt is read once (`training/rl/group_trainer.py`); with
`counterfactual` a field has its own advantage (`training/rl/credit.py`). Each step's numbers are
monitored. Several processes share a step equally (`training/rl/processes.py`): what is said of a
step here is of all their completions. Completions are generated once per step.
"""

import math
import shutil
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from safetensors import SafetensorError
from torch import Tensor
from torch.utils.data import DataLoader, Sampler
from transformers import PreTrainedModel, PreTrainedTokenizerBase
from trl import GRPOConfig
from trl.models import unwrap_model_for_generation
from trl.trainer.utils import RepeatSampler

from desks.desk import Message
from training.rl.adapter import lora_config, set_gain_rate
from training.rl.checkpoints import mark_complete
from training.rl.credit import counterfactual, token_advantages, without_gains
from training.rl.group_trainer import GroupTrainer
from training.rl.monitor import monitor
from training.rl.presets import Preset
from training.rl.probe import Probe, row
from training.rl.processes import from_all, own_part
from training.rl.rewards import JUDGES, OURS, Answer, answers, reward_functions
from training.rl.shared_batch import gathered, own_share
from training.rl.tool_environment import ToolEnvironment
from training.runs.record import RecordError

FLAT = 1e-6
"""Rewards that differ by no more than this are equal."""


def flat_groups(paid: Tensor, size: int) -> list[bool]:
    """Whether each group of `size` completions scores the same throughout, given what each function
    pays for each (completions, functions). As in TRL, one that no function scores is left out."""
    totals, unscored = paid.nansum(1), paid.isnan().all(1)
    highest = totals.masked_fill(unscored, -math.inf).view(-1, size).amax(1)
    lowest = totals.masked_fill(unscored, math.inf).view(-1, size).amin(1)
    return (highest - lowest <= FLAT).tolist()


def select_groups(flat: Sequence[bool], wanted: int) -> list[int]:
    """The groups to learn from: those that vary first, in order; then flat ones, if need be."""
    order = sorted(range(len(flat)), key=lambda group: flat[group])
    return sorted(order[:wanted])


class Trainer(GroupTrainer):
    """GRPO on one desk; the dataset has the columns `prompt` and `scenario`, in order of use."""

    def __init__(self, preset: Preset, args: GRPOConfig, **others: Any) -> None:
        super().__init__(preset, args, **others)
        self.measured: dict[str, float] = {}
        """What was measured in the latest step, for the record."""
        self.sampled: list[dict[str, Any]] = []
        """The first completion of each group of the latest step, with its grade."""
        self._answered_prompts = preset.prompts + preset.spare_prompts
        self._random_state: Tensor | None = None
        """Of torch's generator, after TRL's shuffling of all that a step learns from."""
        self._flat: list[bool] = []
        self._answers: list[Answer] = []
        """The answers of the latest step."""

    # -- what is drawn and learned from ---

    def get_train_dataloader(self) -> DataLoader:
        answers = self._answered_prompts * self.num_generations
        return self._get_dataloader(
            dataset=self.train_dataset,
            description="Training",
            batch_size=answers // self.accelerator.num_processes,
            sampler_fn=self._get_train_sampler,
            is_training=True,
        )

    def _get_train_sampler(self, dataset: Any = None) -> Sampler:
        return RepeatSampler(
            data_source=self.train_dataset,
            mini_repeat_count=self.num_generations,
            batch_size=self._answered_prompts,
            repeat_count=self.num_iterations * self.args.steps_per_generation,
            shuffle=False,  # the dataset is in the order of use
        )

    def _prepare_inputs(self, generation_batch: Any) -> dict[str, Tensor]:
        inputs = super()._prepare_inputs(generation_batch)
        if self._random_state is not None:
            torch.set_rng_state(self._random_state)
            self._random_state = None
        return inputs

    def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, Tensor]:
        own = super()._generate_and_score_completions(inputs)
        batch = gathered(own, self.processing_class.pad_token_id)
        if field := self._preset.counterfactual:
            batch["advantages"] = self._credited(batch, field)
        groups = select_groups(self._flat, self._preset.prompts)
        left_flat = sum(self._flat[group] for group in groups)
        flat = sum(self._flat)
        self.measured["zero_variance"] = flat / len(self._flat)
        self.measured["set_aside"] = (flat - left_flat) / flat if flat else 0.0
        self.measured["flat_learned"] = left_flat / len(groups)
        size = self.num_generations
        rows = [group * size + n for group in groups for n in range(size)]
        with torch.random.fork_rng(devices=[]):  # TRL shuffles only the share of this process
            torch.randperm(len(rows))
            self._random_state = torch.get_rng_state()
        return own_share(batch, rows)

    def _credited(self, batch: dict[str, Tensor], field: str) -> Tensor:
        started = time.perf_counter()
        size, judge = self.num_generations, JUDGES[self._preset.reward]
        texts = [one.text for one in self._answers]
        own: list[float | None] = []
        for first in own_part(range(0, len(texts), size)):
            name, group = self._answers[first].name, texts[first : first + size]
            own += counterfactual(lambda text, name=name: judge(Answer(name, text)), group, field)
        gains = from_all(own)
        self.measured["reward_seconds"] += time.perf_counter() - started
        decode = partial(self.processing_class.decode, skip_special_tokens=True)
        ids, advantages, scale = batch["completion_ids"], batch["advantages"], 1.0
        if self._preset.scale_rewards == "none":
            advantages = without_gains(advantages, gains, size)
            scale = advantages.square().mean().sqrt().item()
        return token_advantages(advantages, gains, texts, ids, field, decode, scale)

    def create_optimizer(self, model: Any = None) -> torch.optim.Optimizer:
        optimizer = super().create_optimizer(model)
        set_gain_rate(optimizer, model or self.model, self._preset.gain_rate)
        return optimizer

    # -- what is monitored ---

    def _calculate_rewards(
        self,
        inputs: list[dict[str, Any]],
        prompts: list[Any],
        completions: list[Any],
        completion_ids_list: list[list[int]],
    ) -> Tensor:
        started = time.perf_counter()
        names = [one["scenario"] for one in inputs]
        own = answers(names, completions, self.environments)
        inputs = [one | {"model_answer": ours} for one, ours in zip(inputs, own, strict=True)]
        rewards = super()._calculate_rewards(inputs, prompts, completions, completion_ids_list)
        graded = time.perf_counter()
        told = [Answer(one.name, one.text) for one in own]  # an episode stays where it was played
        self._answers = from_all(told) if self.accelerator.num_processes > 1 else own
        weighted = rewards * self.reward_weights.to(rewards.device)
        if self.accelerator.is_main_process:
            self.measured = monitor(self._preset.desk, self._answers)
            self.sampled = list(map(row, self._answers[:: self.num_generations]))
        if self._preset.reward != OURS:  # the rubric's pay is under parts/ and penalties/
            means = weighted.nanmean(0).tolist()
            self.measured |= {
                f"paid/{one}": mean for one, mean in zip(self.reward_func_names, means, strict=True)
            }
        self.measured["reward_seconds"] = graded - started
        self.measured["watch_seconds"] = time.perf_counter() - graded
        self._flat = flat_groups(weighted, self.num_generations)
        return rewards

    def answer_probe(self, probe: Probe) -> list[dict[str, Any]]:
        """The current model's answers to the probe."""
        with unwrap_model_for_generation(self.model_wrapped, self.accelerator) as model:
            return probe.ask(model, self.processing_class)

    # -- what is kept ---

    def whole_weights(self) -> dict[str, Tensor]:
        """The weights by name, put together by all processes if they are divided among them."""
        return self.accelerator.get_state_dict(self.model_wrapped)

    def _save_checkpoint(self, model: Any, trial: Any) -> None:
        folder = Path(self.args.output_dir) / f"checkpoint-{self.state.global_step}"
        try:
            super()._save_checkpoint(model, trial)
            self.accelerator.wait_for_everyone()
            if self.accelerator.is_main_process:
                mark_complete(folder)
        except (OSError, RuntimeError, SafetensorError) as error:  # torch raises RuntimeError
            shutil.rmtree(folder, ignore_errors=True)
            raise RecordError(
                f"the checkpoint {folder} could not be written: {error}. It was taken away again: "
                "make room, then go on with --resume"
            ) from None


def make_trainer(
    preset: Preset,
    args: GRPOConfig,
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    order: Sequence[str],
    prompt: Callable[[str], list[Message]],
    environments: type[ToolEnvironment] | None,
) -> Trainer:
    """The trainer of a preset, with the cases in this order and each one's prompt."""
    return Trainer(
        preset,
        args=args,
        model=model,
        processing_class=tokenizer,
        reward_funcs=reward_functions(preset.desk, preset.reward),
        train_dataset=Dataset.from_dict({"scenario": order}).with_transform(
            lambda rows: rows | {"prompt": list(map(prompt, rows["scenario"]))}
        ),
        peft_config=lora_config(preset, model),
        environment_factory=environments,
    )
