"""What a scenario's structure gives away: a shallow tree on counts, order, ids and lengths.

The tree sees no word of what is shown. If it tells the right answer better than always saying the
most frequent one, so can a model that has not learned to read.
"""

from collections.abc import Iterator

from desks import Desk
from graders import grading
from graders.audit.finding import Finding, Grader, Sample, Trial, at_most, not_applicable
from graders.grading import Secret

FOLDS = 5
DEPTH = 3
LEAK_SEEDS = 1_000
"""Seeds a tier in which a leak is looked for, whatever the size of the audit: nothing is graded for
it, and a share of 200 is uncertain by 3 points, of 1,000 by 1.4."""


def no_structural_leak(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """A shallow tree on counts, order, ids and lengths hardly beats the majority."""
    trials, details = [], {}
    for tier in sample:
        more = [desk.scenario(seed=seed, tier=tier, split="eval") for seed in range(LEAK_SEEDS)]
        for what, secret in grading(desk.name).secrets(tier, more).items():
            edge, by = gain(secret)
            trials.append(Trial(edge, f"{what}, by {by}", tier))
            details[f"{what}, {tier}"] = edge
    name = "9 no structural leak"
    if trials:
        yield at_most(name, 0.05, trials, note=f"{LEAK_SEEDS:,} seeds a tier", details=details)
    else:
        yield not_applicable(name, "one action is right throughout the tier")


def gain(secret: Secret) -> tuple[float, str]:
    """How much oftener than the most frequent answer a tree is right, cross-validated, and by what.

    The tree learns the first right answer in order. Returns (share right minus the majority's
    share, the feature it leans on most).
    """
    # Late: it takes a second, and only the audit needs it.
    from sklearn.model_selection import KFold, cross_val_predict
    from sklearn.tree import DecisionTreeClassifier

    names = list(secret.features[0])
    rows = [[row[name] for name in names] for row in secret.features]
    right = [set(map(str, one)) for one in secret.right]
    labels = list(map(min, right))
    tree = DecisionTreeClassifier(max_depth=DEPTH, random_state=0)
    folds = KFold(FOLDS, shuffle=True, random_state=0)
    guessed = cross_val_predict(tree, rows, labels, cv=folds)
    hits = sum(guess in one for guess, one in zip(guessed, right, strict=True))
    majority = max(sum(label in one for one in right) for label in set(labels))
    leaning = tree.fit(rows, labels).feature_importances_
    return (hits - majority) / len(rows), names[leaning.argmax()]
