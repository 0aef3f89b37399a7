"""A template: polite text with slots, filled with names, times, ids and titles from the prompt.

Blind picks ("the last time mentioned", "the longest passage") decide what is copied where. They are
the same for every scenario and found by coordinate ascent on train.
"""

from statistics import fmean

from graders import grading
from graders.attacks.ascent import ascend
from graders.attacks.search.search_run import Rule, SearchRun

SWEEPS = 2


def learn_template(run: SearchRun) -> Rule:
    """Learn which text to write and what to copy into it; without a template, answer blank."""
    spec = grading(run.desk.name)
    if spec.template is None:
        return lambda scenario: spec.blank
    fill, options = spec.template.fill, spec.template.options
    calls = 1 + SWEEPS * sum(map(len, options.values()))
    train = run.train(max(1, run.budget // calls))
    picks, _ = ascend(
        {name: values[0] for name, values in options.items()},
        {name: [{name: value} for value in values] for name, values in options.items()},
        lambda picks: fmean(run.attempt(s, fill(s, picks)).payoff for s in train),
        SWEEPS,
    )
    return lambda scenario: fill(scenario, picks)
