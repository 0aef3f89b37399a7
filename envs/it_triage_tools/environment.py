"""The environment `it_triage_tools`: a ticket, seven tools, and a submission that ends it."""

from envs.base import CaseKey
from envs.it_triage_tools.desk import DESK
from envs.it_triage_tools.episode import SUBMIT, Episode
from envs.it_triage_tools.models import ItTriageToolsAction, ItTriageToolsObservation
from envs.it_triage_tools.schemas import SCHEMAS
from envs.multi_turn import MultiTurn
from graders.it_triage_tools import RUBRIC

SHORT = 800
"""Characters of a submission that is graded in some milliseconds, whatever they are."""


class ItTriageTools(MultiTurn):
    """One ticket, worked on call by call."""

    NAME = "it_triage_tools"
    ABOUT = "An IT help desk with seven tools: searches and look-ups, then one cited resolution"
    RUBRIC = RUBRIC
    ACTION = ItTriageToolsAction
    OBSERVATION = ItTriageToolsObservation
    _episode: Episode

    def _begin(self, case: CaseKey) -> ItTriageToolsObservation:
        scenario = DESK.scenario(*case)
        self._episode = Episode(scenario)
        return self.OBSERVATION(messages=DESK.prompt(scenario), tools=SCHEMAS)

    def _is_quick(self, action: ItTriageToolsAction) -> bool:
        return action.tool != SUBMIT or len(str(action.arguments)) <= SHORT

    def _take(self, action: ItTriageToolsAction) -> str:
        return self._episode.call(action.tool, action.arguments)


ENVIRONMENT = ItTriageTools
