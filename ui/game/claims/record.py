"""A claim as it is stored, and where it stands with today's graders."""

import json
import secrets
import time
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from desks import Scenario
from desks.cases import CaseError, scenario_of
from graders import Grade, grade
from graders.exploits import Case, case_of
from graders.levels import Attempt, version
from ui.game.attempts import Answer, Id
from ui.links import GameRef

MAX_WHY_LENGTH = 200
MAX_COMPLETION = 8_000
"""Longest completion that can be claimed, in characters: a wall shows many."""
State = Literal["open", "confirmed", "rejected", "hidden"]
Standing = Literal["open", "confirmed", "fixed", "rejected", "hidden"]
"""A claim's state; "fixed" is a confirmed one that deceives neither rubric nor referee any more."""
Verdict = Literal["wrong", "fine"]
NO_REASON = "a person calls this answer wrong"


class Claim(Answer):
    """A completion that is paid, that the referee counts as done, and that a person calls wrong."""

    id: Id
    made: float
    """Seconds since 1970."""
    case_text: str
    """The scenario in full, as JSON: its name may come to mean another."""
    why: Annotated[str, Field(max_length=MAX_WHY_LENGTH)]
    """The person's reason, or empty."""
    state: State

    def case(self) -> Case:
        """The claim as a test case of today's graders; CaseError if its desk can no longer read
        the scenario."""
        scenario = scenario_of(self.desk, json.loads(self.case_text))
        return case_of(scenario, self.completion, self.why or NO_REASON)


class Tally(NamedTuple):
    """The votes on a claim."""

    wrong: int = 0
    fine: int = 0


def can_be_claimed(tried: Attempt) -> bool:
    """Whether an attempt is paid enough to win, and does not win because of the referee alone."""
    return tried.grade.total >= tried.bar and tried.ruling.done


def new_claim(game: GameRef, completion: str, tried: Attempt, player: str, why: str) -> Claim:
    """An open claim about an attempt that `can_be_claimed`."""
    return Claim(
        id=secrets.token_hex(6),  # no hyphen: a command would take it for an option
        made=time.time(),
        desk=game.desk,
        level=game.level_name,
        grader=version(),
        scenario=str(game.ref),
        case_text=game.scenario.model_dump_json(),
        completion=completion,
        score=min(max(tried.grade.total, 0.0), 1.0),
        player=player,
        why=why,
        state="open",
    )


class Today(NamedTuple):
    """The case of a claimed answer, and what today's graders make of it."""

    scenario: Scenario
    grade: Grade
    passes: bool
    """Whether neither rubric nor referee takes it for the work any more."""


def today(claim: Claim) -> Today | None:
    """What today's graders make of a claim; None if today's desk cannot read its case."""
    return _today(claim.desk, claim.case_text, claim.completion)


@lru_cache(maxsize=256)
def _today(desk: str, case_text: str, completion: str) -> Today | None:
    try:
        scenario = scenario_of(desk, json.loads(case_text))
    except CaseError:
        return None
    is_open = case_of(scenario, completion, NO_REASON).open
    return Today(scenario, grade(scenario, completion), not is_open)


def standing(claim: Claim) -> Standing:
    """Where a claim stands today."""
    found = today(claim) if claim.state == "confirmed" else None
    return "fixed" if found and found.passes else claim.state
