"""A model in training: its optimizers, a training step, its checkpoint."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.optim import Optimizer
from transformers import AutoTokenizer, Lfm2ForCausalLM, PreTrainedTokenizerFast

from training.models import attention
from training.pocket import lessons
from training.pocket.batches import Batch
from training.pocket.model import Heads, build, look
from training.pocket.recipes import Recipe


def optimizers(
    model: nn.Module, heads: Iterable[nn.Parameter] = (), decay: float = 0.0
) -> tuple[Optimizer, Optimizer]:
    """Muon for a model's matrices; AdamW for its embeddings, norms and heads. Each step sets their
    learning rates."""
    matrices, others = [], []
    for name, weight in model.named_parameters():
        (matrices if weight.ndim == 2 and "embed" not in name else others).append(weight)
    muon = {"weight_decay": decay, "ns_steps": 4, "adjust_lr_fn": "match_rms_adamw"}
    return (
        torch.optim.Muon(matrices, **muon),
        torch.optim.AdamW([*others, *heads], betas=(0.9, 0.98), weight_decay=0.0),
    )


class Learner:
    """A model in training, with all the state that a checkpoint has to hold."""

    def __init__(self, recipe: Recipe, tokenizer: PreTrainedTokenizerFast) -> None:
        torch.manual_seed(recipe.seed)
        self.recipe, self.tokenizer = recipe, tokenizer
        self.lesson = lessons.load(recipe.desk)
        self.model: Lfm2ForCausalLM = build(tokenizer, self.lesson.alike)
        if self.lesson.blocks:
            self.model.set_attn_implementation(attention.NAME)
        self.heads = Heads(self.lesson.kinds)
        self.optimizers = optimizers(self.model, self.heads.parameters(), recipe.decay)
        self.step = 0
        self.seconds = 0.0
        """Spent on training, over all sessions."""

    def parts(self) -> dict[str, Any]:
        """Everything that has a state to save, by name."""
        optimizers = dict(zip(("matrices", "others"), self.optimizers, strict=True))
        return {"model": self.model, "heads": self.heads, **optimizers}

    def save(self, path: Path) -> None:
        """Write a checkpoint, the tokenizer beside it; the old one stays until this is complete."""
        state = {name: part.state_dict() for name, part in self.parts().items()}
        told = {"step": self.step, "seconds": self.seconds, "recipe": asdict(self.recipe)}
        partial = path.with_suffix(".partial")
        torch.save(told | state, partial)
        self.tokenizer.save_pretrained(path.with_suffix(".tokenizer"))
        os.replace(partial, path)

    @classmethod
    def restored(cls, path: Path, recipe: Recipe) -> "Learner":
        """Resume from a checkpoint; ValueError if there is none, or another recipe made it."""
        if not path.exists():
            raise ValueError(f"no checkpoint at {path}: start without --resume")
        state = torch.load(path, weights_only=True)
        if state["recipe"] != asdict(recipe):
            raise ValueError(f"{path} was made by another recipe: {state['recipe']}")
        found = cls(recipe, AutoTokenizer.from_pretrained(path.with_suffix(".tokenizer")))
        for name, part in found.parts().items():
            part.load_state_dict(state[name])
        found.step, found.seconds = state["step"], state["seconds"]
        return found

    def learn(self, batches: Sequence[Batch]) -> dict[str, float]:
        """One training step; returns the losses, and the accuracy of each head.

        The first batch is of demonstrations, a second one of briefs.
        """
        recipe = self.recipe
        for optimizer, full in zip(self.optimizers, (recipe.matrices, recipe.others), strict=True):
            for group in optimizer.param_groups:
                group["lr"] = full * recipe.rate(self.step)
        generator = torch.Generator().manual_seed(recipe.seed + self.step)
        seen: dict[str, float] = {}
        for of, batch in zip(("", "brief "), batches, strict=False):
            loss, found = self._loss(batch, generator)
            loss.backward()
            seen |= {f"{of}{name}": value for name, value in found.items()}
        weights = [*self.model.parameters(), *self.heads.parameters()]
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad()
        self.step += 1
        return seen

    def _loss(self, batch: Batch, generator: torch.Generator) -> tuple[Tensor, dict[str, float]]:
        recipe = self.recipe
        with torch.autocast("cpu", torch.bfloat16):
            hidden = self.model.model(
                input_ids=batch.ids, use_cache=False, output_hidden_states=True
            ).hidden_states
        loss, seen = self._language(batch, hidden[-1][:, :-1], generator)
        for kind, places in batch.places.items():
            at = hidden[self.lesson.kinds[kind].layer][places[:, 0], places[:, 1]]
            head, right = self.heads.loss(kind, at, places[:, 2])
            loss = loss + recipe.heads * head
            seen[kind] = right
        for kind, places in batch.pointers.items():
            head, right = look(self.model, hidden, self.lesson.heads[kind], places)
            loss = loss + recipe.pointers * head
            seen[f"->{kind}"] = right
        return loss, seen

    def _language(
        self, batch: Batch, last: Tensor, generator: torch.Generator
    ) -> tuple[Tensor, dict[str, float]]:
        """The loss on the completions' tokens, plus a little on the prompts'; and its measures."""
        wanted, weights = batch.ids[:, 1:], batch.weights[:, 1:]
        asked = weights > 0
        drawn = torch.rand(asked.shape, generator=generator) < self.recipe.prompt_share
        drawn &= ~asked & (wanted != self.tokenizer.pad_token_id)
        with torch.autocast("cpu", torch.bfloat16):
            answers, prompt = (self.model.lm_head(last[at]).float() for at in (asked, drawn))
        each = cross_entropy(answers, wanted[asked], reduction="none")
        loss = (each * weights[asked]).sum() / weights.sum().clamp(min=1)
        right = (answers.argmax(-1) == wanted[asked]).float()
        deciding = weights[asked] > 1
        seen = {"answer": loss.item()} if asked.any() else {}
        seen |= {"decided": right[deciding].mean().item()} if deciding.any() else {}
        seen |= {"copied": right[~deciding].mean().item()} if (~deciding).any() else {}
        return loss + self.recipe.prompt * cross_entropy(prompt, wanted[drawn]), seen
