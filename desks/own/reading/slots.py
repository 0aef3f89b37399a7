"""The days and times that a message offers, and which of them it asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from desks.own.reading.clauses import Clause, Part
from desks.own.reading.cues import asking, background
from desks.own.reading.said.clocks import SHORT, Clock, span
from desks.own.reading.said.dates import Day
from desks.own.reading.sentences import Sentence

_MOST = 60
"""Days and times of a message that are looked at."""


@dataclass(frozen=True)
class Slot:
    """A day, or a time, or both, that may be asked for."""

    day: date | None
    clock: Clock | None
    where: Sentence
    """The sentence that names the time, or else the day."""
    part: Part
    """What the clause does with it that asks for it most surely."""
    score: float
    order: int
    """How many clauses come before it."""
    number: int
    """Of its sentence."""

    @property
    def is_whole(self) -> bool:
        """Whether a day and a time are named without a verb, with how long it lasts."""
        if not (self.day and self.clock and self.part in (Part.NAMES, Part.OFFERS)):
            return False
        between = (
            self.where.text[min(self.clock.end, one.end) : max(self.clock.begin, one.begin)]
            for one in self.where.lengths
        )
        return bool(self.clock.until) or any(_GOES_ON.fullmatch(one) for one in between)


_GOES_ON = re.compile(r"[^().?!;]{0,60}")
"""Between a time and how long it lasts."""
_SOMEBODY = re.compile(r"\b(?:i|we|he|she|they|you)\b")


def only_one(clauses: Sequence[Clause]) -> list[Slot]:
    """The only day and time of a message, where it has no other."""
    whole = [
        replace(_slot(one, order, one.days[0].date, one.clocks[0]), score=Part.STATES.value)
        for order, one in enumerate(clauses)
        if one.part in (Part.HAPPENS, Part.IS_AWAY)
        and not (one.part is Part.IS_AWAY and _SOMEBODY.search(one.text))
        and len(one.days) == len(one.clocks) == 1
        and not _is_window(one.clocks[0], one)
    ]
    before = any(re.search(r"\bbefore\b", one.text) for one in clauses)
    if any(re.search(r"\bsame (?:time|hour)", one.text) for one in clauses):
        days = [(n, one) for n, one in enumerate(clauses) if one.part is Part.HAPPENS and one.days]
        if len(days) == 1:
            order, one = days[0]
            return [replace(_slot(one, order, one.days[-1].date, None), score=Part.NAMES.value)]
    return whole if len(whole) == 1 and not before else []


def slots_of(clauses: Sequence[Clause]) -> list[Slot]:
    """The days and times that clauses ask for or offer, each time with its day."""
    slots: list[Slot] = []
    for order, clause in enumerate(clauses):
        if clause.part.value <= 0:
            continue
        for number, named in enumerate(clause.named):
            last = slots[-1] if slots and slots[-1].number == clause.number else None
            if isinstance(named, Day) and _is_border(named, clause):
                continue
            if isinstance(named, Day):
                at = last.clock if last else None
                if last and at and (not last.day or _is_right_after(named, at, last.where)):
                    slots[-1] = replace(last, day=named.date)
                else:
                    slots.append(_slot(clause, order, named.date, None))
            elif isinstance(named, Clock) and not (
                named == ended_by(clause) or _is_window(named, clause)
            ):
                ahead = any(
                    isinstance(one, Day) and _is_right_after(one, named, clause.sentence)
                    for one in clause.named[number + 1 : number + 2]
                )
                if last and last.day and not last.clock and not ahead:
                    part = max(last.part, clause.part, key=lambda one: one.value)
                    slots[-1] = replace(last, clock=named, part=part, score=part.value)
                else:
                    day = last.day if last and not ahead else None
                    slots.append(_slot(clause, order, day, named))
    return _with_days(slots[:_MOST], clauses)


def only_whole(clauses: Sequence[Clause]) -> list[Slot]:
    """The only day of a message with a time and how long it lasts, whatever is said of it."""
    whole = [
        replace(_slot(one, order, one.days[0].date, one.clocks[0]), score=Part.NAMES.value)
        for order, one in enumerate(clauses)
        if one.part in (Part.HAPPENS, Part.STATES, Part.PAST)
        and not (one.part is Part.HAPPENS and _is_of_others(one))
        and len(one.days) == len(one.clocks) == 1
        and (one.lengths or 0 < span(one.clocks[0]) <= SHORT)
        and not _is_window(one.clocks[0], one)
    ]
    return whole if len(whole) == 1 else []


def _is_of_others(clause: Clause) -> bool:
    """Whether what is said to happen comes before the day and the time, and is no meeting."""
    before = re.split("DAY|TIME", clause.text)[0]
    ours = _SOMEBODY.search(clause.text) or asking.MEETING.search(clause.text)
    return bool(background.HAPPENS.search(before)) and not ours


_BORDER = re.compile(r"\b(?:until|till|since|up to|as of)\s+(?:the\s+)?$", re.IGNORECASE)
_NO_DAY = re.compile(r"\b(?:good|happy)\s+$", re.IGNORECASE)
_OWNS = re.compile(
    r"['’]s\s+(?!fine|good|great|ok|okay|perfect|no\b|out\b|not\b|better|best|bad|impossible|tricky|"
    r"full|off\b|the\b|a\b|when|my\b|our\b|free|clear)[a-z]+(?: [a-z]+)?"
)
"""After a day of which something else is: "Thursday's paper"."""


def _is_border(day: Day, clause: Clause) -> bool:
    """Whether a day is only said to be up to when, or since when, something is, or whose."""
    text = clause.sentence.text
    ahead = text[max(0, day.begin - 20) : day.begin]
    owns = _OWNS.match(text, day.end)
    if _NO_DAY.search(ahead) or (owns and not asking.MEETING.search(owns[0].lower())):
        return True
    return bool(_BORDER.search(ahead)) and not asking.MOVES.search(clause.text)


def ended_by(clause: Clause) -> Clock | None:
    """The time until which somebody can be there, if a clause says that."""
    if clause.part is Part.LIMITS and clause.days:
        return None
    found = background.LEAVES.search(clause.text)
    return clause.clocks[clause.text[: found.end()].count("TIME") - 1] if found else None


def _slot(clause: Clause, order: int, day: date | None, clock: Clock | None) -> Slot:
    part = clause.part
    return Slot(day, clock, clause.sentence, part, part.value, order, clause.number)


def _is_right_after(day: Day, clock: Clock, where: Sentence) -> bool:
    """Whether a day comes right after a time: "at 3 on Friday"."""
    between = where.text[clock.end : day.begin]
    return bool(re.fullmatch(r"\s+(?:on|this)?\s*(?:the\s+)?", between))


def _is_window(clock: Clock, clause: Clause) -> bool:
    """Whether a time is only one end of those that would do."""
    lasts = re.search(r"\b(?:until|till)\b[^,]*TIME", clause.text)
    if lasts and not clock.until and len(clause.clocks) == 1:
        return True
    if clock.lead == "by" and background.ARRIVES.search(clause.text):
        return False
    edges = ("by", "before", "until", "till", "after", "past", "beyond")
    is_short = clock.until and span(clock) <= SHORT
    loose = background.SOMEWHERE if is_short or clause.sentence.lengths else background.WINDOW
    return bool(loose.search(clause.text)) or clock.lead in edges


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
                if one.score >= Part.NAMES.value:
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
