"""The client of the environment `exec_assist`."""

from envs.client import DeskClient
from envs.exec_assist.models import ExecAssistAction, ExecAssistObservation


class ExecAssistEnv(DeskClient[ExecAssistAction, ExecAssistObservation]):
    """A session at the inbox; `base_url` ends in /envs/exec_assist."""

    OBSERVATION = ExecAssistObservation
