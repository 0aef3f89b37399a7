"""Attackers that search: seeded, on the CPU, each with a budget of attempts.

`hunt.py` defines the goal, `shortest.py` minimises a find. An attacker either works on single
scenarios or learns a rule on train. Its best find is the answer that earns the greatest share of
the oracle's score although the referee rejects it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import fmean

from desks import Desk, Scenario, Tier
from graders.attacks.search.constant import constant
from graders.attacks.search.hill_climb import hill_climb
from graders.attacks.search.hunt import BAR, Hunt, Outcome, Rule, SpentError
from graders.attacks.search.near_json import fuzz
from graders.attacks.search.rules import rule
from graders.attacks.search.shortest import shortest
from graders.attacks.search.sweeps import sweep
from graders.attacks.search.template import template
from graders.score import Grade

__all__ = ["ATTACKS", "BAR", "Attack", "Exploit", "attack"]

TOLERANCE = 0.02
"""How much of its share an exploit may lose by being shortened."""
SHORTENING = 600
"""Tries at shortening an exploit; they do not count as attempts."""


@dataclass(frozen=True)
class Attack:
    """A search strategy."""

    name: str
    what: str
    """What it does, in one line for people."""
    search: Callable[[Hunt], Rule | None]
    """Tries answers until the budget is spent, or returns a rule learned on train."""


ATTACKS: tuple[Attack, ...] = (
    Attack("constant", "one completion for all, put together field by field", constant),
    Attack("hill climb", "edits of bad answers, keeping what pays", hill_climb),
    Attack("sweep", "every length, confidence, citation and slot pattern", sweep),
    Attack("template", "polite text with slots filled by copying", template),
    Attack("rule", "scripted policies, chosen by a shallow tree over what can be counted", rule),
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
    share: float
    """Its total divided by the oracle's."""
    correct: bool
    verdict: str
    ruling: str
    """Why the referee rejects it."""
    transfer: float
    """The mean share of the same completion, or of its rule, on the other scenarios."""
    shortest: str
    attempts: int
    exploits: int
    """How often the bar was broken, including by a learned rule on eval."""
    done: int
    """How many promising attempts turned out to do the work, and so were no exploits."""

    @property
    def breaks_the_bar(self) -> bool:
        """Whether it earns more than the bar allows."""
        return self.share > BAR


def attack(
    by: Attack,
    desk: Desk,
    tier: Tier,
    grade: Callable[[Scenario, str], Grade],
    scenarios: Sequence[Scenario],
    budget: int,
    seed: int = 0,
) -> Exploit:
    """Run one attack on scenarios of a tier; the same arguments find the same exploit."""
    hunt = Hunt(desk, tier, grade, scenarios, budget, f"search/{by.name}/{desk.name}/{tier}/{seed}")
    learned: Rule | None = None
    with suppress(SpentError):
        learned = by.search(hunt)
    if learned is not None:
        for s in scenarios:
            hunt.keep(hunt.look(s, learned(s)))
    best = hunt.best
    repeated: Rule = learned or (lambda s: best.completion)
    others = [hunt.look(s, repeated(s)).share for s in scenarios if s is not best.scenario]
    return Exploit(
        attack=by.name,
        desk=desk.name,
        tier=tier,
        scenario=best.scenario,
        completion=best.completion,
        total=best.grade.total,
        share=best.share,
        correct=best.grade.correct,
        verdict=best.grade.verdict,
        ruling=best.ruling.reason,
        transfer=fmean(others),
        shortest=_shortest(hunt, best),
        attempts=hunt.spent,
        exploits=hunt.exploits,
        done=hunt.done,
    )


def _shortest(hunt: Hunt, best: Outcome) -> str:
    def holds(completion: str) -> bool:
        return hunt.look(best.scenario, completion).loot >= best.share - TOLERANCE

    return shortest(best.completion, holds, SHORTENING)
