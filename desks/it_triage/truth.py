"""What is right to do about a ticket, given its faults and the articles shown with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from desks.it_triage.knowledge import Article, body
from desks.it_triage.models import Ticket, Truth
from desks.it_triage.telling import short_name


@dataclass(frozen=True)
class Fault:
    """A fault in a ticket: the case it is based on, and the version that the ticket names."""

    article: Article
    version: str

    @property
    def product(self) -> str:
        return self.article.case.product

    def answered(self, shown: Sequence[Article]) -> bool:
        """Whether the case's own article is shown and covers this version."""
        return self.article in shown and self.version == self.article.case.version


def situation(faults: Sequence[Fault], shown: Sequence[Article]) -> str:
    """The kind of case, as a label for people and tables."""
    fault = faults[0]
    if len(faults) > 1:
        return "two_articles" if fault.answered(shown) else "no_article_two_faults"
    if fault.answered(shown):
        return "single_article"
    if fault.article in shown:
        return "no_article_other_version"
    if any(article.system == fault.article.system for article in shown):
        return "no_article_other_sign"
    if any(article.family.family == fault.article.family.family for article in shown):
        return "no_article_same_symptom"
    return "no_article_other_fault"


def truth(faults: Sequence[Fault], shown: Sequence[Article], ticket: Ticket) -> Truth:
    gold = [fault.article for fault in faults if fault.answered(shown)]
    if gold:
        facts = [fact for article in gold for fact in article.case.facts.values()]
        resolution = " ".join(article.case.resolution for article in gold)
    else:
        facts = [one for fault in faults for one in (short_name(fault.product), fault.version)]
        resolution = _hand_over(faults)
    return Truth(
        gold=tuple(sorted(article.id for article in gold)),
        facts=tuple(dict.fromkeys(facts)),
        foreign=foreign_facts(gold, shown, resolution, ticket),
        resolution=resolution,
    )


def foreign_facts(
    gold: Sequence[Article], shown: Sequence[Article], resolution: str, ticket: Ticket
) -> tuple[str, ...]:
    """Facts of the shown articles other than the gold ones, except those that the ticket or a gold
    article mentions: naming one of those does not prescribe another article's fix."""
    ours = "\n".join([resolution, *map(body, gold), ticket.subject, ticket.body]).lower()
    theirs = [fact for a in shown if a not in gold for fact in a.case.facts.values()]
    return tuple(dict.fromkeys(fact for fact in theirs if fact.lower() not in ours))


def _hand_over(faults: Sequence[Fault]) -> str:
    systems = " or ".join(f"{fault.product} {fault.version}" for fault in faults)
    sign = "this sign" if len(faults) == 1 else "these signs"
    team = faults[0].article.family.domain
    return (
        f"No article covers {systems} with {sign}; "
        f"escalated to the {team} team with the ticket's details."
    )
