"""Which of the days and times that a message offers it asks for."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from desks.own.reading.clauses import Clause, Part, text_of
from desks.own.reading.cues import changes
from desks.own.reading.said.clocks import Clock
from desks.own.reading.said.zones import by_two_clocks, is_yours
from desks.own.reading.slots import Slot, only_one, only_whole, slots_of

NEAR = 0.7
"""Slots that are less surely asked for than the surest by no more than this are as good."""


@dataclass(frozen=True)
class Wish:
    """What a message asks for, as far as it names a day or a time."""

    slot: Slot | None = None
    offers: tuple[Slot, ...] = ()
    """Several, if there are, of which none is preferred."""
    refused: frozenset[date] = frozenset()
    refused_clocks: frozenset[time] = frozenset()
    spoken: Clock | None = None
    """The time that it named first, though it may have taken it back."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All that may be asked for."""
        return (self.slot, *self.offers) if self.slot else self.offers


def wish_of(clauses: Sequence[Clause], sent: datetime) -> Wish:
    """Which of the days and times of a message, sent then, it asks for, and which it refuses."""
    slots = [one for one in slots_of(clauses) if not _has_been(one, sent)]
    if not any(one.score >= Part.NAMES.value for one in slots):
        slots = only_whole(clauses) or slots or only_one(clauses)
    spoken = next((one.clock for one in slots if one.clock), None)
    refusing = [
        (n, one)
        for n, one in enumerate(clauses)
        if one.part in (Part.REFUSES, Part.IS_AWAY) and not _of_others(one, n, slots)
    ]
    if any(changes.STANDS_IN.search(one.text) for one in clauses):
        refusing = []
    days = {day.date: n for n, one in refusing for day in one.days if not one.clocks}
    clocks = {c.start: n for n, one in refusing for c in one.clocks if one.part is Part.REFUSES}
    slots = [
        one
        for one in slots
        if not (one.day in days and days[one.day] >= one.order and not _is_again(one))
        and not (one.clock and clocks.get(one.clock.start, -1) >= one.order)
    ]
    asked = {one.day for one in slots}
    refused = frozenset(day for day in days if day not in asked)
    chosen = _chosen(slots, clauses)
    wish = Wish(refused=refused, refused_clocks=frozenset(clocks))
    if not chosen:
        return wish
    text = text_of(clauses)
    alike = changes.ALL_ALIKE.search(text) and not changes.YOU_CHOOSE.search(text)
    if alike or len({(one.day, one.clock and one.clock.start) for one in chosen}) == 1:
        return replace(wish, slot=chosen[0], spoken=spoken)
    return replace(wish, slot=_common(chosen), offers=tuple(chosen))


def _has_been(slot: Slot, sent: datetime) -> bool:
    """Whether a day and time are past."""
    return bool(slot.day and slot.clock and datetime.combine(slot.day, slot.clock.start) < sent)


_OTHERS = re.compile(
    r"(?:and |but |so )?+(?!i\b|i'm|we\b|we're|that|it\b|it's|this|no\b|not\b|can|don't)[a-z]+(?: "
    r"[a-z]+)? (?:can't|cannot|cant|won't|isn't|is|has)\b"
)

_US = re.compile(
    r"^(?:so |but |and |no,? )*(?:not|no|DAY|TIME|that|it|this|except|can't)\b|"
    r"\b(?:i|we|us|me|you)\b"
)

_PART_OF_IT = re.compile(r"\b(?:till|until|before|after|morning|afternoon|evening)\b")


def _of_others(clause: Clause, order: int, slots: Iterable[Slot]) -> bool:
    """Whether it is only somebody else who cannot then, or only for a part of the day."""
    if clause.part is Part.IS_AWAY and _PART_OF_IT.search(clause.text):
        return True
    asked = {one.day for one in slots if one.order < order}
    if not any(day.date in asked for day in clause.days):
        return False
    return bool(_OTHERS.match(clause.text)) or not _US.search(clause.text)


def _is_again(slot: Slot) -> bool:
    """Whether a day is asked for at a time, and so refused at most for other times."""
    return slot.clock is not None and slot.score >= Part.PLANS.value


def _chosen(slots: Sequence[Slot], clauses: Sequence[Clause]) -> list[Slot]:
    """Those that are asked for: one, or several of which none is preferred."""
    if not slots:
        return []
    slots = _preferred(slots, clauses)
    if any(changes.IN_ORDER.search(one.text) for one in clauses):
        slots = [one for one in slots if one.clock][:1] or slots[:1]
    corrections = [n for n, one in enumerate(clauses) if changes.CORRECTS.search(one.text)]
    if corrections:
        days = [one.day for one in slots if one.day and one.order < corrections[-1]]
        after = [one for one in slots if one.order >= corrections[-1]]
        slots = [replace(one, day=one.day or (days or [None])[-1]) for one in after] or slots
    slots = _by_one_clock(slots)
    slots = [replace(one, score=_raised(one)) for one in slots]
    most = max(one.score for one in slots)
    least = most - NEAR if most < Part.ASKS.value else Part.ASKS.value
    best = [one for one in slots if one.score >= least]
    beside = {one.number for one in best if one.clock}
    best = [
        s
        for s in slots
        if s in best or (s.clock and s.number in beside and s.score >= Part.NAMES.value)
    ]
    if not any(one.clock for one in best):
        days = {one.day for one in best}
        best = [
            s for s in slots if s.clock and s.day in days and s.score >= Part.NAMES.value
        ] or best
    timed = [one for one in best if one.clock and one.day]
    best = timed or best
    first = best[0]
    rest = [one for one in best[1:] if _is_alternative(first, one)]
    if not rest and len({one.day for one in best}) > 1:
        return [first]
    return [first, *rest] if len({one.day for one in best}) > 1 or rest else [best[-1]]


def _raised(slot: Slot) -> float:
    """The score of a slot, raised if it names both a day and a time."""
    if slot.is_whole:
        return Part.ASKS.value
    if not (slot.day and slot.clock) or slot.score >= Part.ASKS.value:
        return slot.score
    if slot.score < Part.NAMES.value:
        return slot.score + 0.5
    return min(slot.score + 1.0, Part.ASKS.value - 0.05)


_RESTATED = re.compile(
    r"(?:\s+in\s+\w+)?\W*(?:so|i\.?e\.?|that is|meaning)\W*(?:at )?", re.IGNORECASE
)
"""Between a time and the same time, said in another way."""


def _by_one_clock(slots: Sequence[Slot]) -> list[Slot]:
    """With one time for each that is said by two clocks: "10:00 your time, 9:00 here"."""
    kept: list[Slot] = []
    for one in slots:
        twice = next(
            (
                n for n, s in enumerate(kept)
                if s.clock and one.clock and s.number == one.number and s.day == one.day
                and (by_two_clocks(one.where.text[s.clock.begin : one.clock.end + 25])
                     or _RESTATED.fullmatch(one.where.text, s.clock.end, one.clock.begin))
            ),
            None,
        )  # fmt: skip
        if twice is None:
            kept.append(one)
        elif is_yours(one.where.text[one.clock.end : one.clock.end + 20]) or _RESTATED.fullmatch(
            one.where.text, kept[twice].clock.end, one.clock.begin
        ):
            kept[twice] = one
    return kept


def _is_alternative(one: Slot, other: Slot) -> bool:
    """Whether one is offered beside the other, rather than after it."""
    if one.number == other.number:
        return True
    lines = other.number - one.number <= 4
    listed = all(
        changes.LABEL.match(s.where.text) or re.match(r"\s*[-*•]", s.where.text)
        for s in (one, other)
    )
    return lines and (listed or bool(changes.OR.search(other.where.text.lower())))


_ORDINAL = re.compile(r"\bthe (latter|former|first|second|last|earlier|later)\b")


def _preferred(slots: Sequence[Slot], clauses: Sequence[Clause]) -> list[Slot]:
    """Those that are said to be the better ones, if some are."""
    better = [one for one in clauses if one.part is Part.PREFERS]
    days = {day.date for one in better for day in one.days}
    clocks = {clock.start for one in better for clock in one.clocks}
    labels = {at[1] for one in better if (at := changes.LABEL.match(one.sentence.text))}
    text = text_of(better)
    hours = {int(n) % 12 for n in re.findall(r"(?<![\d:.])\d{1,2}(?![\d:.%])", text)}
    which = _ORDINAL.search(text) if not days and not clocks else None
    if which and len(slots) > 1:
        late = which[1] in ("latter", "last", "later")
        return [slots[-1 if late else which[1] == "second"]]
    for one in (
        [s for s in slots if s.clock and s.clock.start in clocks and (not days or s.day in days)],
        [s for s in slots if s.day in days],
        [s for s in slots if (at := changes.LABEL.match(s.where.text)) and at[1] in labels],
        [s for s in slots if s.clock and s.clock.start.hour % 12 in hours],
    ):
        if one:
            return one
    return list(slots)


def _common(slots: Sequence[Slot]) -> Slot | None:
    """What several slots agree on."""
    days, clocks = {one.day for one in slots}, {one.clock and one.clock.start for one in slots}
    first = slots[0]
    if len(days) > 1 and len(clocks) > 1:
        return None
    return replace(
        first,
        day=first.day if len(days) == 1 else None,
        clock=first.clock if len(clocks) == 1 else None,
    )
