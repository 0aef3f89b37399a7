"""What a run came to on cases that it never saw: base and trained by tier, and who was ahead."""

from collections.abc import Mapping

from desks import TIERS, Tier
from training.models.policy import BASE, TRAINED
from ui.drawing import shown
from ui.plot import key, plot, upright
from ui.runs.evaluation import SHARES, Among, Evaluation, Games

COLOURS = {BASE: "--ink-3", TRAINED: "--accent"}


def beside(greedy: Evaluation | None, voices: Evaluation | None) -> str:
    """What both models do at temperature 0, and in voices that they were not trained on, in
    sentences; "" where nobody looked."""
    told = {
        "Greedy, the same cases": greedy,
        "Sampled, the same cases told in all voices, which they were not trained on": voices,
    }
    return " ".join(
        f"{how}: right in {found.policies[BASE].overall.correct.mean:.0%} before, "
        f"{found.policies[TRAINED].overall.correct.mean:.0%} after."
        for how, found in told.items()
        if found
    )


def best_script(found: Evaluation) -> str:
    """The best script that is neither the oracle nor a whole agent, in a sentence."""
    if not (best := found.cheat()):
        return ""
    return f"The best script beside the oracle, {_name(best[0])}: mean grade {best[1]:.2f}."


def _name(script: str) -> str:
    return script.replace("_", " ")[:60]


def drawn(found: Evaluation, greedy: Evaluation | None, voices: Evaluation | None) -> str:
    """Each tier with both models: every single score, the mean and its interval, who was ahead."""
    tiers = "".join(_tier(found, tier) for tier in TIERS)
    also = " ".join(filter(None, (beside(greedy, voices), best_script(found))))
    games = found.paired[TRAINED].overall
    low, high = games.total.ends
    return (
        '<section class="held-out"><h3>Held out: before and after</h3>'
        f'<p class="hint">{found.n:,} cases a tier that no step saw, sampled at temperature 1. '
        "Columns are single scores from 0 to 1, a line is their mean and the band its 95 % "
        f'interval.</p><div class="tiers">{tiers}</div>'
        f'<p class="games">Over all, the mean grade moved by <b>{_signed(games.total.mean)}</b> '
        f"[{_signed(low)}, {_signed(high)}]: {games.wins:,} cases better, {games.ties:,} the same, "
        f"{games.losses:,} worse. {shown(also)}</p><p>On easy cases a plain habit, such as "
        "booking whatever is asked, is mostly right, and paid for it; medium and hard are where it "
        "stops.</p></section>"
    )


def _tier(found: Evaluation, tier: Tier) -> str:
    both = {who: found.policies[who].tiers[tier] for who in SHARES}
    script = ""
    if best := found.script(tier):
        script = f'<p class="hint">Best script: {shown(_name(best[0]))} {best[1]:.2f}</p>'
    return (
        f'<figure class="tier"><figcaption>{tier}</figcaption>{_scores(both)}'
        f"{_ahead(found.paired[TRAINED].tiers[tier])}{script}</figure>"
    )


def _scores(both: Mapping[str, Among]) -> str:
    """Every single score as a histogram, and each mean over its interval."""
    data, shapes, keys = [], [], []
    for who, one in both.items():
        counts, colour, (low, high) = one.spread.histogram, COLOURS[who], one.total.ends
        centres = [(n + 0.5) / len(counts) for n in range(len(counts))]
        bars = {"type": "bar", "x": centres, "y": counts, "name": who}
        data.append({**bars, "marker": {"color": colour}})
        mean = f"{one.total.mean:.2f} [{low:.2f}, {high:.2f}]"
        band = {"type": "rect", "x0": low, "x1": high, "yref": "paper", "y0": 0, "y1": 1}
        shapes += [
            {**band, "line": {"width": 0}, "fillcolor": colour, "opacity": 0.2, "layer": "below"},
            upright(one.total.mean, colour, 2),
        ]
        keys.append(key(who, f"{mean}, {one.correct.mean:.0%} correct", colour, width=8))
    layout = {
        "xaxis": {"range": [0, 1], "showgrid": False, "unifiedhovertitle": {"text": "About %{x}"}},
        "yaxis": {"hoverformat": ",d"},
        "hovermode": "x unified",
        "bargap": 0.1,
        "shapes": shapes,
    }
    return f'{plot(data, layout)}<ul class="chart-keys">{"".join(keys)}</ul>'


def means(found: Evaluation) -> str:
    """The mean of each tier, base and trained, with their intervals."""
    data, shapes, keys = [], [], []
    for who, filled in zip(SHARES, ("--card", COLOURS[TRAINED]), strict=True):
        told = [found.policies[who].tiers[tier].total for tier in TIERS]
        at = {"type": "scatter", "mode": "markers", "x": [one.mean for one in told], "y": TIERS}
        error = {
            "type": "data",
            "array": [one.ends[1] - one.mean for one in told],
            "arrayminus": [one.mean - one.ends[0] for one in told],
            "width": 3,
            "color": COLOURS[who],
        }
        marker = {"size": 11, "color": filled, "line": {"color": COLOURS[who], "width": 2}}
        data.append({**at, "name": who, "marker": marker, "error_x": error})
    for tier, before, after in zip(TIERS, *(one["x"] for one in data), strict=True):
        line = {"color": "--accent-soft", "width": 6}
        ends = {"x0": before, "x1": after, "y0": tier, "y1": tier, "layer": "below"}
        shapes.append({"type": "line", "line": line, **ends})
        keys.append(f"<li><span>{tier}</span> <b>{before:.2f} → {after:.2f}</b></li>")
    layout = {
        "xaxis": {"range": [0, 1], "showgrid": False, "hoverformat": ".2f"},
        "yaxis": {"autorange": "reversed"},
        "hovermode": "y unified",
        "shapes": shapes,
    }
    return f'{plot(data, layout)}<ul class="chart-keys">{"".join(keys)}</ul>'


def _ahead(games: Games) -> str:
    """Better, the same and worse, as shares of a bar and in words."""
    told = (("better", games.wins, "▲"), ("same", games.ties, "="), ("worse", games.losses, "▼"))
    whole = max(1, games.wins + games.ties + games.losses)
    bar = "".join(f'<i class="{how}" style="--share:{n / whole:.4f}"></i>' for how, n, _ in told)
    said = "".join(
        f'<span class="{how}"><span aria-hidden="true">{sign}</span> {n:,} {how}</span>'
        for how, n, sign in told
    )
    return f'<div class="ahead"><div aria-hidden="true">{bar}</div><p>{said}</p></div>'


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")
