"""The list of scenarios: filtered, searched, and drawn like a mail client.

`Row.kind` is only for the filter and is not drawn: in the inbox, the kind of case all but gives
away the right action.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from desks import Split, Tier, Voices, load
from ui.drawing import escaped, pill, sr_only
from ui.links import Ref, href

MAX_ROWS = 100
"""Seeds 0 to 99 of a tier and split are listed; a link opens any other."""
EVERY = "every"
"""The filter's value for all kinds."""
MAX_SEARCH = 100
MAX_SNIPPET = 90


@dataclass(frozen=True)
class Row:
    """One line of the list."""

    ref: Ref
    kind: str
    """The situation or the domain, for the filter; it is not drawn."""
    lead: str
    """HTML before the text: an avatar, or a domain's icon."""
    who: str
    subject: str
    body: str
    """Only its beginning is shown."""
    note: str
    """HTML of other public details."""
    aside: str = ""
    """The time it was sent, or the ticket number."""
    urgent: bool = False
    text: str = ""
    """The text that a search looks through, in lower case."""


Draw = Callable[[Ref, Any], Row]


@lru_cache(maxsize=16)
def rows(
    desk: str, draw: Draw, tier: Tier, split: Split, voices: Voices = "all"
) -> tuple[Row, ...]:
    """The first scenarios of a tier, split and voices, as rows; cached."""
    make = load(desk).scenario
    return tuple(
        draw(Ref(tier, split, seed, voices), make(seed, tier, split, voices))
        for seed in range(MAX_ROWS)
    )


def matching(all_rows: Iterable[Row], kind: str, search: str) -> list[Row]:
    """The rows of a kind whose text contains every word of the search."""
    wanted = search[:MAX_SEARCH].lower().split()
    return [
        row
        for row in all_rows
        if kind in (EVERY, row.kind) and all(word in row.text for word in wanted)
    ]


def listing(tab: str, found: Sequence[Row], total: int, noun: str) -> str:
    """The rows as links; `assets/list.js` marks the open one."""
    if not found:
        return (
            '<div class="empty" role="status"><strong>Nothing matches.</strong> '
            "Use fewer words, or another filter.</div>"
        )
    count = f"{len(found)} of {total} {noun}" if len(found) < total else f"{total} {noun}"
    lines = "".join(_line(tab, row) for row in found)
    return (
        f'<p class="count" role="status">{count}</p><ul class="rows" data-tab="{tab}">{lines}</ul>'
    )


def _line(tab: str, row: Row) -> str:
    begins = escaped(" ".join(row.body.split())[:MAX_SNIPPET])
    urgent = f'<span class="urgent" title="high priority">!{sr_only("high priority")}</span>'
    return (
        f'<li><a href="{href(tab, row.ref)}" data-scenario="{row.ref}">{row.lead}'
        f'<span class="row-who">{escaped(row.who)}{urgent if row.urgent else ""}</span>'
        f'<span class="row-aside">{escaped(row.aside)}</span>'
        f'<span class="row-subject">{escaped(row.subject)}</span>'
        f'<span class="row-snippet">{begins}</span>'
        f'<span class="row-note">{pill(row.note)}</span></a></li>'
    )
