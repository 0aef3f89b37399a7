"""Whether a pocket model really reads: the desk's reading measures of its eval-split answers.

    python -m training.reading assets/models/exec_assist/base --desk exec_assist --n 100

The measures are defined in `training/pocket/lessons/DESK/reading.py`.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from transformers import Lfm2ForCausalLM
from transformers import PreTrainedTokenizerFast as FastTokenizer

from desks import DESKS, TIERS, Tier, load
from desks.desk import Message
from graders import grade
from training.common.console import argument_parser, command
from training.models.generation import completions_of, generate, greedy, sample_tokens, threads
from training.models.loading import load_model
from training.pocket.lessons import Completion, load_reading, mean

MAX_NEW_TOKENS = 256
"""Tokens of a completion, at most."""
BATCH_SIZE = 25


def completions(
    model: Lfm2ForCausalLM,
    tokenizer: FastTokenizer,
    prompts: Sequence[list[Message]],
    sample: bool,
) -> Iterator[Completion]:
    """Each prompt's completion, with the probabilities of all tokens at each step.

    Greedy, or sampled at temperature 1 from the whole distribution with torch's generator.
    """
    end = tokenizer.eos_token_id
    for start in range(0, len(prompts), BATCH_SIZE):
        ids = [
            tokenizer.apply_chat_template(one, add_generation_prompt=True, return_dict=False)
            for one in prompts[start : start + BATCH_SIZE]
        ]
        distributions: list[list[Tensor]] = [[] for _ in ids]

        def pick(logits: Tensor, rows: Sequence[int], distributions=distributions) -> Tensor:
            for row, distribution in zip(rows, logits.softmax(-1), strict=True):
                distributions[row].append(distribution)
            return (sample_tokens if sample else greedy)(logits, rows)

        steps = generate(model, ids, MAX_NEW_TOKENS, {end}, pick)
        for tokens, seen in zip(completions_of(steps, len(ids)), distributions, strict=True):
            tokens = tokens[:-1] if tokens[-1] == end else tokens
            text = tokenizer.decode(tokens, skip_special_tokens=True)
            yield Completion(text, tokens, torch.stack(seen)[: len(tokens)])


def measure_tier(
    model: Lfm2ForCausalLM, tokenizer: FastTokenizer, desk: str, tier: Tier, n: int, sample: bool
) -> dict[str, Any]:
    """The measures of one tier over n scenarios of the eval split."""
    scenarios = [load(desk).scenario(seed, tier, "eval", "plain") for seed in range(n)]
    prompts = [load(desk).prompt(s) for s in scenarios]
    answers = list(completions(model, tokenizer, prompts, sample))
    grades = [grade(s, one.text) for s, one in zip(scenarios, answers, strict=True)]
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
    return common | load_reading(desk).measures(tokenizer, scenarios, answers, grades)


def measure(folder: Path, desk: str, n: int, sample: bool) -> dict[str, Any]:
    """The measures of a saved model in all tiers; BaseError if there is no model."""
    torch.manual_seed(0)
    model, tokenizer = load_model(str(folder))
    torch.set_num_threads(threads(model))
    return {tier: measure_tier(model.eval(), tokenizer, desk, tier, n, sample) for tier in TIERS}


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("reading", __doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--desk", required=True, choices=DESKS)
    parser.add_argument("--n", type=int, default=100, help="scenarios of each tier")
    parser.add_argument("--sample", action="store_true", help="at temperature 1, not greedy")
    args = parser.parse_args(arguments)
    print(json.dumps(measure(args.model, args.desk, args.n, args.sample), indent=1))


if __name__ == "__main__":
    sys.exit(main())
