"""What a scenario alone decides of how a reply is read, worked out once for all that answer it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from desks.desk import CACHE_SIZE
from desks.exec_assist.calendar import blocks, to_zone
from desks.exec_assist.models import ExecScenario, Interval
from desks.exec_assist.wording import city
from graders.reading.clocks import DAYS, MONTHS, Day, clock_times
from graders.reading.lazy import lazy
from graders.reading.names import Names, names_of
from graders.reading.roles import Clock
from graders.reading.whose import Whose

WRITER_MARKS = (
    *("our time", "my time", "our local time", "my local time", "mine", "ours"),
    *("here", "over here", "for me", "on my side"),
)
READER_MARKS = ("your time", "your local time", "your end", "yours", "for you", "on your side")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, eq=False)
class ReplyContext:
    """A scenario with what a reply to it is held against."""

    scenario: ExecScenario
    _by_clock: dict[Whose, Mapping[int, set[tuple[date, ...]]]] = field(default_factory=dict)

    @lazy
    def zones(self) -> Mapping[Whose, str]:
        """Where each clock stands that a time may go by."""
        executive, sender = self.scenario.executive, self.scenario.sender
        home, there = executive.zone, sender.zone
        return {"reader": there, "unsaid": there, "writer": home, "utc": "UTC"}

    @lazy
    def marks(self) -> Mapping[str, Whose]:
        """What says, beside a time, whose clock it is by; none where all live by the same."""
        if self.zones["writer"] == self.zones["reader"]:
            return {}
        noon = datetime.combine(
            self.scenario.calendar.days[0], datetime.min.time().replace(hour=12)
        )
        marks: dict[str, Whose] = {"utc": "utc", "gmt": "utc"}
        named: tuple[tuple[Whose, tuple[str, ...]], ...] = (
            ("writer", WRITER_MARKS),
            ("reader", READER_MARKS),
        )
        for whose, words in named:
            zone = self.zones[whose]
            short = noon.replace(tzinfo=ZoneInfo(zone)).strftime("%Z").lower()
            marks |= dict.fromkeys(
                (*words, city(zone).lower(), *((short,) if short.isalpha() else ())), whose
            )
        return marks

    @lazy
    def topic(self) -> tuple[str, ...]:
        """The words of what the thread is about, in lower case."""
        return tuple(self.scenario.truth.topic.lower().split())

    def is_named(self, lower: str) -> bool:
        """Whether a text in lower case names what the thread is about."""
        return all(word in lower for word in self.topic)

    @lazy
    def people(self) -> Names:
        """Who reads, who writes, and who else is named."""
        case = self.scenario
        others = [person.name for person in case.contacts]
        others += [email.sender.name for email in (*case.thread, *case.inbox)]
        others += [earlier.who for earlier in case.calendar.pending]
        return names_of(case.sender, case.executive, others)

    @lazy
    def entries(self) -> tuple[str, ...]:
        """By what an entry is named, in lower case: its title, or who asked for it earlier."""
        calendar = self.scenario.calendar
        names = [entry.title for entry in (*calendar.events, *calendar.series)]
        names += [earlier.who for earlier in calendar.pending]
        return tuple(name.lower() for name in names)

    @lazy
    def told(self) -> frozenset[int]:
        """The times of day, in minutes, that the thread itself names."""
        return frozenset(
            minute
            for email in self.scenario.thread
            for time in clock_times(email.body)
            for minute in time.minutes
        )

    @lazy
    def written(self) -> frozenset[str]:
        """The words of the thread, in lower case."""
        texts = [text for email in self.scenario.thread for text in (email.subject, email.body)]
        return frozenset(_WORD.findall(" ".join(texts).lower()))

    @lazy
    def proper(self) -> frozenset[str]:
        """What may be written with a capital, in lower case."""
        people, zones = (
            self.people,
            (city(zone).lower() for zone in self.zones.values() if "/" in zone),
        )
        named = " ".join([*self.entries, *zones, *self.topic, *DAYS, *MONTHS]).split()
        short = [word[:3] for word in (*DAYS, *MONTHS)]
        return people.reader | people.writer | people.others | self.written | {*named, *short}

    @lazy
    def stretches(self) -> tuple[Interval, ...]:
        """All that a true word about the calendar can name."""
        return tuple(_stretches(self.scenario))

    @lazy
    def last_days(self) -> frozenset[date]:
        """The day of the deadline, by both clocks; none where there is no deadline."""
        request = self.scenario.truth.request
        return frozenset(self.dates(request.deadline) if request and request.deadline else ())

    def by_clock(self, moment: datetime, whose: Whose) -> datetime:
        """A local time as the sender, who reads the reply, or its writer says it."""
        home, there = self.zones["writer"], self.zones[whose]
        return moment if there == home else _converted(moment, home, there)

    def dates(self, moment: datetime) -> tuple[date, date]:
        """The day of a moment by the reader's clock, and by the writer's."""
        return self.by_clock(moment, "reader").date(), moment.date()

    def is_said(self, clock: Clock, moment: datetime, day_of: datetime | None = None) -> bool:
        """Whether a time in the reply, with the day it is said of, can mean that moment.

        The end of a slot goes by the day on which the slot starts (`day_of`). A time goes by the
        day of its own clock, unless the day is named beside a time by another.
        """
        local = day_of or moment
        for whose in clock.whose:
            at = self.by_clock(moment, whose)
            if at.hour * 60 + at.minute not in clock.minutes:
                continue
            days = {self.by_clock(local, whose).date()}
            if clock.borrowed:
                days.update(self.dates(local))
            if not clock.day or self._is_one(clock.day, days):
                return True
        return False

    def _is_one(self, day: tuple[Day, ...], dates: Collection[date]) -> bool:
        """Whether all words for a day can be one of those dates."""
        return any(all(self.is_day(word, when) for word in day) for when in dates)

    def is_known(self, clock: Clock) -> bool:
        """Whether a time in the reply, with its day, is one that the writer may name for good
        reason: told in the thread, or the edge of something that stands in the calendar."""
        if clock.minutes & self.told:
            return True
        return any(
            self.are_of(clock.day, dates)
            for whose in {*clock.whose, "writer"}
            for minute in clock.minutes
            for dates in self._edges(whose).get(minute, ())
        )

    def _edges(self, whose: Whose) -> Mapping[int, set[tuple[date, ...]]]:
        """The days on which something begins or ends at a minute of the day, by a clock."""
        if whose not in self._by_clock:
            edges: dict[int, set[tuple[date, ...]]] = {}
            moments = {at for one in self.stretches for at in (one.start, one.end)}
            request = self.scenario.truth.request
            if request and request.deadline:
                moments.add(request.deadline)
            for moment in moments:
                at = self.by_clock(moment, whose)
                edges.setdefault(at.hour * 60 + at.minute, set()).add(
                    tuple({at.date(), *self.dates(moment)})
                )
            self._by_clock[whose] = edges
        return self._by_clock[whose]

    def are_of(self, days: Iterable[Day], dates: Collection[date]) -> bool:
        """Whether each of the days that a reply names can be one of those dates."""
        return all(any(self.is_day(day, when) for when in dates) for day in days)

    def is_day(self, day: Day, when: date) -> bool:
        """Whether a day, as the reply names it, can be that date."""
        month, number = day.date or (None, None)
        return (
            day.weekday in (None, when.weekday())
            and (number is None or (month in (None, when.month) and number == when.day))
            and (day.ahead is None or (when - self.scenario.now.date()).days == day.ahead)
        )


_converted = lru_cache(maxsize=8192)(to_zone)


@lru_cache(maxsize=CACHE_SIZE)
def reply_context(scenario: ExecScenario) -> ReplyContext:
    """The context of a reply to a scenario; the latest are kept, as the scenarios are."""
    return ReplyContext(scenario)


def _stretches(scenario: ExecScenario) -> Iterator[Interval]:
    """All that a true word about the calendar can name: entries, hours, colleagues, last week,
    earlier requests, the slot asked for."""
    calendar, request = scenario.calendar, scenario.truth.request
    yield from blocks(calendar)
    yield from (event for event in calendar.events if not event.blocks)
    yield from calendar.last_week
    yield from calendar.pending
    for day in calendar.days:
        opens, closes = (datetime.combine(day, at) for at in (calendar.opens, calendar.closes))
        yield Interval.model_construct(start=opens, end=closes)
    for colleague in calendar.colleagues:
        yield from colleague.busy
    if request:
        yield request.slot
