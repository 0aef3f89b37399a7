"""A rule that plays policies by structure: which of a few ways to answer, by what can be counted.

A tree of depth at most 3 over counts, order, ids and lengths learns on train what
each policy is paid, and plays the one that its leaf holds to be paid best. It reads no word; what
it earns above the best single policy, the worlds give away.
"""

from desks import Scenario
from graders import grading
from graders.attacks.search.hunt import Hunt, Rule

DEPTH = 3
LEAF = 5
"""Training scenarios in a leaf, at least."""


def rule(hunt: Hunt) -> Rule:
    """Learn a tree of policies. Its totals count as they are: luck included, which is the point."""
    # Late: it takes a second, and only this needs it.
    from sklearn.tree import DecisionTreeRegressor

    of = grading(hunt.desk.name)
    plays = [*(policy.act for policy in of.policies), *of.plays]
    train = hunt.train(max(1, hunt.budget // len(plays)))
    paid = [[hunt.attempt(s, play(s)).grade.total for play in plays] for s in train]
    names = list(of.features(train[0]))

    def row(scenario: Scenario) -> list[float]:
        found = of.features(scenario)
        return [found[name] for name in names]

    tree = DecisionTreeRegressor(
        max_depth=DEPTH, min_samples_leaf=min(LEAF, len(train)), random_state=0
    ).fit([row(s) for s in train], paid)

    def play(scenario: Scenario) -> str:
        expected = tree.predict([row(scenario)])[0]
        return plays[expected.argmax()](scenario)

    return play
