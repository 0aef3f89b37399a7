"""What a writer has read: worked out once for a scenario, however many answers there are to it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from desks.it_triage.models import Passage, TriageScenario
from graders.reading.borrowed import telling
from graders.reading.facts import hint, undoes
from graders.reading.fix import Fix, fix
from graders.reading.plain import plain
from graders.reading.tokens import in_a_row, stem, tokens
from graders.reading.withdrawn import begin

_PIECES = re.compile(r"[\W_]+")
_SPLIT = re.compile(r"[=:,/\\\[\](){}'\"]+")
_FILE = re.compile(r"(\w{4,})\.(?:ya?ml|conf|cfg|cnf|ini|json|xml|toml|exe)")


@dataclass(frozen=True)
class Sources:
    """The ticket and the passages, sorted by whether they apply."""

    fixes: tuple[Fix, ...]
    """Of the articles that apply."""
    gold: str
    """What those say to do, and the gold resolution, evened."""
    undone: bool
    """Whether the right answer says to remove, or to do without, one of its facts."""
    known: str
    """All that the answer may rest on, evened: the ticket and the articles that apply; where none
    does, the ticket and every passage but for its fix."""
    held: frozenset[str]
    """The words of that, whole and in parts."""
    ours: frozenset[str]
    """How the words of that begin."""
    others: tuple[str, ...]
    """Ids of the articles that do not apply, in small letters."""
    foreign: tuple[tuple[str, str], ...]
    """Facts of theirs, and a piece of each that is quick to look for."""
    pieces: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Technical words of their fixes that stand nowhere else, and of which article each is; behind
    the one among them that all of a group hold."""
    rows: tuple[tuple[str, str], ...]
    """The same of words in a row."""


def fix_of(passage: Passage) -> str:
    """What a passage says to do."""
    return passage.text.rpartition("Fix:")[2]


def sources(scenario: TriageScenario) -> Sources:
    """What is to be read for a scenario."""
    return _sources(_Key(scenario))


class _Key:
    """A scenario, known again by what it holds: its strings know their hash, it does not."""

    def __init__(self, scenario: TriageScenario) -> None:
        self.scenario = scenario
        ticket, truth = scenario.ticket, scenario.truth
        passages = tuple((p.id, p.title, p.text) for p in scenario.passages)
        self.held = (ticket.subject, ticket.body, truth.gold, truth.facts, truth.foreign)
        self.held += (truth.resolution, passages)

    def __hash__(self) -> int:
        return hash(self.held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.held == other.held


@lru_cache(maxsize=4096)
def _sources(key: _Key) -> Sources:
    scenario, truth = key.scenario, key.scenario.truth
    ours = [p for p in scenario.passages if p.id in truth.gold]
    theirs = [p for p in scenario.passages if p.id not in truth.gold]
    ticket = (scenario.ticket.subject, scenario.ticket.body)
    facts = tuple(fact.lower() for fact in truth.facts)
    gold = "\n".join([*(fix_of(p) for p in ours), truth.resolution])
    without = [text for p in theirs for text in (p.title, p.text.removesuffix(fix_of(p)))]
    known = plain(
        "\n".join([*ticket, *(p.text for p in ours), gold, *([] if ours else without)])
    ).text
    shown = [part for p in ours for part in (p.title, p.text.removesuffix(fix_of(p)))]
    read = "\n".join([*ticket, *shown, *without, gold]).lower()
    read += in_a_row(read)
    words = {t.text for t in tokens(known)}
    parts = {
        part for word in words for pattern in (_PIECES, _SPLIT) for part in pattern.split(word)
    }
    telltale = [(telling(fix_of(p)), p.id) for p in theirs]
    return Sources(
        fixes=tuple(fix(fix_of(p), truth.resolution, facts) for p in ours),
        gold=plain(gold).text,
        undone=undoes(gold, truth.facts),
        ours=frozenset(begin(t.text) for t in tokens(plain(gold).text) if stem(t.text)),
        known=known,
        held=frozenset(words | parts),
        others=tuple(p.id.lower() for p in theirs),
        foreign=tuple((fact, hint(fact)) for fact in truth.foreign),
        pieces=_grouped(
            (word, article)
            for told, article in telltale
            for word in told.words
            if word not in read and not _is_own_file(word, read)
        ),
        rows=tuple(
            (row, article)
            for told, article in telltale
            for row in sorted(told.rows)
            if row not in read
        ),
    )


def _grouped(
    pieces: Iterable[tuple[str, str]],
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Pieces by the shortest of them that they hold."""
    found: dict[str, list[tuple[str, str]]] = {}
    for word, article in sorted(pieces, key=lambda piece: (len(piece[0]), piece)):
        root = next((root for root in found if root in word), word)
        found.setdefault(root, []).append((word, article))
    return tuple((root, tuple(group)) for root, group in found.items())


def _is_own_file(piece: str, read: str) -> bool:
    """Whether a piece is the configuration file of a product that was read of."""
    file = _FILE.fullmatch(piece)
    return bool(file) and file[1] in read
