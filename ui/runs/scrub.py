"""A run's answers, step by step: to one question asked repeatedly, or those recorded at each step.

A run with a probe (`training/rl/probe.py`) answers the same scenario of each tier before the
first step and after every tenth: these answers are shown one at a time, with their scores. Without
a probe, the answers recorded at a step are shown; their cases differ from step to step.
"""

import re
from collections.abc import Iterable, Sequence

from desks import TIERS
from envs import as_text, desk_names, load
from training.rl.rewards import get_scenario
from ui.drawing import clipped, correct_pill, escaped, humanized, signed, sr_only
from ui.runs.chart import Line, chart, thinned
from ui.runs.completions import Completion

MAX_ANSWERS = 12
MAX_STEPS = 1_000
"""Maximum steps of the slider."""
WIDEST = 0.4
"""The score that fills its bar: the weight of the heaviest part of a rubric."""
_SCENARIO = re.compile(
    rf"(\w{{1,40}})/({'|'.join(TIERS)})/(0|[1-9][0-9]{{0,5}})(/all)?(/disguised)?", re.ASCII
)


def probe(rows: Iterable[Completion]) -> list[Completion]:
    """The answers to the probe, by step; none if the run had no probe."""
    return sorted((row for row in rows if row.probe), key=lambda row: row.step)


def steps(rows: Sequence[Completion]) -> list[int]:
    """The steps of the slider: those of the probe, or all that have answers."""
    return thinned(sorted({row.step for row in probe(rows) or rows}), MAX_STEPS)


def most_changed_tier(rows: Sequence[Completion]) -> str:
    """The tier whose score changed most from the first answer to the last; "" without a probe."""
    by = {tier: [row.total for row in probe(rows) if row.tier == tier] for tier in TIERS}
    by = {tier: totals for tier, totals in by.items() if totals}
    return max(by, key=lambda tier: abs(by[tier][-1] - by[tier][0])) if by else ""


# --- drawing ---


def control(name: str, rows: Sequence[Completion]) -> str:
    """The slider over the steps, set to the last, and the tiers of the probe."""
    known = steps(rows)
    if not known:
        return '<h3>What it wrote</h3><p class="hint">No answer of this run was kept.</p>'
    chosen, last = most_changed_tier(rows), len(known) - 1
    asked = {row.tier for row in probe(rows)}
    choices = "".join(
        f'<label><input type="radio" name="probe-tier" value="{tier}"'
        f"{' checked' * (tier == chosen)}><span>{tier}</span></label>"
        for tier in TIERS
        if tier in asked
    )
    tiers = f"<fieldset><legend>{sr_only('Case')}</legend>{choices}</fieldset>" if chosen else ""
    about = (
        "One case of each difficulty, with the same draws, before the first step and after every "
        "tenth. No step learns from it."
        if chosen
        else "What was kept of each step, an answer to each of its cases."
    )
    title = "One case, answered again and again" if chosen else "What it wrote, step by step"
    return (
        f'<section class="scrub" data-run="{name}"><h3>{title}</h3><p class="hint">{about}</p>'
        f'<div class="scrub-row">{tiers}'
        f'<label class="slide"><span>Step <output>{known[last]}</output></span><input type="range" '
        f'min="0" max="{last}" value="{last}" step="1" aria-label="Step" '
        f'aria-valuetext="step {known[last]}" '
        f'data-steps="{" ".join(map(str, known))}"></label></div>{_scores(rows)}</section>'
    )


def _scores(rows: Sequence[Completion]) -> str:
    """The score of each tier's case over the steps, if there is a probe."""
    asked = probe(rows)
    lines = [Line(t, [(row.step, row.total) for row in asked if row.tier == t]) for t in TIERS]
    title, last = "Its score, by difficulty", max((row.step for row in asked), default=0)
    return chart(title, lines, smooth=False, marked_step=last)


def answers_at(name: str, rows: Sequence[Completion], step: int, tier: str) -> str:
    """A run's answers, with scores, at the slider's last step up to `step`, marked with run, step
    and tier, by which `scrub.js` knows an answer that came late."""
    known = [one for one in steps(rows) if one <= step] or steps(rows)[:1]
    if not known:
        return ""
    asked = probe(rows)
    if asked:
        first = next((row for row in asked if row.tier == tier), asked[0])
        one = next((row for row in asked if (row.step, row.tier) == (known[-1], first.tier)), first)
        shown, tier = _answer(one, first), first.tier
    else:
        kept = [row for row in rows if row.step == known[-1]][:MAX_ANSWERS]
        shown, tier = "".join(_answer(row, None) for row in kept), ""
    marks = f'data-run="{name}" data-step="{known[-1]}" data-tier="{tier}"'
    return f'<div class="samples" {marks}>{shown}</div>'


def _answer(row: Completion, first: Completion | None) -> str:
    """An answer beside its scores; `first` is the probe's first answer, to compare it with."""
    scores = "".join(_score(name, value) for name, value in row.scores.items())
    before = f'<p class="hint">{first.total:.2f} at step {first.step:,}</p>' if first else ""
    named = _parsed(row.scenario)
    text = as_text(named[1], row.text) if named else row.text
    return (
        f'<article class="sample"><div class="sample-head"><b>{row.tier}</b>'
        f"<small>step {row.step:,}, {escaped(row.scenario)}</small></div>"
        f'<pre tabindex="0">{clipped(text)}</pre>'
        f'<div class="sample-scores"><p class="sample-total"><b>{row.total:.2f}</b>'
        f"{correct_pill(row.correct)}</p>{before}<ul>{scores}</ul></div></article>"
    )


def _parsed(scenario: str) -> re.Match[str] | None:
    """The parts of a scenario's id; None if it is not one of a known desk."""
    named = _SCENARIO.fullmatch(scenario)
    return named if named and named[1] in desk_names() else None


def _score(name: str, value: float) -> str:
    kind, _, part = name.partition("/")
    how, spoken = ("taken", sr_only("penalty: ")) if kind == "penalties" else ("given", "")
    share = min(1.0, abs(value) / WIDEST)
    amount = signed(value, ".2f") if round(value, 2) else "0"
    return (
        f'<li class="{how}"><span>{spoken}{escaped(humanized(part))}</span>'
        f'<span class="track" aria-hidden="true"><i style="--share:{share:.4f}"></i></span>'
        f"<b>{amount}</b></li>"
    )


def questions(rows: Sequence[Completion]) -> str:
    """The probe's question of each tier, collapsed; the page shows that of the chosen tier."""
    found = {row.tier: row.scenario for row in probe(rows)}
    folds = "".join(_question(tier, found[tier]) for tier in TIERS if tier in found)
    chosen = most_changed_tier(rows)
    return f'<div class="questions" data-tier="{chosen}">{folds}</div>' if folds else ""


def _question(tier: str, scenario: str) -> str:
    if not (named := _parsed(scenario)):
        return ""
    text = load(named[1]).prompt(get_scenario(scenario))[-1]["content"]
    hint = "Names, words and numbers are invented, so that nothing is earned by heart."
    invented = f'<p class="hint">{hint}</p>' if named[5] else ""
    return (
        f'<details data-tier="{tier}"><summary>What the model was told</summary>{invented}'
        f'<pre tabindex="0">{escaped(text)}</pre></details>'
    )
