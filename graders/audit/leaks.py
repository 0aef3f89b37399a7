"""What a scenario's structure gives away: a shallow tree on counts, order, ids and lengths.

The tree sees no word of what is shown. If it tells the right answer better than always saying the
most frequent one, so can a model that has not learned to read.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence

from desks import Desk, Scenario, Tier, load
from desks.exec_assist.models import ExecScenario
from desks.it_triage.models import Passage, TriageScenario
from graders.audit.finding import Finding, Grader, Sample, Trial, at_most, not_applicable

Features = dict[str, float]
FOLDS = 5
DEPTH = 3
LEAK_SEEDS = 1_000
"""Seeds a tier in which a leak is looked for, whatever the size of the audit: nothing is graded for
it, and a share of 200 is uncertain by 3 points, of 1,000 by 1.4."""


def no_structural_leak(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """A shallow tree on counts, order, ids and lengths hardly beats the majority."""
    trials, details = [], {}
    for tier, scenarios in sample.items():
        more = [desk.scenario(seed=seed, tier=tier, split="eval") for seed in range(LEAK_SEEDS)]
        for what, (edge, by) in LEAKS[desk.name](tier, more).items():
            trials.append(Trial(edge, f"{what}, by {by}", scenarios[0]))
            details[f"{what}, {tier}"] = edge
    name = "9 no structural leak"
    if trials:
        yield at_most(name, 0.05, trials, note=f"{LEAK_SEEDS:,} seeds a tier", details=details)
    else:
        yield not_applicable(name, "one action is right throughout the tier")


def gain(features: Sequence[Features], answers: Sequence[frozenset[Hashable]]) -> tuple[float, str]:
    """How much oftener than the most frequent answer a tree is right, cross-validated, and by what.

    `answers` holds, for each row, all that is right there; the tree learns the first of them in
    order. Returns (share right minus the majority's share, the feature it leans on most).
    """
    # Late: it takes a second, and only the audit needs it.
    from sklearn.model_selection import KFold, cross_val_predict
    from sklearn.tree import DecisionTreeClassifier

    names = list(features[0])
    rows = [[row[name] for name in names] for row in features]
    labels = [min(map(str, right)) for right in answers]
    right = [set(map(str, one)) for one in answers]
    tree = DecisionTreeClassifier(max_depth=DEPTH, random_state=0)
    folds = KFold(FOLDS, shuffle=True, random_state=0)
    guessed = cross_val_predict(tree, rows, labels, cv=folds)
    hits = sum(guess in one for guess, one in zip(guessed, right, strict=True))
    majority = max(sum(label in one for one in right) for label in set(labels))
    leaning = tree.fit(rows, labels).feature_importances_
    return (hits - majority) / len(rows), names[leaning.argmax()]


def inbox(tier: Tier, scenarios: Sequence[ExecScenario]) -> dict[str, tuple[float, str]]:
    """The right kind of action; in easy there is only one."""
    if tier == "easy":
        return {}
    kinds = [frozenset(one.action for one in s.truth.acceptable) for s in scenarios]
    return {"the action": gain([_inbox_features(s) for s in scenarios], kinds)}


def helpdesk(tier: Tier, scenarios: Sequence[TriageScenario]) -> dict[str, tuple[float, str]]:
    """Whether an article answers, and where the gold article stands."""
    features = [_helpdesk_features(s) for s in scenarios]
    answerable = [frozenset([s.truth.answerable]) for s in scenarios]
    gold = [
        (row, frozenset(n for n, p in enumerate(s.passages) if p.id in s.truth.gold))
        for row, s in zip(features, scenarios, strict=True)
        if s.truth.answerable
    ]
    return {
        "answerable or not": gain(features, answerable),
        "the gold article's place": gain(*zip(*gold, strict=True)),
    }


LEAKS: dict[str, Callable[[Tier, Sequence[Scenario]], dict[str, tuple[float, str]]]] = {
    "exec_assist": inbox,
    "it_triage": helpdesk,
}


def _inbox_features(s: ExecScenario) -> Features:
    bodies = [email.body for email in s.thread]
    calendar = s.calendar
    per_day = [sum(e.start.date() == day for e in calendar.events) for day in calendar.days]
    return {
        **_lengths("prompt", load("exec_assist").prompt(s)[1]["content"]),
        **_lengths("first email", bodies[0]),
        **_lengths("last email", bodies[-1]),
        "sentences": sum(len(re.findall(r"[.?!](?=\s)", body)) for body in bodies),
        "emails": len(s.thread),
        "subject, words": len(s.thread[0].subject.split()),
        "contacts": len(s.contacts),
        "sender's place in the contacts": [p.email for p in s.contacts].index(s.sender.email),
        "days": len(calendar.days),
        "events": len(calendar.events),
        "events on the first day": per_day[0],
        "events on the last day": per_day[-1],
        "cancelled": sum(e.status == "cancelled" for e in calendar.events),
        "tentative": sum(e.status == "tentative" for e in calendar.events),
        "movable": sum(e.movable for e in calendar.events),
        "greatest event id": max(int(e.id.lstrip("e")) for e in calendar.events),
        "series": len(calendar.series),
        "first series' id": min((int(e.id.lstrip("e")) for e in calendar.series), default=0),
        "last week": len(calendar.last_week),
        "colleagues": len(calendar.colleagues),
        "colleagues' meetings": sum(len(one.busy) for one in calendar.colleagues),
    }


def _helpdesk_features(s: TriageScenario) -> Features:
    found = {
        **_lengths("prompt", load("it_triage").prompt(s)[1]["content"]),
        **_lengths("subject", s.ticket.subject),
        **_lengths("body", s.ticket.body),
        "ticket id": int(s.ticket.id[-4:]),
        "passages": len(s.passages),
    }
    measures: dict[str, Callable[[Passage], float]] = {
        "id": lambda p: int(p.id[-4:]),
        "words": lambda p: len(p.text.split()),
        "characters": lambda p: len(p.text),
        "title": lambda p: len(p.title),
    }
    for name, measure in measures.items():
        values = [measure(passage) for passage in s.passages]
        found[f"greatest {name}, place"] = values.index(max(values))
        found[f"least {name}, place"] = values.index(min(values))
        found[f"greatest {name}"] = max(values)
        found[f"least {name}"] = min(values)
        found |= {f"{name} at {n}": v for n, v in enumerate((values + [-1] * 6)[:6])}
    return found


def _lengths(name: str, text: str) -> Features:
    return {f"{name}, words": len(text.split()), f"{name}, characters": len(text)}
