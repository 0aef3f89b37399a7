"""A rule that plays policies by structure: which of a few ways to answer, by what can be counted.

A tree of depth at most 3 over counts, order, ids and lengths (`structure.py`) learns on train what
each policy is paid, and plays the one that its leaf holds to be paid best. It reads no word; what
it earns above the best single policy, the worlds give away.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from desks import Scenario
from desks.it_triage.models import TriageScenario
from graders.attacks import POLICIES
from graders.attacks.it_triage import answer, fix_in
from graders.attacks.search.hunt import Hunt, Rule
from graders.attacks.structure import structure

DEPTH = 3
LEAF = 5
"""Training scenarios in a leaf, at least."""
PLACES = 6
"""Places at which a passage can stand."""


def rule(hunt: Hunt) -> Rule:
    """Learn a tree of policies. Its totals count as they are: luck included, which is the point."""
    # Late: it takes a second, and only this needs it.
    from sklearn.tree import DecisionTreeRegressor

    plays = list(_plays(hunt.desk.name))
    train = hunt.train(max(1, hunt.budget // len(plays)))
    paid = [[hunt.attempt(s, play(s)).grade.total for play in plays] for s in train]
    names = list(structure(train[0]))
    tree = DecisionTreeRegressor(
        max_depth=DEPTH, min_samples_leaf=min(LEAF, len(train)), random_state=0
    ).fit([_row(s, names) for s in train], paid)

    def play(scenario: Scenario) -> str:
        expected = tree.predict([_row(scenario, names)])[0]
        return plays[expected.argmax()](scenario)

    return play


def _row(scenario: Scenario, names: Sequence[str]) -> list[float]:
    found = structure(scenario)
    return [found[name] for name in names]


def _plays(desk: str) -> Iterator[Callable[[Any], str]]:
    """The scripted policies, and at the help desk also whoever follows the passage at a place."""
    yield from (policy.act for policy in POLICIES[desk])
    if desk == "it_triage":
        yield from (partial(_follow, place) for place in range(PLACES))


def _follow(place: int, s: TriageScenario) -> str:
    passage = s.passages[min(place, len(s.passages) - 1)]
    return answer([passage.id], fix_in(passage.text), 0.2, False)
