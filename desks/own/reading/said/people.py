"""Finds the people whom an email names, by name, by address, or as somebody's wife."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desks.own.reading.said import folded, plain
from desks.own.reading.said.names import (
    KIN_ALONE,
    MENTION,
    PLACE_BEFORE,
    TITLES,
    cleaned,
    is_verb,
    without_others,
)

MOST = 60
"""People whose names one thread is searched for."""


@dataclass(frozen=True)
class Person:
    """Somebody whom a thread names."""

    name: str
    address: str = ""

    @property
    def shown(self) -> str:
        """The address, or else the name as it is written."""
        return self.address or self.name

    @property
    def words(self) -> frozenset[str]:
        """The words of the name, or else of the address, without titles and accents."""
        told = TITLES.sub("", self.name) or re.sub(r"[._-]+", " ", self.address.partition("@")[0])
        return frozenset(word for word in _bare(told).split() if len(word) > 1)


_LETTERS = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "đ": "d"})


def _bare(name: str) -> str:
    return folded(name.translate(_LETTERS))


def is_same(one: Person, other: Person) -> bool:
    """Whether two names may be of the same person."""
    if one.address and other.address:
        return one.address.casefold() == other.address.casefold()
    first, second = one.words, other.words
    if one.name.casefold() == other.name.casefold() != "":
        return True
    shorter, longer = sorted((first, second), key=len)
    if shorter and shorter <= longer:
        return True
    if one.address or other.address:
        known, named = (one, other) if one.address else (other, one)
        local = re.split(r"[._-]", _bare(known.address.partition("@")[0]))
        whole = "".join(local)
        inside = any(len(word) > 3 and word.replace("-", "") in whole for word in named.words)
        return not known.name and (inside or bool(named.words & set(local)))
    return False


def united(one: Person, other: Person) -> Person:
    """What is known of a person who is named twice; the longer name, and an address if there is."""
    name = max(one.name, other.name, key=lambda name: (len(name.split()), len(name)))
    return Person(name, one.address or other.address)


def added(people: Sequence[Person], person: Person) -> tuple[Person, ...]:
    """With a person, once."""
    for number, one in enumerate(people):
        if is_same(one, person):
            return (*people[:number], united(one, person), *people[number + 1 :])
    return (*people, person)


def told_with_people(text: str, known: Sequence[Person]) -> tuple[str, list[Person]]:
    """A text in which whoever is named is told as WHO, without other capitals, and who that is."""
    found: list[Person] = []
    pieces, at = [], 0
    for begin, end, person in _mentions(text, known):
        if begin < at or (found and KIN_ALONE.match(person.name) and text[at:begin] == ", "):
            continue
        pieces += [plain(text[at:begin]), " WHO "]
        found.append(person)
        at = end
    told = "".join((*pieces, plain(text[at:])))
    return re.sub(r"[ \t]+", " ", told).replace("WHO ,", "WHO,").replace("WHO '", "WHO'"), found


_TIME_THERE = re.compile(r"\s+(?:time|clock)\b")
"""After a place by whose clock a time is."""


def _mentions(text: str, known: Sequence[Person]) -> Iterator[tuple[int, int, Person]]:
    """Whom a text names, and where."""
    spans = [one for found in MENTION.finditer(text) for one in _mentioned(found)]
    taken = [(begin, end) for begin, end, _ in spans]
    for begin, end, person in _known(text, known[:MOST]):
        if not any(begin < stop and start < end for start, stop in taken):
            spans.append((begin, end, person))
    yield from sorted(spans, key=lambda one: one[:2])


def _mentioned(found: re.Match[str]) -> Iterator[tuple[int, int, Person]]:
    if found["kin"]:
        yield found.start(), found.end(), Person(found["kin"])
    elif found["bare"]:
        yield found.start(), found.end(), Person("", found["bare"])
    else:
        first, name = without_others(found["name"])
        begin = found.start("name") + first
        clean = cleaned(name)
        before = found.string[max(0, begin - 9) : begin]
        if _TIME_THERE.match(found.string, found.end("name")):
            return
        if not found["address"] and " " not in name and is_verb(found.string, begin, found.end()):
            return
        if clean and (found["address"] or not PLACE_BEFORE.search(before)):
            end = begin + len(name)
            whole = end == found.end("name")
            end = found.end() if whole else end
            begin = begin if first else found.start()
            yield begin, end, Person(clean, (found["address"] or "") if whole else "")
        elif found["address"]:
            yield found.start("address"), found.end(), Person("", found["address"])


def _known(text: str, known: Iterable[Person]) -> Iterator[tuple[int, int, Person]]:
    """People named before whose first name stands in the text, with a capital or without."""
    for person in known:
        words = [word for word in TITLES.sub("", person.name).split() if len(word) > 2]
        if not words:
            continue
        for found in re.finditer(rf"\b{re.escape(words[0])}(?=\b|s\b)", text, re.IGNORECASE):
            yield found.start(), found.end(), person


def resolved(people: Iterable[Person], known: Sequence[Person]) -> tuple[Person, ...]:
    """The people, each once, with the addresses that the thread gives for them."""
    done: tuple[Person, ...] = ()
    for one in people:
        for other in known:
            if is_same(one, other) and (other.address or len(one.words) == 1):
                one = united(one, other)
        done = added(done, one)
    return done
