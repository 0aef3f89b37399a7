"""A desk on one turn: its prompt is what is seen, a completion the one action."""

from typing import ClassVar, Generic, TypeVar

from desks import Scenario, load
from envs.models import Completion, Prompted
from envs.play import Case, Play, bounded
from graders import grade
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
