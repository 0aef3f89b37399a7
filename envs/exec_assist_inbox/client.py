"""The client of the environment `exec_assist_inbox`."""

from envs.client import DeskClient
from envs.exec_assist_inbox.messages import ExecAssistInboxAction, ExecAssistInboxObservation


class ExecAssistInboxEnv(DeskClient[ExecAssistInboxAction, ExecAssistInboxObservation]):
    """A session at a morning's inbox; `base_url` ends in /envs/exec_assist_inbox."""

    OBSERVATION = ExecAssistInboxObservation
