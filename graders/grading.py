"""What the graders' floor needs of a desk, in one object that the desk names (`Desk.grading`)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from desks import TIERS, Scenario, Tier
from graders.score import Grade, Rubric

Answer = dict[str, Any]
"""A completion's JSON object."""
Features = dict[str, float]
"""What can be counted of a scenario, by name."""
Patterns = Mapping[str, Sequence[Answer]]
"""By name, changes of fields of an answer, of which one is taken at a time."""


@dataclass(frozen=True)
class Policy:
    """A way to answer without doing the work."""

    name: str
    what: str
    """What it does, in a line for people."""
    act: Callable[[Any], str]
    """Sees what a model sees, never `scenario.truth`."""
    bounded: tuple[Tier, ...] = TIERS
    """The tiers in which it must not be paid. Elsewhere it may well be right: whoever always books
    does well where every request can be booked."""


@dataclass(frozen=True)
class Variants:
    """How the oracle's answers are varied. All functions are pure; answers come by name."""

    filler: tuple[str, ...]
    """Sentences that say nothing."""
    plain: Callable[[Any, Answer], Answer]
    """The oracle without its style: right, and as bare as can be."""
    wrong: Callable[[Any, Answer, Answer], dict[str, Answer]]
    """(scenario, oracle, oracle of another scenario): wrong outcomes in the best style."""
    defects: Callable[[Any, Answer], dict[str, Answer]]
    """The oracle with a single defect each: what applies to the scenario."""
    rewordings: Callable[[Any, Answer], dict[str, Answer]]
    """The oracle in other words that mean the same."""


class Secret(NamedTuple):
    """What structure must not tell: for each scenario that has it what can be counted, and all
    that is right there."""

    features: Sequence[Features]
    right: Sequence[frozenset[Hashable]]


@dataclass(frozen=True)
class Template:
    """Polite text with slots, for the attacker that fills them."""

    fill: Callable[[Any, Answer], str]
    """(scenario, picks) -> completion."""
    options: Mapping[str, Sequence[Any]]
    """What can be picked, by name."""


def _alone(scenario: Scenario) -> str:
    return f"{scenario.tier}/{scenario.seed}"


@dataclass(frozen=True, kw_only=True)
class Grading:
    """How a desk's answers are judged, attacked, counted and named in tables."""

    rubric: Rubric
    fault: Callable[[Any, Any], str | None]
    """The referee's: (scenario, action) -> what is wrong with the outcome, found by other means
    than the rubric's, or None."""
    prose: str
    """The field of an action that holds free text."""
    blank: str
    """A completion that says nothing."""
    action_types: tuple[str, ...]
    """What an answer can do, in a word each."""
    action_type: Callable[[Any], str]
    """Which of them an action does."""
    policies: tuple[Policy, ...]
    variants: Variants
    features: Callable[[Any], Features]
    secrets: Callable[[Tier, Sequence[Any]], dict[str, Secret]]
    """(tier, scenarios) -> by name, what `features` must not tell; nothing where one answer is
    right throughout the tier."""
    cluster: Callable[[Any], str] = _alone
    """With what a scenario stands or falls, as intervals see it; each for itself by default."""
    patterns: Callable[[Any], Patterns] = lambda scenario: {}
    """What the sweeping attacker tries, from what a model may see."""
    template: Template | None = None
    plays: tuple[Callable[[Any], str], ...] = ()
    """Ways to answer that only the attacker of rules has, besides the policies."""
    measures: Callable[[Any, Grade], dict[str, float | None]] = lambda scenario, grade: {}
    """Further measures of an answer in [0, 1], or None where the case does not ask for one."""
    levels: str = ""
    """The module whose LEVELS lead to this rubric (`graders/levels`); without one it is the only
    level to break."""
    reported: Rubric | None = None
    """The graders of a published report on such work, where one was rebuilt."""
