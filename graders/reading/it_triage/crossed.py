"""Whether an answer to two faults gives each the fix of the other.

Each article goes by its id, by the words that only its product has, and by product and version. A
run of sentences belongs to the one that its first names. Only if both runs have nothing but the
other's facts are the fixes crossed: one may be named in passing.
"""

import itertools
import re
from collections.abc import Mapping, Sequence

from desks.it_triage.models import Passage
from graders.text import sentences

_WORD = re.compile(r"(?<![\w-])(?:[a-z]{2,3}-\d{4}|[a-z][a-z-]{2,40}|\d[\w.]{0,20})\b(?!_)")
_GENERIC = frozenset("server enterprise database directory cluster client agent core rule".split())


def crossed(
    answer: str, articles: Sequence[Passage], places: Mapping[str, Sequence[int]]
) -> str | None:
    """The ids of two articles whose fixes an answer has exchanged, or None. `places` has where it
    names each required fact."""
    if len(articles) != 2:
        return None
    one, other = articles
    names = {one.id: _names(one, other), other.id: _names(other, one)}
    given: dict[str, set[str]] = {one.id: set(), other.id: set()}
    current = ""
    for start, end in sentences(answer):
        said = _terms(answer[start:end].lower())
        named = [key for key, terms in names.items() if not terms.isdisjoint(said)]
        if named:
            current = named[0] if len(named) == 1 else ""
        here = [fact for fact, found in places.items() if any(start <= at < end for at in found)]
        for fact in here if current else ():
            owners = [p.id for p in articles if fact.lower() in p.fix.lower()]
            given[current].update(owners if len(owners) == 1 else ())
    turned = given[one.id] == {other.id} and given[other.id] == {one.id}
    return f"{one.id} and {other.id}" if turned else None


def _names(article: Passage, other: Passage) -> frozenset[str]:
    """What only this article goes by."""
    ours, theirs = _terms(article.applies_to.lower()), _terms(other.applies_to.lower())
    fixes = _terms(f"{article.fix} {other.fix}".lower())
    found = {term for term in ours - theirs - fixes - _GENERIC if len(term) > 3}
    return frozenset({one for one in found if not one[0].isdigit()} | {article.id.lower()})


def _terms(text: str) -> frozenset[str]:
    """The words of a text, and each number together with the word before it: "linux 9"."""
    row = _WORD.findall(text)
    pairs = itertools.pairwise(row)
    return frozenset(row).union(f"{one} {two}" for one, two in pairs if two[0].isdigit())
