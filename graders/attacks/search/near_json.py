"""A fuzzer of near-JSON: bad answers written with the slips of `rewardproof/slips.py`.

It has its own generator instead of using Hypothesis, so that the command needs only the Space's
packages. Exceptions that a completion provokes in a grader propagate.
"""

import json

from graders.attacks.patterns import patterns
from graders.attacks.search.search_run import SearchRun
from graders.attacks.search.starts import initial_answers
from rewardproof.slips import slipped


def fuzz(run: SearchRun) -> None:
    """Make slips in bad answers to random scenarios until the budget is spent."""
    rng = run.rng
    while True:
        scenario = rng.choice(run.scenarios)
        fields = patterns(scenario)
        begin = [json.loads(text) for text in initial_answers(run.desk, scenario).values()]
        for _ in range(40):
            answer = rng.choice(begin)
            if fields:
                answer = answer | rng.choice(fields[rng.choice(list(fields))])
            run.attempt(scenario, slipped(rng, answer, rng.choice(begin)))
