"""Where things are in a rendered IT-triage prompt: the ticket, the passages, what the ticket says.

Places are character indices from the beginning of the text. Names may differ from the scenario's:
`rename` is the function that replaced them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from desks.it_triage.knowledge import Article
from desks.it_triage.models import TriageScenario
from desks.it_triage.telling import quotations, short_name
from training.pocket.demonstrations.doubts import IN_VAIN, article_of, find_version
from training.pocket.demonstrations.words import COMMON, WORD, stem
from training.pocket.tokens import END, PLAN

_PASSAGE = re.compile(r"^\[KB-\d{4}\] (.*?)\. Sign: (.*?)\. Fix: (.*)$", re.MULTILINE)
_QUOTED = re.compile(r"([\"`])(.+?)\1")


@dataclass(frozen=True)
class ShownPassage:
    """A passage: where its parts are, and what the ticket says about them."""

    article: Article
    id_at: int
    """The first digit of its id."""
    product_end: int
    version_end: int
    """The last characters of product and version."""
    sign: tuple[int, int]
    fix_at: int
    """The word "Fix": all that decides whether the article applies comes before it."""
    fix: tuple[int, int]
    product_told: int | None
    version_told: int | None
    """The last character of the ticket's mention of the same product, and of the same version."""
    words: dict[int, int | None]
    """The end of each sign word's stem -> that of the same stem in the ticket; None if absent."""
    sign_told: bool
    """Whether the ticket tells the sign: verbatim, in part or in a reporter's words."""

    @property
    def fits(self) -> bool:
        """Whether the ticket mentions the same product and version."""
        return self.product_told is not None and self.version_told is not None

    @property
    def overlap(self) -> float:
        """The share of the sign's words that the ticket has."""
        return sum(at is not None for at in self.words.values()) / max(len(self.words), 1)


@dataclass(frozen=True)
class Layout:
    """A rendered prompt as a careful reader sees it."""

    ticket: tuple[int, int]
    quotes: tuple[tuple[int, int], ...]
    """From the opening mark to the closing one."""
    in_vain: tuple[tuple[int, int], ...]
    """The quotes of signs that were looked for in vain."""
    passages: tuple[ShownPassage, ...]
    plan: int
    """The planner's token, after which the answer is due."""


def layout_of(s: TriageScenario, text: str, rename: Callable[[str], str]) -> Layout:
    """Where things are in the rendered prompt of `s`."""
    plan = text.rindex(PLAN)
    end = text.rindex("\n\nArticles found:\n", 0, plan)
    quotes = tuple(m.span() for m in _QUOTED.finditer(text, 0, end))
    vain = tuple((m.start(1), m.end(2) + 1) for one in IN_VAIN for m in one.finditer(text, 0, end))
    ticket = text[:end]
    for first, last in vain:
        ticket = f"{ticket[:first]}{' ' * (last - first)}{ticket[last:]}"
    stems: dict[str, int] = {}
    for match in WORD.finditer(ticket):
        stems.setdefault(stem(match[0]), _stem_end(match))
    lines = _PASSAGE.finditer(text, end, text.rindex(END, 0, plan))
    passages = [
        _shown_passage(article_of(passage.id), line, ticket, stems, rename)
        for passage, line in zip(s.passages, lines, strict=True)
    ]
    return Layout((0, end), quotes, vain, tuple(passages), plan)


def _stem_end(match: re.Match[str]) -> int:
    return match.start() + len(stem(match[0])) - 1


def _shown_passage(
    article: Article,
    line: re.Match[str],
    ticket: str,
    stems: dict[str, int],
    rename: Callable[[str], str],
) -> ShownPassage:
    case, lowered = article.case, ticket.lower()
    product = rename(short_name(case.product)).lower()
    version = find_version(rename(case.version), ticket)
    tellings = (case.sign, *case.told, *quotations(article))
    return ShownPassage(
        article=article,
        id_at=line.start() + len("[KB-"),
        product_end=line.start(1) + len(rename(case.product)) - 1,
        version_end=line.end(1) - 1,
        sign=line.span(2),
        fix_at=line.start(3) - len("Fix: "),
        fix=line.span(3),
        product_told=lowered.index(product) + len(product) - 1 if product in lowered else None,
        version_told=version.end() - 1 if version else None,
        words={
            line.start(2) + _stem_end(match): stems.get(stem(match[0]))
            for match in WORD.finditer(line[2])
            if stem(match[0]) not in COMMON
        },
        sign_told=any(rename(one) in ticket for one in tellings),
    )
