"""By when a meeting has to have been."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from desks.own.reading.cues import limits
from desks.own.reading.said.dates import Day
from desks.own.reading.sentences import Sentence

_BEFORE_A_DAY = re.compile(r"(?i:before|ahead of)(?! (?:the )?(?:end|close|cob|eod))")


def deadline_of(told: Sequence[Sentence], sent: date) -> date | datetime | None:
    """By when a meeting has to have been, or before what."""
    for number, one in enumerate(told):
        must = bool(limits.MUST.search(one.text) and limits.OF_US.search(one.text))
        if must and (end := limits.END_OF.search(one.text)):
            return _end_of(end, sent)
        if must and limits.BEFORE_THAT.search(one.text):
            named = [(s, day) for s in told[max(0, number - 1) : number + 1] for day in s.days]
            if named:
                return _at(*named[-1])
        for day in one.days:
            before = one.text[: day.begin]
            if must and (by := limits.BY.search(before)):
                clocks = [c for c in one.clocks if by.start() <= c.begin < day.begin]
                if not clocks and not _BEFORE_A_DAY.match(by[0]):
                    return day.date
                return datetime.combine(day.date, clocks[0].start if clocks else time())
            if must and limits.BEFORE.search(before):
                return _at(one, day)
            if limits.LATEST.search(one.text[day.end :]):
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
