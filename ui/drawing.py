"""HTML helpers that all views share: escaped text, avatars, pills and marked evidence.

Untrusted text goes through `escaped`, which also spells out the characters that a browser would
hide or act on (zero-width, bidirectional, lone surrogates).
"""

import html
import time
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

MAX_SHOWN = 2_000
"""Maximum characters shown of a long text."""
_HUES = 6
_HIDDEN = frozenset({"Cf", "Cs", "Co", "Cn", "Cc"})


def escaped(text: str) -> str:
    """Untrusted text, safe in HTML, attributes and UTF-8, with hidden characters spelled out."""
    if not (text.isascii() and text.isprintable()):
        shown = (c in "\n\t" or unicodedata.category(c) not in _HIDDEN for c in text)
        text = "".join(c if ok else f"‹U+{ord(c):04X}›" for c, ok in zip(text, shown, strict=True))
    return html.escape(text)


def as_given(text: str) -> str:
    """Untrusted text, safe in HTML and UTF-8, as it is: for what comes back from the page."""
    return html.escape(text.encode("utf-8", "replace").decode())


def clipped(text: str) -> str:
    """The beginning of a long text, escaped, and how many characters follow."""
    more = len(text) - MAX_SHOWN
    told = f"\n… {number_of(more, 'more character')}" if more > 0 else ""
    return escaped(text[:MAX_SHOWN]) + told


def humanized(name: str) -> str:
    """An identifier or a spec as words: slot_is_free -> slot is free."""
    return name.replace("_", " ").replace(":", " ")


def script_name(name: str) -> str:
    """What a scripted policy is called on the page."""
    return "honest answer" if name == "oracle" else humanized(name)


def label_of(name: str) -> str:
    """The `humanized` name, escaped."""
    return html.escape(humanized(name))


def capitalized(text: str) -> str:
    """The text with a capital at its beginning; unlike `str.capitalize`, the rest stays."""
    return text[:1].upper() + text[1:]


def number_of(number: int, what: str) -> str:
    """A number and what there are so many of, which takes an s in the plural: 2 votes."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def signed(value: float, spec: str = "+.2f") -> str:
    """A formatted number, with a minus sign in place of a hyphen."""
    return f"{value:{spec}}".replace("-", "−")


def render_nonce() -> str:
    """An attribute that differs each time, so that scripts notice a redraw of identical content."""
    return f'data-made="{time.monotonic_ns()}"'


def avatar(name: str) -> str:
    """A person's initials on a tint chosen by name; decorative, since the name stands beside it."""
    initials = "".join(part[0] for part in name.split()[:2]).upper()
    hue = crc32(name.encode()) % _HUES
    return f'<span class="avatar hue-{hue}" aria-hidden="true">{escaped(initials)}</span>'


def pill(text: str, kind: str = "") -> str:
    return f'<span class="pill {kind}">{text}</span>'


def correct_pill(correct: bool, word: str = "correct") -> str:
    """A pill that says whether the work is right, or whatever `word` says."""
    return pill(f"✓ {word}", "good") if correct else pill(f"✕ not {word}", "bad")


def aria_bool(held: bool) -> str:
    """A boolean as the value of an ARIA attribute."""
    return "true" if held else "false"


def switch(label: str, name: str, choices: Mapping[str, str], chosen: str) -> str:
    """A group of buttons with one pressed; each has its value in `data-NAME`, labels are HTML."""
    buttons = "".join(
        f'<button type="button" data-{name}="{value}" aria-pressed="{aria_bool(value == chosen)}">'
        f"{text}</button>"
        for value, text in choices.items()
    )
    return f'<div class="switch" role="group" aria-label="{label}">{buttons}</div>'


def sr_only(text: str) -> str:
    """Text for screen readers only; `text` is HTML."""
    return f'<span class="unseen">{text}</span>'


EVIDENCE_LABELS = {"against": "against", "for": "for", "unread": "not read"}
"""What evidence says, in words; where marks overlap, the first wins."""


class Mark(NamedTuple):
    """Evidence at characters [start, end) of a text: for or against the answer, or not read; `why`
    names its grader."""

    start: int
    end: int
    says: str
    why: str = ""


def marked(text: str, marks: Iterable[Mark]) -> str:
    """The text with its evidence marked; where marks overlap, the first of the labels wins."""
    marks = [m for m in marks if 0 <= m.start < m.end <= len(text)]
    cuts = sorted({0, len(text), *(m.start for m in marks), *(m.end for m in marks)})
    pieces = []
    for start, end in pairwise(cuts):
        over = [m for m in marks if m.start <= start and end <= m.end]
        piece = escaped(text[start:end])
        if over:
            says = next(one for one in EVIDENCE_LABELS if any(m.says == one for m in over))
            why = html.escape("; ".join(dict.fromkeys(m.why for m in over if m.why)))
            spoken = sr_only(f" ({EVIDENCE_LABELS[says]})")
            piece = f'<mark class="{says}" title="{why}">{piece}{spoken}</mark>'
        pieces.append(piece)
    return "".join(pieces)


def piece(text: str, marks: Iterable[Mark], start: int, end: int) -> str:
    """Characters [start, end) of a text, with the marks that fall inside them."""
    inside = [
        Mark(max(m.start, start) - start, min(m.end, end) - start, m.says, m.why) for m in marks
    ]
    return marked(text[start:end], inside)


def answered(title: str, done: Iterable[str], said: str, note: str = "") -> str:
    """An answer: what it does, what it says, and a note; all HTML."""
    deeds = "".join(f"<li>{deed}</li>" for deed in done)
    return (
        f'<section class="block-section answered"><h3>{title}</h3><ul class="done">{deeds}</ul>'
        f'{note}<p class="said">{said}</p></section>'
    )
