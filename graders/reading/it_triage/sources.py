"""What the writer of an answer could read, computed once per scenario."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from desks.it_triage.models import TriageScenario
from graders.reading.it_triage.facts import undoes
from graders.reading.it_triage.fix import Fix, fix
from graders.reading.it_triage.withdrawn import begin
from graders.reading.normalise import normalise
from graders.reading.tokens import stem, tokens

MIN_TERM_CHARS = 4
"""The fewest characters of a technical word that identifies the fix it was taken from."""
_PIECES = re.compile(r"[\W_]+")
_DIGIT = re.compile(r"\d")
_SPLIT = re.compile(r"[=:,/\\\[\](){}'\"]+")
_PART = re.compile(r"(?<![\w.@-])[\w.@-]*\w")
_FILE = re.compile(r"(\w{4,})\.(?:ya?ml|conf|cfg|cnf|ini|json|xml|toml|exe)")
_BEGINS = re.compile(r"[a-z][\w.-]+(?: [a-z][\w-]+){2}(?= )")
#: Words with digits, symbols, inner dots, underscores or capitals (but not "BitLocker").
_TECHNICAL = re.compile(
    r"\d|[/\\=@$%{}\[\]<>]|\w[._:]\w|\b[a-z]{1,20}[A-Z]|"
    r"^(?!Bit|Power|Git|Java)[A-Z][a-z]{1,20}[A-Z]|[a-z][A-Z]{1,8}[a-z]{1,20}[A-Z]|^--?\w{2}|^[A-Z][a-z]{1,20}-[A-Z]"
)


@dataclass(frozen=True)
class Sources:
    """The ticket and the passages, divided by whether they apply."""

    fixes: tuple[Fix, ...]
    """Those of the articles that apply."""
    gold: str
    """The text of those fixes and the gold resolution, normalised."""
    undone: bool
    """Whether the right answer says to remove, or do without, one of its facts."""
    known: str
    """Everything that an answer may draw on, normalised: the ticket and the articles that apply or,
    if none does, the ticket and all passages without their fixes."""
    known_words: frozenset[str]
    """The words of `known`, whole and in parts."""
    told: str
    """`known` without the ticket, which asks and does not advise."""
    told_words: frozenset[str]
    """Its words."""
    ours: frozenset[str]
    """The beginnings (`withdrawn.begin`) of the words of `gold`."""
    others: tuple[str, ...]
    """Ids of the articles that do not apply, in lower case."""
    foreign: tuple[str, ...]
    """The facts of those articles."""
    foreign_terms: tuple[tuple[str, str], ...]
    """Technical words that occur only in those articles' fixes, each with its article's id."""

    def have(self, name: str) -> bool:
        """Whether a name is known, whole or in parts, or is a placeholder: "<your group>"."""
        if name in self.known_words or "<" in name or name in self.known:
            return True
        split = _SPLIT if "/" in name or "\\" in name else _PIECES
        return self.known_words.issuperset(filter(None, split.split(name)))


@lru_cache(maxsize=4096)
def sources(scenario: TriageScenario) -> Sources:
    """The sources of a scenario."""
    truth = scenario.truth
    ours = [p for p in scenario.passages if p.id in truth.gold]
    theirs = [p for p in scenario.passages if p.id not in truth.gold]
    ticket = (scenario.ticket.subject, scenario.ticket.body)
    gold = "\n".join([*(p.fix for p in ours), truth.resolution])
    without = [f"{p.title}\n{p.text.rstrip().removesuffix(p.fix).rstrip()}" for p in theirs]
    told = normalise("\n".join([*(p.text for p in ours), gold, *([] if ours else without)])).text
    known = normalise("\n".join([*ticket, scenario.ticket.reporter])).text + "\n" + told
    read = "\n".join([*ticket, *(f"{p.title} {p.text}" for p in ours), *without, gold]).lower()
    words = {token.text for token in tokens(known)}
    parts = {part for word in words for split in (_PIECES, _SPLIT) for part in split.split(word)}
    facts = tuple(fact.lower() for fact in (*truth.facts, *truth.forbidden))
    return Sources(
        fixes=tuple(fix(p.fix, truth.resolution, facts) for p in ours),
        gold=normalise(gold).text,
        undone=undoes(gold, truth.facts),
        known=known,
        known_words=frozenset(words | parts),
        told=told,
        told_words=frozenset(token.text for token in tokens(told)),
        ours=frozenset(begin(t.text) for t in tokens(normalise(gold).text) if stem(t.text)),
        others=tuple(p.id.lower() for p in theirs),
        foreign=truth.foreign,
        foreign_terms=tuple(
            (word, p.id)
            for p in theirs
            for word in sorted({*_technical_words(p.fix), *_commands(p.fix, truth.foreign)})
            if word not in read and not ((file := _FILE.fullmatch(word)) and file[1] in read)
        ),
    )


def _commands(text: str, facts: tuple[str, ...]) -> Iterator[str]:
    """The first three words of each fact in a fix that is a command of several words."""
    for fact in facts:
        begins = _BEGINS.match(fact)
        if begins and fact in text and all(stem(word) for word in begins[0].split()):
            yield begins[0].lower()


def _technical_words(text: str) -> Iterator[str]:
    """The technical words of a fix, whole and in parts: for "a.b=/c-d" also a.b, a, b, c-d."""
    for token in tokens(text):
        for part in (token.text, *_PART.findall(token.text), *_PIECES.split(token.text)):
            if len(part) >= MIN_TERM_CHARS - bool(_DIGIT.search(part)) and _TECHNICAL.search(part):
                yield part.lower()
