"""The base models of actions, observations and state, which each environment extends."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

from desks import Split, Tier


class Scored(Observation):
    """The fields that all observations share; on the last one, `reward` is the grade's total."""

    error: str | None = Field(None, description="Why the last action could not be done")
    steps_left: int = Field(0, ge=0, description="Actions that can still be taken")
    parts: dict[str, float] = Field(
        default_factory=dict,
        description="What each part and penalty contributed to the reward, at the end",
    )
    correct: bool | None = Field(None, description="Whether the work was right, at the end")


class CaseState(State):
    """The case that a session is playing, and its progress; no case before the first reset."""

    seed: int | None = None
    tier: Tier | None = None
    split: Split | None = None
    steps_left: int = Field(0, ge=0)
    done: bool = False


class Completion(Action):
    """A model's completion, the only action of a single-turn episode."""

    completion: str = Field(description="One JSON object, bare or in one code fence")


class PromptObservation(Scored):
    """The prompt, on reset; no messages after that."""

    messages: list[dict[str, str]] = Field(
        default_factory=list, description="A system and a user message: role and content of each"
    )


class StepObservation(PromptObservation):
    """The prompt, on reset, then the result of each step."""

    result: str | None = Field(None, description="What came of the step; none where `error` does")
