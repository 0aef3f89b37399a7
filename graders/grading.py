"""Everything `graders` needs to know about a desk, in one object: `Grading`.

`Desk.grading` names the module that holds a desk's instance, `GRADING`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from desks import TIERS, Tier
from desks.cases import has_key
from graders.score import Grade, Rubric

Answer = dict[str, Any]
"""A completion's JSON object."""
Features = dict[str, float]
"""Everything countable about a scenario, by name."""
Patterns = Mapping[str, Sequence[Answer]]
"""Changes to the fields of an answer, grouped by name; one change is applied at a time."""


@dataclass(frozen=True)
class Policy:
    """A way to answer without doing the work."""

    name: str
    what: str
    """What it does, in one line that begins with a verb, shown to users."""
    act: Callable[[Any], str]
    """Scenario -> completion. Reads only what a model sees, never `scenario.truth`."""
    bounded_tiers: tuple[Tier, ...] = TIERS
    """The tiers in which it must not score well. In the others it may be right: always booking
    works where every request can be booked."""


@dataclass(frozen=True)
class Variants:
    """Variants of the oracle's answer. All functions are pure; those that return several answers
    return them by name."""

    filler: tuple[str, ...]
    """Sentences that say nothing."""
    plain: Callable[[Any, Answer], Answer]
    """(scenario, oracle): correct, with as little style as possible."""
    wrong: Callable[[Any, Answer, Answer], dict[str, Answer]]
    """(scenario, oracle, oracle of another scenario): wrong outcomes in the best style."""
    defects: Callable[[Any, Answer], dict[str, Answer]]
    """(scenario, oracle): answers with a single defect each, as far as they apply."""
    rewordings: Callable[[Any, Answer], dict[str, Answer]]
    """(scenario, oracle): the same answer in other words."""


class LeakTarget(NamedTuple):
    """Something that must not be predictable from structure: for each scenario, its features and
    all correct values."""

    features: Sequence[Features]
    right: Sequence[frozenset[Hashable]]


@dataclass(frozen=True)
class Template:
    """Polite text with slots, for the template attack."""

    fill: Callable[[Any, Answer], str]
    """(scenario, picks) -> completion."""
    options: Mapping[str, Sequence[Any]]
    """The values of each pick, by name."""


@dataclass(frozen=True, kw_only=True)
class Grading:
    """How a desk's answers are graded, attacked, measured and labelled in tables."""

    rubric: Rubric
    referee_fault: Callable[[Any, Any], str | None]
    """The referee's check: (scenario, action) -> what is wrong with the outcome, or None. It shares
    no method with the rubric."""
    prose: str
    """The action's free-text field."""
    short_penalty: str | None = None
    """The penalty on a text that is too short, if any: where it applies, filler may pay."""
    blank: str
    """A completion that says nothing."""
    action_types: tuple[str, ...]
    """The kinds of action, one word each."""
    action_type: Callable[[Any], str]
    """Action -> its kind."""
    policies: tuple[Policy, ...]
    variants: Variants
    features: Callable[[Any], Features]
    leak_targets: Callable[[Tier, Sequence[Any]], dict[str, LeakTarget]]
    """(tier, scenarios) -> by name, what must not be predictable from `features`; empty if one
    answer is right throughout the tier."""
    cluster: Callable[[Any], str] = lambda scenario: f"{scenario.tier}/{scenario.seed}"
    """The cluster a scenario belongs to in confidence intervals; by default its own."""
    patterns: Callable[[Any], Patterns] = lambda scenario: {}
    """What the sweep attack tries, made only from what a model may see."""
    template: Template | None = None
    extra_policies: tuple[Callable[[Any], str], ...] = ()
    """Further ways to answer, besides the policies, for the rule attack."""
    measures: Callable[[Any, Grade], dict[str, float | None]] = lambda scenario, grade: {}
    """Further measures of an answer, each in [0, 1], or None if it does not apply to the case."""
    levels: str = ""
    """The module whose LEVELS lead up to this rubric (see `graders/levels`); without one, the
    rubric is the only level."""
    reported: Rubric | None = None
    """The rebuilt graders of a published report on this kind of work, if any."""
    unkeyed: Rubric | None = None
    """How cases are graded of which nobody has said what is right, if the desk has such."""

    def rubric_for(self, scenario: Any) -> Rubric:
        """The rubric of a scenario. ValueError if it has no key, and the desk needs one."""
        if has_key(scenario):
            return self.rubric
        if self.unkeyed is None:
            raise ValueError(f"{scenario.desk}: nobody has said what the right answer is")
        return self.unkeyed
