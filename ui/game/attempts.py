"""What is kept of a game, as it is told and as it is read back: checked both times."""

from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from desks.desk import Frozen
from ui.links import Place, Ref

LONGEST_NAME = 24
Id = Annotated[str, Field(pattern=r"^[\w-]{12}$")]
Paid = Annotated[float, Field(ge=0, le=1)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
"""A pseudonym, or nothing."""
Scenario = Annotated[str, AfterValidator(lambda text: str(Ref.parse(text)))]
"""Its name, such as hard-eval-7."""


class Told(Frozen):
    """An attempt on a level, as a player makes it."""

    desk: str
    level: str
    grader: str
    """The version of the level's rubric: scores of another are not compared."""
    scenario: Scenario
    completion: str
    score: Paid
    """By the level, of 1."""
    won: bool
    player: Name


class Kept(Told):
    """An attempt, as it is kept."""

    id: Id
    made: float
    """Seconds since 1970."""


class Leader(Frozen):
    """A row of a board."""

    id: Id
    player: Name
    score: Paid
    length: int
    """Characters of the completion."""
    scenario: Scenario


class Exploit(Frozen):
    """A completion that wins a level, made short, with what tells its kind."""

    signature: str
    desk: str
    level: str
    scenario: Scenario
    completion: str
    why: str
    """What the referee says of it."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> Self:
        Place.parse(f"{self.desk}/{self.level}/{self.scenario}")
        return self
