"""Recipes: everything that determines a warm start, by desk."""

from dataclasses import dataclass

RATE_LEFT = 0.2
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
    """Demonstrations in a step of the hard tier; drills and the other tiers have twice as many."""
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
        """Share of the full learning rate: up, constant, down while reading, to 0 at the end."""
        if step < self.basics:
            return min(1.0, (step + 1) / self.warm_up)
        if step < self.reading:
            return 1 - (1 - RATE_LEFT) * (step - self.basics) / (self.reading - self.basics)
        return RATE_LEFT * (self.steps - step) / (self.steps - self.reading)


RECIPES = {
    "exec_assist": Recipe(briefs=2_800),
    "it_triage": Recipe("it_triage", drills=300, basics=600, reading=2_000, steps=2_500, rows=3),
}
"""Each desk's recipe for its base."""
