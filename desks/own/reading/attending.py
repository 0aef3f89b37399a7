"""Who is to come as well: whom a message brings in, and whom it leaves out."""

import re
from collections.abc import Iterator, Sequence

from desks.own.reading.cues import asking, background, changes, company
from desks.own.reading.said import plain
from desks.own.reading.said.people import MOST, Person, added, is_same, told_with_people
from desks.own.reading.sentences import parts_of


def taking_part(body: str, known: Sequence[Person] = ()) -> list[tuple[bool, Person]]:
    """Whom a text wants to take part, and whom it says will not, in the order it says so."""
    found: list[tuple[bool, Person]] = []
    last: list[Person] = []
    listed = False
    only_copy = bool(company.ONLY_COPY.search(body))
    loud = body.upper() == body
    for part in parts_of(body.lower() if loud else body, "․"):
        if len(found) > MOST:
            break
        text, people = told_with_people(part, known)
        found += _changes(text, people, last, only_copy)
        listed = company.LIST.search(text) is not None or (listed and text[:1] in "-*•")
        found += [(True, one) for one in people[:1] if listed and text[:1] in "-*•"]
        last = people or last
        small = company.SMALL.search(text)
        if (small and sum(map(str.isupper, body)) * 40 < len(body) + 80) or (small and loud):
            name = small["subject"] or small["object"]
            if name not in company.NOBODY:
                found.append((True, Person(name)))
    return [one for one in found if one[1].address or not _is_word(one[1].name, body)]


def _is_word(name: str, body: str) -> bool:
    """Whether what looks like a name stands in the text without a capital as well."""
    small = name[:1].isupper() and name.isalpha() and name.lower()
    return bool(small and re.search(rf"(?<![\w@.]){small}\b(?![\w.]*@)", body))


def _changes(
    text: str, people: list[Person], last: list[Person], only_copy: bool
) -> list[tuple[bool, Person]]:
    """Whom one sentence brings in and leaves out."""
    marks = [found.start() for found in re.finditer("WHO", text)]
    named = list(zip(marks, people, strict=False))
    events = [
        (at, True, person)
        for at, person in named
        if person.address and not (only_copy or company.ASIDE.search(text[max(0, at - 40) : at]))
    ]
    for comes, begin, (first, end) in _matches(text):
        events += [(begin, comes, person) for at, person in named if first <= at < end]
    if first := min((at for at, comes, _ in events if comes), default=None):
        also = {found.start(1) for found in company.AND_ALSO.finditer(text, first)}
        events += [(at, True, person) for at, person in named if at in also]
    events += _told_by_pronouns(text, named, last, {one for _, comes, one in events if comes})
    out = {(person, at) for at, comes, person in events if not comes}
    events = [
        one
        for one in events
        if not one[1] or not any(person == one[2] and abs(at - one[0]) < 30 for person, at in out)
    ]
    return [(comes, person) for _, comes, person in sorted(events, key=lambda one: one[:2])]


def _told_by_pronouns(
    text: str, named: list[tuple[int, Person]], last: list[Person], coming: set[Person]
) -> Iterator[tuple[int, bool, Person]]:
    """Whom "she will join" and "without him" bring in and leave out, and where."""
    for pattern, comes in ((company.PRONOUN_COMES, True), (company.PRONOUN_STAYS, False)):
        for match in pattern.finditer(text):
            ahead = text[: match.start()]
            denied = company.NEGATED.search(ahead[-50:])
            if re.search(r"\b(?:if|unless|whether) $", ahead):
                continue
            if denied and (comes or match[0].startswith("without")):
                continue
            before = [person for at, person in named if at < match.start()]
            others = company.OTHER.search(ahead)
            if company.IN_PLACE.search(match[0]):
                before, others = [one for one in before if one not in coming], None
            several = company.BOTH.search(match[0]) or company.TWO_NAMED.search(ahead + match[0])
            number = 2 if several else 1
            for one in before[-number:] or ([] if others else last[-number:]):
                yield match.start() + 1, comes, one


def _matches(text: str) -> Iterator[tuple[bool, int, tuple[int, int]]]:
    """Where the cues stand, with the span of the people, and whether these are to come."""
    if "WHO" not in text:
        return
    for patterns, may_be_past in ((company.BRINGS, False), (company.WITH, True)):
        for pattern in patterns:
            for match in re.finditer(pattern, text):
                clause = re.split(r"[;:()]|, |\b(?:so|but|because)\b", text[: match.start()])[-1]
                if company.NEGATED.search(clause[-60:]):
                    continue
                around = f"{clause[-60:]}{_told_of(match)}"
                told = background.PAST.search(around) or background.AWAY.search(around)
                if may_be_past and company.NOT_TOGETHER.search(clause):
                    continue
                if may_be_past and told and not asking.STRONG.search(around):
                    continue
                yield True, match.start(1), match.span(1)
    for pattern in company.WITHOUT:
        for match in re.finditer(pattern, text):
            if match[0].startswith("without") and company.NEGATED.search(text[: match.start()]):
                continue
            yield False, match.start(1), match.span(1)


def _told_of(match: re.Match[str]) -> str:
    """What is said where a cue stands, but for who somebody is."""
    about, who, _ = match[0].partition(" who ")
    if who or about.endswith(","):
        return about
    return about + re.split(r"[.,;:()]", match.string[match.end() : match.end() + 25])[0]


def changed(
    before: Sequence[Person], body: str, known: Sequence[Person]
) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Who is to come once a message is read as well, and all whom the thread has named."""
    lone = any(
        company.ONLY.search(told_with_people(part, known)[0]) for part in parts_of(body, "․")
    )
    people = () if lone or changes.ONLY_WE.search(plain(body)) else tuple(before)
    for comes, person in taking_part(body, known):
        if comes:
            people = added(people, person)
        else:
            people = tuple(one for one in people if not is_same(one, person))
    for part in parts_of(body, "․"):
        for person in told_with_people(part, ())[1] if len(known) < MOST else ():
            known = added(known, person)
    return people, tuple(known)
