"""IT triage: a ticket and retrieved articles in; one grounded, cited, calibrated resolution out."""

from functools import partial

from desks.desk import Desk
from desks.it_triage.models import TriageAction, TriageScenario
from desks.it_triage.prompt import oracle, prompt
from desks.it_triage.scenarios import scenario
from desks.strict_json import read_action

DESK = Desk(
    name="it_triage",
    title="IT triage",
    workplace="Help desk",
    scenario=scenario,
    prompt=prompt,
    oracle=oracle,
    parse=partial(read_action, model=TriageAction),
    model=TriageScenario,
    action=TriageAction,
    grading="graders.it_triage.grading",
)
