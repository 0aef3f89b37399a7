"""Which of the shown texts a sentence of an answer rests on."""

import re

import pytest

from desks import load
from desks.it_triage.models import Passage, TriageAction, TriageScenario
from envs import grade
from ui.help_desk import outcome
from ui.passages import claims_of

CASE = load("it_triage").scenario(0, "easy", "eval")
FACTS = "512", "restart"
FIX, OTHER = "Fix: set the limit to 512 and restart it.", "Fix: set the limit to 512 by hand."


def supported_by(
    resolution: str,
    cited: list[str],
    facts: tuple[str, ...] = FACTS,
    case: TriageScenario = CASE,
) -> str | None:
    """What the answer's only sentence rests on, of two passages much alike and the ticket."""
    shown = [
        Passage(id="KB-0001", title="One", text=FIX),
        Passage(id="KB-0002", title="Another", text=OTHER),
    ]
    truth = case.truth.model_copy(update={"facts": facts, "foreign": ()})
    case = case.model_copy(update={"passages": tuple(shown), "truth": truth})
    answer = TriageAction(citations=cited, resolution=resolution, confidence=1, escalate=False)
    [claim] = claims_of(case, answer)
    return claim.source and claim.source.where


@pytest.mark.parametrize(
    ("resolution", "cited", "where"),
    [
        ("Set the limit to 512 by hand.", [], "KB-0002"),
        ("Set the limit to 512 by hand.", ["KB-0001"], "KB-0001"),
        ("Set the limit to 512 by hand.", ["KB-0001", "KB-0002"], "KB-0002"),
        ("Set the limit to 512 by hand.", ["KB-9999"], "KB-0002"),
        ("Set it to 512 and restart it.", ["KB-0002"], "KB-0001"),  # says more of it
        ("Buy a new one.", ["KB-0001"], None),
    ],
)
def test_a_cited_passage_goes_first_if_it_says_as_much(
    resolution: str, cited: list[str], where: str | None
) -> None:
    assert supported_by(resolution, cited) == where


def test_without_facts_the_most_similar_text_is_the_support_whatever_is_cited() -> None:
    assert supported_by("Set the limit to 512 by hand.", ["KB-0001"], facts=()) == "KB-0002"


def test_a_cited_ticket_does_not_go_before_passages() -> None:
    ticket = CASE.ticket.model_copy(update={"body": FIX})
    case = CASE.model_copy(update={"ticket": ticket})
    assert supported_by(FIX, [ticket.id], case=case) == "KB-0001"


@pytest.mark.parametrize(
    ("resolution", "rests"),
    [
        ("No article covers PostgreSQL 512; escalated.", []),
        ("No article here applies. Set the limit to 512 and restart it.", [1]),
        ("There is no entry for it: set the limit to 512 and restart it.", [1]),
    ],
)
def test_that_no_article_applies_rests_on_nothing_shown(resolution: str, rests: list[int]) -> None:
    answer = TriageAction(citations=[], resolution=resolution, confidence=1, escalate=True)
    truth = CASE.truth.model_copy(update={"facts": FACTS, "foreign": ()})
    shown = (Passage(id="KB-0001", title="One", text=FIX),)
    case = CASE.model_copy(update={"passages": shown, "truth": truth})
    assert [one.number for one in claims_of(case, answer) if one.source] == rests


@pytest.mark.parametrize("seed", range(4))
def test_every_number_beside_an_answer_leads_to_a_text_that_is_drawn(seed: int) -> None:
    case = load("it_triage").scenario(seed, "easy", "eval")
    answer = TriageAction(citations=[], resolution=case.ticket.body, confidence=0.5, escalate=True)
    drawn = outcome(case, grade(case, answer.model_dump_json()))
    led_to, ids = (set(re.findall(rf'{name}="#?([^"]+)"', drawn)) for name in ("href", "id"))
    assert any(case.ticket.id in one for one in led_to), "some sentence rests on the ticket"
    assert led_to <= ids
