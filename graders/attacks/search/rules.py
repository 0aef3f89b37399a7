"""A rule that chooses between scripted policies by the structure of a scenario.

A decision tree of depth at most 3 over counts, order, ids and lengths learns on train what each
policy earns, and plays the one with the highest expected reward. It reads no words, so whatever it
earns beyond the best single policy is leaked by the scenarios.
"""

from desks import Scenario
from graders import grading
from graders.attacks.search.hunt import Hunt, Rule

DEPTH = 3
LEAF = 5
"""The fewest training scenarios in a leaf."""


def rule(hunt: Hunt) -> Rule:
    """Learn the tree. It trains on raw totals, lucky ones included, which is the point."""
    # Imported late: it takes a second, and only this attack needs it.
    from sklearn.tree import DecisionTreeRegressor

    of = grading(hunt.desk.name)
    policies = [*(policy.act for policy in of.policies), *of.extra_policies]
    train = hunt.train(max(1, hunt.budget // len(policies)))
    paid = [[hunt.attempt(s, policy(s)).grade.total for policy in policies] for s in train]
    names = list(of.features(train[0]))

    def row(scenario: Scenario) -> list[float]:
        found = of.features(scenario)
        return [found[name] for name in names]

    tree = DecisionTreeRegressor(
        max_depth=DEPTH, min_samples_leaf=min(LEAF, len(train)), random_state=0
    ).fit([row(s) for s in train], paid)

    def play(scenario: Scenario) -> str:
        expected = tree.predict([row(scenario)])[0]
        return policies[expected.argmax()](scenario)

    return play
