"""A desk on one turn: its prompt is what is seen, a completion the one action.

A desk needs nothing more to be served: `of_desk` makes its environment.
"""

from typing import ClassVar, Generic, TypeVar

from desks import Desk, Scenario, load
from envs.models import CaseState, Completion, Prompted
from envs.play import Case, Play, bounded
from graders import grade, grading
from graders.score import Grade

ActT = TypeVar("ActT", bound=Completion)
ObsT = TypeVar("ObsT", bound=Prompted)


class SingleTurn(Play[ActT, ObsT], Generic[ActT, ObsT]):
    """A scenario of the desk, answered once."""

    DESK: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._scenario: Scenario | None = None
        self._grade: Grade | None = None

    @property
    def grade(self) -> Grade | None:
        """Of the answer, once it was given."""
        return self._grade

    @property
    def steps_left(self) -> int:
        """1 until it is answered."""
        return int(self._scenario is not None and self._grade is None)

    def _begin(self, case: Case) -> ObsT:
        desk = load(self.DESK)
        self._scenario, self._grade = desk.scenario(*case), None
        return self.OBSERVATION(messages=desk.prompt(self._scenario))

    def _act(self, action: ActT) -> ObsT:
        self._grade = grade(self._scenario, action.completion)
        error = self._grade.error
        return self.OBSERVATION(error=error and bounded(error))


def of_desk(desk: Desk) -> type[SingleTurn[Completion, Prompted]]:
    """The environment of a desk that has none of its own."""
    told = {
        "NAME": desk.name,
        "DESK": desk.name,
        "ABOUT": f"{desk.title}: what its prompt shows in; one JSON action out",
        "RUBRIC": grading(desk.name).rubric,
        "ACTION": Completion,
        "OBSERVATION": Prompted,
        "STATE": CaseState,
    }
    return type(desk.name, (SingleTurn,), told)
