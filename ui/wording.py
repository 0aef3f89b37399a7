"""Untrusted text as one plain line, and as short lines that fit a picture.

Nothing here depends on a font: whoever draws says how wide a text is, and which characters it has.
"""

import unicodedata
from collections.abc import Callable

MAX_READ = 1_000
"""Characters of a text that are looked at."""
MISSING = "□"
"""Stands for characters that a font does not have, however many follow each other; a font that
lacks this one too draws its own sign, which is a box as well."""
ELLIPSIS = "…"
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def plain(text: str, most: int) -> str:
    """The beginning of a text in one line, at most so many characters, without those that are
    hidden or that turn the direction of others."""
    read = unicodedata.normalize("NFC", text[:MAX_READ].encode("utf-8", "replace").decode())
    shown = (c if c.isspace() or unicodedata.category(c) not in _HIDDEN else "" for c in read)
    line = " ".join("".join(shown).split())
    if len(line) <= most and len(text) <= MAX_READ:
        return line
    return _cut(line, most - 1) + ELLIPSIS


def _cut(line: str, most: int) -> str:
    """At most so many characters, ending with a word unless that takes away half."""
    if len(line) <= most:
        return line
    head = line[:most]
    word = head.rpartition(" ")[0] if line[most] != " " else head
    return (word if len(word) > most / 2 else head).rstrip(" ,;:")


def drawable(line: str, has: Callable[[str], bool]) -> str:
    """The line with one sign for every run of characters that a font does not have; marks that
    belong to a letter are dropped with it."""
    out: list[str] = []
    for c in line:
        sign = c if c == " " or has(c) else MISSING
        if not (unicodedata.category(c).startswith("M") or (sign == MISSING == "".join(out[-1:]))):
            out.append(sign)
    return "".join(out)


def wrapped(line: str, width: float, most: int, measure: Callable[[str], float]) -> list[str]:
    """The line in at most so many lines of this width; a word that is too long is broken, and what
    does not fit is left out, with an ellipsis."""
    lines, words = [""], line.split()
    while words:
        word = words.pop(0)
        longer = f"{lines[-1]} {word}".lstrip()
        if measure(longer) <= width:
            lines[-1] = longer
        elif measure(word) > width:
            fits = _fitting(word, width, measure)
            words[:0] = [fits, word[len(fits) :]]
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = _with_ellipsis(lines[-1], width, measure)
            break
    return lines


def _fitting(word: str, width: float, measure: Callable[[str], float]) -> str:
    """The longest beginning of a word that fits, at least one character."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(word[:middle]) <= width else (low, middle - 1)
    return word[:low]


def _with_ellipsis(line: str, width: float, measure: Callable[[str], float]) -> str:
    line = line.rstrip(ELLIPSIS)
    while line and measure(line + ELLIPSIS) > width:
        line = line[:-1]
    return line.rstrip() + ELLIPSIS
