"""Whether an embedded model reads: its own answers to the eval split, by the desk's measures.

    python -m training.reading assets/models/exec_assist/base --desk exec_assist --n 100

What reading means on a desk is in `training/lessons/DESK/reading.py`.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from transformers import Lfm2ForCausalLM
from transformers import PreTrainedTokenizerFast as FastTokenizer

from desks import DESKS, TIERS, Tier, load
from desks.desk import Message
from graders import grade
from training.lessons import Written, load_reading, mean
from training.loading import load_model

LONGEST = 256
"""Tokens of a completion."""
BATCH = 25


@torch.no_grad()
def answers(
    model: Lfm2ForCausalLM,
    tokenizer: FastTokenizer,
    prompts: Sequence[list[Message]],
    sample: bool,
) -> Iterator[Written]:
    """Each prompt's completion, with the probabilities of all tokens at each of its places.

    Sampled at temperature 1 from the whole distribution, by torch's generator, or greedy.
    """
    how = {"do_sample": True, "temperature": 1.0, "top_k": 0, "top_p": 1.0} if sample else {}
    for start in range(0, len(prompts), BATCH):
        inputs = tokenizer.apply_chat_template(
            prompts[start : start + BATCH],
            add_generation_prompt=True,
            padding=True,
            return_tensors="pt",
            return_dict=True,
        )
        out = model.generate(
            input_ids=inputs["input_ids"],
            attention_mask=inputs["attention_mask"],
            max_new_tokens=LONGEST,
            output_logits=True,
            return_dict_in_generate=True,
            **({"do_sample": False} | how),
        )
        logits = torch.stack(out.logits, dim=1)
        written = out.sequences[:, inputs["input_ids"].shape[1] :]
        for row, tokens in enumerate(written.tolist()):
            end = tokens.index(tokenizer.eos_token_id) if tokenizer.eos_token_id in tokens else None
            kept = tokens[:end]
            text = tokenizer.decode(kept, skip_special_tokens=False)
            yield Written(text, kept, logits[row, : len(kept)].softmax(-1))


def measure(
    model: Lfm2ForCausalLM, tokenizer: FastTokenizer, desk: str, tier: Tier, n: int, sample: bool
) -> dict[str, Any]:
    """The measures of one tier over n scenarios of the eval split."""
    scenarios = [load(desk).scenario(seed, tier, "eval") for seed in range(n)]
    prompts = [load(desk).prompt(s) for s in scenarios]
    found = list(answers(model, tokenizer, prompts, sample))
    grades = [grade(s, one.text) for s, one in zip(scenarios, found, strict=True)]
    by_situation: dict[str, list[bool]] = defaultdict(list)
    for s, one in zip(scenarios, grades, strict=True):
        by_situation[s.situation].append(one.correct)
    common = {
        "n": n,
        "total": mean([one.total for one in grades]),
        "correct": mean([one.correct for one in grades]),
        "valid": mean([one.action is not None for one in grades]),
        "situations": {name: mean(values) for name, values in sorted(by_situation.items())},
    }
    return common | load_reading(desk).measures(tokenizer, scenarios, found, grades)


def read(folder: Path, desk: str, n: int, sample: bool) -> dict[str, Any]:
    """All tiers of a saved model."""
    torch.manual_seed(0)
    model, tokenizer = load_model(str(folder), offline=True)
    tokenizer.padding_side = "left"
    return {tier: measure(model.eval(), tokenizer, desk, tier, n, sample) for tier in TIERS}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--desk", required=True, choices=DESKS)
    parser.add_argument("--n", type=int, default=100, help="scenarios of each tier")
    parser.add_argument("--sample", action="store_true", help="at temperature 1, not greedy")
    asked = parser.parse_args()
    print(json.dumps(read(asked.model, asked.desk, asked.n, asked.sample), indent=1))


if __name__ == "__main__":
    main()
