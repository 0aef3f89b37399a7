"""A run's held-out results: base and trained model by tier, and which was ahead.

An evaluation comes from a file and is parsed strictly: only the fields that are drawn, and each
number must be in range.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from desks import TIERS, Tier
from training.models.policy import BASE, TRAINED
from ui.drawing import escaped, humanized, signed
from ui.plot import legend_entry, plot, vline

SCRIPTED, ORACLE, HONEST = "scripted:", "scripted:oracle", "scripted:honest_searcher"
COLOURS = {BASE: "--ink-3", TRAINED: "--accent"}

Total = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]


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

    n: Annotated[int, Field(ge=1, le=1_000_000)]
    policies: dict[str, Policy]
    paired: dict[str, Comparison]

    def script(self, tier: Tier) -> tuple[str, float] | None:
        """The best script on a tier, the oracle aside, and its mean total; None without scripts."""
        return self._best({ORACLE}, lambda one: one.tiers.get(tier))

    def cheat(self) -> tuple[str, float] | None:
        """The same over all tiers, among the scripts that do not do the work."""
        return self._best({ORACLE, HONEST}, lambda one: one.overall)

    def _best(
        self, but: set[str], where: Callable[[Policy], Results | None]
    ) -> tuple[str, float] | None:
        found = {
            name.removeprefix(SCRIPTED): results.total.mean
            for name, one in self.policies.items()
            if name.startswith(SCRIPTED) and name not in but and (results := where(one))
        }
        return max(found.items(), key=lambda item: item[1]) if found else None

    @property
    def improved_mean(self) -> float | None:
        """The trained model's mean total if the interval of its gain lies above 0, else None."""
        low, _ = self.paired[TRAINED].overall.total.ends
        return self.policies[TRAINED].overall.total.mean if low > 0 else None


def parsed(raw: Mapping[str, Any]) -> Evaluation:
    """Parse an evaluation of base and trained model on every tier; ValueError says what is
    wrong."""
    try:
        found = Evaluation.model_validate(raw)
    except ValidationError as error:
        raise ValueError(complaint(error)) from None
    if not (
        {BASE, TRAINED} <= found.policies.keys()
        and TRAINED in found.paired
        and all(set(TIERS) <= found.policies[who].tiers.keys() for who in COLOURS)
        and set(TIERS) <= found.paired[TRAINED].tiers.keys()
    ):
        raise ValueError("a base, a trained model or a tier is missing")
    return found


def complaint(error: ValidationError) -> str:
    """The first validation error: where it is, and what was expected there."""
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))[:80]}: {first['msg']}"


# --- drawing ---


def other_evaluations(greedy: Evaluation | None, voices: Evaluation | None) -> str:
    """Sentences on both models at temperature 0, and in voices that they were not trained on; "" if
    neither was evaluated."""
    evaluated = {
        "Greedy, the same cases": greedy,
        "Sampled, the same cases told in all voices, which they were not trained on": voices,
    }
    return " ".join(
        f"{how}: right in {found.policies[BASE].overall.correct.mean:.0%} before, "
        f"{found.policies[TRAINED].overall.correct.mean:.0%} after."
        for how, found in evaluated.items()
        if found
    )


def best_script(found: Evaluation) -> str:
    """The best script that is neither the oracle nor the honest searcher, in a sentence."""
    if not (best := found.cheat()):
        return ""
    return f"The best script beside the oracle, {short_name(best[0])}: mean grade {best[1]:.2f}."


def short_name(name: str) -> str:
    """The name of a script or a signal in a record, in words."""
    return humanized(name[:60])


def drawn(found: Evaluation, greedy: Evaluation | None, voices: Evaluation | None) -> str:
    """Each tier with both models: all scores, the mean and its interval, and which was ahead."""
    tiers = "".join(_tier(found, tier) for tier in TIERS)
    also = " ".join(filter(None, (other_evaluations(greedy, voices), best_script(found))))
    games = found.paired[TRAINED].overall
    low, high = games.total.ends
    return (
        '<section class="held-out"><h3>Held out: before and after</h3>'
        f'<p class="hint">{found.n:,} cases a tier that no step saw, sampled at temperature 1. '
        "Columns are single scores from 0 to 1, a line is their mean and the band its 95 % "
        f'interval.</p><div class="tiers">{tiers}</div>'
        f'<p class="games">Over all, the mean grade moved by <b>{signed(games.total.mean)}</b> '
        f"[{signed(low)}, {signed(high)}]: {games.wins:,} cases better, {games.ties:,} the same, "
        f"{games.losses:,} worse. {escaped(also)}</p><p>On easy cases a plain habit, such as "
        "booking whatever is asked, is mostly right, and paid for it; medium and hard are where it "
        "stops.</p></section>"
    )


def _tier(found: Evaluation, tier: Tier) -> str:
    both = {who: found.policies[who].tiers[tier] for who in COLOURS}
    script = ""
    if best := found.script(tier):
        script = f'<p class="hint">Best script: {escaped(short_name(best[0]))} {best[1]:.2f}</p>'
    return (
        f'<figure class="tier"><figcaption>{tier}</figcaption>{_scores(both)}'
        f"{_ahead(found.paired[TRAINED].tiers[tier])}{script}</figure>"
    )


def _scores(both: Mapping[str, Results]) -> str:
    """All scores as histograms, and each mean with its interval."""
    data, shapes, keys = [], [], []
    for who, one in both.items():
        counts, colour, (low, high) = one.spread.histogram, COLOURS[who], one.total.ends
        centres = [(n + 0.5) / len(counts) for n in range(len(counts))]
        bars = {"type": "bar", "x": centres, "y": counts, "name": who}
        data.append({**bars, "marker": {"color": colour}})
        mean = f"{one.total.mean:.2f} [{low:.2f}, {high:.2f}]"
        band = {"type": "rect", "x0": low, "x1": high, "fillcolor": colour, "opacity": 0.2}
        shapes += [band | {"line": {"width": 0}}, vline(one.total.mean, colour, 2)]
        keys.append(legend_entry(who, f"{mean}, {one.correct.mean:.0%} correct", colour, width=8))
    x = {"range": [0, 1], "unifiedhovertitle": {"text": "About %{x}"}}
    layout = {"xaxis": x, "bargap": 0.1, "shapes": shapes}
    return f'{plot(data, layout)}<ul class="chart-keys">{"".join(keys)}</ul>'


def means(found: Evaluation) -> str:
    """The mean of each tier, base and trained, with their intervals."""
    data, shapes, keys = [], [], []
    for who, filled in zip(COLOURS, ("--card", COLOURS[TRAINED]), strict=True):
        totals = [found.policies[who].tiers[tier].total for tier in TIERS]
        at = {"type": "scatter", "mode": "markers", "x": [one.mean for one in totals], "y": TIERS}
        below, above = zip(*((m.mean - m.ends[0], m.ends[1] - m.mean) for m in totals), strict=True)
        error = {"type": "data", "array": above, "arrayminus": below, "color": COLOURS[who]}
        marker = {"size": 11, "color": filled, "line": {"color": COLOURS[who], "width": 2}}
        data.append({**at, "name": who, "marker": marker, "error_x": error})
    for tier, before, after in zip(TIERS, *(one["x"] for one in data), strict=True):
        line = {"color": "--accent-soft", "width": 6}
        ends = {"x0": before, "x1": after, "y0": tier, "y1": tier, "yref": "y", "layer": "below"}
        shapes.append({"type": "line", "line": line, **ends})
        keys.append(f"<li><span>{tier}</span> <b>{before:.2f} → {after:.2f}</b></li>")
    layout = {
        "xaxis": {"range": [0, 1], "hoverformat": ".2f"},
        "yaxis": {"autorange": "reversed"},
        "hovermode": "y unified",
        "shapes": shapes,
    }
    return f'{plot(data, layout)}<ul class="chart-keys">{"".join(keys)}</ul>'


def _ahead(games: PairedResults) -> str:
    """Better, the same and worse, as shares of a bar and in words."""
    counts = (("better", games.wins, "▲"), ("same", games.ties, "="), ("worse", games.losses, "▼"))
    whole = max(1, games.wins + games.ties + games.losses)
    bar = "".join(f'<i class="{how}" style="--share:{n / whole:.4f}"></i>' for how, n, _ in counts)
    said = "".join(
        f'<span class="{how}"><span aria-hidden="true">{sign}</span> {n:,} {how}</span>'
        for how, n, sign in counts
    )
    return f'<div class="ahead"><div aria-hidden="true">{bar}</div><p>{said}</p></div>'
