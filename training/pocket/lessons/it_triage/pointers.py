"""Where attention should look: the second kind of training label of an IT-triage demonstration.

During the warm start some heads are taught to look from a word of a sign to the same word in the
ticket, from a fix to the id of its article, from the answer to the article that applies, and from
each word of the answer to what it is copied from.
"""

import json
import re
from collections.abc import Iterator

from desks.it_triage.models import TriageScenario
from training.pocket.demonstrations.words import WORD
from training.pocket.lessons import COPIED, Head, Pointer
from training.pocket.lessons.it_triage.layout import Layout, ShownPassage

HEADS: dict[str, Head] = {
    "quote": Head(1, 0),
    "own_id": Head(1, 1),
    "own_high": Head(1, 2),
    "told": Head(3, 0),
    "system": Head(3, 1),
    "product": Head(5, 0),
    "version": Head(5, 1),
    "cites": Head(7, 0),
    COPIED: Head(9, 0),
}
NOWHERE = 0
"""Where a head looks if there is nothing to find: at the first token."""
_HANDED_OVER = re.compile(r"No article covers (.+) with this sign")
_ID = re.compile(r"KB-\d{4}")


def in_prompt(text: str, layout: Layout) -> Iterator[Pointer]:
    """What a rendered prompt's tokens should look at."""
    for start, end in layout.quotes:
        for word in WORD.finditer(text, start, end):
            yield Pointer(word.end() - 1, start, "quote")
    for passage in layout.passages:
        for at in (passage.fix_at, *(word.start() for word in WORD.finditer(text, *passage.fix))):
            yield Pointer(at, passage.id_at + 2, "own_id")
            yield Pointer(at, passage.id_at, "own_high")
        for at, place in passage.words.items():
            yield Pointer(at, NOWHERE if place is None else place, "told")
        for at, place in (
            (passage.product_end, passage.product_told),
            (passage.version_end, passage.version_told),
        ):
            yield Pointer(at, NOWHERE if place is None else place, "system")
        yield Pointer(passage.fix_at, passage.product_end, "product")
        yield Pointer(passage.fix_at, passage.version_end, "version")


def in_answer(s: TriageScenario, text: str, layout: Layout, answer: int) -> Iterator[Pointer]:
    """Where the values of a completion are taken from; it begins at `answer` in `text`."""
    end = text.find('"resolution"', answer)
    if end < 0:
        return
    by_id = {f"KB-{text[one.id_at : one.id_at + 4]}": one for one in layout.passages}
    cited = [m for m in _ID.finditer(text, answer, end) if m[0] in by_id]
    gold = [one for one in layout.passages if one.article.id in s.truth.gold]
    if [by_id[m[0]] for m in cited] == gold:
        yield from _choices(cited, gold, answer, layout.plan)
    for one in cited:
        for offset in range(3, len(one[0])):
            yield Pointer(one.start() + offset, by_id[one[0]].id_at + offset - 3, COPIED)
        yield from _fix(text, by_id[one[0]], end)
    if not cited and (handed := _HANDED_OVER.search(text, end)):
        yield from _systems(text, handed.span(1), layout.ticket)


def _choices(
    cited: list[re.Match[str]], gold: list[ShownPassage], answer: int, plan: int
) -> Iterator[Pointer]:
    """Pointers before and within each cited id to its article, and after the last one to `plan`."""
    ends = [one.fix_at for one in gold] + [plan]
    yield Pointer(answer - 1, ends[0], "cites")
    for one, own, following in zip(cited, ends, ends[1:], strict=False):
        for at in (one.start() - 1, one.start(), one.start() + 1, one.start() + 3):
            yield Pointer(at, own, "cites")
        yield Pointer(one.end() - 1, following, "cites")


def _fix(text: str, passage: ShownPassage, start: int) -> Iterator[Pointer]:
    """Pointers from the resolution's quote of a fix to the fix, by character."""
    fix = text[slice(*passage.fix)]
    place = text.find(fix, start)
    if place >= 0 and json.dumps(fix) == f'"{fix}"':
        for offset in range(len(fix)):
            yield Pointer(place + offset, passage.fix[0] + offset, COPIED)


def _systems(text: str, said: tuple[int, int], ticket: tuple[int, int]) -> Iterator[Pointer]:
    """Pointers from the products and versions in an escalation to the ticket, by character."""
    for one in re.finditer(r"(?:(?! or ).)+", text[slice(*said)]):
        product, _, version = one[0].removeprefix(" or ").rpartition(" ")
        for part in (product, version):
            at = text.find(part, said[0] + one.start(), said[1])
            place = text.find(part, *ticket)
            if part and at >= 0 and place >= 0:
                for offset in range(len(part)):
                    yield Pointer(at + offset, place + offset, COPIED)
