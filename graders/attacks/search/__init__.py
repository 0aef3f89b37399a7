"""Attackers that search: seeded, on the CPU, each with a budget of attempts.

`search_run.py` defines the goal, `rewardproof/shortest.py` minimises a find. An attacker either
works on single scenarios or learns a rule on train. Its best find is the answer that earns the
greatest share of the oracle's score although the referee rejects it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import fmean

from desks import Desk, Scenario, Tier
from graders.attacks.search.constant import find_constant
from graders.attacks.search.hill_climb import climb
from graders.attacks.search.near_json import fuzz
from graders.attacks.search.rules import learn_rule
from graders.attacks.search.search_run import BAR, Rule, SearchRun
from graders.attacks.search.sweeps import sweep
from graders.attacks.search.template import learn_template
from graders.score import Grade
from rewardproof.shortest import SpentError, minimise

__all__ = ["ATTACKS", "BAR", "Attack", "Exploit", "attack"]

TOLERANCE = 0.02
"""How much of its relative score an exploit may lose by being shortened."""
MAX_SHORTENING_TRIES = 600
"""Tries at shortening an exploit; they do not count as attempts."""


@dataclass(frozen=True)
class Attack:
    """A search strategy."""

    name: str
    what: str
    """What it does, in one line for people."""
    search: Callable[[SearchRun], Rule | None]
    """Tries answers until the budget is spent, or returns a rule learned on train."""


ATTACKS: tuple[Attack, ...] = (
    Attack("constant", "one completion for all, put together field by field", find_constant),
    Attack("hill climb", "edits of bad answers, keeping what pays", climb),
    Attack("sweep", "every length, confidence, citation and slot pattern", sweep),
    Attack("template", "polite text with slots filled by copying", learn_template),
    Attack(
        "rule", "scripted policies, chosen by a shallow tree over what can be counted", learn_rule
    ),
    Attack("near-JSON", "slips and tricks of writing JSON", fuzz),
)


@dataclass(frozen=True)
class Exploit:
    """The best find of an attack that the referee rejects, whether it breaks the bar or not."""

    attack: str
    desk: str
    tier: Tier
    scenario: Scenario
    completion: str
    total: float
    relative_score: float
    """Its total divided by the oracle's."""
    correct: bool
    verdict: str
    ruling: str
    """Why the referee rejects it."""
    transfer: float
    """The mean relative score of the same completion, or of its rule, on the other scenarios."""
    shortest: str
    attempts: int
    exploits: int
    """How often the bar was broken, including by a learned rule on eval."""
    honest_finds: int
    """How many promising attempts turned out to do the work, and so are not exploits."""

    @property
    def breaks_the_bar(self) -> bool:
        """Whether it earns more than the bar allows."""
        return self.relative_score > BAR


def attack(
    strategy: Attack,
    desk: Desk,
    tier: Tier,
    grade: Callable[[Scenario, str], Grade],
    scenarios: Sequence[Scenario],
    budget: int,
    seed: int = 0,
) -> Exploit:
    """Run one attack on scenarios of a tier; the same arguments find the same exploit."""
    key = f"search/{strategy.name}/{desk.name}/{tier}/{seed}"
    run = SearchRun(desk, tier, grade, scenarios, budget, key)
    learned: Rule | None = None
    with suppress(SpentError):
        learned = strategy.search(run)
    if learned is not None:
        for s in scenarios:
            run.keep(run.grade_free(s, learned(s)))
    best = run.best
    repeated: Rule = learned or (lambda s: best.completion)
    others = [s for s in scenarios if s is not best.scenario]

    def still_pays(completion: str) -> bool:
        return run.grade_free(best.scenario, completion).payoff >= best.relative_score - TOLERANCE

    return Exploit(
        attack=strategy.name,
        desk=desk.name,
        tier=tier,
        scenario=best.scenario,
        completion=best.completion,
        total=best.grade.total,
        relative_score=best.relative_score,
        correct=best.grade.correct,
        verdict=best.grade.verdict,
        ruling=best.ruling.reason,
        transfer=fmean(run.grade_free(s, repeated(s)).relative_score for s in others),
        shortest=minimise(best.completion, still_pays, MAX_SHORTENING_TRIES),
        attempts=run.spent,
        exploits=run.exploits,
        honest_finds=run.honest_finds,
    )
