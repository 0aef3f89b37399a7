"""What reading a reply needs to know about its scenario, computed once for all answers to it."""

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
from graders.reading.cached import cached
from graders.reading.letterhead import Names, names_of
from graders.reading.roles import Clock
from graders.reading.time_expressions import DAYS, MONTHS, Day, clock_times
from graders.reading.time_zones import ZoneOf

WRITER_MARKS = (
    *("our time", "my time", "our local time", "my local time", "mine", "ours"),
    *("here", "over here", "for me", "on my side"),
)
READER_MARKS = ("your time", "your local time", "your end", "yours", "for you", "on your side")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, eq=False)
class ReplyContext:
    """What replies to a scenario are checked against."""

    scenario: ExecScenario
    _edges_by_zone: dict[ZoneOf, Mapping[int, set[tuple[date, ...]]]] = field(default_factory=dict)

    @cached
    def zone_names(self) -> Mapping[ZoneOf, str]:
        """The time zone that each `ZoneOf` stands for."""
        executive, sender = self.scenario.executive, self.scenario.sender
        home, there = executive.zone, sender.zone
        return {"reader": there, "unsaid": there, "writer": home, "utc": "UTC"}

    @cached
    def marks(self) -> Mapping[str, ZoneOf]:
        """Words that, next to a time, give its time zone; empty if both people share one."""
        if self.zone_names["writer"] == self.zone_names["reader"]:
            return {}
        noon = datetime.combine(
            self.scenario.calendar.days[0], datetime.min.time().replace(hour=12)
        )
        marks: dict[str, ZoneOf] = {"utc": "utc", "gmt": "utc"}
        named: tuple[tuple[ZoneOf, tuple[str, ...]], ...] = (
            ("writer", WRITER_MARKS),
            ("reader", READER_MARKS),
        )
        for zone, words in named:
            name = self.zone_names[zone]
            short = noon.replace(tzinfo=ZoneInfo(name)).strftime("%Z").lower()
            marks |= dict.fromkeys(
                (*words, city(name).lower(), *((short,) if short.isalpha() else ())), zone
            )
        return marks

    @cached
    def topic(self) -> tuple[str, ...]:
        """The words of the thread's topic, in lower case."""
        return tuple(self.scenario.truth.topic.lower().split())

    def is_named(self, lower: str) -> bool:
        """Whether a text in lower case contains all words of the topic."""
        return all(word in lower for word in self.topic)

    @cached
    def people(self) -> Names:
        """The names of the reader, the writer and everybody else."""
        case = self.scenario
        others = [person.name for person in case.contacts]
        others += [email.sender.name for email in (*case.thread, *case.inbox)]
        others += [earlier.who for earlier in case.calendar.pending]
        return names_of(case.sender, case.executive, others)

    @cached
    def entries(self) -> tuple[str, ...]:
        """The names of calendar entries, in lower case: titles, and authors of earlier requests."""
        calendar = self.scenario.calendar
        names = [entry.title for entry in (*calendar.events, *calendar.series)]
        names += [earlier.who for earlier in calendar.pending]
        return tuple(name.lower() for name in names)

    @cached
    def thread_minutes(self) -> frozenset[int]:
        """The times of day that the thread names, in minutes since midnight."""
        return frozenset(
            minute
            for email in self.scenario.thread
            for time in clock_times(email.body)
            for minute in time.minutes
        )

    @cached
    def thread_words(self) -> frozenset[str]:
        """The words of the thread, in lower case."""
        texts = [text for email in self.scenario.thread for text in (email.subject, email.body)]
        return frozenset(_WORD.findall(" ".join(texts).lower()))

    @cached
    def proper(self) -> frozenset[str]:
        """The words, in lower case, that may be capitalised anywhere."""
        people, zones = (
            self.people,
            (city(zone).lower() for zone in self.zone_names.values() if "/" in zone),
        )
        named = " ".join([*self.entries, *zones, *self.topic, *DAYS, *MONTHS]).split()
        short = [word[:3] for word in (*DAYS, *MONTHS)]
        return people.reader | people.writer | people.others | self.thread_words | {*named, *short}

    @cached
    def stretches(self) -> tuple[Interval, ...]:
        """Every interval that a true statement about the calendar can name."""
        return tuple(_stretches(self.scenario))

    @cached
    def deadline_days(self) -> frozenset[date]:
        """The day of the deadline, in both time zones; empty without a deadline."""
        request = self.scenario.truth.request
        return frozenset(self.dates(request.deadline) if request and request.deadline else ())

    def in_zone(self, moment: datetime, zone: ZoneOf) -> datetime:
        """A time local to the executive, converted to the time zone `zone`."""
        home, there = self.zone_names["writer"], self.zone_names[zone]
        return moment if there == home else _converted(moment, home, there)

    def dates(self, moment: datetime) -> tuple[date, date]:
        """The day of a moment in the reader's and in the writer's time zone."""
        return self.in_zone(moment, "reader").date(), moment.date()

    def is_said(self, clock: Clock, moment: datetime, day_of: datetime | None = None) -> bool:
        """Whether a time in the reply, with its day, can mean that moment.

        The end of a slot counts to the day on which the slot starts (`day_of`). A time's day is in
        its own time zone, unless the clause mixes time zones (`Clock.mixed_zones`).
        """
        local = day_of or moment
        for zone in clock.zones:
            at = self.in_zone(moment, zone)
            if at.hour * 60 + at.minute not in clock.minutes:
                continue
            days = {self.in_zone(local, zone).date()}
            if clock.mixed_zones:
                days.update(self.dates(local))
            if not clock.day or self._is_one(clock.day, days):
                return True
        return False

    def _is_one(self, day: tuple[Day, ...], dates: Collection[date]) -> bool:
        """Whether all words for a day fit a single one of these dates."""
        return any(all(self.is_day(word, when) for word in day) for when in dates)

    def is_known(self, clock: Clock) -> bool:
        """Whether the writer may have a good reason to name a time: it is in the thread, or is the
        start or end of something in the calendar."""
        if clock.minutes & self.thread_minutes:
            return True
        return any(
            self.are_of(clock.day, dates)
            for zone in {*clock.zones, "writer"}
            for minute in clock.minutes
            for dates in self._edges(zone).get(minute, ())
        )

    def _edges(self, zone: ZoneOf) -> Mapping[int, set[tuple[date, ...]]]:
        """In a time zone: for each minute of the day, the days when something starts or ends."""
        if zone not in self._edges_by_zone:
            edges: dict[int, set[tuple[date, ...]]] = {}
            moments = {at for one in self.stretches for at in (one.start, one.end)}
            request = self.scenario.truth.request
            if request and request.deadline:
                moments.add(request.deadline)
            for moment in moments:
                at = self.in_zone(moment, zone)
                edges.setdefault(at.hour * 60 + at.minute, set()).add(
                    tuple({at.date(), *self.dates(moment)})
                )
            self._edges_by_zone[zone] = edges
        return self._edges_by_zone[zone]

    def are_of(self, days: Iterable[Day], dates: Collection[date]) -> bool:
        """Whether each of these days can be one of these dates."""
        return all(any(self.is_day(day, when) for when in dates) for day in days)

    def is_day(self, day: Day, when: date) -> bool:
        """Whether a day, as the reply names it, can be this date."""
        month, number = day.date or (None, None)
        return (
            day.weekday in (None, when.weekday())
            and (number is None or (month in (None, when.month) and number == when.day))
            and (day.ahead is None or (when - self.scenario.now.date()).days == day.ahead)
        )


_converted = lru_cache(maxsize=8192)(to_zone)


@lru_cache(maxsize=CACHE_SIZE)
def reply_context(scenario: ExecScenario) -> ReplyContext:
    """The context of replies to a scenario; as many are cached as scenarios are."""
    return ReplyContext(scenario)


def _stretches(scenario: ExecScenario) -> Iterator[Interval]:
    """Entries, working hours, colleagues, last week, earlier requests and the slot asked for."""
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
