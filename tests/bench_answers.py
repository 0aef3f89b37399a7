"""How long the pretrained models' whole answers take, without a browser on the same cores: part of
`make bench`."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from desks import load
from desks.desk import Message
from tests.bench_page import tell
from training.models.policy import BASE, MODELS, PRETRAINED, TRAINED, WARM
from ui import inference

CASES = 8
"""Medium cases of the eval split that are answered, greedily, after one that warms up."""


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
def test_a_whole_answer(
    benchmark: Callable, capsys: Any, name: str, whose: tuple[str, ...], looked: bool
) -> None:
    """From the press to the last word of the last model; at once, or of a case that was read
    ahead."""
    if not (MODELS / name / PRETRAINED).is_dir():
        pytest.skip("no model is shipped")
    desk = load(name)
    models = [inference.model(name, f"{PRETRAINED}:{who}") for who in whose]
    prompts = (desk.prompt(desk.scenario(seed, "medium", "eval")) for seed in range(CASES + 1))
    first: list[float] = []

    def opened() -> tuple[tuple[list[Message]], dict[str, Any]]:
        prompt = next(prompts)
        if looked:
            for model in models:
                list(model.read_ahead(prompt))
        return (prompt,), {}

    def answer(prompt: list[Message]) -> None:
        began = time.perf_counter()
        waited = [
            time.perf_counter() - began
            for written in inference.write(models, prompt, sample=False, seed=0)
            if any(one.tokens for one in written)
        ]
        first.append(waited[0])

    benchmark.pedantic(answer, setup=opened, rounds=CASES, warmup_rounds=1)
    tell(benchmark, capsys, f"of {' and '.join(whose)}", first)
