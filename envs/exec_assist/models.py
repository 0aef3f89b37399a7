"""The action and the observation of the environment `exec_assist`."""

from envs.models import Completion, PromptObservation


class ExecAssistAction(Completion):
    """The JSON action that answers the email."""


class ExecAssistObservation(PromptObservation):
    """The email, the calendar and the contacts, as chat messages."""
