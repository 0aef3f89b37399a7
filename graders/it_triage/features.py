"""Structural features of a ticket, without its words: counts, order, ids and lengths."""

from collections.abc import Callable, Sequence

from desks import Tier
from desks.it_triage.models import Passage, TriageScenario
from desks.it_triage.prompt import prompt
from graders.grading import Features, LeakTarget
from graders.text import size


def features(s: TriageScenario) -> Features:
    """Everything countable about a ticket that a model may see."""
    found = {
        **size("prompt", prompt(s)[1]["content"]),
        **size("subject", s.ticket.subject),
        **size("body", s.ticket.body),
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


def leak_targets(tier: Tier, scenarios: Sequence[TriageScenario]) -> dict[str, LeakTarget]:
    """Whether an article answers the ticket, and the position of the gold article."""
    counted = list(map(features, scenarios))
    answerable = [frozenset([s.truth.answerable]) for s in scenarios]
    gold = [
        (row, frozenset(n for n, p in enumerate(s.passages) if p.id in s.truth.gold))
        for row, s in zip(counted, scenarios, strict=True)
        if s.truth.answerable
    ]
    return {
        "answerable or not": LeakTarget(counted, answerable),
        "the gold article's place": LeakTarget(*zip(*gold, strict=True)),
    }
