"""OpenEnv's echo environment, as its template has it (`openenv init`), to measure ours against.

python -m tests.envs.echo 8001    # /bare as it is, /guarded behind our guard
"""

import sys

import uvicorn
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from starlette.applications import Starlette
from starlette.routing import Mount

from envs.bounds import ConcurrencyLimit
from envs.guard import Guard, Limits

SESSIONS = 64


class EchoAction(Action):
    message: str


class EchoObservation(Observation):
    echoed_message: str
    message_length: int


class Echo(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None) -> EchoObservation:
        self._state = State(episode_id=episode_id)
        return EchoObservation(echoed_message="ready!", message_length=0, reward=0.0)

    def step(self, action: EchoAction) -> EchoObservation:
        self._state.step_count += 1
        size = len(action.message)
        return EchoObservation(
            echoed_message=action.message,
            message_length=size,
            reward=min(size * 0.1, 1.0),
            metadata={"original_message": action.message, "step": self._state.step_count},
        )

    @property
    def state(self) -> State:
        return self._state


def echo_app() -> Starlette:
    """Echo at /bare, and at /guarded behind our guard."""
    bare, guarded = (
        create_fastapi_app(Echo, EchoAction, EchoObservation, max_concurrent_envs=SESSIONS)
        for _ in range(2)
    )
    guard = Guard(guarded, Limits(2 * SESSIONS), ConcurrencyLimit(SESSIONS, SESSIONS))
    return Starlette(routes=[Mount("/bare", bare), Mount("/guarded", guard)])


if __name__ == "__main__":
    uvicorn.run(echo_app(), port=int(sys.argv[1]), log_level="warning")
