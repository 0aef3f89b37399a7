"""The environment `it_triage_tools`: a ticket, seven tools, and a submission that ends it."""

from envs.it_triage_tools.desk import DESK
from envs.it_triage_tools.episode import Episode, EpisodeError
from envs.it_triage_tools.models import (
    ItTriageToolsAction,
    ItTriageToolsObservation,
    ItTriageToolsState,
)
from envs.it_triage_tools.schemas import SCHEMAS
from envs.play import Case, Play, bounded
from graders.it_triage_tools import RUBRIC
from graders.score import Grade


class ItTriageTools(Play[ItTriageToolsAction, ItTriageToolsObservation]):
    """One ticket, worked on call by call. A call that cannot be made is answered, and goes on."""

    NAME = "it_triage_tools"
    ABOUT = "An IT help desk with seven tools: searches and look-ups, then one cited resolution"
    RUBRIC = RUBRIC
    ACTION = ItTriageToolsAction
    OBSERVATION = ItTriageToolsObservation
    STATE = ItTriageToolsState

    def __init__(self) -> None:
        super().__init__()
        self._episode: Episode | None = None

    @property
    def grade(self) -> Grade | None:
        """Of the episode, once it is over."""
        return self._episode.grade if self._episode else None

    @property
    def steps_left(self) -> int:
        """Calls that can still be made."""
        return self._episode.steps_left if self._episode else 0

    def _begin(self, case: Case) -> ItTriageToolsObservation:
        scenario = DESK.scenario(*case)
        self._episode = Episode(scenario)
        return ItTriageToolsObservation(messages=DESK.prompt(scenario), tools=SCHEMAS)

    def _act(self, action: ItTriageToolsAction) -> ItTriageToolsObservation:
        try:
            return ItTriageToolsObservation(
                result=self._episode.call(action.tool, action.arguments)
            )
        except EpisodeError as error:
            return ItTriageToolsObservation(error=bounded(str(error)))


ENVIRONMENT = ItTriageTools
