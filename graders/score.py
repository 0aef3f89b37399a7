"""Scores, grades, and the formula that turns the first into the second.

    total = sum(w * v over free parts) + g * sum(w * v over gated parts) * (1 - sum of penalties)

where g is 1 if the action is correct and 0.2 if not: first the work, then its shape. Parts that
must pay for honesty even when the work is wrong (format, calibration) are not gated. The
contributions of all parts and penalties add up to the total.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from desks import ActionError

GATE = 0.2
FAULTLESS = "faultless"
"""What an answer is called that nothing speaks against, where nobody has said what is right."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A piece of evidence: characters [start, end) of a text, or a calendar event.

    `where` is "completion" (offsets into the action's text field named by `field`), "prompt"
    (offsets into the user message) or "calendar" (`field` is the event's id; offsets are 0).
    "unread" marks text that was not understood and counts neither for nor against.
    """

    where: Literal["completion", "prompt", "calendar"]
    field: str
    start: int
    end: int
    says: Literal["for", "against", "unread"]


class Score(NamedTuple):
    """One grader's finding: a value in [0, 1], a reason for people, and evidence on demand.

    `contribution` is what the value adds to the total (negative for a penalty), set by the rubric.
    """

    value: float
    reason: str
    find_evidence: Callable[[], Sequence[Evidence]] = tuple
    """Finds the evidence; called lazily, once, by `Grade.evidence`."""
    contribution: float = 0.0


class Verdict(NamedTuple):
    """Whether an action as a whole is right, and why, in one sentence."""

    right: bool
    why: str


@dataclass(frozen=True)
class Grade:
    """The full result of grading one completion."""

    total: float
    parts: dict[str, Score]
    penalties: dict[str, Score]
    correct: bool
    verdict: str
    """Why the action is correct or not, in one sentence."""
    action: Any = None
    error: str | None = None
    keyed: bool = True
    """False if nobody has said what is right: then `correct` says that nothing is against it."""

    @property
    def right_word(self) -> str:
        """What `correct` is called."""
        return "correct" if self.keyed else FAULTLESS

    @property
    def contributions(self) -> dict[str, float]:
        """The contribution of each part and penalty; they sum to the total."""
        return {name: score.contribution for name, score in self.scores.items()}

    @property
    def scores(self) -> dict[str, Score]:
        """Parts and penalties."""
        return self.parts | self.penalties

    @cached_property
    def evidence(self) -> dict[str, list[Evidence]]:
        """The evidence of each part and penalty, found on first access."""
        return {name: list(score.find_evidence()) for name, score in self.scores.items()}


@dataclass(frozen=True)
class Part:
    """A grader in a rubric: (reading) -> Score, its weight, and whether the gate applies to it."""

    grader: Callable[[Any], Score]
    weight: float
    gated: bool = True


@dataclass(frozen=True)
class Rubric:
    """How one desk's work is graded.

    `read` turns (scenario, action, completion) into a reading: the action plus everything that
    several graders need, computed once. `verdict` says whether the work is right, and why.
    Weight 0 means "log only". The parts' weights must add up to 1 and the penalties' to at most 1,
    which keeps the total in [0, 1]; otherwise ValueError.
    """

    desk: str
    parse: Callable[[str], Any]
    read: Callable[[Any, Any, str], Any]
    verdict: Callable[[Any], Verdict]
    parts: dict[str, Part]
    penalties: dict[str, Part] = field(default_factory=dict)
    gate: float = GATE
    unjudged: tuple[str, ...] = ()
    """What is not graded because no rule can detect it, in words for people."""
    keyed: bool = True
    """Whether it knows what is right."""

    def __post_init__(self) -> None:
        earned = [part.weight for part in self.parts.values()]
        lost = [part.weight for part in self.penalties.values()]
        if not math.isclose(sum(earned), 1.0):
            raise ValueError(f"{self.desk}: the parts' weights add up to {sum(earned):g}, not to 1")
        if sum(lost) > 1 or min([*earned, *lost]) < 0:
            raise ValueError(f"{self.desk}: weights below 0, or penalties of more than 1 in all")

    def grade(self, scenario: Any, text: str) -> Grade:
        """Grade one completion. Unparsable text gets a grade with an error; a grader's own
        exceptions propagate."""
        try:
            action = self.parse(text)
        except ActionError as error:
            return self.unread(str(error))
        return self.judge(self.read(scenario, action, text), action)

    def judge(self, reading: Any, action: Any = None) -> Grade:
        """Grade a reading: of an action, or of a whole episode."""
        correct, why = self.verdict(reading)
        parts = {name: part.grader(reading) for name, part in self.parts.items()}
        penalties = {name: part.grader(reading) for name, part in self.penalties.items()}

        through = 1.0 if correct else self.gate
        shares = {
            name: part.weight * parts[name].value * (through if part.gated else 1.0)
            for name, part in self.parts.items()
        }
        gated = sum(shares[name] for name, part in self.parts.items() if part.gated)
        losses = {
            name: -gated * part.weight * penalties[name].value
            for name, part in self.penalties.items()
        }
        return Grade(
            total=sum(shares.values()) + sum(losses.values()),
            parts={n: s._replace(contribution=shares[n]) for n, s in parts.items()},
            penalties={n: s._replace(contribution=losses[n]) for n, s in penalties.items()},
            correct=correct,
            verdict=why,
            action=action,
            keyed=self.keyed,
        )

    def unread(self, error: str) -> Grade:
        """The grade of a completion that is not an action: 0, with the reason."""
        ungraded = Score(0.0, "not graded: the completion is not an action")
        return Grade(
            total=0.0,
            parts=dict.fromkeys(self.parts, ungraded),
            penalties=dict.fromkeys(self.penalties, Score(0.0, "not applied: the total is 0")),
            correct=False,
            verdict=f"not an action: {error}",
            error=error,
            keyed=self.keyed,
        )
