"""Tickets and the passages retrieved for them: scenario(seed, tier, split) -> TriageScenario.

The passages are drawn first, always in the same way, from two families of a domain (in easy, each
from a family of its own). Only then is it decided what the ticket is about: one of them, two of
them, or none. So the passages give nothing away about the answer, whether by number, order, length,
id or similarity: each is as likely as the others to be the one that applies, and they look no
different if none does.

One ticket in five has no article that answers it: either it reports a case whose article is not
among the passages, or its sign points to an article about another version of the product. Shares
are dealt in blocks of seeds rather than drawn, so that every block has them exactly.
"""

from collections.abc import Sequence
from functools import cache
from random import Random

from desks.desk import Split, Tier, Voices, deal, seeded_rng
from desks.it_triage.knowledge import FIRST_OPEN_TICKET, Article, articles
from desks.it_triage.models import Passage, Ticket, TriageScenario
from desks.it_triage.plain import compose, draw_context
from desks.it_triage.telling import much_alike, report
from desks.it_triage.truth import Fault, situation, truth
from desks.it_triage.voices import Writer

_ANSWERABLE = (True,) * 4 + (False,)
_TWO_FAULTS = (True,) * 3 + (False,) * 13
#: The number of passages from each family; one tuple is drawn.
_SHARES: dict[Tier, tuple[tuple[int, ...], ...]] = {
    "easy": ((1, 1, 1), (1, 1, 1, 1)),
    "medium": ((2, 2), (3, 2)),
    "hard": ((2, 2), (3, 2), (3, 3)),
}


def scenario(seed: int, tier: Tier, split: Split, voices: Voices = "all") -> TriageScenario:
    """The ticket for that seed; the same arguments give the same scenario in any process."""
    return _build(seed, tier, split, voices, None)


def retold(s: TriageScenario, way: int) -> TriageScenario:
    """The same faults and passages, reported by somebody else: one ticket for each `way`."""
    return _build(s.seed, s.tier, s.split, s.voices, way)


def faults_of(seed: int, tier: Tier, split: Split) -> tuple[list[Fault], list[Article], Random]:
    """A ticket's faults, the articles shown with it, and the generator of its wording."""
    rng = seeded_rng("it_triage", split, tier, seed)
    anchor = deal(_articles_of(split), seed, "anchor", split, tier)
    answerable = deal(_ANSWERABLE, seed, "answerable", split, tier)
    two_faults = tier == "hard" and deal(_TWO_FAULTS, seed, "two faults", split)

    groups = _groups(rng, anchor, tier)
    shown = [article for group in groups for article in group]
    about = _answered if answerable else _unrelated_fault if tier == "easy" else _near_miss
    faults = [about(rng, group, shown) for group in (groups if two_faults else [shown])]
    rng.shuffle(shown)
    return faults, shown, rng


def _build(seed: int, tier: Tier, split: Split, voices: Voices, way: int | None) -> TriageScenario:
    faults, shown, rng = faults_of(seed, tier, split)
    if way is not None:
        rng = seeded_rng("it_triage retold", split, tier, seed, way)
    about = [fault.article for fault in faults]
    others = [article for article in shown if article not in about]
    if voices == "plain":
        brief = len(faults) > 1
        reports = [
            report(rng, fault.article, fault.version, () if number else others, tier, brief)
            for number, fault in enumerate(faults)
        ]
        context = draw_context(rng, split)
        subject, text = compose(rng, reports, context)
    else:
        rng = seeded_rng("it_triage", voices, split, tier, seed, way)
        context = draw_context(rng, split)
        subject, text = Writer(rng, tier, context).ticket(faults, others)
    number = f"TKT-{rng.randrange(FIRST_OPEN_TICKET, 10_000)}"
    ticket = Ticket(id=number, reporter=context.reporter, subject=subject, body=text)
    return TriageScenario(
        seed=seed,
        tier=tier,
        split=split,
        situation=situation(faults, shown),
        voices=voices,
        domain=faults[0].article.family.domain,
        ticket=ticket,
        passages=tuple(shown_of(article) for article in shown),
        truth=truth(faults, shown, ticket),
    )


def shown_of(article: Article) -> Passage:
    """An article as a retrieved passage."""
    return Passage(id=article.id, title=article.family.title, text=article.passage)


@cache
def _articles_of(split: Split) -> tuple[Article, ...]:
    return tuple(article for article in articles() if article.family.split == split)


@cache
def _cases(family: str) -> tuple[Article, ...]:
    return tuple(article for article in articles() if article.family.family == family)


@cache
def _alike(family: str) -> frozenset[str]:
    """The families that a reporter could describe in nearly the same words, itself included."""
    (own,) = {one.family.lookalikes for one in _cases(family)}
    theirs = (one.family.family for one in articles() if family in one.family.lookalikes)
    return frozenset((family, *own, *theirs))


def _unlike(shown: Sequence[Article]) -> list[Article]:
    """The split's articles of families that are not alike to any of these."""
    alike = frozenset().union(*(_alike(one.family.family) for one in shown))
    return [one for one in _articles_of(shown[0].family.split) if one.family.family not in alike]


# -- the passages ---------------------------------------------------------------------------------


def _groups(rng: Random, anchor: Article, tier: Tier) -> list[list[Article]]:
    """The articles to show, grouped by family; the anchor comes first."""
    shares = rng.choice(_SHARES[tier])
    pivots = [anchor]
    while len(pivots) < len(shares):
        pivots.append(rng.choice(_companions(pivots, tier)))
    return [_sample_family(rng, p, count, tier) for p, count in zip(pivots, shares, strict=True)]


def _companions(pivots: Sequence[Article], tier: Tier) -> list[Article]:
    """Cases of other families to show beside these: look-alikes in hard, otherwise only families
    that are not alike."""
    anchor = pivots[0]
    if tier == "hard":
        return [case for name in anchor.family.lookalikes for case in _cases(name)]
    others = _unlike(pivots)
    if tier == "medium":
        return [a for a in others if a.family.domain == anchor.family.domain]
    akin = [a for a in others if a.case.product == anchor.case.product]
    return akin if akin and len(pivots) == 1 else others


def _sample_family(rng: Random, pivot: Article, count: int, tier: Tier) -> list[Article]:
    """The pivot and cases of its family; in hard, mostly ones that only the sign tells apart."""
    chosen = [pivot]
    while len(chosen) < count:
        systems = {article.system for article in chosen}
        left = [article for article in _cases(pivot.family.family) if article not in chosen]
        twins = [article for article in left if article.system in systems]
        others = [article for article in left if article.system not in systems]
        twin_first = tier == "hard" and rng.random() < 0.6
        chosen.append(rng.choice((twins or others) if twin_first else (others or twins)))
    return chosen


# -- what the ticket is about ---------------------------------------------------------------------


def _answered(rng: Random, group: Sequence[Article], shown: Sequence[Article]) -> Fault:
    article = rng.choice(group)
    return Fault(article, article.case.version)


def _unrelated_fault(rng: Random, group: Sequence[Article], shown: Sequence[Article]) -> Fault:
    """A case of an unrelated family, for a product that is shown if possible."""
    others = _unlike(shown)
    products = {article.case.product for article in shown}
    article = rng.choice([a for a in others if a.case.product in products] or others)
    return Fault(article, article.case.version)


def _near_miss(rng: Random, group: Sequence[Article], shown: Sequence[Article]) -> Fault:
    """A shown case under another version, or a case of a shown family that is not itself shown."""
    restated = [Fault(a, version) for a in group for version in _other_versions(a)]
    names = dict.fromkeys(article.family.family for article in group)
    left_out = [Fault(a, a.case.version) for name in names for a in _cases(name) if a not in shown]
    kinds = [kind for kind in (restated, left_out) if kind]
    return rng.choice(rng.choice(kinds)) if kinds else _unrelated_fault(rng, group, shown)


@cache
def _other_versions(article: Article) -> tuple[str, ...]:
    """The product's versions that may show the sign but that no article on a similar one covers."""
    case, known = article.case, _articles_of(article.family.split)
    same_product = [other.case for other in known if other.case.product == case.product]
    written = [other.version for other in same_product if much_alike(other.sign, case.sign)]
    return tuple(
        version
        for version in sorted({other.version for other in same_product})
        if version not in article.passage
        and version not in case.never_on
        and not any(_covers(version, one) or _covers(one, version) for one in written)
    )


def _covers(version: str, other: str) -> bool:
    """Whether what is said of `version` holds for `other`: 7 covers 7.9, but 7.9 not 7.8."""
    return f"{other}.".startswith(f"{version}.")
