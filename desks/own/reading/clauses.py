"""The clauses of an email, and the part that each plays: it asks, it refuses, it is background.

A clause is told with its days, times and lengths as DAY, TIME and LONG, so that a cue can say where
they stand: "not DAY", "DAY is no good", "can we meet on DAY".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from desks.own.reading.cues import asking, background, changes, joints
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


def clauses_in(sentence: Sentence, number: int) -> Iterator[Clause]:
    """The clauses of a sentence, each with the part that it plays by itself."""
    text, named = told_with_times(sentence)
    cut = joints.CUT.sub("\n", text)
    if asking.MOVES.search(text):
        cut = re.sub(r"\bfrom (?:the )?DAY to\b", "\nfrom DAY\nto", cut)
    parts = [part for part in cut.splitlines() if part.strip()]
    for at, part in enumerate(parts):
        is_question = "?" in sentence.text and at == len(parts) - 1
        mine = [named.pop(0) for _ in re.findall(r"\b(?:DAY|TIME|LONG)\b", part)]
        yield Clause(part.strip(), _part(part.strip(), is_question), tuple(mine), sentence, number)


def told_with_times(sentence: Sentence) -> tuple[str, list[Named]]:
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


_SLOT_FIRST = re.compile(
    r"(?:(?:so|on|and|then|ok|well|perhaps|maybe),? )*"
    r"(?:DAY ?,? (?:at )?TIME|TIME ?,? (?:and |for )*LONG)\b"
)
"""A clause that begins so proposes what it names."""
_WHOLE = re.compile(
    r"(?:^|,)[ ,]*(?:you and i ?, )?(?:(?:on )?DAY ?,? (?:at )?)?TIME ?,? (?:and |for )*LONG\b"
    r"(?! \w)"
)
"""Nor is that said of anything else: "Thursday at 3, half an hour"."""
_US_TWO = re.compile(r"\byou and i\b")
_CUES = (
    (Part.PAST, background.BYGONE, None),
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

_SAID_OF = (Part.PAST, Part.HAPPENS)
"""Parts that a clause does not play if it is nothing but a day, a time and a length."""


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
        aside = {Part.PAST: background.COMPARED, Part.HAPPENS: background.LEAVES}.get(part)
        told = aside.sub("", text) if aside else text
        if cue.search(told) and not (but and but.search(text)):
            return Part.NAMES if part in _SAID_OF and _WHOLE.search(text) else part
    if asking.VERB.search(_US_TWO.sub("", text)) and not (
        _SLOT_FIRST.match(text) or _WHOLE.search(text)
    ):
        return Part.PLANS if is_question else Part.STATES
    return Part.NAMES
