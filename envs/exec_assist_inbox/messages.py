"""The action and the observation of the environment `exec_assist_inbox`."""

from openenv.core.env_server.types import Action
from pydantic import Field

from envs.models import StepObservation


class ExecAssistInboxAction(Action):
    """An answer to one of the waiting emails."""

    email: str = Field(description="The id of the email, such as m1")
    completion: str = Field(description="One JSON object, bare or in one code fence")


class ExecAssistInboxObservation(StepObservation):
    """The rules and the morning, on reset, then the result of each answer."""

    inbox: str | None = Field(
        None, description="All that can be seen now: emails that wait, calendar, contacts"
    )
