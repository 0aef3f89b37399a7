"""A hill climber: starts from a bad answer and keeps every random change that does not pay less.

Each step edits the prose, sets fields from a pattern, changes a nested value or, now and then,
edits the raw completion. Steps that gain nothing are accepted too, so that the climber drifts
across plateaus. Above the bar, answers that the referee accepts pay nothing, but exploits are often
a few edits away.
"""

from itertools import cycle
from random import Random

from desks import Scenario
from graders import grading
from graders.attacks.patterns import patterns
from graders.attacks.search.search_run import SearchRun
from graders.attacks.search.starts import initial_answers, prompt_of
from graders.grading import Answer, Patterns
from rewardproof.completions import REMOVED, TWICE, from_json, places_in, to_json, with_place
from rewardproof.edits import Prompt, edited

PATIENCE = 150
"""Attempts without a gain before a climb is abandoned."""
STARTS = 3
"""Climbs per scenario before moving on to the next."""


def climb(run: SearchRun) -> None:
    """Climb on one scenario after another, from several starts each, until the budget is spent."""
    for scenario in cycle(run.scenarios):
        begin = list(initial_answers(run.desk, scenario).values())
        for start in run.rng.sample(begin, min(STARTS, len(begin))):
            _climb_from(run, scenario, start)


def _climb_from(run: SearchRun, scenario: Scenario, start: str) -> None:
    """Climb from one start."""
    prompt, fields = prompt_of(run.desk, scenario), patterns(scenario)
    current, best_payoff = start, run.attempt(scenario, start).payoff
    since = 0
    while since < PATIENCE:
        candidate = _step(run.rng, current, grading(run.desk.name).prose, prompt, fields)
        payoff = run.attempt(scenario, candidate).payoff
        since = 0 if payoff > best_payoff else since + 1
        if payoff >= best_payoff:
            current, best_payoff = candidate, payoff


def _step(rng: Random, completion: str, prose: str, prompt: Prompt, fields: Patterns) -> str:
    answer, chance = from_json(completion), rng.random()
    if answer is None or not isinstance(answer.get(prose), str) or chance < 0.03:
        return edited(rng, completion, prompt)
    if chance < 0.6:
        answer |= {prose: edited(rng, answer[prose], prompt)}
    elif chance < 0.9 and fields:
        answer |= rng.choice(fields[rng.choice(list(fields))])
    else:
        answer = _with_a_change(rng, answer, prompt)
    return to_json(answer)


def _with_a_change(rng: Random, answer: Answer, prompt: Prompt) -> Answer:
    """The answer with a random value inside it changed; an item of a list twice, or removed."""
    path, value = rng.choice(list(places_in(answer)))
    if isinstance(path[-1], int) and rng.random() < 0.5:
        if rng.random() < 0.5:
            return with_place(answer, path, TWICE)
        return with_place(answer, path, REMOVED)
    if isinstance(value, bool):
        return with_place(answer, path, not value)
    if isinstance(value, int | float):
        return with_place(answer, path, rng.choice((0.0, 0.5, 1.0, rng.random())))
    if isinstance(value, str):
        return with_place(answer, path, rng.choice(prompt.salient_tokens or prompt.words))
    return answer
