"""How long the pretrained models' whole answers take, without a browser on the same cores: part of
`make bench`."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from desks import load
from training.models.policy import BASE, MODELS, PRETRAINED, TRAINED, WARM
from ui import inference

SEEDS = range(2, 10)
"""Medium cases of the eval split that are answered, greedily."""


@pytest.mark.parametrize("looked", [False, True], ids=["at once", "looked at"])
@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("exec_assist", (WARM,)),
        ("exec_assist", (BASE, WARM)),
        ("it_triage", (TRAINED,)),
        ("it_triage", (WARM, TRAINED)),
    ],
    ids=lambda one: one if isinstance(one, str) else " and ".join(one),
)
def test_whole_answers(
    benchmark: Callable, capsys: Any, name: str, whose: tuple[str, ...], looked: bool
) -> None:
    """From the press to the last word; at once, or of a case that was read ahead."""
    if not (MODELS / name / PRETRAINED).is_dir():
        pytest.skip("no model is shipped")
    desk = load(name)
    models = [inference.model(name, f"{PRETRAINED}:{who}") for who in whose]
    prompts = [desk.prompt(desk.scenario(seed, "medium", "eval")) for seed in SEEDS]
    first, whole = [], []

    def answer() -> None:
        for prompt in prompts:
            for model in models if looked else ():
                list(model.read_ahead(prompt))
            began, word = time.perf_counter(), None
            for written in inference.write(models, prompt, sample=False, seed=0):
                if word is None and any(one.tokens for one in written):
                    word = time.perf_counter() - began
            first.append(word or 0.0)
            whole.append(time.perf_counter() - began)

    benchmark.pedantic(answer, rounds=1)
    told = {"first word, s": median(first), "whole answer, s": median(whole)}
    benchmark.extra_info.update(told)
    with capsys.disabled():
        print("\n" + ", ".join(f"{what}: {value:.2f}" for what, value in told.items()))
