"""What of a fix gives away which article it was taken from.

A mark is the smallest piece by which a fix is recognised: what stands out in it, where a technician
would put code marks or quotation marks, or a long quotation. What the writer has read elsewhere (in
the ticket, in the articles that apply, in titles and signs) is no mark.
"""

import re
from collections.abc import Iterator

from desks.it_triage.models import Passage
from graders.referee.wording import even

_SMALL = (
    r"(?i:the|an?|its?|this|that|and|or|to|in|on|of|for|is|at|from|with|as|your|our|each|all|no|if|"
    r"also|by|under|through|there|above|into|less|plus|after|again|once|toward|later|newer|release|version|build)\b"
)
_STANDS_OUT = tuple(
    map(
        re.compile,
        (
            # paths, options, values
            r"""(?<![^\s,;"'()])[^\s,;"'()]*(?:[\d_/\\=$@{}\[\]!|]|\w:\w)[^\s,;"'()]*""",
            r"(?<!\S)--?\w[^\s,;=]*|\b\w+\.\w[\w.]*|\b\w*[a-z][A-Z]\w*|\b[A-Z]{9,}\b",
            r"\b\w+(?:-\w+)+",
            rf"\b\d[\w.]{{0,40}} (?!{_SMALL})[A-Za-z]+\b",  # a number with its unit
            rf"\b(?!{_SMALL})[A-Za-z]+ \d[\w.]*",  # or its name
            # a label, as a page or a dialogue shows it
            r"(?<=[\w,:] )[A-Z][\w-]*(?:(?: &)? [A-Z][\w-]*)+",
            r"\b[A-Z]{3,}(?: [A-Z]{3,}){1,2}\b",  # a statement
            # a command
            rf"\b(?:[Rr]un|[Cc]all|[Uu]sing) ((?!{_SMALL})[a-z][\w-]+"
            rf"(?: (?!{_SMALL})[\w/-]+){{1,2}})",
        ),
    )
)
_ORDINARY = re.compile(
    r"(?:re|un|pre|read|built|up|out|day|well|one|two|time|long|sign|log|double|cool|dry)-.*|.{0,3}",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<!\S)\S*\w\S*")
_RUN = 6
"""So many words in a row from another article's fix are a quotation."""


def marks(passage: Passage, known: str) -> Iterator[str]:
    """What stands out in a passage's fix, and long quotations of it, but nothing that is known."""
    fix = passage.text.rpartition("Fix:")[2]
    words = list(_WORD.finditer(fix))
    found = [m[m.lastindex or 0] for pattern in _STANDS_OUT for m in pattern.finditer(fix)]
    found += [
        fix[first.start() : last.end()]
        for first, last in zip(words, words[_RUN - 1 :], strict=False)
    ]
    for mark in found:
        bare = mark.strip(".,;:!?\"'")
        if not _ORDINARY.fullmatch(bare) and even(bare) not in known:
            yield bare
