"""What an agent can look up while it works on a ticket, and the scenario made of what it saw.

A ticket's library is the knowledge base of its split. If the truth says that no article answers the
ticket, the articles that would answer it are left out, as if not yet written, along with all
records that link to them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from desks.desk import Split
from desks.it_triage.knowledge import Article, Kind, Record, articles, get, search
from desks.it_triage.models import TriageScenario
from desks.it_triage.scenarios import faults_of, shown_of
from desks.it_triage.truth import foreign_facts
from desks.once import once


@once
def by_id() -> dict[str, Article]:
    """Every article by its id."""
    return {article.id: article for article in articles()}


@dataclass(frozen=True)
class Library:
    """The records available for one ticket."""

    split: Split
    excluded_ids: frozenset[str]
    """Ids of articles that are left out, along with all records that link to them."""

    @classmethod
    def of(cls, s: TriageScenario) -> "Library":
        faults, shown, _ = faults_of(s.seed, s.tier, s.split)
        answers = [f.article for f in faults if f.version == f.article.case.version]
        return cls(s.split, frozenset(one.id for one in answers if one not in shown))

    def search(self, kind: Kind, query: str, limit: int) -> list[Record]:
        """`knowledge.search`, restricted to these records."""
        return search(kind, query, limit, self._holds)

    def get(self, kind: Kind, record_id: str) -> Record | None:
        """`knowledge.get`, restricted to these records."""
        found = get(kind, record_id)
        return found if found and self._holds(found) else None

    def _holds(self, record: Record) -> bool:
        about = record.articles or (record.id,)
        written = by_id()[about[0]].family.split == self.split
        return written and self.excluded_ids.isdisjoint(about)


def as_seen(s: TriageScenario, ids: Iterable[str]) -> TriageScenario:
    """The scenario for an agent that saw these articles and no others: they become its passages.

    The right answer stays the same, whether or not the articles that apply are among them.
    """
    shown = [by_id()[one] for one in ids]
    gold = [by_id()[one] for one in s.truth.gold]
    theirs = foreign_facts(gold, shown, s.truth.resolution, s.ticket)
    return s.model_copy(
        update={
            "passages": tuple(map(shown_of, shown)),
            "truth": s.truth.model_copy(update={"foreign": theirs}),
        }
    )
