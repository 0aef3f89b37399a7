"""Parses a run's evaluation strictly: only the fields that are drawn, and each number in range."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from desks import TIERS, Tier
from training.models.policy import BASE, TRAINED

SCRIPTED, ORACLE, HONEST = "scripted:", "scripted:oracle", "scripted:honest_searcher"
BOTH = BASE, TRAINED

Total = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Name = Annotated[str, Field(pattern=r"^\w{1,60}$")]


class Strict(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Mean(Strict):
    """A mean with its 95 % interval, which a single case does not have."""

    mean: Total
    low: Total | None
    high: Total | None

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the interval; the mean twice if there is none."""
        low, high = self.low, self.high
        return (self.mean if low is None else low), (self.mean if high is None else high)


class Spread(Strict):
    """A histogram of totals: counts in equal bins over [0, 1]."""

    histogram: Annotated[list[Count], Field(min_length=2, max_length=100)]


class Results(Strict):
    """Results over some cases."""

    n: Count
    total: Mean
    correct: Mean
    referee: Mean
    spread: Spread
    measures: Annotated[dict[Name, Mean], Field(max_length=60)]
    """The other means: what was measured, each part and each penalty."""

    @model_validator(mode="before")
    @classmethod
    def _other_means(cls, raw: Any) -> Any:
        if not isinstance(raw, Mapping):
            return raw
        other = {name: one for name, one in raw.items() if name not in cls.model_fields}
        means = {
            k: v for k, v in other.items() if isinstance(v, Mapping) and v.get("mean") is not None
        }
        return {**raw, "measures": means}

    @property
    def all_means(self) -> dict[str, Mean]:
        return {"correct": self.correct, "referee": self.referee} | self.measures


class Policy(Strict):
    """One policy's results."""

    tiers: dict[Tier, Results]
    overall: Results


class PairedResults(Strict):
    """Case by case against the base: how many were better, the same or worse, and the mean gap."""

    wins: Count
    ties: Count
    losses: Count
    total: Mean


class Comparison(Strict):
    """A policy's comparison with the base."""

    tiers: dict[Tier, PairedResults]
    overall: PairedResults


class Evaluation(Strict):
    """The part of evaluation.json that is drawn."""

    desk: Annotated[str, Field(max_length=60)] = ""
    n: Annotated[int, Field(ge=1, le=1_000_000)]
    first: Annotated[str, Field(max_length=200)] = ""
    """The policy that the others are compared with."""
    policies: dict[str, Policy]
    paired: dict[str, Comparison]

    def script(self, tier: Tier) -> tuple[str, float] | None:
        """The best script on a tier, the oracle aside, and its mean total; None without scripts."""
        best = self._best({ORACLE}, lambda one: (at := one.tiers.get(tier)) and at.total)
        return best and (best[0], best[1].mean)

    def cheat(self) -> tuple[str, float] | None:
        """The same over all tiers, among the scripts that do not do the work."""
        best = self._best({ORACLE, HONEST}, lambda one: one.overall.total)
        return best and (best[0], best[1].mean)

    def shortcut(self) -> tuple[str, Mean] | None:
        """Among the same the one that is right most often, and how often."""
        return self._best({ORACLE, HONEST}, lambda one: one.overall.correct)

    def _best(
        self, but: set[str], what: Callable[[Policy], Mean | None]
    ) -> tuple[str, Mean] | None:
        found = {
            name.removeprefix(SCRIPTED): mean
            for name, one in self.policies.items()
            if name.startswith(SCRIPTED) and name not in but and (mean := what(one))
        }
        return max(found.items(), key=lambda item: item[1].mean) if found else None

    @property
    def improved_mean(self) -> float | None:
        """The trained model's mean total if the interval of its gain lies above 0, else None."""
        low, _ = self.paired[TRAINED].overall.total.ends
        return self.policies[TRAINED].overall.total.mean if low > 0 else None


def parsed(raw: Mapping[str, Any]) -> Evaluation:
    """Parse an evaluation of base and trained model on every tier; ValueError says what is
    wrong."""
    found = measured(raw)
    if not (
        {BASE, TRAINED} <= found.policies.keys()
        and TRAINED in found.paired
        and all(set(TIERS) <= found.policies[who].tiers.keys() for who in BOTH)
        and set(TIERS) <= found.paired[TRAINED].tiers.keys()
    ):
        raise ValueError("a base, a trained model or a tier is missing")
    return found


def measured(raw: Any) -> Evaluation:
    """Parse an evaluation of any policies; ValueError says what is wrong."""
    try:
        return Evaluation.model_validate(raw)
    except ValidationError as error:
        raise ValueError(complaint(error)) from None


def complaint(error: ValidationError) -> str:
    """The first validation error: where it is, and what was expected there."""
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))[:80]}: {first['msg']}"
