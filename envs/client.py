"""The base of the typed clients: how actions are sent and responses become observations.

with ExecAssistEnv(base_url="http://localhost:8000/envs/exec_assist").sync() as env:
    seen = env.reset(seed=7, tier="hard", split="eval").observation
    env.step(ExecAssistAction(completion=...)).reward
"""

from typing import Any, ClassVar, Generic, TypeVar

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.types import Action

from envs.models import CaseState, Scored

ActT = TypeVar("ActT", bound=Action)
ObsT = TypeVar("ObsT", bound=Scored)


class DeskClient(EnvClient[ActT, ObsT, CaseState], Generic[ActT, ObsT]):
    """A session with one of the environments, over its websocket."""

    OBSERVATION: ClassVar[type[Scored]]

    def _step_payload(self, action: ActT) -> dict[str, Any]:
        return action.model_dump(mode="json")

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[ObsT]:
        reward, done = payload.get("reward"), payload.get("done", False)
        seen = self.OBSERVATION(**payload["observation"], reward=reward, done=done)
        return StepResult(observation=seen, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> CaseState:
        return CaseState(**payload)
