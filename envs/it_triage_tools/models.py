"""The action and the observation of the environment `it_triage_tools`."""

from typing import Any

from openenv.core.env_server.types import Action
from pydantic import Field

from envs.models import StepObservation


class ItTriageToolsAction(Action):
    """A call of one of the seven tools."""

    tool: str = Field(description="The name of the tool")
    arguments: dict[str, Any] = Field(default_factory=dict, description="Its arguments, by name")


class ItTriageToolsObservation(StepObservation):
    """The rules, the ticket and the tools, on reset, then the result of each call."""

    tools: list[dict[str, Any]] = Field(
        default_factory=list, description="The tools as JSON schemas, at the reset"
    )
