"""Sweeps: try every pattern on an answer, field by field, and keep the best.

The patterns are the desk's plus text lengths. Unlike the hill climber, a sweep is exhaustive.
"""

import json
from itertools import cycle

from graders import grading
from graders.attacks.ascent import ascend, written
from graders.attacks.search.hunt import Hunt
from graders.attacks.search.patterns import lengths, patterns
from graders.attacks.search.starts import starts

BASES = 2
"""Answers swept per scenario before moving on to the next."""


def sweep(hunt: Hunt) -> None:
    """Sweep over bad answers to one scenario after another, until the budget is spent."""
    prose = grading(hunt.desk.name).prose
    for scenario in cycle(hunt.scenarios):
        fields = patterns(scenario)
        bases = list(starts(hunt.desk, scenario).values())
        for base in map(json.loads, hunt.rng.sample(bases, BASES)):
            ascend(
                base,
                {**fields, "length": lengths(prose, base[prose])},
                lambda answer, scenario=scenario: hunt.attempt(scenario, written(answer)).loot,
            )
