"""The client of the environment `it_triage`."""

from envs.client import DeskClient
from envs.it_triage.models import ItTriageAction, ItTriageObservation


class ItTriageEnv(DeskClient[ItTriageAction, ItTriageObservation]):
    """A session at the help desk; `base_url` ends in /envs/it_triage."""

    OBSERVATION = ItTriageObservation
