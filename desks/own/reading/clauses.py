"""The clauses of an email, and the part that each plays: it asks, it refuses, it is background.

A clause is told with its days, times and lengths as DAY, TIME and LONG, so that a cue can say where
they stand: "not DAY", "DAY is no good", "can we meet on DAY".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from desks.own.reading.cues import asking, background, changes, joints, limits
from desks.own.reading.said import plain
from desks.own.reading.said.clocks import Clock
from desks.own.reading.said.dates import Day
from desks.own.reading.said.lengths import Length
from desks.own.reading.sentences import Sentence

Named = Day | Clock | Length


class Part(Enum):
    """What a clause does with what it names; its value says how surely that is asked for."""

    ASKS = 3.0
    PREFERS = 3.5
    FALLS_BACK = 1.2
    MEETS = 2.3
    """It may ask for something."""
    PLANS = 2.4
    OFFERS = 2.0
    NAMES = 1.0
    """It has no verb."""
    STATES = 0.4
    """It has a verb, and nothing says what for."""
    HAPPENS = -1.0
    """Something else is then."""
    IS_AWAY = -1.5
    PAST = -2.0
    LIMITS = -2.1
    """By then, or before, it has to be."""
    REFUSES = -3.0


@dataclass(frozen=True)
class Clause:
    """Part of a sentence."""

    text: str
    """Without capitals but those of DAY, TIME and LONG."""
    part: Part
    named: tuple[Named, ...]
    sentence: Sentence
    number: int
    """Of its sentence."""

    @property
    def days(self) -> list[Day]:
        """The days it names."""
        return [one for one in self.named if isinstance(one, Day)]

    @property
    def clocks(self) -> list[Clock]:
        """The times it names."""
        return [one for one in self.named if isinstance(one, Clock)]

    @property
    def lengths(self) -> list[Length]:
        """The lengths it names."""
        return [one for one in self.named if isinstance(one, Length)]


def text_of(clauses: Sequence[Clause]) -> str:
    """All that some clauses say."""
    return " ".join(one.text for one in clauses)


def clauses_of(told: Sequence[Sentence]) -> list[Clause]:
    """The clauses of these sentences; one without a verb plays the part of its neighbour."""
    found: list[Clause] = []
    for number, sentence in enumerate(told):
        found += _settled(list(_clauses(sentence, number)), found[-1:])
    return _limited(found)


def _limited(clauses: list[Clause]) -> list[Clause]:
    """With the day that is named beside "before that", or "before he leaves", as a limit."""
    for n, one in enumerate(clauses):
        if limits.BEFORE_THAT.search(one.text) and limits.MUST.search(one.text):
            near = [m for m in range(max(0, n - 4), n + 1) if clauses[m].days]
            near = [m for m in near if clauses[m].number >= one.number - 1][-1:]
        elif re.search(r"\bbefore\b", one.text) and not one.named:
            near = [m for m in range(n + 1, min(n + 3, len(clauses))) if clauses[m].days]
            near = [m for m in near if clauses[m].number == one.number]
            near = [m for m in near if clauses[m].part is not Part.ASKS][:1]
        else:
            continue
        for m in near:
            clauses[m] = replace(clauses[m], part=Part.LIMITS)
    return clauses


def _clauses(sentence: Sentence, number: int) -> Iterator[Clause]:
    text, named = _told(sentence)
    cut = joints.CUT.sub("\n", text)
    if asking.MOVES.search(text):
        cut = re.sub(r"\bfrom (?:the )?DAY to\b", "\nfrom DAY\nto", cut)
    parts = [part for part in cut.splitlines() if part.strip()]
    for at, part in enumerate(parts):
        is_question = "?" in sentence.text and at == len(parts) - 1
        mine = [named.pop(0) for _ in re.findall(r"\b(?:DAY|TIME|LONG)\b", part)]
        yield Clause(part.strip(), _part(part.strip(), is_question), tuple(mine), sentence, number)


def _told(sentence: Sentence) -> tuple[str, list[Named]]:
    """A sentence in which what it names is told as DAY, TIME and LONG, and what that is."""
    named: list[Named] = []
    pieces, at = [], 0
    for one in sorted((*sentence.days, *sentence.clocks, *sentence.lengths), key=lambda n: n.begin):
        if one.begin < at:
            continue
        kind = "DAY" if isinstance(one, Day) else "TIME" if isinstance(one, Clock) else "LONG"
        pieces += [plain(sentence.text[at : one.begin]), f" {kind} "]
        named.append(one)
        at = one.end
    whole = "".join((*pieces, plain(sentence.text[at:])))
    return re.sub(r"(DAY|TIME|LONG) (?=')", r"\1", re.sub(r"[ \t]+", " ", whole)), named


_SLOT_FIRST = re.compile(r"(?:(?:so|on|and|then|ok|well|perhaps|maybe),? )*DAY,? (?:at )?TIME\b")
"""A clause that begins so proposes what it names."""
_CUES = (
    (Part.LIMITS, background.LIMIT, background.NO_LIMIT),
    (Part.FALLS_BACK, asking.FALLBACK, None),
    (Part.PREFERS, asking.PREFERRED, asking.UNLOVED),
    (Part.REFUSES, background.REFUSED, background.NOT_REFUSED),
    (Part.REFUSES, re.compile(r"^\s*from DAY\s*$"), None),
    (Part.HAPPENS, background.BESIDES, None),
    (Part.ASKS, asking.STRONG, None),
    (Part.HAPPENS, background.BECAUSE, None),
    (Part.PLANS, asking.SET, None),
    (Part.IS_AWAY, background.AWAY, background.NOT_AWAY),
    (Part.PLANS, asking.FIXED, None),
    (Part.PAST, background.PAST, None),
    (Part.HAPPENS, background.HAPPENS, asking.SUITS),
    (Part.MEETS, asking.ASKS, None),
    (Part.OFFERS, asking.SUITS, None),
    (Part.PLANS, asking.PLANS, None),
)
"""What tells the part of a clause, and what tells that it is another, the surest first."""


def _part(text: str, is_question: bool) -> Part:
    """The part that a clause plays by itself."""
    if " " not in text and not re.search("DAY|TIME|LONG", text):
        return Part.NAMES
    if changes.CALLED_OFF.search(text):
        return Part.REFUSES
    before = re.split("DAY|TIME", text)[0]
    if (
        before != text
        and asking.STRONG.search(before)
        and not re.search(
            r"\b(?:not|no)\b|n't|except|before|by $|\b(?:leave|skip|forget|avoid|drop|instead|"
            r"rather)\b",
            before,
        )
    ):
        return Part.ASKS
    for part, cue, but in _CUES:
        told = background.COMPARED.sub("", text) if part is Part.PAST else text
        if cue.search(told) and not (but and but.search(text)):
            return part
    if asking.VERB.search(text) and not _SLOT_FIRST.match(text):
        return Part.PLANS if is_question else Part.STATES
    return Part.NAMES


def _settled(clauses: Sequence[Clause], before: Sequence[Clause]) -> list[Clause]:
    """With the parts of those that have no verb taken from the one before them, or after."""
    found: list[Clause] = []
    for number, one in enumerate(clauses):
        if one.part is Part.NAMES:
            one = replace(one, part=_borrowed(one, found, clauses[number + 1 :], before))
        if found and _BUT.fullmatch(one.text) and _ANY.search(found[-1].text):
            one = replace(one, part=Part.REFUSES)
        if found and found[-1].part is Part.FALLS_BACK and one.named and not found[-1].named:
            one = replace(one, part=Part.FALLS_BACK)
        found.append(one)
    return found


def _borrowed(
    one: Clause, found: Sequence[Clause], rest: Sequence[Clause], before: Sequence[Clause]
) -> Part:
    """The part of a clause without a verb: that of a neighbour, if it goes on with it."""
    last = found[-1] if found and found[-1].part is not Part.NAMES else None
    near = last or next((other for other in rest if other.part is not Part.NAMES), None)
    part = near.part if near else None
    if near and not last and part is Part.REFUSES and _NOT_THAT.match(near.text):
        return Part.ASKS
    if not last and part in (Part.MEETS, Part.PREFERS, *_OWN_ONLY):
        part = None
    if part and found and part.value < 0 and part is not Part.LIMITS and _TURNS.match(one.text):
        return Part.ASKS
    if part and not (part in _OWN_ONLY and ((one.days and one.clocks) or not found)):
        return part if part is not Part.STATES or _is_about_else(one) else Part.NAMES
    asks = "?" in one.sentence.text
    if not asks and _is_about_else(one):
        return Part.STATES
    leads = (*_LEADS, Part.OFFERS) if changes.ITEM.match(one.sentence.text) else _LEADS
    goes_on = before and before[0].part in leads
    return Part.OFFERS if not part and (asks or goes_on) else Part.NAMES


def _is_about_else(clause: Clause) -> bool:
    """Whether a clause without a verb says what is on a day, and that is no meeting."""
    subject = re.split("DAY|TIME|LONG", clause.text)[0]
    about = [word for word in re.findall(r"[a-z']+", subject) if word not in joints.FRAMES]
    alone = clause.days and not clause.clocks
    return bool(alone and about) and not asking.MEETING.search(clause.text)


_ANY = re.compile(r"\b(?:any|every|all)\b")
_BUT = re.compile(r"but (?:on )?(?:the )?DAY\W*")
_NOT_THAT = re.compile(r"(?:and |but )?(?:not|instead of|rather than|except|other than)\b")
_TURNS = re.compile(r"(?:but|to|so|then)\b")
_OWN_ONLY = (Part.PAST, Part.LIMITS, Part.HAPPENS, Part.IS_AWAY)
"""Parts that a clause does not give to one before it, nor to one that names both day and time."""
_LEADS = (Part.ASKS, Part.MEETS, Part.PLANS)
"""Parts that a sentence without a verb goes on with."""
