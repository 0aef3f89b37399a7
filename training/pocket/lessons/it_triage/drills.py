"""Drills: prompts with few passages, for the first minutes of a warm start.

Comparing and copying words is learned much sooner from many short texts than from few long ones.
"""

from random import Random

from desks.it_triage.models import TriageScenario

BESIDE = (1, 1, 2)
"""How many passages that do not apply are kept."""


def drill(rng: Random, s: TriageScenario) -> TriageScenario:
    """The scenario with the passages that apply and a few others, in their order."""
    others = [one for one in s.passages if one.id not in s.truth.gold]
    chosen = rng.sample(others, min(len(others), rng.choice(BESIDE)))
    passages = tuple(one for one in s.passages if one.id in s.truth.gold or one in chosen)
    return s.model_copy(update={"passages": passages})
