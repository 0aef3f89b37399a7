"""The environment `exec_assist`: an email and a calendar in, one JSON action out."""

from envs.exec_assist.models import ExecAssistAction, ExecAssistObservation
from envs.single_turn import SingleTurn
from graders.exec_assist.rubric import RUBRIC


class ExecAssist(SingleTurn):
    """One email, answered once."""

    NAME = DESK = "exec_assist"
    ABOUT = "An executive's inbox: an email thread, a calendar and contacts in; one JSON action out"
    RUBRIC = RUBRIC
    ACTION = ExecAssistAction
    OBSERVATION = ExecAssistObservation


ENVIRONMENT = ExecAssist
