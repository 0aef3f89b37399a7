"""The environment `exec_assist_inbox`: a morning's emails, answered one by one."""

from envs.exec_assist_inbox.episode import Episode, EpisodeError
from envs.exec_assist_inbox.messages import (
    ExecAssistInboxAction,
    ExecAssistInboxObservation,
    ExecAssistInboxState,
)
from envs.exec_assist_inbox.morning import draw
from envs.play import Case, Play, bounded
from graders.exec_assist_inbox import RUBRIC
from graders.score import Grade


class ExecAssistInbox(Play[ExecAssistInboxAction, ExecAssistInboxObservation]):
    """One morning. An answer that cannot be taken is told so, and the morning goes on."""

    NAME = "exec_assist_inbox"
    ABOUT = "An executive's morning: several emails, one calendar that changes with each answer"
    RUBRIC = RUBRIC
    ACTION = ExecAssistInboxAction
    OBSERVATION = ExecAssistInboxObservation
    STATE = ExecAssistInboxState

    def __init__(self) -> None:
        super().__init__()
        self._episode: Episode | None = None

    @property
    def grade(self) -> Grade | None:
        """Of the morning, once it is over."""
        return self._episode.grade if self._episode else None

    @property
    def steps_left(self) -> int:
        """Answers that can still be given."""
        return self._episode.steps_left if self._episode else 0

    def _begin(self, case: Case) -> ExecAssistInboxObservation:
        self._episode = Episode(draw(*case))
        return self.OBSERVATION(messages=self._episode.messages, inbox=self._episode.observation)

    def _act(self, action: ExecAssistInboxAction) -> ExecAssistInboxObservation:
        try:
            told = {"result": self._episode.answer(action.email, action.completion)}
        except EpisodeError as error:
            told = {"error": bounded(str(error))}
        return self.OBSERVATION(**told, inbox=self._episode.observation)


ENVIRONMENT = ExecAssistInbox
