"""What a run came to on cases that it never saw, as the page reads it.

An evaluation comes from a file, and is read strictly: only what is drawn, each number in its range.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from desks import TIERS, Tier
from training.models.policy import BASE, TRAINED

SCRIPTED, ORACLE, HONEST = "scripted:", "scripted:oracle", "scripted:honest_searcher"
SHARES = (BASE, TRAINED)

Total = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Mean(_Read):
    """A mean with its 95 % interval, of which a single case has none."""

    mean: Total
    low: Total | None
    high: Total | None

    @property
    def ends(self) -> tuple[float, float]:
        """Of the interval; where there is none, the mean twice."""
        low, high = self.low, self.high
        return (self.mean if low is None else low), (self.mean if high is None else high)


class Spread(_Read):
    """Single totals: counts in equal bins over [0, 1]."""

    histogram: Annotated[list[Count], Field(min_length=2, max_length=100)]


class Among(_Read):
    """Totals over some cases."""

    n: Count
    total: Mean
    correct: Mean
    referee: Mean
    spread: Spread


class Policy(_Read):
    """One policy's totals."""

    tiers: dict[Tier, Among]
    overall: Among


class Games(_Read):
    """Case by case against the base: how many were better, the same, worse; and by how much."""

    wins: Count
    ties: Count
    losses: Count
    total: Mean


class Compared(_Read):
    """The games of a policy."""

    tiers: dict[Tier, Games]
    overall: Games


class Evaluation(_Read):
    """What is drawn of evaluation.json."""

    n: Annotated[int, Field(ge=1, le=1_000_000)]
    policies: dict[str, Policy]
    paired: dict[str, Compared]

    def script(self, tier: Tier) -> tuple[str, float] | None:
        """The best script other than the oracle by its mean total on a tier, and that."""
        return self._best({ORACLE}, lambda one: one.tiers.get(tier))

    def cheat(self) -> tuple[str, float] | None:
        """The same over all tiers, of those that do not do the work."""
        return self._best({ORACLE, HONEST}, lambda one: one.overall)

    def _best(
        self, but: set[str], where: Callable[[Policy], Among | None]
    ) -> tuple[str, float] | None:
        found = {
            name.removeprefix(SCRIPTED): of.total.mean
            for name, one in self.policies.items()
            if name.startswith(SCRIPTED) and name not in but and (of := where(one))
        }
        return max(found.items(), key=lambda item: item[1]) if found else None

    @property
    def learned(self) -> float | None:
        """The trained model's mean total, where it is above the base's beyond doubt."""
        low, _ = self.paired[TRAINED].overall.total.ends
        return self.policies[TRAINED].overall.total.mean if low > 0 else None


def parsed(told: Mapping[str, Any]) -> Evaluation:
    """An evaluation with base and trained model on every tier; ValueError says what is wrong."""
    try:
        found = Evaluation.model_validate(told)
    except ValidationError as error:
        raise ValueError(complaint(error)) from None
    if not (
        {BASE, TRAINED} <= found.policies.keys()
        and TRAINED in found.paired
        and all(set(TIERS) <= found.policies[who].tiers.keys() for who in SHARES)
        and set(TIERS) <= found.paired[TRAINED].tiers.keys()
    ):
        raise ValueError("a base, a trained model or a tier is missing")
    return found


def complaint(error: ValidationError) -> str:
    """The first thing that is wrong: where, and what was expected there."""
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))[:80]}: {first['msg']}"
