"""The environment `exec_assist_inbox`: a morning's emails, answered one by one."""

from envs.base import CaseKey
from envs.exec_assist_inbox.episode import Episode
from envs.exec_assist_inbox.messages import ExecAssistInboxAction, ExecAssistInboxObservation
from envs.exec_assist_inbox.morning import generate
from envs.multi_turn import MultiTurn
from graders.exec_assist_inbox import RUBRIC


class ExecAssistInbox(MultiTurn):
    """One morning, shown in full after each answer."""

    NAME = "exec_assist_inbox"
    ABOUT = "An executive's morning: several emails, one calendar that changes with each answer"
    RUBRIC = RUBRIC
    ACTION = ExecAssistInboxAction
    OBSERVATION = ExecAssistInboxObservation
    _episode: Episode

    def _begin(self, case: CaseKey) -> ExecAssistInboxObservation:
        self._episode = Episode(generate(*case))
        return self.OBSERVATION(messages=self._episode.messages, **self._seen())

    def _take(self, action: ExecAssistInboxAction) -> str:
        return self._episode.answer(action.email, action.completion)

    def _seen(self) -> dict[str, str]:
        return {"inbox": self._episode.observation}


ENVIRONMENT = ExecAssistInbox
