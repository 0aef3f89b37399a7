"""The client of the environment `it_triage_tools`."""

from envs.client import DeskClient
from envs.it_triage_tools.models import ItTriageToolsAction, ItTriageToolsObservation


class ItTriageToolsEnv(DeskClient[ItTriageToolsAction, ItTriageToolsObservation]):
    """A session at the help desk with tools; `base_url` ends in /envs/it_triage_tools."""

    OBSERVATION = ItTriageToolsObservation
