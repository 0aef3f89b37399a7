"""Which of the days, times and lengths that an email names are those that it asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from desks.own import cues
from desks.own.clocks import Clock
from desks.own.dates import Day
from desks.own.sentences import Sentence, clause

MIN_SCORE = 0.4
"""Below it, a day without a time is not asked for, unless something surely is."""
_ENDS = ("by", "before", "until", "till", "after")


@dataclass(frozen=True)
class Wish:
    """The day and the time that part of a message asks for."""

    day: date | None = None
    clock: Clock | None = None
    where: Sentence | None = None
    """The sentence that names the time."""

    @property
    def score(self) -> float:
        return self.where.score if self.where else 0.0


class _Time(NamedTuple):
    score: float
    number: int
    """Of its sentence, negative, so that the first of several is the largest."""
    begin: int
    clock: Clock
    where: Sentence


class _Date(NamedTuple):
    score: float
    number: int
    begin: int
    day: Day


def wish_of(part: Sequence[Sentence]) -> Wish:
    """What these sentences ask for, as far as they name it."""
    times = _favoured(list(_times(part)), part)
    dates = list(_dates(part))
    best = max(times, key=lambda one: one[:3]) if times else None
    clock, where = (best.clock, best.where) if best else (None, None)
    beside = [one for one in dates if best and one.number == best.number]
    if beside:
        return Wish(
            min(beside, key=lambda one: abs(one.day.begin - clock.begin)).day.date, clock, where
        )
    if not dates:
        return Wish(None, clock, where)
    likeliest = max(dates, key=lambda one: one[:3])
    asks = any(cues.STRONG.search(one.text) for one in part)
    if not clock and likeliest.score < (0 if asks else MIN_SCORE):
        return Wish()
    return Wish(likeliest.day.date, clock, where)


def _times(part: Sequence[Sentence]) -> list[_Time]:
    """The times that may be asked for."""
    found = []
    for number, one in enumerate(part):
        for clock in one.clocks:
            said = clause(one.text, clock.begin, clock.end)
            score = one.score + 0.3 * bool(one.days) + 0.4 * bool(cues.STRONG.search(said))
            score -= 2 * bool(cues.REFUSED.search(said))
            if score > -0.5 and clock.lead not in _ENDS and not _is_end(one, clock.begin):
                found.append(_Time(score, -number, -clock.begin, clock, one))
    return found


def _dates(part: Sequence[Sentence]) -> list[_Date]:
    """The days that may be asked for."""
    found = []
    for number, one in enumerate(part):
        for day in one.days:
            ends = _is_end(one, day.begin) or cues.LATEST.search(one.text[day.end :])
            if not ends and not cues.REFUSED.search(clause(one.text, day.begin, day.end)):
                score = one.score + 0.5 * bool(one.clocks)
                found.append(_Date(score, -number, -day.begin, day))
    return found


def _favoured(times: list[_Time], part: Sequence[Sentence]) -> list[_Time]:
    """Those that are said to be the better ones, if some are."""
    better = [one for one in part if cues.PREFERRED.search(one.text)]
    days = {_nearest(one) for one in better if one.days}
    labels = {found[1] for one in better if (found := cues.LABEL.match(one.text))}
    hours = {int(n) % 12 for one in better for n in re.findall(r"\b\d{1,2}\b(?![:.]\d)", one.text)}
    for one in (
        [t for t in times if _day_before(t) in days],
        [t for t in times if (at := cues.LABEL.match(t.where.text)) and at[1] in labels],
        [t for t in times if t.clock.start.hour % 12 in hours],
    ):
        times = one or times
    return times


def _nearest(sentence: Sentence) -> date:
    """The day named nearest to what says that it is better."""
    better = cues.PREFERRED.search(sentence.text)
    return min(sentence.days, key=lambda day: abs(day.begin - better.end())).date


def _day_before(time: _Time) -> date | None:
    before = [day.date for day in time.where.days if day.begin < time.clock.begin]
    return before[-1] if before else None


def _is_end(one: Sentence, begin: int) -> bool:
    """Whether what begins there is by when something has to be."""
    before = one.text[:begin]
    return bool(
        cues.BY.search(before) or (cues.BEFORE.search(before) and cues.MUST.search(one.text))
    )


def minutes_of(told: Sequence[Sentence], clock: Clock | None) -> int | None:
    """The length that is said last, or else that of the span that is asked for."""
    lengths = [one.minutes for sentence in told for one in sentence.lengths if not one.shift]
    if lengths:
        return lengths[-1]
    return span(clock) if clock and clock.until else None


def span(clock: Clock) -> int:
    """The minutes from its start to its end."""
    start, end = (at.hour * 60 + at.minute for at in (clock.start, clock.until or clock.start))
    return (end - start) % (24 * 60)


_BEFORE_A_DAY = re.compile(r"(?i:before|ahead of)(?! (?:the )?(?:end|close|cob|eod))")


def deadline_of(told: Sequence[Sentence], sent: date) -> date | datetime | None:
    """By when a meeting has to have been, or before what."""
    for number, one in enumerate(told):
        must = bool(cues.MUST.search(one.text) and cues.OF_US.search(one.text))
        if must and (end := cues.END_OF.search(one.text)):
            return _end_of(end, sent)
        if must and cues.BEFORE_THAT.search(one.text):
            named = [(s, day) for s in told[max(0, number - 1) : number + 1] for day in s.days]
            if named:
                return _at(*named[-1])
        for day in one.days:
            before = one.text[: day.begin]
            if must and (by := cues.BY.search(before)):
                clocks = [c for c in one.clocks if by.start() <= c.begin < day.begin]
                if not clocks and not _BEFORE_A_DAY.match(by[0]):
                    return day.date
                return datetime.combine(day.date, clocks[0].start if clocks else time())
            if must and cues.BEFORE.search(before):
                return _at(one, day)
            if cues.LATEST.search(one.text[day.end :]):
                return day.date
    return None


def _at(one: Sentence, day: Day) -> datetime:
    """The time that is named after a day, or else when the day begins."""
    clock = next((clock for clock in one.clocks if clock.begin > day.begin), None)
    return datetime.combine(day.date, clock.start if clock else time())


def _end_of(found: re.Match[str], sent: date) -> date:
    """The last working day of the week, or the last day of the month, that is meant."""
    later = (found["which"] or "").lower() == "next"
    if found["what"].lower() == "week":
        return sent + timedelta(days=4 - sent.weekday() + 7 * later)
    months = sent.year * 12 + sent.month + later
    return date(months // 12, months % 12 + 1, 1) - timedelta(days=1)
