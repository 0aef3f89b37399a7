"""Whether a model really reads IT tickets: measures that good format alone cannot raise.

A model can write perfect JSON and cite some article without looking at the ticket. So the positions
of the articles that it cites are compared with the right ones for two tickets: its own, and another
with as many passages. And its stated confidence, like the probability of its citations, is compared
with whether it is right.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from transformers import PreTrainedTokenizerFast

from desks.it_triage.models import TriageAction, TriageScenario
from graders.calibration import auroc, brier_skill
from graders.it_triage.grading import citation_f1
from graders.reading.it_triage.action import Reading
from graders.score import Grade
from training.evals.measures import UNREADABLE
from training.pocket.lessons import Completion, mean

COLUMNS = {
    "total": "mean grade",
    "correct": "correct",
    "valid": "valid JSON",
    "citation_f1": "citation F1",
    "cites_right": "F1 of the places cited",
    "cites_elsewhere": "on another ticket",
    "two_articles": "F1 where two apply",
    "facts": "required facts",
    "escalation": "escalation right",
    "own_auroc": "AUROC of its citation's probability",
    "stated_auroc": "AUROC of its stated confidence",
    "brier_skill": "Brier skill",
}
"""The measures that a card shows, with their headings."""


def citing(tokenizer: PreTrainedTokenizerFast, answer: Completion) -> float:
    """The probability of a completion up to the end of its citations."""
    written, probability = "", 1.0
    for place, token in enumerate(answer.tokens):
        if '"resolution"' in written:
            break
        probability *= float(answer.probabilities[place, token])
        written += tokenizer.decode([token])
    return probability


def places_cited(ids: Iterable[str], s: TriageScenario) -> set[int]:
    """The positions of these articles among the passages; -1 for any that is not shown."""
    shown = [passage.id for passage in s.passages]
    return {shown.index(one) if one in shown else -1 for one in ids}


def overlap(cited: set[int], right: set[int]) -> float:
    """F1 of two sets of positions, at least one of them not empty."""
    return 2 * len(cited & right) / (len(cited) + len(right))


def measures(
    tokenizer: PreTrainedTokenizerFast,
    scenarios: Sequence[TriageScenario],
    answers: Sequence[Completion],
    grades: Sequence[Grade],
) -> dict[str, Any]:
    """The measures of one tier, with a shuffled control; None if there is nothing to measure.

    All but `citation_f1` are over the readable answers.
    """
    cited: list[tuple[TriageScenario, float, float]] = []
    facts, escalated = [], []
    right, stated, own = [], [], []
    actions: Counter[str] = Counter()
    for s, answer, grade in zip(scenarios, answers, grades, strict=True):
        actions[_action_type(grade.action)] += 1
        if grade.action is None:
            continue
        facts.append(len(Reading(s, grade.action, answer.text).covered) / len(s.truth.facts))
        escalated.append(grade.action.escalate != s.truth.answerable)
        right.append(grade.correct)
        stated.append(grade.action.confidence)
        own.append(citing(tokenizer, answer))
        other = _another(s, scenarios)
        if s.truth.answerable and other:
            places = places_cited(grade.action.citations, s)
            both = (overlap(places, places_cited(t.truth.gold, t)) for t in (s, other))
            cited.append((s, *both))
    f1s = [citation_f1(s, grade.action) for s, grade in zip(scenarios, grades, strict=True)]
    varied = len(set(right)) == 2
    return {
        "citation_f1": mean([f1 for f1 in f1s if f1 is not None]),
        "cites_right": mean([f1 for _, f1, _ in cited]),
        "cites_elsewhere": mean([f1 for _, _, f1 in cited]),
        "two_articles": mean([f1 for s, f1, _ in cited if len(s.truth.gold) == 2]),
        "facts": mean(facts),
        "escalation": mean(escalated),
        "own_auroc": auroc(own, right) if varied else None,
        "stated_auroc": auroc(stated, right) if varied else None,
        "brier_skill": brier_skill(stated, right) if varied else None,
        "confidence": mean(stated),
        "actions": {kind: count / len(grades) for kind, count in sorted(actions.items())},
    }


def _action_type(action: TriageAction | None) -> str:
    if action is None:
        return UNREADABLE
    number = {0: "none", 1: "one", 2: "two"}.get(len(action.citations), "more")
    return f"cites {number}{', escalates' if action.escalate else ''}"


def _another(s: TriageScenario, scenarios: Sequence[TriageScenario]) -> TriageScenario | None:
    """The next answerable scenario with as many passages, cyclically; None if there is none."""
    at = scenarios.index(s)
    turned = [*scenarios[at + 1 :], *scenarios[:at]]
    alike = (t for t in turned if t.truth.answerable and len(t.passages) == len(s.passages))
    return next(alike, None)
