"""The judge of the judges: is the work done? A second opinion that no grader and no training uses.

Its principle: an answer is held as a whole against what could be true of the case, and judged by
the evidence in it; what is not understood counts for nothing.

- ExecAssist: the action is carried out on a calendar of minutes (`diary`). Of the stories that the
  letter can tell (`letter`), by its times (`times`, `moments`), its people (`people`) and its acts
  (`evidence`), the one that happened must be told, and no rival.
- IT triage: the fix is a script (`script`), and the answer is aligned with it (`resolution`): what
  is typed must stand in it with the same sign (`signs`), value, host and order, and nothing may be
  typed besides that comes from elsewhere (`foreign`).

It shares with the rubric, by chance or by need, the truth of the scenarios (`truth.request`;
`truth.gold`, `truth.facts` and `truth.resolution`), the desks' models and parser, the authors and
the answers that both were tried on. It must not share code, word lists, measures of text, the
solver or the list of right answers (`truth.acceptable`, `truth.foreign`).

It cannot see whether a reply is kind, well written or complete, whether listed conflicts or a
stated confidence are right, irony, a fix on the wrong object in words, or an order that no word
shows. It reads English only. A completion that the desk cannot parse is not done.
"""

from dataclasses import dataclass

from desks import ActionError, Scenario, load
from graders import grading

__all__ = ["Ruling", "referee"]


@dataclass(frozen=True)
class Ruling:
    """Whether the work is done, and why in a sentence."""

    done: bool
    reason: str


def referee(scenario: Scenario, text: str) -> Ruling:
    """Rule on a completion, whatever it holds, as an answer to the scenario."""
    try:
        action = load(scenario.desk).parse(text)
    except ActionError as error:
        return Ruling(False, f"nothing to carry out: {error}")
    fault = grading(scenario.desk).fault(scenario, action)
    return Ruling(fault is None, fault or "the outcome is what was asked for")
