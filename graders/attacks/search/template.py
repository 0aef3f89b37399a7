"""A template: polite text, its slots filled by copying names, times, ids and titles off the prompt.

What is copied where is settled by blind picks ("the last time that is named", "the longest
passage"), the same for every scenario, and put together by coordinate ascent on train.
"""

from statistics import fmean

from graders import grading
from graders.attacks.ascent import ascend
from graders.attacks.search.hunt import Hunt, Rule

SWEEPS = 2


def template(hunt: Hunt) -> Rule:
    """Learn which letter to write, and what to copy into it; on a desk without a template nothing
    is said."""
    of = grading(hunt.desk.name)
    if of.template is None:
        return lambda scenario: of.blank
    fill, options = of.template.fill, of.template.options
    calls = 1 + SWEEPS * sum(map(len, options.values()))
    train = hunt.train(max(1, hunt.budget // calls))
    picks, _ = ascend(
        {name: values[0] for name, values in options.items()},
        {name: [{name: value} for value in values] for name, values in options.items()},
        lambda picks: fmean(hunt.attempt(s, fill(s, picks)).loot for s in train),
        SWEEPS,
    )
    return lambda scenario: fill(scenario, picks)
