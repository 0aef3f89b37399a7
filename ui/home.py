"""The first page: one email, two answers, what training moved, and the doors to the rest.

The answers are the shipped models' own, written once when the page has started. The chart is that
of the shipped runs' records.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import gradio as gr

from desks import DESKS, TIERS, load
from graders import Grade, grade
from training.policies import BASE, TRAINED, PolicyError
from ui import live, score_card
from ui.component import QUIET, html
from ui.drawing import avatar, shown, words
from ui.events import broken_link
from ui.links import DESK_NAMES, TABS, LinkError, Ref
from ui.runs.records import record
from ui.workbench import Bench

TAB = "home"
EXAMPLE = Ref("medium", "eval", 4)
"""An email on which training made the difference: an example and no average."""
SEED = 0
"""Of the answers: the same for everybody."""
SAID = 320
"""Characters of a reply that are shown."""
DOORS = {
    "arena": (
        "Let both models answer a case. Vote before you see who is who.",
        "M4 4h7v9H4zM13 11h7v9h-7zM15 5h4M17 3v4M5 18h4",
    ),
    "inbox": (
        "Emails with a calendar. Answer one, or watch cheats fail.",
        "M3 6h18v13H3zM3 7l9 7 9-7",
    ),
    "helpdesk": (
        "Tickets with articles. Every sentence leads to its source.",
        "M5 13v-2a7 7 0 0 1 14 0v2M5 13h3v5H5zM16 13h3v5h-3zM17 18c0 2-2 3-5 3",
    ),
    "tools": (
        "A ticket and seven tools. Watch an agent search and cite, or play it.",
        "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5M7 10h6M10 7v6",
    ),
    "break": (
        "Get paid for work that is not done. Each level closes one hole.",
        "M12 3l8 3v6c0 4-3 7-8 9-5-2-8-5-8-9V6zM13 6l-3 5h4l-3 6",
    ),
    "training": (
        "What each run learned, step by step, and how one collapsed.",
        "M4 4v16h16M7 16l4-5 3 3 5-8",
    ),
}
"""Where each leads: what one does there, and its sign, as a path in a box of 24 by 24."""


# --- drawing ---


def draw(bench: Bench, texts: Sequence[str] | None) -> str:
    """The whole page; None where the answers are still being written, and none without models."""
    scenario = bench.scenario(EXAMPLE)
    return (
        '<section class="home"><div class="hero"><h2>Small models learn office work from rewards '
        f"that pay for nothing else.</h2><p>One email, two answers: {_told(bench.desk)}.</p></div>"
        f"{_email(bench, scenario)}{_answers(scenario, texts)}{_measured()}{_doors()}</section>"
    )


def _told(desk: str) -> str:
    """What stands between the two answers, as the run's record tells it."""
    run = record(f"{desk}_embedded").run
    seconds = sum(value for _, value in run.curves.get("seconds", ())) if run else 0.0
    taken = f"after {seconds / 60:.0f} minutes of GRPO on a CPU" if seconds else "after GRPO"
    return f"the same small model before training and {taken}"


def _email(bench: Bench, scenario: Any) -> str:
    last = scenario.thread[-1]
    return (
        f'<article class="letter home-mail"><p class="from">{avatar(last.sender.name)}<span><b>'
        f"{shown(last.sender.name)}</b> <small>{shown(last.subject)}</small></span></p>"
        f'<div class="body">{shown(last.body)}</div><p class="hint">'
        f'<a href="?tab={bench.tab}&scenario={EXAMPLE}">The whole case, with its '
        "calendar</a>. An example; the averages stand below."
        "</p></article>"
    )


def _answers(scenario: Any, texts: Sequence[str] | None) -> str:
    if texts is None:
        return '<p class="hint home-wait" role="status">The two models are writing …</p>'
    if not texts:
        return '<p class="hint home-wait">No models are shipped with this copy.</p>'
    sides = "".join(
        _answer(who, grade(scenario, text)) for who, text in zip(_WHO, texts, strict=True)
    )
    return f'<div class="sides">{sides}</div>'


_WHO = {BASE: "Before training", TRAINED: "After training"}


def _answer(who: str, found: Grade) -> str:
    state = "right" if found.correct else "wrong"
    if found.action is None:
        said = '<p class="hint">Nothing that can be read.</p>'
    else:
        deed = words(found.action.calendar_action)
        reply = found.action.email_reply
        cut = f"{reply[:SAID]} …" if len(reply) > SAID else reply
        said = f'<ul class="done"><li><b>{deed}</b></li></ul><p class="said">{shown(cut)}</p>'
    return (
        f'<article class="side {state}" aria-label="{_WHO[who]}"><h3>{_WHO[who]}</h3>'
        f"{score_card.headline(found)}{said}</article>"
    )


def _measured() -> str:
    """Both desks' held-out means, base and trained, from the records; what is missing is left
    out."""
    figures = "".join(filter(None, map(_desk, DESKS)))
    return f'<div class="home-charts">{figures}</div>' if figures else ""


def _desk(desk: str) -> str:
    held_out = record(f"{desk}_embedded").held_out
    if held_out is None or not {BASE, TRAINED} <= set(held_out.policies):
        return ""
    before, after = (held_out.policies[who] for who in (BASE, TRAINED))
    rows = "".join(
        _tier(tier, before.tiers[tier].total.mean, after.tiers[tier].total.mean)
        for tier in TIERS
        if tier in before.tiers and tier in after.tiers
    )
    return (
        f'<figure class="home-chart"><figcaption><b>{DESK_NAMES[desk]}</b>: right as a whole in '
        f"{before.overall.correct.mean:.0%} of {before.overall.n:,} unseen cases before training, "
        f"{after.overall.correct.mean:.0%} after; a referee that no reward sees agrees: "
        f"{before.overall.referee.mean:.0%} and {after.overall.referee.mean:.0%}. Mean grade by "
        f"tier:</figcaption><ul>{rows}</ul></figure>"
    )


def _tier(tier: str, before: float, after: float) -> str:
    low, high = sorted((before, after))
    return (
        f'<li><span>{tier}</span><span class="dumbbell" aria-hidden="true" '
        f'style="--low:{low:.4f};--high:{high:.4f};--was:{before:.4f};--now:{after:.4f}"><i></i>'
        f'<i class="ring"></i><i class="disc"></i></span><b>{before:.2f} → {after:.2f}</b></li>'
    )


def _doors() -> str:
    links = "".join(
        f'<a class="door" href="?tab={tab}" data-tab="{tab}"><svg class="door-sign" '
        f'viewBox="0 0 24 24" aria-hidden="true"><path d="{sign}"/></svg><b>{TABS[tab]}</b>'
        f"<span>{what}</span></a>"
        for tab, (what, sign) in DOORS.items()
    )
    return f'<nav class="doors" aria-label="What to do here">{links}</nav>'


def _notice(tab: str) -> str:
    """That an address names no tab, where it does not."""
    if tab in TABS:
        return ""
    return broken_link(LinkError(f"{tab[:40]!r} is no tab; there are {', '.join(TABS)}"))


# --- events ---


class Home:
    """The tab. `bench` has the case that stands as the example."""

    tab = TAB

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._answers: Future[tuple[str, ...]] = Future()
        """What base and trained write to the example; nothing, where one is missing."""

    def prepare(self) -> None:
        """Let the models write, once for all visitors."""
        desk, texts = self._bench.desk, ()
        prompt = load(desk).prompt(self._bench.scenario(EXAMPLE))
        if len(live.shipped(desk)) == len((BASE, TRAINED)):
            with suppress(PolicyError):
                models = [live.model(desk, who) for who in (BASE, TRAINED)]
                *_, told = live.write(models, prompt, SEED)
                texts = tuple(one.text for one in told)
        self._answers.set_result(texts)

    async def on_load(self, request: gr.Request) -> AsyncIterator[str]:
        """The page, and once the models have written, their answers."""
        notice = _notice(request.query_params.get("tab", TAB))
        if not self._answers.done():
            yield notice + await asyncio.to_thread(draw, self._bench, None)
        texts = await asyncio.shield(asyncio.wrap_future(self._answers))
        yield notice + await asyncio.to_thread(draw, self._bench, texts)

    def build(self, page: gr.Blocks) -> None:
        """The tab's component and event."""
        with gr.Column(elem_classes="pane", min_width=0):
            drawn = html()
        page.load(self.on_load, None, drawn, concurrency_limit=None, **QUIET)
