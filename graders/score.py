"""What a score is, what a grade is, and the one formula that makes grades of scores.

    total = sum(w * v over free parts) + g * sum(w * v over gated parts) * (1 - sum of penalties)

with g = 1 where the action is correct and 0.2 where it is not: first the work, then its shape. A
part that must pay for honesty even when the work is wrong (format, calibration) stands outside the
gate. The contributions of all parts and penalties add up to the total.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from desks import ActionError

GATE = 0.2


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of evidence: characters [start, end) of a text, or an event of the calendar.

    `where` is "completion" (offsets into `text`, a field of the action named by `field`), "prompt"
    (offsets into the user message) or "calendar" (`field` is the event's id; offsets are 0).
    What is "unread" was not understood, and counts neither for nor against.
    """

    where: Literal["completion", "prompt", "calendar"]
    field: str
    start: int
    end: int
    says: Literal["for", "against", "unread"]


def _no_evidence() -> Sequence[Span]:
    return ()


class Score(NamedTuple):
    """One grader's finding: a value in [0, 1], a reason for a person, evidence when asked for.

    `contribution` is what the value adds to the total (negative for a penalty), filled in by the
    rubric.
    """

    value: float
    reason: str
    find: Callable[[], Sequence[Span]] = _no_evidence
    """What it is found by; `Grade.evidence` asks, once."""
    contribution: float = 0.0

    def contributing(self, contribution: float) -> "Score":
        """The same finding with its share of the total."""
        return self._replace(contribution=contribution)


class Verdict(NamedTuple):
    """Whether an action is right as a whole, and why in a sentence."""

    right: bool
    why: str


@dataclass(frozen=True)
class Grade:
    """Everything there is to say about one completion; graded once and read by all."""

    total: float
    parts: dict[str, Score]
    penalties: dict[str, Score]
    correct: bool
    verdict: str
    """Why the action is correct or not, in a sentence."""
    action: Any = None
    error: str | None = None

    @property
    def contributions(self) -> dict[str, float]:
        """Each part's and penalty's share; their sum is the total."""
        return {name: score.contribution for name, score in self.scores.items()}

    @property
    def scores(self) -> dict[str, Score]:
        """Parts and penalties."""
        return self.parts | self.penalties

    @cached_property
    def evidence(self) -> dict[str, list[Span]]:
        """What each part and penalty points at; looked for once, when it is first asked for."""
        return {name: list(score.find()) for name, score in self.scores.items()}


@dataclass(frozen=True)
class Part:
    """A grader in a rubric: (reading) -> Score, its weight, and whether the gate holds it."""

    grader: Callable[[Any], Score]
    weight: float
    gated: bool = True


@dataclass(frozen=True)
class Rubric:
    """How one desk's work is judged.

    `read` makes of (scenario, action, completion) a reading: the action with all that several
    graders need of it, worked out once. `verdict` says whether the work is right, and why.
    Weight 0 means "log only". The parts' weights add up to 1 and the penalties' to 1 at most, so
    that the total lies in [0, 1]; ValueError where they do not.
    """

    desk: str
    parse: Callable[[str], Any]
    read: Callable[[Any, Any, str], Any]
    verdict: Callable[[Any], Verdict]
    parts: dict[str, Part]
    penalties: dict[str, Part] = field(default_factory=dict)
    gate: float = GATE
    unjudged: tuple[str, ...] = ()
    """What counts for nothing since no rule can tell it, in words for people."""

    def __post_init__(self) -> None:
        earned, lost = _weights(self.parts), _weights(self.penalties)
        if not math.isclose(sum(earned), 1.0):
            raise ValueError(f"{self.desk}: the parts' weights add up to {sum(earned):g}, not to 1")
        if sum(lost) > 1 or min([*earned, *lost]) < 0:
            raise ValueError(f"{self.desk}: weights below 0, or penalties of more than 1 in all")

    def grade(self, scenario: Any, text: str) -> Grade:
        """Grade one completion. Only unreadable text is an error; a fault of a grader raises."""
        try:
            action = self.parse(text)
        except ActionError as error:
            return self.unread(str(error))
        return self.judge(self.read(scenario, action, text), action)

    def judge(self, reading: Any, action: Any = None) -> Grade:
        """Grade what has been read already: an action, or a whole episode."""
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
            parts={n: s.contributing(shares[n]) for n, s in parts.items()},
            penalties={n: s.contributing(losses[n]) for n, s in penalties.items()},
            correct=correct,
            verdict=why,
            action=action,
        )

    def unread(self, error: str) -> Grade:
        """The grade of what is no action: nothing, and why."""

        def nothing(names: dict[str, Part], reason: str) -> dict[str, Score]:
            return {name: Score(0.0, reason) for name in names}

        return Grade(
            total=0.0,
            parts=nothing(self.parts, "not graded: the completion is not an action"),
            penalties=nothing(self.penalties, "not applied: the total is 0"),
            correct=False,
            verdict=f"not an action: {error}",
            error=error,
        )


def _weights(graders: Mapping[str, Part]) -> list[float]:
    return [part.weight for part in graders.values()]
