"""How long what a message asks for is to last."""

import re
from collections.abc import Sequence

from desks.own.reading.clauses import Clause, Part
from desks.own.reading.cues import asking, background, changes
from desks.own.reading.said.clocks import FRACTIONS, SHORT, Clock, span
from desks.own.reading.slots import Slot, ended_by

_SAID_SO = re.compile(
    r"\b(?:for|needs?|takes?|allow|count|plan|budget|figure|block|book|reserve|lasts?|give|spare|"
    r"have|say|want|about|duration|length|around|keep|make it|call it|just|only|est|cut|add|put "
    r"aside|set aside|expect|reckon|with|all)\b[^.?!]{0,30}\bLONG\b|\bLONG\W+(?:\w+\W+)?(?:max|"
    r"tops|should|will|would|is|enough|loads|or so|please|call|chat|meeting|session|of your|at "
    r"most|maximum|plenty|ought|ok|total|long|are|does|still|all|or less)\b"
)
_ASKED_FOR = re.compile(
    r"\b(?:booked|reserved|asked|allowed|blocked|set aside|put|kept)\b.{0,40}\bLONG\b"
)
_ENOUGH = re.compile(
    r"\bLONG(?:'s| is| will be| would be| should be) (?:\w+ )?(?:enough|plenty|loads)"
)
_OTHERWISE = re.compile(
    r"\bclocks? (?:go|goes|went|changes?|moves?|is|are|runs?)\b|\b(?:time zone|difference)\b|"
    r"\b(?:plus or minus|give or take) LONG|"
    r"\btrust\b.{0,20}LONG|\b(?:walk|drive|ride|journey|trip)\b[^.?!]{0,25}(?:takes|is) LONG|"
    r"LONG (?:on foot|to (?:set up|get (?:there|here|ready)|park|walk|drive|unpack|prepare))"
)
"""It is not the length of a meeting that is named."""
_CUT_TO = re.compile(r"\bLONG (?:down )?to (one|two|three|an)\b")
_NUMBERS = re.compile(r"\b(\d{2,3}) (?:not|instead of|rather than) (?:the )?(\d{2,3})\b")
_REPLACED = re.compile(
    r"\b(?:not|instead of|rather than|(?<!more )(?<!less )(?<!longer )than|from|n't)(?: (?:the|a|"
    r"your|my|our|just|only))? LONG\b"
)
ENDS = re.compile(r"\b(?:end|finish|stop|wrap up|be done)\b")
"""It is the end that moves, and not the start."""
_HALF = re.compile(r"\bhalf (?:as long|the (?:time|length|duration))\b")
_DOUBLE = re.compile(r"\b(?:twice as long|(?:double|twice) the (?:time|length|duration))\b")
_SAME = re.compile(
    r"\b(?:same|usual) (?:length|duration|amount of time)|LONG as (?:before|usual|last time|"
    r"always)\b"
)
_ABOUT_US = re.compile(rf"\b(?:it|this|that|we|i|you|us|thing|{asking.MEET})\b|^LONG")
_HALF_DAY = 12 * 60
_MOST = 240
"""Minutes; what ends later than that is something else."""


def minutes_of(
    clauses: Sequence[Clause], slot: Slot | None, before: int | None, spoken: int | None
) -> int | None:
    """The minutes that a message asks for, if it says so; `before` are those asked for so far, and
    `spoken` those that were named last, of whatever it was."""
    for one in clauses:
        shift = next((length for length in one.lengths if length.shift), None)
        if before and shift and ENDS.search(one.text):
            return max(5, before + shift.shift * shift.minutes)
    before = before or spoken
    asked = [one for one in clauses if slot and slot.clock in one.clocks]
    told = [
        (bool(_SAID_SO.search(one.text)) or one.part is Part.ASKS, one)
        for one in clauses
        if any(not length.shift for length in one.lengths)
        and (
            one in asked
            or not _has_been(one)
            or _ASKED_FOR.search(one.text)
            or _ENOUGH.search(one.text)
        )
        and not _OTHERWISE.search(one.text)
    ]
    if before and any(_HALF.search(one.text) for one in clauses):
        return before // 2
    if before and any(_DOUBLE.search(one.text) for one in clauses):
        return before * 2
    for one in clauses:
        if cut := _CUT_TO.search(one.text):
            return 60 * (" an one two three".split(" ").index(cut[1]) - (cut[1] != "an"))
        numbers = _NUMBERS.search(one.text)
        if numbers and int(numbers[2]) == before:
            return int(numbers[1])
    clock = slot.clock if slot else None
    if clock and clock.until:
        is_short = span(clock) <= SHORT
        told = [(is_sure, one) for is_sure, one in told if not _is_aside(one, is_short)]
        if is_short:
            told = [(is_sure, one) for is_sure, one in told if is_sure and _fits_in(one, clock)]
    sure = [one for is_sure, one in told if is_sure] or [one for _, one in told]
    sure = [one for one in sure if one.part is not Part.HAPPENS] or sure
    for one in reversed(sure):
        if kept := _kept(one):
            return kept[-1]
    if clock and clock.until:
        return span(clock)
    return until_leaving(clauses, clock) if clock else None


def _has_been(clause: Clause) -> bool:
    """Whether a clause says what has been, or what is beside that."""
    beside = clause.part is Part.HAPPENS and not re.search(r"\bit was LONG", clause.text)
    return clause.part is Part.PAST or bool(beside and background.PAST.search(clause.text))


def _is_aside(clause: Clause, is_short: bool) -> bool:
    """Whether a length counts for less than the start and the end of what is asked for."""
    if is_short and clause.part in (Part.HAPPENS, Part.STATES):
        return not _ABOUT_US.search(clause.text)
    return clause.part in (Part.PAST, Part.IS_AWAY)


def _fits_in(clause: Clause, clock: Clock) -> bool:
    """Whether a clause names no length beyond that from a start to an end."""
    return all(one.minutes <= span(clock) for one in clause.lengths)


def said_of(clauses: Sequence[Clause]) -> int | None:
    """The length that is named last, of whatever it is."""
    named = [one.minutes for clause in clauses for one in clause.lengths if not one.shift]
    return named[-1] if named else None


def lasts_as_before(clauses: Sequence[Clause]) -> bool:
    """Whether it is to last as long as before."""
    return any(_SAME.search(one.text) for one in clauses)


def _kept(clause: Clause) -> list[int]:
    """The lengths of a clause but those that others take the place of."""
    minutes = [one.minutes for one in clause.lengths]
    if len(minutes) > 1 and (gone := _REPLACED.search(clause.text)):
        del minutes[clause.text[: gone.end()].count("LONG") - 1]
    elif _REPLACED.search(clause.text):
        return []
    return [
        m
        for m, one in zip(minutes, clause.lengths, strict=False)
        if not one.shift or len(minutes) > 1
    ]


def until_leaving(clauses: Sequence[Clause], clock: Clock) -> int | None:
    """The minutes until somebody has to go, if that is said."""
    for one in clauses:
        if lone := changes.UNTIL_PAST.search(one.text):
            return (FRACTIONS[lone[1]] - clock.start.minute) % 60 or None
        if end := ended_by(one):
            until = span(clock._replace(until=end.start)) % _HALF_DAY
            if 0 < until <= _MOST:
                return until
    return None
