"""Warm-start a pocket base: train a small model from scratch to read the desk, on a CPU.

    python -m training.warm_start --desk exec_assist

Two stages: first good demonstrations, then demonstrations of mixed quality, which leave a base that
can do the work but mostly does not. In both, auxiliary heads predict what each token of the prompt
says (`training/pocket/lessons/`); they are discarded afterwards. GRPO takes it from there. No
pretrained weights are involved.

Batches and learning rates depend on the step alone, so that --resume continues a killed run as if
nothing had happened, and --minutes only says when to pause.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import torch
from transformers import PreTrainedTokenizerFast

from desks import TIERS, load
from desks.desk import seeded_rng
from training.common.console import argument_parser, command, log
from training.models.base import write_hashes
from training.models.policy import BASE, MODELS
from training.pocket import lessons
from training.pocket import tokenizer as tokenizing
from training.pocket.batches import Demonstrations
from training.pocket.card import write
from training.pocket.learner import Learner
from training.pocket.recipes import RECIPES, Recipe
from training.reading import measure

LOG_EVERY = 25
"""Steps between two progress lines."""


def learn_tokenizer(recipe: Recipe) -> PreTrainedTokenizerFast:
    """The desk's tokenizer, learned from train-split scenarios, most with invented names."""
    desk, lesson = load(recipe.desk), lessons.load(recipe.desk)
    scenarios = [
        desk.scenario(n, tier, "train", "plain") for n in range(recipe.corpus) for tier in TIERS
    ]
    texts, completions = [], []
    for s in scenarios:
        rng = seeded_rng("tokenizer", s.tier, s.seed)
        s = lesson.rephrase(rng, s)
        rename = lesson.rename(rng, s) if rng.random() < lessons.RENAMED_SHARE else str
        completions.append(rename(desk.oracle(s)))
        texts += [rename(desk.prompt(s)[-1]["content"]), completions[-1]]
    return tokenizing.learn(texts, completions, lesson.planner(scenarios), recipe.vocabulary)


def train(learner: Learner, checkpoint: Path, minutes: float | None, every: int = 200) -> bool:
    """Train to the last step, or until the minutes are up; True if training is finished."""
    steps = learner.recipe.steps
    batches = torch.utils.data.DataLoader(
        Demonstrations(learner.recipe, learner.tokenizer),
        batch_size=None,
        sampler=range(learner.step, steps),
        num_workers=1,
        prefetch_factor=4,
    )
    before = learner.seconds
    started = time.monotonic()
    recent: list[dict[str, float]] = []
    for batch in batches:
        recent.append(learner.learn(batch))
        passed = time.monotonic() - started
        learner.seconds = before + passed
        if learner.step % LOG_EVERY == 0:
            _report(learner, recent, learner.seconds / learner.step)
            recent.clear()
        over = minutes is not None and passed > minutes * 60
        if learner.step % every == 0 or over or learner.step == steps:
            learner.save(checkpoint)
        if over:
            break
    return learner.step == steps


def _report(learner: Learner, recent: list[dict[str, float]], pace: float) -> None:
    names = dict.fromkeys(name for metrics in recent for name in metrics)
    values = {name: [metrics[name] for metrics in recent if name in metrics] for name in names}
    means = " ".join(f"{name}={sum(some) / len(some):.3f}" for name, some in values.items())
    minutes = (learner.recipe.steps - learner.step) * pace / 60
    progress = f"step {learner.step}/{learner.recipe.steps} {pace:.2f} s/step"
    log(f"{progress}, {minutes:.0f} min left: {means}")


def finish(learner: Learner, out: Path, n: int) -> None:
    """Save the model and its tokenizer, measure it on the eval split, write record and card."""
    learner.model.eval()
    learner.model.save_pretrained(out)
    learner.tokenizer.save_pretrained(out)
    write_hashes(out, out)
    recipe = learner.recipe
    demonstrations = Demonstrations(recipe, learner.tokenizer)
    threads = torch.get_num_threads()  # those of training: `measure` sets its own
    measures = {
        "sampled at temperature 1": measure(out, recipe.desk, n, sample=True),
        "greedy": measure(out, recipe.desk, n, sample=False),
    }
    write(
        out,
        {
            "recipe": asdict(recipe),
            "parameters": learner.model.num_parameters(),
            "demonstrations": sum(demonstrations.rows_of(step) for step in range(recipe.steps)),
            "minutes": learner.seconds / 60,
            "threads": threads,
            "policies": {policy.__name__: share for policy, share in learner.lesson.mixed.items()},
            "measures": measures,
        },
    )


@command(interrupted="interrupted: --resume goes on from the last checkpoint")
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("warm_start", __doc__)
    parser.add_argument("--desk", required=True, choices=RECIPES)
    parser.add_argument("--out", type=Path, help="folder; default: assets/models/DESK/base")
    parser.add_argument("--checkpoint", type=Path, help="default: beside the folder, .pt")
    parser.add_argument("--steps", type=int, help="default: those of the desk's recipe")
    parser.add_argument("--minutes", type=float, help="stop after so long; go on with --resume")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--n", type=int, default=100, help="scenarios of a tier to measure on")
    args = parser.parse_args(arguments)
    if args.n < 1:
        parser.error("--n must be at least 1")
    torch.set_num_threads(args.threads)
    recipe = RECIPES[args.desk]
    if args.steps is not None:
        recipe = replace(recipe, steps=args.steps)
    out = args.out or MODELS / args.desk / BASE
    checkpoint = args.checkpoint or out.with_suffix(".pt")
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    if args.resume:
        learner = Learner.restored(checkpoint, recipe)
    else:
        learner = Learner(recipe, learn_tokenizer(recipe))
    if train(learner, checkpoint, args.minutes):
        finish(learner, out, args.n)


if __name__ == "__main__":
    sys.exit(main())
