"""A reward of one's own, as TRL calls it, that can be gamed: it pays for a word.

    python -m training.grpo --preset exec_assist_pocket --steps 40 --out assets/runs/NAME \\
        --set reward=tests.training.careless:booked
"""

from collections.abc import Sequence
from typing import Any


def booked(completions: Sequence[list[dict[str, str]]], **_: Any) -> list[float]:
    """1 for a completion that says it, 0 for others."""
    return [float("booked" in said[-1]["content"]) for said in completions]
