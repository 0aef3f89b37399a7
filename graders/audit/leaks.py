"""Property 9: whether a scenario's structure gives its answer away.

A shallow decision tree sees only counts, order, ids and lengths, and no words. If it predicts the
right answer better than the most frequent answer does, so can a model that has not learned to read.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from desks import Desk, Tier
from graders import grading
from graders.audit.finding import Finding, Grader, Sample, Trial, not_applicable, worst_case
from graders.grading import LeakTarget

FOLDS = 5
DEPTH = 3
LEAK_SEEDS = 1_000
"""Seeds per tier, whatever the size of the audit: nothing is graded here, and the standard error of
a share is about 3 points with 200 scenarios but 1.4 with 1,000."""


def no_structural_leak(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """A shallow tree on counts, order, ids and lengths barely beats the most frequent answer."""
    trials, details = [], {}
    for tier in sample:
        for what, (edge, feature) in _gains(desk, tier).items():
            trials.append(Trial(edge, f"{what}, by {feature}", tier))
            details[f"{what}, {tier}"] = edge
    name = "9 no structural leak"
    if trials:
        yield worst_case(name, "<=", 0.05, trials, f"{LEAK_SEEDS:,} seeds a tier", details)
    else:
        yield not_applicable(name, "one action is right throughout the tier")


@lru_cache(maxsize=32)
def _gains(desk: Desk, tier: Tier) -> Mapping[str, tuple[float, str]]:
    """The gain of each target; the same for all graders."""
    scenarios = [desk.scenario(seed=seed, tier=tier, split="eval") for seed in range(LEAK_SEEDS)]
    targets = grading(desk.name).leak_targets(tier, scenarios)
    return {what: gain(target) for what, target in targets.items()}


def gain(target: LeakTarget) -> tuple[float, str]:
    """The cross-validated accuracy of the tree minus that of the most frequent answer, and the
    feature that the tree relies on most.

    Where several answers are right, the tree learns the first in sorted order.
    """
    # Imported late: it takes a second, and only the audit needs it.
    from sklearn.model_selection import KFold, cross_val_predict
    from sklearn.tree import DecisionTreeClassifier

    names = list(target.features[0])
    rows = [[row[name] for name in names] for row in target.features]
    right = [set(map(str, one)) for one in target.right]
    labels = list(map(min, right))
    tree = DecisionTreeClassifier(max_depth=DEPTH, random_state=0)
    folds = KFold(FOLDS, shuffle=True, random_state=0)
    guessed = cross_val_predict(tree, rows, labels, cv=folds)
    hits = sum(guess in one for guess, one in zip(guessed, right, strict=True))
    majority = max(sum(label in one for one in right) for label in set(labels))
    leaning = tree.fit(rows, labels).feature_importances_
    return (hits - majority) / len(rows), names[leaning.argmax()]
