"""Sweeps: try every pattern on an answer, field by field, and keep the best.

The patterns are the desk's plus text lengths. Unlike the hill climber, a sweep is exhaustive.
"""

import json
from itertools import cycle

from graders import grading
from graders.attacks.ascent import ascend
from graders.attacks.patterns import lengths, patterns
from graders.attacks.search.search_run import SearchRun
from graders.attacks.search.starts import initial_answers
from rewardproof.completions import to_json

BASES = 2
"""Answers swept per scenario before moving on to the next."""


def sweep(run: SearchRun) -> None:
    """Sweep over bad answers to one scenario after another, until the budget is spent."""
    prose = grading(run.desk.name).prose
    for scenario in cycle(run.scenarios):
        fields = patterns(scenario)
        bases = list(initial_answers(run.desk, scenario).values())
        for base in map(json.loads, run.rng.sample(bases, BASES)):
            ascend(
                base,
                {**fields, "length": lengths(prose, base[prose])},
                lambda answer, scenario=scenario: run.attempt(scenario, to_json(answer)).payoff,
            )
