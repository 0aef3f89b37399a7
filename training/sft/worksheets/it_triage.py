"""A ticket's worksheet: which system it is about, and why each article found fits or does not.

The verdict on an article comes before its id, since a small model that looks for "fits:" can find
the id after it, but not one before it.
"""

from collections.abc import Iterator

from desks.it_triage.models import Case, TriageScenario
from desks.it_triage.scenarios import faults_of
from desks.it_triage.telling import short_name
from desks.own import OWN
from graders.it_triage.policies import answer
from training.pocket.demonstrations.doubts import article_of


def worksheet(s: TriageScenario) -> str:
    """What is reported, a line for each passage, the passages that apply."""
    return "\n".join(_lines(s))


def copied(s: TriageScenario) -> str:
    """The right answer in the words of the passages: an article's fix is a text to copy, never one
    to know by heart. If none applies, it names the systems as the worksheet does."""
    if not s.truth.answerable:
        said = f"No article covers {' or '.join(_systems(s))} with this sign; escalated."
        return answer([], said, confidence=1.0, escalate=True)
    fixes = {passage.id: passage.fix for passage in s.applying}
    return answer([*fixes], " ".join(fixes.values()), confidence=1.0, escalate=False)


def _lines(s: TriageScenario) -> Iterator[str]:
    yield from _verdicts_on_runbooks(s) if s.situation == OWN else _verdicts_on_articles(s)
    yield f"applies: {', '.join(one.id for one in s.applying) or 'none'}"


def _verdicts_on_runbooks(s: TriageScenario) -> Iterator[str]:
    """The ticket's subject, and of each passage the heading and whether it fits."""
    yield f"about: {s.ticket.subject}"
    for passage in s.passages:
        fit = "fits" if passage.id in s.truth.gold else "other"
        yield f"{passage.title.rpartition(' > ')[2]}, {fit}: {passage.id}"


def _verdicts_on_articles(s: TriageScenario) -> Iterator[str]:
    reported = _reported(s)
    yield f"system: {'; '.join(_systems(s))}"
    for passage in s.passages:
        case = article_of(passage.id).case
        fit = _fit(s, passage.id, case, reported)
        yield f"{case.product} {case.version}, {fit}: {passage.id}"


def _reported(s: TriageScenario) -> list[tuple[str, str]]:
    """Product and version of each fault, in the order in which the ticket first names them."""
    faults, _, _ = faults_of(s.seed, s.tier, s.split)
    text = _text(s)

    def named(system: tuple[str, str]) -> tuple[int, int]:
        product, version = system
        at = max(text.find(short_name(product).lower()), 0)
        return at, text.find(version.lower(), at)

    return sorted(dict.fromkeys((one.product, one.version) for one in faults), key=named)


def _systems(s: TriageScenario) -> list[str]:
    """What is reported, with the maker's name where the ticket has that: a name is copied."""
    text = _text(s)
    return [
        f"{product if product.lower() in text else short_name(product)} {version}"
        for product, version in _reported(s)
    ]


def _text(s: TriageScenario) -> str:
    return " ".join(s.ticket.text.lower().split())


def _fit(s: TriageScenario, id_: str, case: Case, reported: list[tuple[str, str]]) -> str:
    """Whether an article fits, or why not."""
    if id_ in s.truth.gold:
        return "fits"
    same = [version for product, version in reported if product == case.product]
    if not same:
        return "other product"
    return "other sign" if case.version in same else "other version"
