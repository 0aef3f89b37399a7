"""The part of the trainer that writes completions and computes their log-probabilities, with each
prompt read once for its whole group (`training/models/generation.py`), if the preset says so.

An episode with tools then takes no turn after its end, and in the loss no log-probability is
computed of what a tool wrote: it is not learned.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import torch
from accelerate.utils import gather
from torch import Tensor
from torch.nn.functional import pad
from trl import GRPOConfig, GRPOTrainer
from trl.models.utils import _ForwardRedirection

from training.models.generation import (
    completions_of,
    context_tokens,
    generate,
    reads_groups,
    token_logprobs,
    tokens_at,
)
from training.rl.presets import Preset
from training.rl.shared_draws import SharedDraws


class GroupTrainer(GRPOTrainer):
    """A GRPOTrainer whose completions of a group share one reading of their prompt."""

    def __init__(self, preset: Preset, args: GRPOConfig, **others: Any) -> None:
        super().__init__(args=args, **others)
        self._preset = preset
        if not preset.vllm:  # TRL's limit is for a whole episode
            self.generation_config.max_new_tokens = preset.turn_limit
        self._through = _ForwardRedirection()
        """Calls a function of the model as its wrapper's forward pass, so that gradients of several
        processes are averaged."""
        self._played: tuple[list[Any], list[Any]] = [], []
        """The tokens of the episodes being played: prompts, and what came after them."""
        self._own: list[Tensor] | None = None
        """Which tokens of each completion the model wrote, while the loss of these is computed."""

    def _tool_call_loop(
        self, prompts: list[Any], prompt_ids: list[Any], completion_ids: list[Any], *others: Any
    ) -> Any:
        play = super()._tool_call_loop
        if not self._preset.share_prompts:
            return play(prompts, prompt_ids, completion_ids, *others)
        self._played = prompt_ids, completion_ids  # TRL adds to them turn by turn
        try:
            own, *rest = play(prompts, prompt_ids, completion_ids, *others)
        finally:
            self._played = [], []
        for mine, one in zip(own, self.environments, strict=True):
            if one.episode.over and mine[-2:] == [0, 1]:
                mine[-1] = 0  # the token that stands for a turn after the end is not the model's
        return own, *rest

    def _generate_single_turn(
        self, prompt_ids: list[list[int]], *others: Any, **more: Any
    ) -> tuple[list[list[int]], None]:
        if not self._preset.share_prompts:
            return super()._generate_single_turn(prompt_ids, *others, **more)

        ended = self._ended(prompt_ids)
        prompts = [ids for ids, over in zip(prompt_ids, ended, strict=True) if not over]
        turns = iter(self._write(prompts) if prompts else ())
        return [[self._tokenizer.eos_token_id] if over else next(turns) for over in ended], None

    def _ended(self, prompt_ids: list[list[int]]) -> list[bool]:
        """Of which of the episodes with these tokens the tools have ended: TRL asks for another
        turn all the same. What was played so far says which episode it is."""
        over: list[list[int]] = []
        if self._played[0]:
            episodes = zip(self.environments, *self._played, strict=True)
            over = [[*asked, *told] for one, asked, told in episodes if one.episode.over]
        return [any(ids[: len(one)] == one for one in over) for ids in prompt_ids]

    def _write(self, prompt_ids: list[list[int]]) -> list[list[int]]:
        """The next turn of each."""
        everyone = gather(torch.tensor([max(map(len, prompt_ids))], device=self.model.device))
        limit, stops = self._preset.turn_limit, set(self.eos_token_ids)
        if context := context_tokens(self.model):
            limit = min(limit, context - int(everyone.max()))
        draws = SharedDraws(prompt_ids, reads_groups(self.model), limit, self.model.device)

        def pick(logits: Tensor, rows: Sequence[int]) -> Tensor:
            # Sample even from a broken model's NaN: the loss is then NaN, and health ends the run.
            tokens = tokens_at(logits.nan_to_num(), draws.next(rows), self.temperature)
            ended = zip(rows, tokens.tolist(), strict=True)
            draws.finish(row for row, token in ended if token in stops)
            return tokens

        steps = generate(self.model, prompt_ids, limit, stops, pick)
        written = completions_of(steps, len(prompt_ids))
        draws.to_the_end()
        return written

    def _compute_loss(self, model: Any, inputs: dict[str, Tensor]) -> Tensor:
        self._own = [*inputs["tool_mask"].bool()] if "tool_mask" in inputs else None
        try:
            return super()._compute_loss(model, inputs)
        finally:
            self._own = None

    def _get_per_token_logps_and_entropies(
        self,
        model: Any,
        input_ids: Tensor,
        attention_mask: Tensor,
        logits_to_keep: int,
        *others: Any,
        **more: Any,
    ) -> tuple[Tensor, Tensor, None]:
        if not self._preset.share_prompts:
            return super()._get_per_token_logps_and_entropies(
                model, input_ids, attention_mask, logits_to_keep, *others, **more
            )
        seen = attention_mask.bool()
        prompts, completions = (
            [ids[mask] for ids, mask in zip(input_ids[:, part], seen[:, part], strict=True)]
            for part in (slice(-logits_to_keep), slice(-logits_to_keep, None))
        )
        inner = self.accelerator.unwrap_model(model)
        own = self._own and [
            mine[there] for mine, there in zip(self._own, seen[:, -logits_to_keep:], strict=True)
        ]
        compute = partial(token_logprobs, inner)
        results = self._through(model, inner, compute, prompts, completions, self.temperature, own)
        logprobs, entropies = (pad(one, (0, logits_to_keep - one.shape[1])) for one in results)
        return logprobs, entropies, None
