"""The records that the game stores, validated when they are made and when they are read back."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from desks.desk import Frozen
from ui.links import GameRef
from ui.store import ScenarioName

MAX_NAME_LENGTH = 24
Id = Annotated[str, Field(pattern=r"^[\w-]{12}$")]
Paid = Annotated[float, Field(ge=0, le=1)]
Name = Annotated[str, Field(max_length=MAX_NAME_LENGTH)]
"""A pseudonym, or empty."""


class Answer(Frozen):
    """A completion that a player wrote on a level."""

    desk: str
    level: str
    grader: str
    """The version of the graders: scores of different versions are not compared."""
    scenario: ScenarioName
    completion: str
    score: Paid
    """The level's score, from 0 to 1."""
    player: Name


class Submission(Answer):
    """An attempt on a level, as a player submits it."""

    won: bool


class StoredAttempt(Submission):
    """An attempt as it is stored."""

    id: Id
    made: float
    """Seconds since 1970."""


class Leader(Frozen):
    """A row of a leaderboard."""

    id: Id
    player: Name
    score: Paid
    length: int
    """Characters of the completion."""
    scenario: ScenarioName


class Exploit(Frozen):
    """A minimised completion that wins a level; its signature identifies the kind of exploit."""

    signature: str
    desk: str
    level: str
    scenario: ScenarioName
    completion: str
    why: str
    """The referee's reason."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> Self:
        GameRef.parse(f"{self.desk}/{self.level}/{self.scenario}")
        return self
