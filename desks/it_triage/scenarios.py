"""Tickets and what retrieval finds for them: scenario(seed, tier, split) -> TriageScenario.

How a scenario comes about. The seed deals a case; the ticket reports it, and the passages shown are
the case's article and distractors drawn around it. One ticket in five has no article that answers,
in one of two ways, neither of which changes the rule by which passages are chosen:

- left out: one more distractor stands where the case's article would;
- other version: all passages stay as they are, and the ticket names another version of the product.

So number, order, length and ids of passages are drawn alike with and without an answer. Shares are
dealt in blocks and not drawn, so that every window of seeds holds them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest
from random import Random

from desks.desk import Split, Tier, deal, stream
from desks.it_triage.knowledge import FIRST_OPEN_TICKET, Article, articles
from desks.it_triage.models import Passage, Ticket, TriageScenario, Truth
from desks.it_triage.reporters import Report, compose, draw_colour

_ANSWERABLE = (True,) * 4 + (False,)
_TWO_FAULTS = (True,) * 3 + (False,) * 17
_PASSAGES: dict[Tier, tuple[int, ...]] = {"easy": (3, 4), "medium": (4, 5), "hard": (4, 5, 6)}
_FEWEST = 3
_MOST_WORDS = 380  # of ticket and passages, so that the whole user message stays within 400


@dataclass(frozen=True)
class Fault:
    """A fault of a ticket: the case it comes from, the version it names, and what is shown of it."""

    article: Article
    version: str
    shown: bool
    """Whether the case's own article is among the passages; it answers if the version fits too."""

    @property
    def product(self) -> str:
        return self.article.case.product

    @property
    def answered(self) -> bool:
        return self.shown and self.version == self.article.case.version


@lru_cache(maxsize=2)
def _shelf(split: Split) -> tuple[Article, ...]:
    return tuple(article for article in articles() if article.family.split == split)


def scenario(seed: int, tier: Tier, split: Split) -> TriageScenario:
    """The ticket of that number; the same arguments give the same scenario in any process."""
    draw = stream("it_triage", split, tier, seed)
    answerable = deal(_ANSWERABLE, seed, "answerable", split, tier)
    first = deal(_shelf(split), seed, "case", split, tier)
    cases = [first]
    if tier == "hard" and deal(_TWO_FAULTS, seed, "two faults", split):
        cases.append(draw.choice(_elsewhere_in_domain(first)))
    faults = [_fault(draw, case, tier, answerable) for case in cases]

    ticket = _ticket(draw, faults, split)
    shown = _shown(draw, faults, tier, _words(ticket))
    return TriageScenario(
        seed=seed,
        tier=tier,
        split=split,
        situation=_situation(faults, shown),
        domain=first.family.domain,
        ticket=ticket,
        passages=tuple(Passage(id=a.id, title=a.family.title, text=a.passage) for a in shown),
        truth=_truth(faults, shown, ticket),
    )


# -- the ticket -------------------------------------------------------------------------------------


def _fault(draw: Random, article: Article, tier: Tier, answerable: bool) -> Fault:
    own = article.case.version
    if answerable:
        return Fault(article, own, shown=True)
    others = _other_versions(article)
    if tier != "easy" and others and draw.random() < 0.5:
        return Fault(article, draw.choice(others), shown=True)
    return Fault(article, own, shown=False)


@lru_cache(maxsize=None)
def _other_versions(article: Article) -> tuple[str, ...]:
    """Versions of the product for which no article has this sign, and of which its own is silent."""
    case = article.case
    taken = {other.marks for other in _shelf(article.family.split)}
    versions = {a.case.version for a in _shelf(article.family.split) if a.case.product == case.product}
    return tuple(
        version
        for version in sorted(versions)
        if (case.product, version, case.sign) not in taken and version not in article.passage
    )


@lru_cache(maxsize=None)
def _elsewhere_in_domain(article: Article) -> tuple[Article, ...]:
    return tuple(
        other
        for other in _shelf(article.family.split)
        if other.family.domain == article.family.domain and other.family is not article.family
    )


def _ticket(draw: Random, faults: Sequence[Fault], split: Split) -> Ticket:
    reports = [
        Report(
            product=fault.product,
            version=fault.version,
            sign=fault.article.case.sign,
            symptom=_symptom(draw, fault.article, brief=len(faults) > 1),
        )
        for fault in faults
    ]
    colour = draw_colour(draw, split)
    subject, body = compose(draw, reports, colour)
    number = draw.randrange(FIRST_OPEN_TICKET, 10_000)
    return Ticket(id=f"TKT-{number}", reporter=colour.reporter, subject=subject, body=body)


def _symptom(draw: Random, article: Article, brief: bool) -> str:
    symptoms = article.family.symptoms
    if brief:
        symptoms = sorted(symptoms, key=lambda symptom: len(symptom.split()))[:4]
    return draw.choice(symptoms)


def _words(ticket: Ticket) -> int:
    return len(f"{ticket.subject} {ticket.body}".split())


# -- the passages -----------------------------------------------------------------------------------


def _shown(draw: Random, faults: Sequence[Fault], tier: Tier, words: int) -> list[Article]:
    """The passages, in a random order; those that make the prompt too long are left away."""
    kept = [fault.article for fault in faults if fault.shown]
    about = {fault.article for fault in faults}
    queues = [_distractors(draw, fault.article, tier) for fault in faults]
    others = (a for a in chain.from_iterable(zip_longest(*queues)) if a and a not in about)
    chosen = list(dict.fromkeys([*kept, *others]))[: draw.choice(_PASSAGES[tier])]
    while len(chosen) > _FEWEST and words + sum(map(_length, chosen)) > _MOST_WORDS:
        chosen.pop()
    draw.shuffle(chosen)
    return chosen


def _length(article: Article) -> int:
    return 1 + len(article.passage.split())


def _distractors(draw: Random, article: Article, tier: Tier) -> list[Article]:
    """Articles that could be taken for this one, the nearest more or less first."""
    rings = _rings(article, tier)
    near, rest = list(rings[0]), list(chain.from_iterable(rings[1:]))
    draw.shuffle(near)
    # The nearest stands first; the others mix with what is a ring further out.
    place = {other: ring + 1.5 * draw.random() for ring in range(len(rings)) for other in rings[ring]}
    return near[:1] + sorted([*near[1:], *rest], key=place.__getitem__)


@lru_cache(maxsize=None)
def _rings(article: Article, tier: Tier) -> tuple[tuple[Article, ...], ...]:
    """All other articles of the split by how near they are, in the sense of the tier; none is empty."""
    rings: defaultdict[int, list[Article]] = defaultdict(list)
    for other in _shelf(article.family.split):
        ring = _distance(article, other, tier)
        if other is not article and ring is not None:
            rings[ring].append(other)
    return tuple(tuple(rings[ring]) for ring in sorted(rings))


def _distance(article: Article, other: Article, tier: Tier) -> int | None:
    """How far `other` is from being taken for `article`; None where the tier does not show it."""
    same_product = other.case.product == article.case.product
    same_version = same_product and other.case.version == article.case.version
    sibling = other.family is article.family
    lookalike = other.family.family in article.family.lookalikes
    same_domain = other.family.domain == article.family.domain
    if tier == "easy":
        if sibling or lookalike:
            return None
        return 0 if same_product else 1 if same_domain else 2
    if tier == "medium":
        if sibling:
            return 1 if same_version else 0
        return 2 if same_product or same_domain else 3
    if sibling:
        return 0 if same_version else 1
    return 1 if lookalike else 2 if same_product else 3 if same_domain else 4
