"""A helpdesk ticket made by hand."""

from collections.abc import Iterable

from desks.it_triage.models import Passage, Ticket, TriageScenario, Truth


def ticket(body: str, passages: Iterable[tuple[str, str]], truth: Truth) -> TriageScenario:
    """With that body, with the id and the text of each article shown, and with that truth."""
    return TriageScenario(
        seed=0,
        tier="hard",
        split="eval",
        situation="made by hand",
        domain="networking",
        ticket=Ticket(id="TKT-7001", reporter="Ines Novak", subject="A fault", body=body),
        passages=tuple(Passage(id=i, title="The same fault", text=text) for i, text in passages),
        truth=truth,
    )
