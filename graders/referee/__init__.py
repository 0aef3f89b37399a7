"""The judge of the judges: is the work done? A second opinion that no grader and no training uses.

The referee shares no code with the rubrics, with their measures of text or with the solver that
the scenarios are made with, and does not read their list of right answers. It takes the request as
a careful reader understands it (`truth.request`; `truth.gold` and `truth.facts` at the help desk),
carries the action out, and looks at what came of it: a list of plain checks, of which the first
that fails gives the reason. There are no weights and no half marks.

- ExecAssist (`diary`, `letter`): the calendar after the action, minute by minute; then what the
  reply makes its reader believe, in the reader's time zone.
- IT triage (`resolution`): who handles the ticket, what is cited, what the reader is told to do.

What it cannot see: whether a reply is kind, well written or complete; whether listed conflicts or
a stated confidence are right; irony; a promise in words that its patterns do not know. It reads
English only. It judges readable actions: a completion that the desk cannot parse is not done.
"""

from dataclasses import dataclass

from desks import ActionError, Scenario, load
from desks.exec_assist.models import ExecScenario
from graders.referee import diary, letter, resolution

__all__ = ["Ruling", "referee"]


@dataclass(frozen=True)
class Ruling:
    """Whether the work is done, and why in a sentence."""

    done: bool
    reason: str


def referee(scenario: Scenario, text: str) -> Ruling:
    """Rule on a completion, whatever it holds, as an answer to the scenario."""
    exec_assist = isinstance(scenario, ExecScenario)
    try:
        action = load("exec_assist" if exec_assist else "it_triage").parse(text)
    except ActionError as error:
        return Ruling(False, f"nothing to carry out: {error}")
    checks = (diary.fault, letter.fault) if exec_assist else (resolution.fault,)
    for check in checks:
        if (reason := check(scenario, action)) is not None:
            return Ruling(False, reason)
    return Ruling(True, "the outcome is what was asked for")
