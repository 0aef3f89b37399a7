"""The tabs: links that open one in place. Each tab is a column, and one is shown at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

import gradio as gr

from ui.component import html
from ui.links import TABS

KEYS = {
    "n": "next case, run or level",
    "p": "the one before",
    "r": "run: the models, or an attacker",
    "e": "edit the answer",
    "g": "grade, keep or submit it",
    "← →": "the calls of an episode",
    "?": "show or hide these",
}
"""The keys of `assets/keys.js` and `assets/walk.js`, inactive while text is typed."""


def build() -> None:
    """The row of links."""
    links = "".join(
        f'<a href="?tab={name}" data-tab="{name}">{label}</a>' for name, label in TABS.items()
    )
    nav = f'<nav class="tabs" aria-label="Tabs">{links}</nav>'
    row = f'<div class="tabs-row">{nav}{_keys()}</div>'
    html("address.js", "nav.js", "keys.js", "charts.js", drawn=row)


def _keys() -> str:
    """The list of keys, behind a question mark."""
    rows = "".join(f"<dt><kbd>{key}</kbd></dt><dd>{what}</dd>" for key, what in KEYS.items())
    return (
        '<details class="keys-told"><summary title="Keys"><kbd>?</kbd><span class="unseen"> keys'
        f"</span></summary><dl>{rows}</dl></details>"
    )


@contextmanager
def tab(name: str) -> Iterator[None]:
    """Components built inside belong to the tab of that name."""
    with gr.Column(elem_id=name, elem_classes="tab"):
        yield
