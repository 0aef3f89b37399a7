"""The tab bar. Each link shows its tab in place: a column that has the tab's name as its id.

What a tab shows is sent when it is opened for the first time, so that a visitor waits for one tab.
"""

from typing import Any

from ui.component import Listener, html, tell_failures
from ui.links import TABS, tab_href

KEYS = {
    "n": "next case, run or level",
    "p": "the one before",
    "r": "run: the models, or a cheat",
    "e": "edit the answer",
    "g": "grade, keep or submit it",
    "← →": "the calls of an episode",
    "?": "show or hide these",
}
"""The shortcuts of `assets/keys.js` and `assets/walk.js`, inactive while an answer is written."""


def build() -> dict[str, Listener]:
    """The row of links, and the list of shortcuts behind a question mark.

    Returns, for each tab, how to listen to its first opening, as `gr.Blocks.load` does to the
    page's: the request's query is that of the address.
    """
    links = "".join(
        f'<a href="{tab_href(name)}" data-tab="{name}">{label}</a>' for name, label in TABS.items()
    )
    keys = "".join(f"<dt><kbd>{key}</kbd></dt><dd>{what}</dd>" for key, what in KEYS.items())
    row = (
        f'<div class="tabs-row"><nav class="tabs" aria-label="Tabs">{links}</nav>'
        '<details class="keys-told"><summary title="Keys"><kbd>?</kbd><span class="unseen"> keys'
        f'</span></summary><div><dl>{keys}</dl><label class="chip"><input type="checkbox" '
        "data-keys checked><span>Use these keys</span></label></div></details>"
        '<span class="unseen" role="status" data-shared></span></div>'
        '<p class="notice buttons" role="alert" data-lost hidden>Not all of this tab could be '
        "opened: the message that came up says why. "
        '<button type="button">Try again</button></p>'
    )
    bar = html("address.js", "nav.js", "remember.js", "keys.js", "charts.js", "share.js", drawn=row)

    def first(name: str) -> Listener:
        def listen(*bound: Any, **settings: Any) -> None:
            tell_failures(bar, getattr(bar, f"first_{name}")(*bound, **settings))

        return listen

    return {name: first(name) for name in TABS}
