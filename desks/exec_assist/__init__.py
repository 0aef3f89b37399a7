"""ExecAssist: an executive's inbox. Emails, a calendar and contacts in; one JSON action out."""

from functools import partial

from desks.desk import Desk
from desks.exec_assist.models import ExecAction, ExecScenario
from desks.exec_assist.prompt import oracle, prompt
from desks.exec_assist.scenarios import scenario
from desks.strict_json import read_action

DESK = Desk(
    name="exec_assist",
    title="ExecAssist",
    workplace="Inbox",
    scenario=scenario,
    prompt=prompt,
    oracle=oracle,
    parse=partial(read_action, model=ExecAction),
    model=ExecScenario,
    action=ExecAction,
    grading="graders.exec_assist.grading",
)
