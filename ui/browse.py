"""The list: which scenarios there are, filtered, searched, and drawn as a mail client would.

A row shows what the sender shows. The kind of case is for the filter alone: in the inbox it all but
names the right action.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from desks import Split, Tier, Voices, load
from ui.drawing import pill, shown, unseen
from ui.links import Ref, href

SHOWN = 100
"""Seeds 0 to 99 of a tier and split are listed; a link opens any other."""
EVERY = "every"
"""The filter that leaves none out."""
MAX_SEARCH = 100


@dataclass(frozen=True)
class Row:
    """One line of the list."""

    ref: Ref
    kind: str
    """The situation or the domain, for the filter; it is not drawn."""
    lead: str
    """HTML before the text: an avatar, or the sign of a domain."""
    who: str
    subject: str
    snippet: str
    note: str
    """HTML of what else anybody can see of it."""
    aside: str = ""
    """When it came, or its number."""
    urgent: bool = False
    text: str = ""
    """All that a search looks through, in lower case."""


Draw = Callable[[Ref, Any], Row]


@lru_cache(maxsize=16)
def rows(
    desk: str, draw: Draw, tier: Tier, split: Split, voices: Voices = "all"
) -> tuple[Row, ...]:
    """The first scenarios of a tier and split in some voices, as rows; made once."""
    make = load(desk).scenario
    return tuple(
        draw(Ref(tier, split, seed, voices), make(seed, tier, split, voices))
        for seed in range(SHOWN)
    )


def kinds(all_rows: Iterable[Row]) -> list[str]:
    """The kinds that occur, in order of the alphabet."""
    return sorted({row.kind for row in all_rows})


def matching(all_rows: Iterable[Row], kind: str, search: str) -> list[Row]:
    """The rows of a kind whose text holds every word of the search."""
    wanted = search[:MAX_SEARCH].lower().split()
    return [
        row
        for row in all_rows
        if kind in (EVERY, row.kind) and all(word in row.text for word in wanted)
    ]


def listing(tab: str, found: Sequence[Row], of: int, noun: str) -> str:
    """The rows as links; which one is open is marked in the browser, from its address."""
    if not found:
        return (
            '<div class="empty" role="status"><strong>Nothing matches.</strong> '
            "Use fewer words, or another filter.</div>"
        )
    count = f"{len(found)} of {of} {noun}" if len(found) < of else f"{of} {noun}"
    lines = "".join(_line(tab, row) for row in found)
    return (
        f'<p class="count" role="status">{count}</p><ul class="rows" data-tab="{tab}">{lines}</ul>'
    )


def _line(tab: str, row: Row) -> str:
    urgent = f'<span class="urgent" title="high priority">!{unseen("high priority")}</span>'
    return (
        f'<li><a href="{href(tab, row.ref)}" data-scenario="{row.ref}">{row.lead}'
        f'<span class="row-who">{shown(row.who)}{urgent if row.urgent else ""}</span>'
        f'<span class="row-aside">{shown(row.aside)}</span>'
        f'<span class="row-subject">{shown(row.subject)}</span>'
        f'<span class="row-snippet">{shown(row.snippet)}</span>'
        f'<span class="row-note">{pill(row.note)}</span></a></li>'
    )
