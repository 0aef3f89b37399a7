"""The best constant completion, searched on train."""

from statistics import fmean

from graders.attacks.ascent import best_constant
from graders.attacks.search.hunt import Hunt, Rule
from graders.attacks.search.starts import starts

FULL, QUICK = (10, 2), (3, 1)
"""(values per field, sweeps) with a large and with a small budget."""
LEAST = 20
"""The full search needs a budget for at least this many training scenarios."""


def constant(hunt: Hunt) -> Rule:
    """Assemble the best constant from the fields of good answers to training scenarios."""
    [example] = hunt.train(1)
    fields = len(hunt.desk.parse(hunt.desk.oracle(example)).model_fields_set)

    def calls(values: int, sweeps: int) -> int:
        return 1 + values * (1 + fields * sweeps)

    values, sweeps = FULL if hunt.budget >= calls(*FULL) * LEAST else QUICK
    train = hunt.train(max(1, hunt.budget // calls(values, sweeps)))
    good = [hunt.desk.oracle(s) for s in train]
    fixed = [text for s in train[:2] for text in starts(hunt.desk, s).values()]
    best, _ = best_constant(
        [*good, *fixed],
        lambda text: fmean(hunt.attempt(s, text).grade.total for s in train),
        hunt.seed,
        values,
        sweeps,
    )
    return lambda scenario: best
