"""A desk on several turns: each step is told what came of it, or why it could not be taken."""

from abc import abstractmethod
from typing import Any

from openenv.core.env_server.types import Action

from envs.episode import EpisodeError
from envs.models import Told
from envs.play import Play, bounded


class MultiTurn(Play):
    """One case, worked on step by step. A step that cannot be taken is told so, and it goes on."""

    @abstractmethod
    def _take(self, action: Action) -> str:
        """Take a step of the episode; what came of it, or EpisodeError."""

    def _act(self, action: Action) -> Told:
        try:
            told = {"result": self._take(action)}
        except EpisodeError as error:
            told = {"error": bounded(str(error))}
        return self.OBSERVATION(**told, **self._seen())

    def _seen(self) -> dict[str, Any]:
        """What else is seen after each step."""
        return {}
