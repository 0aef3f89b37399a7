"""The action and the observation of the environment `it_triage`."""

from envs.models import Completion, Prompted


class ItTriageAction(Completion):
    """The JSON resolution of the ticket."""


class ItTriageObservation(Prompted):
    """The ticket and the retrieved passages, as chat messages."""
