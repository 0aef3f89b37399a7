"""How well a plain BM25 search finds the article that answers a ticket, by tier.

    python -m desks.it_triage.retrieval --n 200

The query is a ticket's subject and body, run over all articles of both splits. hit@1: the first
result answers the ticket; hit@5: one of the first five does. Tickets without an answer are left
out. The 95 % bootstrap intervals resample whole fault families 2,000 times, since tickets of one
family share their words.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from desks.desk import TIERS, Split, Tier, Voices
from desks.it_triage.knowledge import search
from desks.it_triage.library import by_id
from desks.it_triage.models import TriageScenario
from desks.it_triage.scenarios import scenario

RESAMPLES = 2_000
TOP_K = 5


@dataclass(frozen=True)
class Hit:
    """What a search found for one ticket that has an answer."""

    family: str
    first: bool
    among: bool
    lookalike: bool
    """Whether the first result is wrong, and of a look-alike or the same fault family."""


@dataclass(frozen=True)
class Share:
    """A share of tickets with its confidence interval, all in [0, 1]."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def hits(tier: Tier, split: Split, n: int, voices: Voices = "all") -> list[Hit]:
    """BM25's results for the first n tickets, without those that no article answers."""
    tickets = (scenario(seed, tier, split, voices) for seed in range(n))
    return [_hit(ticket) for ticket in tickets if ticket.truth.answerable]


def _hit(ticket: TriageScenario) -> Hit:
    gold = ticket.truth.gold
    found = [record.id for record in search("articles", ticket.ticket.text, TOP_K)]
    best, *families = (by_id()[one].family for one in (found[0], *gold))
    alike = {name for family in families for name in (family.family, *family.lookalikes)}
    first = found[0] in gold
    return Hit(
        family=families[0].family,
        first=first,
        among=not set(gold).isdisjoint(found),
        lookalike=not first and best.family in alike,
    )


def share(found: Sequence[tuple[str, bool]], seed: int = 0) -> Share:
    """The share of true values among (family, value) pairs, bootstrapped by family.

    The intervals of what models do are `training.evals.statistics`, which no desk may import.
    """
    groups: dict[str, list[bool]] = defaultdict(list)
    for family, value in found:
        groups[family].append(value)
    rng, families = Random(seed), list(groups.values())
    means = sorted(
        fmean(value for group in rng.choices(families, k=len(families)) for value in group)
        for _ in range(RESAMPLES)
    )
    low, high = means[RESAMPLES // 40], means[-RESAMPLES // 40 - 1]
    return Share(fmean(value for _, value in found), low, high)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--n", type=int, default=200, help="tickets a tier")
    parser.add_argument("--split", choices=("train", "eval"), default="eval")
    parser.add_argument("--voices", choices=("all", "plain"), default="all")
    asked = parser.parse_args(arguments)
    print(f"{'tier':8}{'answered':>9}  {'hit@1':22}{'hit@5':22}look-alike first")
    for tier in TIERS:
        found = hits(tier, asked.split, asked.n, asked.voices)
        columns = [
            share([(hit.family, getattr(hit, name)) for hit in found])
            for name in ("first", "among", "lookalike")
        ]
        print(f"{tier:8}{len(found):9}  {columns[0]!s:22}{columns[1]!s:22}{columns[2]}")


if __name__ == "__main__":
    main()
