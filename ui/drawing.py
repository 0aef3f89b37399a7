"""Small things that every drawing needs: escaped text, avatars, pills, and marked evidence.

All functions return HTML. Text from outside passes `shown`, which escapes it and makes the
characters visible that a browser would hide or obey (zero-width, bidirectional, unpaired).
"""

import html
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

CLIPPED = 2_000
"""Characters of a long text that are shown."""
_HUES = 6
_HIDDEN = frozenset({"Cf", "Cs", "Co", "Cn", "Cc"})


def shown(text: str) -> str:
    """Text from outside, safe in HTML and its attributes and in UTF-8, hidden characters named."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(c if _visible(c) else f"‹U+{ord(c):04X}›" for c in text)
    return html.escape(text)


def _visible(character: str) -> bool:
    return character in "\n\t" or unicodedata.category(character) not in _HIDDEN


def clipped(text: str) -> str:
    """A long text's beginning, as `shown`, with how much more there is."""
    more = len(text) - CLIPPED
    return shown(text[:CLIPPED]) + (f"\n… {more:,} more characters" if more > 0 else "")


def words(name: str) -> str:
    """An identifier as words: slot_is_free -> slot is free."""
    return html.escape(name.replace("_", " "))


def avatar(name: str) -> str:
    """A person's initials on a tint of their own; decoration, since the name stands beside it."""
    initials = "".join(part[0] for part in name.split()[:2]).upper()
    hue = crc32(name.encode()) % _HUES
    return f'<span class="avatar hue-{hue}" aria-hidden="true">{shown(initials)}</span>'


def pill(text: str, kind: str = "") -> str:
    return f'<span class="pill {kind}">{text}</span>'


def yes(held: bool) -> str:
    """The value of an aria attribute."""
    return "true" if held else "false"


def switch(label: str, name: str, choices: Mapping[str, str], chosen: str) -> str:
    """Buttons of which one is pressed, each with its value as `data-NAME`; labels are HTML."""
    buttons = "".join(
        f'<button type="button" data-{name}="{value}" aria-pressed="{yes(value == chosen)}">{told}'
        "</button>"
        for value, told in choices.items()
    )
    return f'<div class="switch" role="group" aria-label="{label}">{buttons}</div>'


def unseen(text: str) -> str:
    """Text for a screen reader alone; `text` is HTML."""
    return f'<span class="unseen">{text}</span>'


TOLD = {"against": "against", "for": "for", "unread": "not read"}
"""What evidence says, in words; where two meet, the first wins."""


class Mark(NamedTuple):
    """Characters [start, end) of a text that speak for or against an answer, or that were not read,
    and what says so."""

    start: int
    end: int
    says: str
    why: str = ""


def marked(text: str, marks: Iterable[Mark]) -> str:
    """The text with its evidence marked; where marks overlap, what speaks against wins."""
    marks = [m for m in marks if 0 <= m.start < m.end <= len(text)]
    cuts = sorted({0, len(text), *(m.start for m in marks), *(m.end for m in marks)})
    pieces = []
    for start, end in pairwise(cuts):
        over = [m for m in marks if m.start <= start and end <= m.end]
        piece = shown(text[start:end])
        if over:
            says = next(one for one in TOLD if any(m.says == one for m in over))
            why = html.escape("; ".join(dict.fromkeys(m.why for m in over if m.why)))
            piece = f'<mark class="{says}" title="{why}">{piece}{unseen(f" ({TOLD[says]})")}</mark>'
        pieces.append(piece)
    return "".join(pieces)


def piece(text: str, marks: Iterable[Mark], start: int, end: int) -> str:
    """Characters [start, end) of a text, with what of its marks falls into them."""
    inside = [
        Mark(max(m.start, start) - start, min(m.end, end) - start, m.says, m.why) for m in marks
    ]
    return marked(text[start:end], inside)


def answered(title: str, done: Iterable[str], said: str, note: str = "") -> str:
    """An answer beside its case: what it does, what it says, and a note on that; all HTML."""
    deeds = "".join(f"<li>{deed}</li>" for deed in done)
    return (
        f'<section class="block-section answered"><h3>{title}</h3><ul class="done">{deeds}</ul>'
        f'{note}<p class="said">{said}</p></section>'
    )
