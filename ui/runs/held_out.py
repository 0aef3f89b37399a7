"""Draws a run's held-out results: base and trained model by tier and part by part."""

from collections.abc import Mapping

from desks import DESKS, TIERS, Tier
from graders import grading
from training.models.policy import BASE, TRAINED, ZERO_SHOT
from ui.drawing import escaped, humanized, signed
from ui.plot import legend_entry, plot, vline
from ui.runs.evaluation import Evaluation, Mean, PairedResults, Results

COLOURS = {BASE: "--ink-3", TRAINED: "--accent"}
WHEN = {BASE: "before", TRAINED: "after"}
LABELS = {
    "correct": "right as a whole",
    "referee": "done, says the referee",
    "valid": "could be read",
    "as_reported": "the published grader’s score",
    "answered": "right where there is an answer",
    "abstained": "right where to abstain",
}
"""Of measures whose names do not say what they are."""


def other_ways(found: Evaluation, greedy: Evaluation | None, voices: Evaluation | None) -> str:
    """The model zero-shot, and the other evaluations, as far as there are any."""
    return " ".join(filter(None, (_zero_shot(found), _other_evaluations(greedy, voices))))


def _other_evaluations(greedy: Evaluation | None, voices: Evaluation | None) -> str:
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


def _zero_shot(found: Evaluation) -> str:
    """A sentence on the model without its warm start, "" if it had none."""
    if not (one := found.policies.get(ZERO_SHOT)):
        return ""
    return f"As it comes, without demonstrations, it is right in {one.overall.correct.mean:.0%}."


def best_script(found: Evaluation) -> str:
    """The best script that is neither the oracle nor the honest searcher, in a sentence."""
    if not (best := found.cheat()):
        return ""
    name, total = best
    known = grading(found.desk).policies if found.desk in DESKS else ()
    what = next((f"one that {one.what}" for one in known if one.name == name), short_name(name))
    return (
        f"The best cheat, {what}, gets a mean score of {total:.2f}, "
        "from cases where that happens to be right."
    )


def short_name(name: str) -> str:
    """The name of a script or a signal in a record, in words."""
    return humanized(name[:60])


def drawn(found: Evaluation, greedy: Evaluation | None, voices: Evaluation | None) -> str:
    """Each tier with both models: all scores, the mean and its interval, and which was ahead."""
    tiers = "".join(_tier(found, tier) for tier in TIERS)
    also = " ".join([other_ways(found, greedy, voices), best_script(found)]).strip()
    games = found.paired[TRAINED].overall
    low, high = games.total.ends
    against = _against_the_count(games)
    return (
        '<section class="held-out"><h3>Held out: before and after</h3>'
        f'<p class="hint">{found.n:,} held-out cases of each difficulty, sampled at temperature 1. '
        "Columns are single scores from 0 to 1, a line is their mean and the band its 95 % "
        f'interval.</p><div class="tiers">{tiers}</div>'
        f'<p class="games">Overall, the mean score moved by <b>{signed(games.total.mean)}</b> '
        f"[{signed(low)}, {signed(high)}]: {games.wins:,} cases scored higher, {games.ties:,} the "
        f"same, {games.losses:,} lower{against}. {escaped(also)}</p><p>On easy cases a plain "
        "habit, such as booking whatever is asked, is mostly right; on medium and hard ones it is "
        "not.</p><h3>Part by part: before and after</h3>"
        f"{_measures(found)}</section>"
    )


def _against_the_count(games: PairedResults) -> str:
    """Why the mean moved one way though more cases moved the other, a clause; "" if they agree."""
    mean, more = round(games.total.mean, 2), games.wins - games.losses
    if mean * more >= 0:
        return ""
    way = "rose" if mean > 0 else "fell"
    return f": fewer {way}, but further"


def _tier(found: Evaluation, tier: Tier) -> str:
    both = {who: found.policies[who].tiers[tier] for who in COLOURS}
    fewer = both[TRAINED].correct.mean < both[BASE].correct.mean
    script = ""
    if best := found.script(tier):
        script = f'<p class="hint">Best script: {escaped(short_name(best[0]))} {best[1]:.2f}</p>'
    return (
        f'<figure class="tier"><figcaption>{tier}</figcaption>{_scores(both)}'
        f"{_ahead(found.paired[TRAINED].tiers[tier], fewer)}{script}</figure>"
    )


def _scores(both: Mapping[str, Results]) -> str:
    """All scores as histograms, and each mean with its interval."""
    data, shapes, keys = [], [], []
    for who, one in both.items():
        counts, colour, (low, high) = one.spread.histogram, COLOURS[who], one.total.ends
        centres = [(n + 0.5) / len(counts) for n in range(len(counts))]
        when = WHEN[who]
        bars = {"type": "bar", "x": centres, "y": counts, "name": when}
        data.append({**bars, "marker": {"color": colour}})
        mean = f"{one.total.mean:.2f} [{low:.2f}, {high:.2f}]"
        band = {"type": "rect", "x0": low, "x1": high, "fillcolor": colour, "opacity": 0.2}
        shapes += [band | {"line": {"width": 0}}, vline(one.total.mean, colour, 2)]
        keys.append(legend_entry(when, f"{mean}, {one.correct.mean:.0%} right", colour, width=8))
    x = {"range": [0, 1], "unifiedhovertitle": {"text": "About %{x}"}}
    layout = {"xaxis": x, "bargap": 0.1, "shapes": shapes}
    return f'{plot(data, layout)}<ul class="chart-keys">{"".join(keys)}</ul>'


def _measures(found: Evaluation) -> str:
    """The same for all that was measured over all tiers."""
    before, after = (found.policies[who].overall.all_means for who in COLOURS)
    pairs = {name: (one, after[name]) for name, one in before.items() if name in after}
    rows = {LABELS.get(name, humanized(name)): pair for name, pair in pairs.items()}
    return (
        '<p class="hint">Means over all cases: a ring before training, a dot after, with 95 % '
        "intervals. Of a penalty, less is better.</p>"
        f'<div class="measures" style="--rows:{len(rows)}">{_moves(rows)}</div>'
    )


def _moves(rows: Mapping[str, tuple[Mean, Mean]]) -> str:
    """What base and trained model reach in each row, with intervals, and the line between."""
    data, shapes, keys = [], [], []
    filled = ("--card", COLOURS[TRAINED])
    for who, fill, totals in zip(COLOURS, filled, zip(*rows.values(), strict=True), strict=True):
        at = {"type": "scatter", "mode": "markers", "x": [one.mean for one in totals], "y": [*rows]}
        below, above = zip(*((m.mean - m.ends[0], m.ends[1] - m.mean) for m in totals), strict=True)
        error = {"type": "data", "array": above, "arrayminus": below, "color": COLOURS[who]}
        marker = {"size": 11, "color": fill, "line": {"color": COLOURS[who], "width": 2}}
        data.append({**at, "name": WHEN[who], "marker": marker, "error_x": error})
    for row, before, after in zip(rows, *(one["x"] for one in data), strict=True):
        line = {"color": "--accent-soft", "width": 6}
        ends = {"x0": before, "x1": after, "y0": row, "y1": row, "yref": "y", "layer": "below"}
        shapes.append({"type": "line", "line": line, **ends})
        keys.append(f"<li><span>{escaped(row)}</span> <b>{before:.2f} → {after:.2f}</b></li>")
    layout = {
        "xaxis": {"range": [0, 1], "hoverformat": ".2f"},
        "yaxis": {"autorange": "reversed", "tickmode": "linear"},
        "hovermode": "y unified",
        "shapes": shapes,
    }
    return f'{plot(data, layout)}<ul class="chart-keys">{"".join(keys)}</ul>'


def _ahead(games: PairedResults, fewer: bool) -> str:
    """How many cases were graded higher, the same and lower, as shares of a bar and in words.

    Without the colour of what is good if `fewer` answers are correct: then it is the reward that
    rose, and not the work.
    """
    counts = (("higher", games.wins, "▲"), ("same", games.ties, "="), ("lower", games.losses, "▼"))
    whole = max(1, games.wins + games.ties + games.losses)
    bar = "".join(f'<i class="{how}" style="--share:{n / whole:.4f}"></i>' for how, n, _ in counts)
    said = "".join(
        f'<span class="{how}"><span aria-hidden="true">{sign}</span> {n:,} {how}</span>'
        for how, n, sign in counts
    )
    return (
        f'<div class="ahead{" fewer" * fewer}"><div aria-hidden="true">{bar}</div>'
        f"<p><span>Score:</span>{said}</p></div>"
    )
