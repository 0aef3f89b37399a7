"""A model in training: its recipe, a training step, its checkpoint."""

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, Lfm2ForCausalLM, PreTrainedTokenizerFast

from training.models import attention
from training.pocket import lessons
from training.pocket.batches import Batch
from training.pocket.model import Heads, build, look

READ = 0.2
"""Share of the learning rate that is left after the reading stage."""


@dataclass(frozen=True)
class Recipe:
    """Everything that determines a warm start."""

    desk: str = "exec_assist"
    drills: int = 700
    """Steps on drills alone, at the beginning."""
    basics: int = 1_100
    """Steps before whole exercises of the hard tier, the drills included."""
    reading: int = 4_900
    """Steps on good demonstrations, the basics included."""
    steps: int = 5_400
    """Steps in all."""
    briefs: int | None = None
    """The step at which briefs join the demonstrations; None for never."""
    rows: int = 4
    """Demonstrations of the hard tier in a step; of the others there are twice as many."""
    vocabulary: int = 2_048
    corpus: int = 1_500
    """Scenarios of each tier that the tokenizer is learned from."""
    matrices: float = 3e-3
    """Learning rate of Muon, for matrices."""
    others: float = 3e-3
    """Learning rate of AdamW, for embeddings, norms and heads."""
    decay: float = 0.01
    heads: float = 0.15
    """Weight of each head's mean loss."""
    pointers: float = 0.3
    """Weight of the loss on where heads look, for each kind."""
    prompt: float = 0.1
    """Weight of the language-model loss on the prompt's own tokens."""
    prompt_share: float = 0.2
    """Share of the prompt's tokens sampled for that loss in a step."""
    warm_up: int = 60
    seed: int = 7

    def rate(self, step: int) -> float:
        """Share of the full learning rate: up, constant, down while it reads, to 0 at the end."""
        if step < self.basics:
            return min(1.0, (step + 1) / self.warm_up)
        if step < self.reading:
            return 1 - (1 - READ) * (step - self.basics) / (self.reading - self.basics)
        return READ * (self.steps - step) / (self.steps - self.reading)


RECIPES = {
    "exec_assist": Recipe(briefs=2_800),
    "it_triage": Recipe("it_triage", drills=300, basics=600, reading=2_000, steps=2_500, rows=3),
}
"""Each desk's recipe for its base."""


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
        matrices, others = [], []
        for name, weight in self.model.named_parameters():
            (matrices if weight.ndim == 2 and "embed" not in name else others).append(weight)
        self.optimizers = (
            torch.optim.Muon(
                matrices,
                lr=recipe.matrices,
                weight_decay=recipe.decay,
                ns_steps=4,
                adjust_lr_fn="match_rms_adamw",
            ),
            torch.optim.AdamW(
                [*others, *self.heads.parameters()],
                lr=recipe.others,
                betas=(0.9, 0.98),
                weight_decay=0.0,
            ),
        )
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
