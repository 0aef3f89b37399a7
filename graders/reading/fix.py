"""What the fix of an article says beside its facts: derived from its text, once for each text.

- its steps in their order, as far as the text insists on one ("A, then B", "B after A", a check or
  a backup at the head of all);
- which value each of its names has, and on which side of a pair of machines each is used;
- what it does with each name: adds or takes, raises or lowers;
- what it says to leave as it is, or not to do;
- whose consent it asks for, whether it asks for a backup, and what it bounds ("one at a time").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from graders.reading.plain import plain
from graders.reading.steps import Step, is_verb, steps

_EDGE = ".:!?'_\"`"
_TOKEN = re.compile(r"(?<![^\s,;\"`*()])[^\s,;\"`*()]*[^\W_][^\s,;\"`*()]*")
_TECHNICAL = re.compile(r"\d|[/\\=@$%{}\[\]<>]|\w[._:]\w|^--?\w|\w[-_]\w+[-_]\w|\w_\w")
_SMALL = frozenset(
    "the a an its this that and or to in on of for is at from with as your our each all no not if "
    "also by under through there above into less plus after again once then so it them they be are "
    "was until too very only any both same other own step which than when will can may must should "
    "please here now first next new old you we".split()
)
_ENDING = re.compile(r"(?<=\w{3})(?:ations?|ing|ed|es|s|e|y)$")


def stem(word: str) -> str:
    """A word without its ending: restart, restarts, restarting."""
    return word if _TECHNICAL.search(word) else _ENDING.sub("", word)


def words(text: str) -> Iterator[tuple[str, int]]:
    """The words of an evened text that carry something, as stems, and where they stand."""
    for found in _TOKEN.finditer(text):
        bare = found[0].strip(_EDGE)
        if bare and bare not in _SMALL:
            yield stem(bare), found.start()


def technical(word: str) -> bool:
    """Whether a word is a name or a value, and no word of English."""
    return bool(_TECHNICAL.search(word))


_OBJECT_ENDS = re.compile(
    r"\b(?:from|in|to|into|under|with|by|via|using|at|for|so|through|on (?:the|every|each|all))\b"
)


def object_text(text: str, step: Step) -> str:
    """What a step is done to: up to the first word that says where, how or why."""
    ends = _OBJECT_ENDS.search(text, step.start, step.end)
    return text[step.start : ends.start() if ends else step.end]


def object_words(text: str, step: Step) -> frozenset[str]:
    """The words for what a step is done to, as stems."""
    found = {word for word, _ in words(object_text(text, step))}
    return frozenset(found - {stem(step.verb), stem(text[step.start :].split()[0]), "off"})


# -- order ----------------------------------------------------------------------------------------

_THEN = re.compile(r"\bthen\b|\bif (?:it|that|they)\b[^,;]*,|\bafterwards\b|\bbefore (?=\w+ing\b|the )")
_AFTER = re.compile(r"\bafter (?=\w+ing\b|review|approval|a trial)")
_HEAD = re.compile(r"(?:make sure|back up|back it up|confirm|save|check|identify|stop|find|resync)\b")


_CAPITALS = re.compile(r"\b[A-Z]{3,}\b|\b\w*[a-z][A-Z]\w*\b")


class Order(NamedTuple):
    """What tells a step from the others, and what tells one that must not come before it."""

    first: frozenset[str]
    later: frozenset[str]


# -- values ---------------------------------------------------------------------------------------

#: A name and the value that it is given.
GIVEN = re.compile(
    r"(?P<name>[a-z$_](?:[\w.\-\[\]]|\{[\w/]+\})*)[\"'`*]{0,2}(?P<by>\s*(?:=>?|:(?!//))\s*|\s+(?:to|at|with value)"
    r"\s+|[ \t]+(?=[\"'`]?[-+]?\d(?!\S*[.)] [a-z])))[\"'`*]{0,2}(?P<value>[^\s,;\"'`*()]+)"
)
_PLACE = re.compile(r"[/\\<]|[a-z][.:]\w|_")
_WORDS = frozenset("the a an its your our this that be it each every in on of use match".split())

# -- machines -------------------------------------------------------------------------------------

_SIDES = (
    ("source master primary donor", "replica slave standby secondary joiner joining"),
    ("server controller", "client clients workstation workstations"),
)
SIDE = {
    word: (pair, side)
    for pair, sides in enumerate(_SIDES)
    for side, names in enumerate(sides)
    for word in names.split()
}
_WHERE = re.compile(
    rf"\b(?:on|at|of|from)\s+(?:(?:the|each|every|all|both|your|its|this)\s+)?(?:\w+\s+)?"
    rf"({'|'.join(SIDE)})\b"
)


_SUBJECT = re.compile(rf"[^a-z]*(?:the )?(?:{'|'.join(SIDE)})\b")
_PARTS = re.compile(r"[.;,\n]\s|\band\b")


def side(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The side on which the name at [start, end) is used, where its sentence says so."""
    behind = _PARTS.split(text[end : end + 60])[0]
    if found := _WHERE.search(behind):
        return SIDE[found[1]] if len(behind[: found.start()].split()) <= 3 else None
    if _SUBJECT.match(behind):
        return None
    begins = max(text.rfind(". ", 0, start), text.rfind("\n\n", 0, start), text.rfind("; ", 0, start), 0)
    found = None
    for found in _WHERE.finditer(text, begins, start):
        pass
    return SIDE[found[1]] if found else None


# -- cautions -------------------------------------------------------------------------------------

CONSENT = re.compile(
    r"\b(?:agree\w*|consent\w*|approv\w+|accept\w*|permission|permits?|allows?|ok(?:ay)?|yes|owner\w*|"
    r"review\w*|sign(?:ed|s)?[ -]off|go[- ]ahead|authori[sz]\w+|ask\w*|clear(?:ed|ance)|blessing)\b"
)
_ASKS_CONSENT = re.compile(
    r"\b(?:owner agrees|owner's consent|approval of|with the owner of|security review|agreeing on)\b"
)
BACKUP = re.compile(
    r"\b(?:back(?:ed|ing)?[ -]?(?:it |them |everything |this |all )?up|backups?|cop(?:y|ies|ied)|saved?|"
    r"saving|snapshots?|export\w*|dump\w*|images?|back (?:the|your|its|all|up)\b)"
)
_ASKS_BACKUP = re.compile(r"(?:^|[.;,] (?:and )?)back up\b")
_BANS = re.compile(r"\b(?:do not|don't|never|instead of)\s+\Z")
_ONE_BY_ONE = re.compile(r"\bone (?:at a time|by one|after (?:the other|another))\b")
_QUIET = re.compile(r"\b(?:maintenance|agreed) window\b|\boutside working hours\b|\bquiet hour\b")
_FOR_ONE = re.compile(r"\bfor (?:that|this) (\w+) (?:only|alone)\b|\b(?:give|exempt) (?:this|only) (\w+)\b")


class Kept(NamedTuple):
    """What a fix says to leave as it is, or not to do."""

    banned: Step | None
    """What is not to be done; None where something is to be left."""
    told: str
    key: frozenset[str]


@dataclass(frozen=True)
class Fix:
    """The text of a fix, evened, and what is derived from it."""

    text: str
    names: frozenset[str]
    """Its words with capitals within: RAID, noPathRetry."""

    @cached_property
    def steps(self) -> list[Step]:
        return steps(self.text)

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(word for word, _ in words(self.text))

    @cached_property
    def orders(self) -> list[Order]:
        """What has to come before what."""
        places: dict[str, list[int]] = {}
        for word, at in words(self.text):
            places.setdefault(word, []).append(at)
        cuts = [found.end() for found in _THEN.finditer(self.text)]
        done = [s for s in self.steps if s.kind != "keeps" and not s.negated]
        keys = [
            frozenset(
                word for word, ats in places.items() if all(s.start <= at < s.end for at in ats)
            )
            for s in done
        ]
        after = _AFTER.search(self.text)
        found = []
        for one, first in enumerate(done):
            head = bool(_HEAD.match(self.text, first.start)) and self._begins(first.start)
            for other in range(one + 1, len(done)):
                later = done[other]
                apart = any(first.start < cut <= later.start for cut in cuts)
                if apart or head:
                    found.append(Order(keys[one], keys[other]))
        if after:  # "do A after B"
            behind = frozenset(w for w, ats in places.items() if min(ats) > after.start())
            ahead = frozenset(w for w, ats in places.items() if max(ats) < after.start())
            found.append(Order(behind, ahead))
        return [order for order in found if order.first and order.later]

    def _begins(self, at: int) -> bool:
        return not at or self.text[at - 2 : at] == ". "

    @cached_property
    def values(self) -> dict[str, frozenset[str]]:
        """The values of each name that has any."""
        found: dict[str, set[str]] = {}
        for name, value in given(self.text):
            if technical(name) or stem(name) in self.names or "-" in name:
                found.setdefault(name, set()).add(value)
        return {name: frozenset(values) for name, values in found.items()}

    @cached_property
    def sides(self) -> dict[str, tuple[int, int]]:
        """On which of two machines each name is used."""
        return {
            word: where
            for word, at in words(self.text)
            if technical(word) and (where := side(self.text, at, at + len(word)))
        }

    def object(self, step: Step) -> frozenset[str]:
        """The words for what a step is done to."""
        return object_words(self.text, step)

    def also(self, kind: str, key: frozenset[str]) -> bool:
        """Whether it has a step of this kind as well that is done to one of these."""
        return any(s.kind == kind and key & self.object(s) for s in self.steps)

    @cached_property
    def kept(self) -> list[Kept]:
        """What is to be left as it is, and what is not to be done."""
        found = []
        for step in self.steps:
            told = self.text[step.start : step.end]
            banned = bool(_BANS.search(self.text, 0, step.start))
            if banned or step.kind == "keeps":
                key = frozenset(w for w, _ in words(told)) - {stem(step.verb), *_STATES}
                found.append(Kept(step if banned else None, told, key))
        return [one for one in found if one.key]

    @cached_property
    def consent(self) -> bool:
        return bool(_ASKS_CONSENT.search(self.text))

    @cached_property
    def backup(self) -> bool:
        return bool(_ASKS_BACKUP.search(self.text))

    @cached_property
    def one_by_one(self) -> bool:
        return bool(_ONE_BY_ONE.search(self.text))

    @cached_property
    def quiet(self) -> bool:
        return bool(_QUIET.search(self.text))


_STATES = frozenset(stem(w) for w in "alone unchanged enabled untouched untrusted hand".split())


def given(text: str) -> Iterator[tuple[str, str]]:
    """Each name with a value, and the value."""
    for found in GIVEN.finditer(text):
        value = found["value"].rstrip(".:!?]})")
        placed = found["by"].strip() in ("to", "at") and _PLACE.search(value)
        if value and value not in _WORDS and not placed:
            yield found["name"].rstrip(_EDGE), value


@lru_cache(maxsize=4096)
def fix(text: str) -> Fix:
    """What a text prescribes, worked out once."""
    names = {word.lower() for word in _CAPITALS.findall(text)}
    telling = frozenset(stem(name) for name in names if not is_verb(name))
    return Fix(plain(text).text.strip(), telling)
