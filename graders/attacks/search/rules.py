"""A rule that chooses between scripted policies by the structure of a scenario.

A decision tree of depth at most 3 over counts, order, ids and lengths learns on train what each
policy earns, and plays the one with the highest expected reward. It reads no words, so whatever it
earns beyond the best single policy is leaked by the scenarios.
"""

from desks import Scenario
from graders import grading
from graders.attacks.search.search_run import Rule, SearchRun

MAX_DEPTH = 3
MIN_LEAF = 5
"""The fewest training scenarios in a leaf."""


def learn_rule(run: SearchRun) -> Rule:
    """Learn the tree. It trains on raw totals, lucky hits included, which is the point."""
    # Imported late: it takes a second, and only this attack needs it.
    from sklearn.tree import DecisionTreeRegressor

    spec = grading(run.desk.name)
    policies = [*(policy.act for policy in spec.policies), *spec.extra_policies]
    train = run.train(max(1, run.budget // len(policies)))
    paid = [[run.attempt(s, policy(s)).grade.total for policy in policies] for s in train]
    names = list(spec.features(train[0]))

    def row(scenario: Scenario) -> list[float]:
        found = spec.features(scenario)
        return [found[name] for name in names]

    tree = DecisionTreeRegressor(
        max_depth=MAX_DEPTH, min_samples_leaf=min(MIN_LEAF, len(train)), random_state=0
    ).fit([row(s) for s in train], paid)

    def play(scenario: Scenario) -> str:
        expected = tree.predict([row(scenario)])[0]
        return policies[expected.argmax()](scenario)

    return play
