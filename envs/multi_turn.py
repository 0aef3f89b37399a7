"""A desk on several turns: each step is told what came of it, or why it could not be taken."""

from abc import abstractmethod
from typing import Any, Generic, TypeVar

from openenv.core.env_server.types import Action

from envs.episode import EpisodeError
from envs.models import Told
from envs.play import Play, bounded

ActT = TypeVar("ActT", bound=Action)
ObsT = TypeVar("ObsT", bound=Told)


class MultiTurn(Play[ActT, ObsT], Generic[ActT, ObsT]):
    """One case, worked on step by step. A step that cannot be taken is told so, and it goes on."""

    @abstractmethod
    def _take(self, action: ActT) -> str:
        """Take a step of the episode; what came of it, or EpisodeError."""

    def _act(self, action: ActT) -> ObsT:
        try:
            told = {"result": self._take(action)}
        except EpisodeError as error:
            told = {"error": bounded(str(error))}
        return self.OBSERVATION(**told, **self._seen())

    def _seen(self) -> dict[str, Any]:
        """What else is seen after each step."""
        return {}
