"""The home tab: the cheating twin, a cheat to try, what training changed, and the other tabs.

Everything is drawn from the records of the shipped runs.
"""

import gradio as gr

from desks import DESKS
from graders.known_cheats import recorded
from graders.levels import levels
from ui.component import QUIET, Listener, html
from ui.events import broken_link
from ui.home import first_break, gains, twins
from ui.links import TABS, GameRef, LinkError, game_href, known, tab_href
from ui.meters import Meters

TAB = "home"
HARDEST = GameRef(first_break.DESK, levels(first_break.DESK)[-1].name, first_break.NEXT_CASE)
"""Where our own rubric is to be broken."""
HERO = (
    '<div class="hero"><h2>Small models learn office work from rewards that pay for nothing else.'
    "</h2></div>"
)
"""Shown at the top if no twins are recorded."""
TAB_CARDS = {
    "arena": (
        "Let two models answer a case, and vote for one: blind, if you like.",
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
        "What each run learned, step by step, and how some cheated. Train one yourself.",
        "M4 4v16h16M7 16l4-5 3 3 5-8",
    ),
}
"""For each tab, what to do there, and its icon as an SVG path in a 24 by 24 box."""


def draw() -> str:
    """The top of the page: the twins."""
    return f'<section class="home">{twins.draw() or HERO}</section>'


def below() -> str:
    """Under what one can play: what training changed, and the other tabs."""
    figures = "".join(map(gains.draw, DESKS))
    measured = f'<div class="home-charts">{figures}</div>' if figures else ""
    return f'<section class="home">{_withstood()}{measured}{_tab_cards()}</section>'


def _withstood() -> str:
    """How many known wrong answers are refused, and the way to the next; "" without a record."""
    if (found := recorded()) is None:
        return ""
    refused = found.known - found.taken
    return (
        f'<p class="withstood">RewardDesk’s own graders refuse <b>{refused} of {found.known}</b> '
        "wrong answers that people, models and searches have come up with, and accept "
        f"<b>{found.accepted} of {found.right}</b> right ones. "
        f'<a href="{game_href(HARDEST)}">Find number {found.known + 1}</a></p><p class="hint">Each '
        f"is kept as a test; the newest was added on {found.latest:%-d %B %Y}. This is a record, "
        "not a proof: holes are closed once they are found. What no rule can judge, such as "
        "rudeness, a promise nobody asked for or a private detail, is pointed out beside a score "
        "and does not lower it.</p>"
    )


def _tab_cards() -> str:
    links = "".join(
        f'<a class="door" href="{tab_href(tab)}" data-tab="{tab}"><svg class="door-sign" '
        f'viewBox="0 0 24 24" aria-hidden="true"><path d="{icon}"/></svg><b>{TABS[tab]}</b>'
        f"<span>{what}</span></a>"
        for tab, (what, icon) in TAB_CARDS.items()
    )
    return f'<nav class="doors" aria-label="What to do here">{links}</nav>'


class Home:
    """The tab."""

    tab = TAB

    def __init__(self, meters: Meters, keep: first_break.Keep) -> None:
        self._first_break = first_break.FirstBreak(meters, keep)

    def on_load(self, request: gr.Request) -> str:
        """A notice if the address is wrong."""
        try:
            known(request.query_params.get("tab", TAB), TABS, "tab")
        except LinkError as error:
            return broken_link(error)
        return ""

    def build(self, first_opened: Listener) -> None:
        """The tab's components and events; it comes with the page."""
        with gr.Column(elem_classes="pane", min_width=0):
            notice = html()
            html("twins.js", drawn=draw())
            self._first_break.build()
            html(drawn=below())
        first_opened(self.on_load, None, notice, concurrency_limit=None, **QUIET)
