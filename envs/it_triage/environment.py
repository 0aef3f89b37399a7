"""The environment `it_triage`: a ticket and passages in, one JSON resolution out."""

from envs.it_triage.models import ItTriageAction, ItTriageObservation
from envs.single_turn import SingleTurn
from graders.it_triage.rubric import RUBRIC


class ItTriage(SingleTurn):
    """One ticket, answered once."""

    NAME = DESK = "it_triage"
    ABOUT = (
        "An IT help desk: a ticket and retrieved passages in; one cited, calibrated resolution out"
    )
    RUBRIC = RUBRIC
    ACTION = ItTriageAction
    OBSERVATION = ItTriageObservation


ENVIRONMENT = ItTriage
