"""A desk as a multi-turn environment: each step returns its result, or why it is invalid."""

from abc import abstractmethod
from typing import Any

from openenv.core.env_server.types import Action

from envs.base import DeskEnvironment
from envs.episode import EpisodeError
from envs.messages import truncated
from envs.models import StepObservation


class MultiTurn(DeskEnvironment):
    """One case, worked on step by step. An invalid step gets an error, and the episode goes on."""

    @abstractmethod
    def _take(self, action: Action) -> str:
        """Take a step of the episode and return its result, or raise EpisodeError."""

    def _act(self, action: Action) -> StepObservation:
        try:
            outcome = {"result": self._take(action)}
        except EpisodeError as error:
            outcome = {"error": truncated(str(error))}
        return self.OBSERVATION(**outcome, **self._seen())

    def _seen(self) -> dict[str, Any]:
        """Further fields of the observation after each step."""
        return {}
