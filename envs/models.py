"""The base models of actions, observations and state, which each environment extends."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

from desks import Split, Tier


class Scored(Observation):
    """What every observation tells beside the work itself; on the last, `reward` is the total."""

    error: str | None = Field(None, description="Why the last action could not be done")
    steps_left: int = Field(0, ge=0, description="Actions that can still be taken")
    parts: dict[str, float] = Field(
        default_factory=dict,
        description="What each part and penalty contributed to the reward, at the end",
    )
    correct: bool | None = Field(None, description="Whether the work was right, at the end")


class CaseState(State):
    """Which case a session is at; before the first reset, none."""

    seed: int | None = None
    tier: Tier | None = None
    split: Split | None = None
    steps_left: int = Field(0, ge=0)
    done: bool = False


class Completion(Action):
    """What a model writes, where one answer is all there is."""

    completion: str = Field(description="One JSON object, bare or in one code fence")


class PromptObservation(Scored):
    """What a model is asked, at the reset; no message after it."""

    messages: list[dict[str, str]] = Field(
        default_factory=list, description="A system and a user message: role and content of each"
    )


class StepObservation(PromptObservation):
    """What a model is asked, at the reset, then what came of each of its steps."""

    result: str | None = Field(None, description="What came of the step; none where `error` does")
