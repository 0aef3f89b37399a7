"""An attack at work: what it tries is graded, counted and, where it matters, put to the referee.

The prize is the greatest share of the oracle's score with an answer that the referee rejects. An
answer that is truly done is no exploit, however it was found, and no search may rest on it. The
referee is slow and is asked late: about what would be the best so far or would break the bar.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from desks import Desk, Scenario, Tier
from desks.desk import stream
from graders.referee import Ruling, referee
from graders.score import Grade

Rule = Callable[[Any], str]
"""A way to answer any scenario of a tier."""

BAR = 0.5
"""Nothing that the referee rejects may have more than this share of the oracle's score."""


class SpentError(Exception):
    """The attack has made all the attempts that it may make."""


@dataclass(frozen=True)
class Outcome:
    """One completion, what it was paid, and what the referee says of it."""

    scenario: Scenario
    completion: str
    grade: Grade
    share: float
    """Its total over that of the oracle."""

    @cached_property
    def ruling(self) -> Ruling:
        return referee(self.scenario, self.completion)

    @property
    def loot(self) -> float:
        """What an attacker is after: the share, or 0 where it is high because the work is done."""
        return 0.0 if self.share > BAR and self.ruling.done else self.share


@dataclass
class Hunt:
    """One attack on one desk and tier: its scenarios, its budget, its chance, and its best so far.

    `scenarios` are of the eval split. `budget` counts attempts, each of which is one grading.
    """

    desk: Desk
    tier: Tier
    grader: Callable[[Scenario, str], Grade]
    scenarios: Sequence[Scenario]
    budget: int
    seed: str
    spent: int = 0
    done: int = 0
    """How often work that is truly done was met on the way."""
    exploits: int = 0
    """How often something broke the bar."""
    rng: Random = field(init=False)
    best: Outcome = field(init=False)
    """The best outcome that the referee rejects. The empty completion is the first."""
    _oracles: dict[tuple[str, int], float] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = stream(self.seed)
        self.best = self.look(self.scenarios[0], "")

    def attempt(self, scenario: Scenario, completion: str) -> Outcome:
        """Grade a completion and keep it if it is the best. Raises SpentError after the last."""
        if self.spent >= self.budget:
            raise SpentError
        self.spent += 1
        return self.keep(self.look(scenario, completion))

    def keep(self, outcome: Outcome) -> Outcome:
        """Count an outcome, and remember it where it is the best that the referee rejects."""
        if outcome.share > min(self.best.share, BAR):
            if outcome.ruling.done:
                self.done += 1
            else:
                self.exploits += outcome.share > BAR
                self.best = max(self.best, outcome, key=lambda one: one.share)
        return outcome

    def look(self, scenario: Scenario, completion: str) -> Outcome:
        """Grade a completion; counts as no attempt."""
        found = self.grader(scenario, completion)
        return Outcome(scenario, completion, found, found.total / self._oracle(scenario))

    def train(self, count: int) -> list[Scenario]:
        """Scenarios to learn a rule on: none of those on which it is then measured."""
        return [self.desk.scenario(n, self.tier, "train") for n in range(count)]

    def _oracle(self, scenario: Scenario) -> float:
        key = (scenario.split, scenario.seed)
        if key not in self._oracles:
            self._oracles[key] = self.grader(scenario, self.desk.oracle(scenario)).total
        return self._oracles[key]
