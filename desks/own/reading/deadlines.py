"""By when a meeting has to have been."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from desks.own.reading.clauses import told_with_times
from desks.own.reading.cues import changes, limits
from desks.own.reading.said.clocks import Clock
from desks.own.reading.said.dates import Day
from desks.own.reading.sentences import Sentence


@dataclass(frozen=True)
class Limit:
    """A day by which, or before which, something has to be, by the clock of whoever says so."""

    day: date
    clock: Clock | None = None
    is_before: bool = False
    is_led: bool = False
    """Whether the words around it say that it is a limit."""
    is_over: bool = False
    """Whether they say that something is over by then."""
    text: str = ""
    """The sentence that names it."""

    @property
    def moment(self) -> date | datetime:
        """By then."""
        if not self.clock and not self.is_before:
            return self.day
        return datetime.combine(self.day, self.clock.start if self.clock else time())


def limit_of(told: Sequence[Sentence], sent: date) -> Limit | None:
    """By when a meeting has to have been, as a message says that was sent on that day."""
    last: list[Limit] = []
    for one in told:
        text, named = _limits(one)
        is_over = bool(limits.OVER_THEN.search(text))
        must = is_over or limits.MUST.search(text)
        if must and (is_over or changes.TOGETHER.search(text) or limits.OF_US.search(text)):
            if end := limits.END_OF.search(text):
                return Limit(_end_of(end, sent))
            timed = [limit for limit in named if limit.clock]
            if led := [limit for limit in named if limit.is_led]:
                return led[-1]
            if limits.BEFORE_THAT.search(text) and (named or last):
                return (timed or named or last)[-1]
            if is_over and timed:
                return timed[-1]
        if sure := [limit for limit in named if limit.is_over]:
            return sure[0]
        last = named
    return None


_BETWEEN = (
    r"(?:[ ,:(]+(?!(?:and|but|so|or|i|we|you|he|she|it|they|is|are|has|have|to|from|for|as|when|"
    r"because|before|after|until|till|then)\b)[a-z'-]+[),]{0,2}){0,6}?[ ,:(]*"
)
_MOMENT = re.compile(rf"DAY(?:{_BETWEEN}TIME)?|TIME{_BETWEEN}DAY")
"""A day, and the time beside it."""


def _limits(one: Sentence) -> tuple[str, list[Limit]]:
    """A sentence as clauses are told, and its days, each as the limit that it may be."""
    text, named = told_with_times(one)
    found: list[Limit] = []
    for moment in _MOMENT.finditer(text):
        first = len(re.findall("DAY|TIME|LONG", text[: moment.start()]))
        both = named[first : first + len(re.findall("DAY|TIME", moment[0]))]
        day = next(n for n in both if isinstance(n, Day))
        clock = next((n for n in both if isinstance(n, Clock)), None)
        ahead, between = text[: moment.start()], re.split("DAY|TIME", moment[0])[1]
        by = limits.BY.search(ahead) or limits.BY.search(between)
        before = (by and by["before"]) or limits.BEFORE.search(ahead)
        is_led = bool(by or before or _is_last(text, moment))
        is_over = bool(by and clock and limits.OVER_BY.search(f"{ahead}{between}"))
        found.append(Limit(day.date, clock, bool(before), is_led, is_over, one.text))
    return text, found


def _is_last(text: str, moment: re.Match[str]) -> bool:
    """Whether a time is said to be the last one."""
    ahead = limits.LAST.search(text[: moment.start()])
    return bool(ahead or limits.LATEST.match(text, moment.end()))


def _end_of(found: re.Match[str], sent: date) -> date:
    """The last working day of the week, or the last day of the month, that is meant."""
    later = (found["which"] or "").lower() == "next"
    if found["what"].lower() == "week":
        return sent + timedelta(days=4 - sent.weekday() + 7 * later)
    months = sent.year * 12 + sent.month + later
    return date(months // 12, months % 12 + 1, 1) - timedelta(days=1)
