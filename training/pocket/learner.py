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

from training.common.console import CommandError
from training.models import attention
from training.pocket import lessons
from training.pocket.batches import Batch
from training.pocket.model import Heads, attention_loss, build
from training.pocket.recipes import Recipe


def make_optimizers(
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
        self.model: Lfm2ForCausalLM = build(tokenizer, self.lesson.case_insensitive)
        if self.lesson.blockwise_attention:
            self.model.set_attn_implementation(attention.NAME)
        self.heads = Heads(self.lesson.questions)
        self.optimizers = make_optimizers(self.model, self.heads.parameters(), recipe.decay)
        self.step = 0
        self.seconds = 0.0
        """Spent on training, over all sessions."""

    def parts(self) -> dict[str, Any]:
        """Everything that has a state to save, by name."""
        optimizers = dict(zip(("matrices", "others"), self.optimizers, strict=True))
        return {"model": self.model, "heads": self.heads, **optimizers}

    def save(self, path: Path) -> None:
        """Write a checkpoint, replacing the old one once complete, and the tokenizer beside it."""
        state = {name: part.state_dict() for name, part in self.parts().items()}
        header = {"step": self.step, "seconds": self.seconds, "recipe": asdict(self.recipe)}
        partial = path.with_suffix(".partial")
        torch.save(header | state, partial)
        self.tokenizer.save_pretrained(path.with_suffix(".tokenizer"))
        os.replace(partial, path)

    @classmethod
    def restored(cls, path: Path, recipe: Recipe) -> "Learner":
        """Resume from a checkpoint; CommandError if there is none, or another recipe made it."""
        if not path.exists():
            raise CommandError(f"no checkpoint at {path}: start without --resume")
        state = torch.load(path, weights_only=True)
        if state["recipe"] != asdict(recipe):
            raise CommandError(f"{path} was made by another recipe: {state['recipe']}")
        learner = cls(recipe, AutoTokenizer.from_pretrained(path.with_suffix(".tokenizer")))
        for name, part in learner.parts().items():
            part.load_state_dict(state[name])
        learner.step, learner.seconds = state["step"], state["seconds"]
        return learner

    def learn(self, batches: Sequence[Batch]) -> dict[str, float]:
        """One training step; returns the losses, and the accuracy of each head.

        The first batch is of demonstrations, a second one of briefs.
        """
        recipe = self.recipe
        for optimizer, full in zip(self.optimizers, (recipe.matrices, recipe.others), strict=True):
            for group in optimizer.param_groups:
                group["lr"] = full * recipe.rate(self.step)
        generator = torch.Generator().manual_seed(recipe.seed + self.step)
        metrics: dict[str, float] = {}
        for prefix, batch in zip(("", "brief "), batches, strict=False):
            loss, of_batch = self._loss(batch, generator)
            loss.backward()
            metrics |= {f"{prefix}{name}": value for name, value in of_batch.items()}
        weights = [*self.model.parameters(), *self.heads.parameters()]
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad()
        self.step += 1
        return metrics

    def _loss(self, batch: Batch, generator: torch.Generator) -> tuple[Tensor, dict[str, float]]:
        recipe = self.recipe
        with torch.autocast("cpu", torch.bfloat16):
            hidden = self.model.model(
                input_ids=batch.ids, use_cache=False, output_hidden_states=True
            ).hidden_states
        loss, metrics = self._language(batch, hidden[-1][:, :-1], generator)
        for question, labels in batch.labels.items():
            at = hidden[self.lesson.questions[question].layer][labels[:, 0], labels[:, 1]]
            head_loss, metrics[question] = self.heads.loss(question, at, labels[:, 2])
            loss = loss + recipe.heads * head_loss
        for kind, pointers in batch.pointers.items():
            head = self.lesson.heads[kind]
            head_loss, metrics[f"->{kind}"] = attention_loss(self.model, hidden, head, pointers)
            loss = loss + recipe.pointers * head_loss
        return loss, metrics

    def _language(
        self, batch: Batch, last: Tensor, generator: torch.Generator
    ) -> tuple[Tensor, dict[str, float]]:
        """The loss on the completions' tokens, plus a little on the prompts'; and its measures."""
        wanted, weights = batch.ids[:, 1:], batch.weights[:, 1:]
        learned = weights > 0
        drawn = torch.rand(learned.shape, generator=generator) < self.recipe.prompt_share
        drawn &= ~learned & (wanted != self.tokenizer.pad_token_id)
        with torch.autocast("cpu", torch.bfloat16):
            answers, prompt = (self.model.lm_head(last[at]).float() for at in (learned, drawn))
        losses = cross_entropy(answers, wanted[learned], reduction="none")
        loss = (losses * weights[learned]).sum() / weights.sum().clamp(min=1)
        hits = (answers.argmax(-1) == wanted[learned]).float()
        deciding = weights[learned] > 1
        metrics = {"answer": loss.item()} if learned.any() else {}
        metrics |= {"decided": hits[deciding].mean().item()} if deciding.any() else {}
        metrics |= {"copied": hits[~deciding].mean().item()} if (~deciding).any() else {}
        return loss + self.recipe.prompt * cross_entropy(prompt, wanted[drawn]), metrics
