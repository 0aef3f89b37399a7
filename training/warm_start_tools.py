"""Teach a single-turn triage base to use tools: a second warm start, on tool-using episodes.

    python -m training.warm_start_tools

The base of `training.warm_start --desk it_triage` can read passages and answer; here it learns to
ask for them. First come good episodes, whose searches quote the fault's sign as the ticket words
it; then episodes of mixed quality, which leave a base that can do the work but mostly does not.
GRPO (`--preset it_triage_tools_pocket`) takes it from there. This is a separate script because
`training.warm_start` trains auxiliary heads on the prompt, while here almost nothing but the
agent's own turns is learned.

Takes 13 minutes on a CPU. A killed run starts over.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pad_sequence
from transformers import Lfm2ForCausalLM, PreTrainedTokenizerFast

from desks import TIERS, load
from desks.desk import seeded_rng
from envs.it_triage_tools.schemas import SCHEMAS
from training.common.console import argument_parser, command, log
from training.models import attention
from training.models.base import base_hash, write_hashes
from training.models.loading import load_model
from training.models.policy import BASE, MODELS
from training.pocket import card
from training.pocket.demonstrations import it_triage as one_turn
from training.pocket.demonstrations.it_triage_tools import SEARCHES, by_sign, conversation
from training.pocket.learner import make_optimizers
from training.pocket.lessons.it_triage import with_two
from training.pocket.lessons.it_triage.renaming import renaming
from training.pocket.model import CONTEXT_TOKENS
from training.pocket.tool_talk import extend_for_tools, written_spans

DESK = "it_triage_tools"
LOG_EVERY = 25
"""Steps between two progress lines."""


@dataclass(frozen=True)
class Recipe:
    """Everything that determines the result."""

    good: int = 250
    """Steps on good episodes."""
    steps: int = 330
    """Steps in all; the rest are on mixed episodes."""
    rows: int = 6
    """Episodes per step."""
    tiers: tuple[float, float, float] = (0.25, 0.35, 0.40)
    """Shares of the tiers, from easy to hard."""
    two: float = 0.3
    """Share of the hard tickets redrawn to have two faults, since few do by chance."""
    rate: float = 1.5e-3
    """Learning rate of Muon and of AdamW."""
    warm_up: int = 30
    left: float = 0.2
    """Share of the rate left when the mixed episodes begin."""
    results: float = 0.02
    """Weight of the tokens of the ticket and of tool results; the agent's own weigh 1."""
    seed: int = 7

    def share(self, step: int) -> float:
        """Share of the learning rate at a step."""
        up = min(1.0, (step + 1) / self.warm_up)
        if step < self.good:
            return up * (1 - (1 - self.left) * step / self.good)
        return self.left * (self.steps - step) / (self.steps - self.good)


class Episodes(torch.utils.data.Dataset):
    """Batches of episodes by step: token ids (rows, tokens) and the weight of each."""

    def __init__(self, recipe: Recipe, tokenizer: PreTrainedTokenizerFast) -> None:
        self.recipe, self.tokenizer = recipe, tokenizer

    def __len__(self) -> int:
        return self.recipe.steps

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor]:
        numbers = range(step * self.recipe.rows, (step + 1) * self.recipe.rows)
        rows = [self.row(number, step < self.recipe.good) for number in numbers]
        ids, weights = (map(torch.tensor, column) for column in zip(*rows, strict=True))
        return (
            pad_sequence(list(ids), batch_first=True, padding_value=self.tokenizer.pad_token_id),
            pad_sequence(list(weights), batch_first=True),
        )

    def row(self, number: int, good: bool) -> tuple[list[int], list[float]]:
        """The episode of that number, on the train ticket of the same number."""
        rng = seeded_rng("warm_start_tools", number)
        [tier] = rng.choices(TIERS, self.recipe.tiers)
        s = load("it_triage").scenario(number, tier, "train", "plain")
        if tier == "hard" and rng.random() < self.recipe.two:
            s = with_two(s)
        searches = {by_sign: 1.0} if good else SEARCHES
        [search] = rng.choices(list(searches), list(searches.values()))
        shares = one_turn.GOOD if good else one_turn.MIXED
        messages = conversation(rng, s, search, shares, lambda scenario: renaming(rng, scenario))
        text = self.tokenizer.apply_chat_template(messages, tools=SCHEMAS, tokenize=False)
        encoded = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        weights = [self.recipe.results] * len(encoded.input_ids)
        for start, end in written_spans(text):
            for place, (at, _) in enumerate(encoded.offset_mapping):
                if start <= at < end:
                    weights[place] = 1.0
        return encoded.input_ids[:CONTEXT_TOKENS], weights[:CONTEXT_TOKENS]


def train(model: Lfm2ForCausalLM, episodes: Episodes) -> None:
    """Train to the last step."""
    recipe = episodes.recipe
    optimizers = make_optimizers(model)
    batches = torch.utils.data.DataLoader(episodes, batch_size=None, num_workers=1)
    began, recent = time.monotonic(), []
    for step, (ids, weights) in enumerate(batches):
        for group in (group for one in optimizers for group in one.param_groups):
            group["lr"] = recipe.rate * recipe.share(step)
        loss, accuracy = weighted_loss(model, ids, weights)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad()
        recent.append((loss.item(), accuracy))
        if len(recent) == LOG_EVERY:
            means = " ".join(f"{sum(one) / LOG_EVERY:.3f}" for one in zip(*recent, strict=True))
            pace = (time.monotonic() - began) / (step + 1)
            log(f"step {step + 1}/{recipe.steps} {pace:.2f} s/step: loss, right {means}")
            recent.clear()


def weighted_loss(model: Lfm2ForCausalLM, ids: Tensor, weights: Tensor) -> tuple[Tensor, float]:
    """The weighted loss, and the accuracy on the agent's own tokens."""
    with torch.autocast("cpu", torch.bfloat16):
        hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state[:, :-1]
        wanted, weighed = ids[:, 1:], weights[:, 1:]
        learned = weighed > 0
        logits = model.lm_head(hidden[learned]).float()
    losses = cross_entropy(logits, wanted[learned], reduction="none")
    own = weighed[learned] == 1
    accuracy = (logits.argmax(-1) == wanted[learned])[own].float().mean().item()
    return (losses * weighed[learned]).sum() / weighed.sum(), accuracy


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("warm_start_tools", __doc__)
    parser.add_argument("--base", type=Path, default=MODELS / "it_triage" / BASE)
    parser.add_argument("--out", type=Path, default=MODELS / DESK / BASE)
    parser.add_argument("--steps", type=int, help="in all; default: those of the recipe")
    parser.add_argument("--good", type=int, help="of these, on good episodes")
    parser.add_argument("--rows", type=int, help="episodes in a step")
    args = parser.parse_args(arguments)
    given: dict[str, Any] = {"steps": args.steps, "good": args.good, "rows": args.rows}
    recipe = Recipe(**{name: value for name, value in given.items() if value is not None})
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    model, tokenizer = extend_for_tools(*load_model(str(args.base)))
    model.set_attn_implementation(attention.NAME)
    began = time.monotonic()
    train(model.train(), Episodes(recipe, tokenizer))
    args.out.mkdir(parents=True, exist_ok=True)
    model.eval().save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)
    write_hashes(args.out, args.out)
    record = {
        "recipe": asdict(recipe),
        "from": base_hash(args.base),
        "parameters": model.num_parameters(),
        "episodes": recipe.steps * recipe.rows,
        "minutes": (time.monotonic() - began) / 60,
        "threads": torch.get_num_threads(),
        "searches": {one.__name__: share for one, share in SEARCHES.items()},
        "policies": {one.__name__: share for one, share in one_turn.MIXED.items()},
    }
    card.write(args.out, record)


if __name__ == "__main__":
    sys.exit(main())
