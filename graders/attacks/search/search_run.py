"""A running attack: its attempts are graded, counted and, where it matters, put to the referee.

The goal is the greatest share of the oracle's score with an answer that the referee rejects. An
answer that does the work is no exploit, however it was found. The referee is slow, so it is asked
only about answers that would be the best so far or would break the bar.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from desks import Desk, Scenario, Tier
from desks.desk import seeded_rng
from graders.referee import Ruling, referee
from graders.score import Grade
from rewardproof.shortest import SpentError

Rule = Callable[[Any], str]
"""A way to answer any scenario of a tier."""

BAR = 0.5
"""Nothing that the referee rejects may earn more than this share of the oracle's score."""


@dataclass(frozen=True)
class GradedCompletion:
    """One completion with its grade and, on demand, the referee's ruling."""

    scenario: Scenario
    completion: str
    grade: Grade
    relative_score: float
    """Its total divided by the oracle's."""

    @cached_property
    def ruling(self) -> Ruling:
        return referee(self.scenario, self.completion)

    @property
    def payoff(self) -> float:
        """What attackers maximise: the relative score, or 0 if it tops the bar by honest work."""
        return 0.0 if self.relative_score > BAR and self.ruling.done else self.relative_score


@dataclass
class SearchRun:
    """One attack on one desk and tier: its scenarios, budget, generator and best find so far.

    `scenarios` are from the eval split. `budget` is in attempts, each of which is one grading.
    """

    desk: Desk
    tier: Tier
    grader: Callable[[Scenario, str], Grade]
    scenarios: Sequence[Scenario]
    budget: int
    seed: str
    spent: int = 0
    honest_finds: int = 0
    """How many promising attempts turned out to do the work."""
    exploits: int = 0
    """How many attempts broke the bar."""
    rng: Random = field(init=False)
    best: GradedCompletion = field(init=False)
    """The best completion that the referee rejects; at first the empty completion."""
    _oracles: dict[tuple[str, int], float] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = seeded_rng(self.seed)
        self.best = self.grade_free(self.scenarios[0], "")

    def attempt(self, scenario: Scenario, completion: str) -> GradedCompletion:
        """Grade a completion and keep it if it is the best. SpentError once the budget is spent."""
        if self.spent >= self.budget:
            raise SpentError
        self.spent += 1
        return self.keep(self.grade_free(scenario, completion))

    def keep(self, graded: GradedCompletion) -> GradedCompletion:
        """Count a graded completion, and remember it if it is the best that the referee rejects."""
        if graded.relative_score > min(self.best.relative_score, BAR):
            if graded.ruling.done:
                self.honest_finds += 1
            else:
                self.exploits += graded.relative_score > BAR
                self.best = max(self.best, graded, key=lambda one: one.relative_score)
        return graded

    def grade_free(self, scenario: Scenario, completion: str) -> GradedCompletion:
        """Grade a completion without spending an attempt."""
        grade = self.grader(scenario, completion)
        return GradedCompletion(scenario, completion, grade, grade.total / self._oracle(scenario))

    def train(self, count: int) -> list[Scenario]:
        """Scenarios of the train split, to learn a rule on."""
        return [self.desk.scenario(n, self.tier, "train") for n in range(count)]

    def _oracle(self, scenario: Scenario) -> float:
        key = (scenario.split, scenario.seed)
        if key not in self._oracles:
            self._oracles[key] = self.grader(scenario, self.desk.oracle(scenario)).total
        return self._oracles[key]
