"""The graders of two published reports, rebuilt to compare with ours and to test the audit.

Sources: "Teaching a 0.5B Model to Be an Executive Assistant" and "When my RL agent started writing
about Star Wars instead of fixing servers", and the second project's published training log. Neither
report states its weights, so all parts weigh the same. There is no gate: style pays whether the
work is right or not. They use the desks' own parsers, so any difference in the total is a
difference in judgement.

How they were gamed: every marker is a word anybody can add, every bound a number anybody can hit,
and no part asks whether this is the answer to this request.
"""

from collections.abc import Callable
from typing import Any

from desks import Scenario
from graders import grading
from graders.score import Grade, Part, Rubric, Score, Verdict

SUCCESS = 0.7
"""The mean of the parts (before penalties) that makes an answer `correct`. Neither report defines
success, but both call their trained means a success: .74 (ExecAssist, medium and hard), .82
(triage)."""
NO_GATE = 1.0


class NoReportError(LookupError):
    """No report on a desk was rebuilt."""


def rubric(scenario: Scenario) -> Rubric:
    """The rebuilt rubric of the report on this desk; NoReportError if there is none."""
    if (found := grading(scenario.desk).reported) is None:
        raise NoReportError(f"no report on {scenario.desk} was rebuilt: grade it as ours")
    return found


def grade(scenario: Scenario, text: str) -> Grade:
    """Grade a completion as the report on its desk would have, as far as it can be rebuilt."""
    return rubric(scenario).grade(scenario, text)


def equal(**graders: Callable[..., Score]) -> dict[str, Part]:
    """Parts with equal weights that add up to 1."""
    return {name: Part(grader, 1 / len(graders)) for name, grader in graders.items()}


def success(parts: dict[str, Part]) -> Callable[[Any], Verdict]:
    """A verdict for a project whose only measure of success is its reward."""

    def verdict(reading: Any) -> Verdict:
        mean = sum(part.weight * part.grader(reading).value for part in parts.values())
        return Verdict(
            mean >= SUCCESS, f"the parts' mean is {mean:.2f}; {SUCCESS} counts as success"
        )

    return verdict
