"""A desk as a multi-turn environment: each step returns its result, or why it is invalid."""

from abc import abstractmethod
from typing import Any

from openenv.core.env_server.types import Action

from envs.episode import EpisodeError
from envs.models import Told
from envs.play import Play, bounded


class MultiTurn(Play):
    """One case, worked on step by step. An invalid step gets an error, and the episode goes on."""

    @abstractmethod
    def _take(self, action: Action) -> str:
        """Take a step of the episode and return its result, or raise EpisodeError."""

    def _act(self, action: Action) -> Told:
        try:
            told = {"result": self._take(action)}
        except EpisodeError as error:
            told = {"error": bounded(str(error))}
        return self.OBSERVATION(**told, **self._seen())

    def _seen(self) -> dict[str, Any]:
        """Further fields of the observation after each step."""
        return {}
