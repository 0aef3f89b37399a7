"""Sweeps: field by field, every pattern is tried and the best kept, on one answer after the other.

Lengths, ids and whatever else a desk's patterns say. Where the climber jumps about, a sweep leaves
nothing out.
"""

import json
from itertools import cycle

from graders import grading
from graders.attacks.ascent import ascend, written
from graders.attacks.search.hunt import Hunt
from graders.attacks.search.patterns import lengths, patterns
from graders.attacks.search.starts import starts

BASES = 2
"""Answers to a scenario that are swept before the next has its turn."""


def sweep(hunt: Hunt) -> None:
    """Sweep over bad answers to one scenario after the other, until the budget is spent."""
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
