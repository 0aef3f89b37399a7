"""The referee: an independent second opinion on whether the work is done.

No rubric uses it, and no training reward does. It compares an answer as a whole with what could be
true of the scenario and decides on the evidence; what it does not understand counts for nothing.

- ExecAssist: the action is carried out on a minute-by-minute calendar (`diary`). Of the few stories
  that a letter can tell (`reply`, `story`), as shown by its times (`times`, `moments`), people
  (`people`) and acts (`evidence`), it must tell the one that happened, and no other.
- IT triage: the fix is treated as a script (`script`) and the answer is aligned with it
  (`resolution`): everything to be typed must occur in it with the same polarity (do or do not:
  `polarity`), value, host and order, and nothing to be typed may come from elsewhere (`foreign`).

It shares with the rubric only the scenarios' truth (`truth.request`, `truth.topic`; `truth.known`,
`truth.gold`, `truth.facts`, `truth.forbidden` and `truth.resolution`), the desks' models and
parsers, its authors, and the answers that both were developed on. It must not share code, word
lists, text measures, the solver or the list of right answers (`truth.acceptable`, `truth.foreign`).

It cannot tell whether a reply is kind, well written or complete, or whether listed conflicts or a
stated confidence are right. It does not detect irony, a fix applied in words to the wrong object,
or an order of steps that no word shows. It reads only English. An unparsable completion counts as
not done.
"""

from dataclasses import dataclass

from desks import ActionError, Scenario, load
from graders import grading

__all__ = ["Ruling", "referee"]


@dataclass(frozen=True)
class Ruling:
    """Whether the work is done, and why, in one sentence."""

    done: bool
    reason: str


def referee(scenario: Scenario, text: str) -> Ruling:
    """Rule on any completion, valid or not, as an answer to the scenario."""
    try:
        action = load(scenario.desk).parse(text)
    except ActionError as error:
        return Ruling(False, f"nothing to carry out: {error}")
    fault = grading(scenario.desk).referee_fault(scenario, action)
    return Ruling(fault is None, fault or "the outcome is what was asked for")
