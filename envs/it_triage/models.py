"""The action and the observation of the environment `it_triage`."""

from envs.models import Completion, PromptObservation


class ItTriageAction(Completion):
    """The JSON resolution of the ticket."""


class ItTriageObservation(PromptObservation):
    """The ticket and the retrieved passages, as chat messages."""
