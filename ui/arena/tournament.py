"""The Arena over many cases: both answer the same ones, compared with a confidence interval."""

import time
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

from desks import DESKS, Scenario, Tier, load
from training.common.files import json_lines
from training.evals.measures import HEADLINES, Assessment, Group, assess, measures, paired
from training.models.policy import PolicyError
from ui import download
from ui.arena import duel
from ui.arena.contenders import Contender
from ui.drawing import aria_bool, escaped, label_of, signed

COUNTS = ("12", "24", "48")
MAX_SECONDS = 900
"""Time limit for a visitor's models, since others wait."""
BATCH_SIZE = 6
"""Cases answered between two updates of the progress."""
SEED = 0
"""The sampling seed: the same for everybody, so that results can be repeated."""
INTERVAL = ("mean", "low", "high")


def idle() -> str:
    """The panel before anything was run."""
    return _draw("idle", "", "")


def played_on(desk: str, tier: Tier) -> str:
    """Which cases are played, in words."""
    return f"{DESKS[desk].workplace}, {tier}"


def run(first: Contender, second: Contender, tier: Tier, count: int) -> Iterator[str]:
    """Yield the panel as both answer the first `count` cases of a tier, then with the table."""
    desk, names = load(first.desk), (first.name, second.name)
    cases = [desk.scenario(seed, tier, "eval") for seed in range(count)]
    found: tuple[list[Assessment], list[Assessment]] = [], []
    began = time.perf_counter()
    yield _draw("playing", "Getting ready …", _progress(0, 2 * count, began))
    try:
        policies = first.policy(), second.policy()
        for start in range(0, count, BATCH_SIZE):
            some = cases[start : start + BATCH_SIZE]
            for kept, policy in zip(found, policies, strict=True):
                texts = policy.answer(some, sample=True, seed=SEED)
                kept += [assess(s, text) for s, text in zip(some, texts, strict=True)]
                if time.perf_counter() - began > MAX_SECONDS:
                    raise PolicyError(f"it took over {MAX_SECONDS // 60} minutes: take fewer cases")
                done = len(found[0]) + len(found[1])
                news, table = _result(names, cases, found)
                yield _draw("playing", news, _progress(done, 2 * count, began) + table)
    except PolicyError as error:
        news, table = _result(names, cases, found)
        yield failed(str(error), news, table)
        return
    yield _draw("done", *_result(names, cases, found))


def failed(why: str, news: str = "", table: str = "") -> str:
    """The panel if the cases cannot be played, or not all of them; `news` and `table` are HTML."""
    return _draw("failed", f"<b>It cannot be played:</b> {escaped(why)}. {news}", table)


def _progress(done: int, total: int, began: float) -> str:
    seconds = time.perf_counter() - began
    left = f", about {seconds / done * (total - done):.0f} s left" if done else ""
    return (
        f'<progress max="{total}" value="{done}" aria-label="Answers written"></progress>'
        f'<p class="hint">{done} of {total} answers{left}</p>'
    )


def _result(
    names: tuple[str, str], cases: Sequence[Scenario], found: Sequence[list[Assessment]]
) -> tuple[str, str]:
    """The result in a sentence, and a table: both means, and the difference with its 95 %
    interval. Only cases that both answered count; without any, both are empty."""
    cases = cases[: min(map(len, found))]
    if not cases:
        return "", ""
    values = [[measures(one) for one in kept[: len(cases)]] for kept in found]
    everything = Group.of(cases, range(len(cases)))
    gaps = paired(everything, *values)
    means = [{n: _mean([one[n] for one in kept]) for n in kept[0]} for kept in values]
    compared = [n for n in means[0] if means[0][n] is not None or means[1][n] is not None]
    rows = "".join(_row(n, means[0][n], means[1][n], gaps[n]) for n in compared)
    desk, tier = cases[0].desk, cases[0].tier
    table = [
        {"desk": desk, "tier": tier, "cases": len(cases)}
        | {"measure": n, "a": means[0][n], "b": means[1][n]}
        | {f"difference_{part}": gaps[n][part] for part in INTERVAL}
        for n in compared
    ]
    saved = download.link("arena.jsonl", json_lines(table), "↓ This table, JSONL")
    mean, low, high = (signed(gaps["total"][part]) for part in INTERVAL)
    news = (
        f"{played_on(desk, tier)}: over {len(cases)} cases, B is {mean} against A, with a 95 % "
        f"interval from {low} to {high}: {gaps['wins']} better, {gaps['ties']} the same, "
        f"{gaps['losses']} worse."
    )
    heads = "".join(map(duel.head, duel.LETTERS, names))
    return news, (
        f'<table class="standings"><thead><tr><td></td>{heads}<th scope="col">B − A, paired</th>'
        f"</tr></thead><tbody>{rows}</tbody></table>{saved}"
    )


def _mean(values: Sequence[float | None]) -> float | None:
    present = [value for value in values if value is not None]
    return fmean(present) if present else None


def _row(name: str, first: float | None, second: float | None, gap: dict[str, Any]) -> str:
    head = ' class="headline-row"' if name in HEADLINES else ""
    cells = "".join(
        "<td>…</td>" if one is None else f"<td>{one:.2f}</td>" for one in (first, second)
    )
    if gap["low"] is None:
        between = ""
    else:
        clear = gap["low"] > 0 or gap["high"] < 0
        sign = ("▲ " if gap["mean"] > 0 else "▼ ") if clear else ""
        mean, low, high = (signed(gap[part]) for part in INTERVAL)
        between = f"{sign}{mean} [{low}, {high}]"
    return f'<tr{head}><th scope="row">{label_of(name)}</th>{cells}<td>{between}</td></tr>'


def _draw(state: str, news: str, result: str) -> str:
    """The panel; `news` and `result` are HTML."""
    busy = aria_bool(state == "playing")
    buttons = "".join(
        f'<button type="button" data-count="{count}" aria-disabled="{busy}">'
        f"Run {count} cases</button>"
        for count in COUNTS
    )
    return (
        f'<section class="tournament" data-state="{state}"><div class="live-head">'
        '<h3 id="many">On many cases</h3>'
        f'<div class="buttons" role="group" aria-labelledby="many">{buttons}</div>'
        '<button type="button" class="stop" data-stop>■ Stop</button></div>'
        '<p class="hint">Both answer the same held-out cases, and are compared case by case. '
        f'<span data-next></span></p><div role="status">{news}</div>{result}</section>'
    )
