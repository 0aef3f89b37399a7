"""Which of the shown texts a sentence of an answer rests on."""

import pytest

from desks import load
from desks.it_triage.models import Passage, TriageAction
from ui.passages import claims_of

CASE = load("it_triage").scenario(0, "easy", "eval")
FIX, OTHER = "Fix: set the limit to 512 and restart it.", "Fix: set the limit to 512 by hand."


def supported_by(resolution: str, cited: list[str]) -> str | None:
    """The passage that the answer's only sentence rests on, of two much alike."""
    shown = [
        Passage(id="KB-0001", title="One", text=FIX),
        Passage(id="KB-0002", title="Another", text=OTHER),
    ]
    truth = CASE.truth.model_copy(update={"facts": ("512", "restart"), "foreign": ()})
    case = CASE.model_copy(update={"passages": tuple(shown), "truth": truth})
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
