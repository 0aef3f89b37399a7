"""The days and times that a message offers, and which of them it asks for."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, time

from desks.own import cues
from desks.own.clauses import Clause, Part
from desks.own.clocks import Clock
from desks.own.dates import Day
from desks.own.sentences import Sentence
from desks.own.zones import by_two_clocks, is_yours

NEAR = 0.7
"""Slots that are less surely asked for than the surest by no more than this are as good."""
_NEXT_TO = re.compile(r"[\s,(@]*(?:on|at|from|this|the|next)?[\s,(]*")


@dataclass(frozen=True)
class Slot:
    """A day, or a time, or both, that may be asked for."""

    day: date | None
    clock: Clock | None
    where: Sentence
    """The sentence that names the time, or else the day."""
    score: float
    order: int
    """How many clauses come before it."""
    number: int
    """Of its sentence."""


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


def wish_of(clauses: Sequence[Clause]) -> Wish:
    """Which of the days and times of a message it asks for, and which it refuses."""
    slots = slots_of(clauses) or _only_one(clauses)
    spoken = next((one.clock for one in slots if one.clock), None)
    refusing = [
        (n, one)
        for n, one in enumerate(clauses)
        if one.part in (Part.REFUSES, Part.IS_AWAY) and not _of_others(one, n, slots)
    ]
    days = {day.date: n for n, one in refusing for day in one.days if not one.clocks}
    clocks = {c.start: n for n, one in refusing for c in one.clocks if one.part is Part.REFUSES}
    slots = [
        one
        for one in slots
        if not (one.day in days and days[one.day] >= one.order and not _is_again(one, slots))
        and not (one.clock and clocks.get(one.clock.start, -1) >= one.order)
    ]
    asked = {one.day for one in slots}
    refused = frozenset(day for day in days if day not in asked)
    chosen = _chosen(slots, clauses)
    if not chosen:
        return Wish(None, (), refused, frozenset(clocks))
    if len({(one.day, one.clock and one.clock.start) for one in chosen}) == 1:
        return Wish(chosen[0], (), refused, frozenset(clocks), spoken)
    return Wish(_common(chosen), tuple(chosen), refused, frozenset(clocks))


_SOMEBODY = re.compile(
    r"\b(?:i|we|he|she|they|you)\b|\b(?:i'm|i've|we're|we've|he's|she's|they're)\b"
)


def _only_one(clauses: Sequence[Clause]) -> list[Slot]:
    """The only day and time of a message, where it has no other."""
    whole = [
        Slot(one.days[0].date, one.clocks[0], one.sentence, Part.STATES.value, order, one.number)
        for order, one in enumerate(clauses)
        if (
            one.part is Part.HAPPENS
            or (one.part is Part.IS_AWAY and not _SOMEBODY.search(one.text))
        )
        and len(one.days) == len(one.clocks) == 1
        and not _is_window(one.clocks[0], one)
    ]
    before = any(re.search(r"\bbefore\b", one.text) for one in clauses)
    return whole if len(whole) == 1 and not before else []


_OTHERS = re.compile(
    r"(?:and |but |so )?(?!i\b|i'm|we\b|we're|that|it\b|it's|this|no\b|not\b|can|don't)[a-z]+(?: [a-z]+)? "
    r"(?:can't|cannot|cant|won't|isn't|is|has)\b"
)
_US = re.compile(
    r"^(?:so |but |and |no,? )*(?:not|no|DAY|TIME|that|it|this|except|can't)\b|\b(?:i|i'm|i've|we|we're|us|me|you)\b"
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


def _is_again(slot: Slot, slots: Iterable[Slot]) -> bool:
    """Whether a day is asked for at a time, and so refused at most for other times."""
    return slot.clock is not None and slot.score >= Part.PLANS.value


def slots_of(clauses: Sequence[Clause]) -> list[Slot]:
    """The days and times that clauses ask for or offer, each time with its day."""
    slots: list[Slot] = []
    for order, clause in enumerate(clauses):
        if clause.part.value <= 0:
            continue
        for number, named in enumerate(clause.named):
            last = slots[-1] if slots and slots[-1].number == clause.number else None
            if isinstance(named, Day):
                if last and last.clock and (not last.day or _follows(last, named)):
                    slots[-1] = replace(last, day=named.date)
                else:
                    slots.append(_slot(clause, order, named.date, None))
            elif cues.LEAVES.search(clause.text):
                continue
            elif isinstance(named, Clock) and not _is_window(named, clause):
                ahead = _day_right_after(named, clause.named[number + 1 :], clause.sentence)
                if last and last.day and not last.clock and not ahead:
                    better = max(last.score, clause.part.value)
                    slots[-1] = replace(last, clock=named, where=clause.sentence, score=better)
                else:
                    day = last.day if last and not ahead else None
                    slots.append(_slot(clause, order, day, named))
    return _with_days(slots, clauses)


def _slot(clause: Clause, order: int, day: date | None, clock: Clock | None) -> Slot:
    return Slot(day, clock, clause.sentence, clause.part.value, order, clause.number)


def _follows(slot: Slot, day: Day) -> bool:
    """Whether a day comes right after a time: "at 3 on Friday"."""
    assert slot.clock is not None
    between = slot.where.text[slot.clock.end : day.begin]
    return bool(re.fullmatch(r"\s+(?:on|this|next)?\s*(?:the\s+)?", between))


def _day_right_after(clock: Clock, after: Sequence[object], where: Sentence) -> bool:
    """Whether the next thing named is the day of a time."""
    if not after or not isinstance(after[0], Day):
        return False
    return bool(
        re.fullmatch(r"\s+(?:on|this)?\s*(?:the\s+)?", where.text[clock.end : after[0].begin])
    )


def _is_window(clock: Clock, clause: Clause) -> bool:
    """Whether a time is only one end of those that would do."""
    if (
        re.search(r"\b(?:until|till)\b[^,]*TIME", clause.text)
        and not clock.until
        and len(clause.clocks) == 1
    ):
        return True
    return bool(cues.WINDOW.search(clause.text)) or clock.lead in (
        "by",
        "before",
        "until",
        "till",
        "after",
    )


_BACKGROUND = (Part.IS_AWAY, Part.HAPPENS, Part.STATES)


def _with_days(slots: Sequence[Slot], clauses: Sequence[Clause]) -> list[Slot]:
    """With a day for each time that has none: the one that was asked for last, or else the one
    that its sentence names for something else."""
    found: list[Slot] = []
    for one in slots:
        if not one.day:
            alone = [s for s in slots if s.day and not s.clock and s.score >= Part.NAMES.value]
            before = [s for s in alone if s.order <= one.order]
            before = before or [s for s in alone if s.order <= one.order + 3][:1]
            beside = [
                day.date
                for clause in clauses
                if (clause.number == one.number and clause.part in _BACKGROUND)
                or (clause.number == one.number - 1 and clause.part in _BACKGROUND[1:])
                for day in clause.days
            ]
            if before:
                one = replace(one, day=before[-1].day)
                found = [s for s in found if s is not before[-1]]
            elif beside:
                one = replace(one, day=beside[-1])
        found.append(one)
    timed = {one.day for one in found if one.clock}
    return [
        one
        for one in found
        if one.clock or (one.day not in timed and one.score > Part.STATES.value)
    ]


def _chosen(slots: Sequence[Slot], clauses: Sequence[Clause]) -> list[Slot]:
    """Those that are asked for: one, or several of which none is preferred."""
    if not slots:
        return []
    slots = _preferred(slots, clauses)
    if any(cues.IN_ORDER.search(one.text) for one in clauses):
        slots = [one for one in slots if one.clock][:1] or slots[:1]
    corrections = [n for n, one in enumerate(clauses) if cues.CORRECTS.search(one.text)]
    if corrections:
        slots = [one for one in slots if one.order >= corrections[-1]] or slots
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
    if not (slot.day and slot.clock) or slot.score >= Part.ASKS.value:
        return slot.score
    if slot.score < Part.NAMES.value:
        return slot.score + 0.5
    return min(slot.score + 1.0, Part.ASKS.value - 0.05)


def _by_one_clock(slots: Sequence[Slot]) -> list[Slot]:
    """With one time for each that is said by two clocks: "10:00 your time, 9:00 here"."""
    kept: list[Slot] = []
    for one in slots:
        twice = next(
            (
                n for n, s in enumerate(kept)
                if s.clock and one.clock and s.number == one.number and s.day == one.day
                and by_two_clocks(one.where.text[s.clock.begin : one.clock.end + 25])
            ),
            None,
        )  # fmt: skip
        if twice is None:
            kept.append(one)
        elif is_yours(one.where.text[one.clock.end : one.clock.end + 20]):
            kept[twice] = one
    return kept


def _is_alternative(one: Slot, other: Slot) -> bool:
    """Whether one is offered beside the other, rather than after it."""
    if one.number == other.number:
        return True
    lines = other.number - one.number <= 4
    listed = all(
        cues.LABEL.match(s.where.text) or re.match(r"\s*[-*•]", s.where.text) for s in (one, other)
    )
    return lines and (listed or bool(cues.OR.search(other.where.text.lower())))


_ORDINAL = re.compile(r"\bthe (latter|former|first|second|last|earlier|later)\b")


def _preferred(slots: Sequence[Slot], clauses: Sequence[Clause]) -> list[Slot]:
    """Those that are said to be the better ones, if some are."""
    better = [one for one in clauses if one.part is Part.PREFERS]
    days = {day.date for one in better for day in one.days}
    clocks = {clock.start for one in better for clock in one.clocks}
    labels = {at[1] for one in better if (at := cues.LABEL.match(one.sentence.text))}
    text = " ".join(one.text for one in better)
    hours = {int(n) % 12 for n in re.findall(r"(?<![\d:.])\d{1,2}(?![\d:.%])", text)}
    which = _ORDINAL.search(text) if not days and not clocks else None
    if which and len(slots) > 1:
        return [
            slots[
                -1 if which[1] in ("latter", "last", "later") else 1 if which[1] == "second" else 0
            ]
        ]
    for one in (
        [s for s in slots if s.clock and s.clock.start in clocks and (not days or s.day in days)],
        [s for s in slots if s.day in days],
        [s for s in slots if (at := cues.LABEL.match(s.where.text)) and at[1] in labels],
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
