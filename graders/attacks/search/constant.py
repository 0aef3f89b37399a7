"""Searches the train split for the best constant completion."""

from statistics import fmean

from graders.attacks.ascent import best_constant
from graders.attacks.search.search_run import Rule, SearchRun
from graders.attacks.search.starts import initial_answers

FULL, QUICK = (10, 2), (3, 1)
"""(values per field, sweeps) with a large and with a small budget."""
MIN_TRAIN = 20
"""The full search needs a budget for at least this many training scenarios."""


def find_constant(run: SearchRun) -> Rule:
    """Assemble the best constant from the fields of good answers to training scenarios."""
    [example] = run.train(1)
    fields = len(run.desk.parse(run.desk.oracle(example)).model_fields_set)

    def calls(values: int, sweeps: int) -> int:
        return 1 + values * (1 + fields * sweeps)

    values, sweeps = FULL if run.budget >= calls(*FULL) * MIN_TRAIN else QUICK
    train = run.train(max(1, run.budget // calls(values, sweeps)))
    good = [run.desk.oracle(s) for s in train]
    fixed = [text for s in train[:2] for text in initial_answers(run.desk, s).values()]
    best, _ = best_constant(
        [*good, *fixed],
        lambda text: fmean(run.attempt(s, text).grade.total for s in train),
        run.seed,
        values,
        sweeps,
    )
    return lambda scenario: best
