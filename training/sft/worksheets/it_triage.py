"""A ticket's worksheet: which system it is about, and why each article found fits or does not.

The verdict on an article comes before its id, since a small model that looks for "fits:" can find
the id after it, but not one before it.
"""

from collections.abc import Iterator
from random import Random

from desks.it_triage.models import Case, Passage, TriageScenario
from desks.it_triage.scenarios import faults_of
from desks.it_triage.telling import short_name
from desks.own.ticket_case import OWN
from graders.it_triage.policies import answer
from training.pocket.demonstrations.doubts import article_of
from training.pocket.demonstrations.it_triage import excellent


def worksheet(s: TriageScenario) -> str:
    """What is reported, a line for each passage, the passages that apply."""
    return "\n".join(_lines(s))


def copied(s: TriageScenario) -> str:
    """The right answer in the words of the passages: an article's fix is a text to copy, never one
    to know by heart."""
    if not s.truth.answerable:
        return excellent(Random(0), s)
    fixes = {passage.id: passage.fix for passage in _applying(s)}
    return answer([*fixes], " ".join(fixes.values()), confidence=1.0, escalate=False)


def _lines(s: TriageScenario) -> Iterator[str]:
    yield from _verdicts_on_runbooks(s) if s.situation == OWN else _verdicts_on_articles(s)
    yield f"applies: {', '.join(one.id for one in _applying(s)) or 'none'}"


def _applying(s: TriageScenario) -> list[Passage]:
    """The passages that apply, in the order in which they are read."""
    return [one for one in s.passages if one.id in s.truth.gold]


def _verdicts_on_runbooks(s: TriageScenario) -> Iterator[str]:
    """The ticket's subject, and of each passage the heading and whether it fits."""
    yield f"about: {s.ticket.subject}"
    for passage in s.passages:
        fit = "fits" if passage.id in s.truth.gold else "other"
        yield f"{passage.title.rpartition(' > ')[2]}, {fit}: {passage.id}"


def _verdicts_on_articles(s: TriageScenario) -> Iterator[str]:
    faults, _, _ = faults_of(s.seed, s.tier, s.split)
    reported = list(dict.fromkeys((short_name(one.product), one.version) for one in faults))
    yield f"system: {'; '.join(f'{product} {version}' for product, version in reported)}"
    for passage in s.passages:
        case = article_of(passage.id).case
        fit = _fit(s, passage.id, case, reported)
        yield f"{case.product} {case.version}, {fit}: {passage.id}"


def _fit(s: TriageScenario, id_: str, case: Case, reported: list[tuple[str, str]]) -> str:
    """Whether an article fits, or why not; `reported` has the products by their short names."""
    if id_ in s.truth.gold:
        return "fits"
    same = [version for product, version in reported if product in case.product]
    if not same:
        return "other product"
    return "other sign" if case.version in same else "other version"
