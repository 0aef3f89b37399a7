"""The scenario data needed to read replies, computed once per scenario."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property, lru_cache
from itertools import product

from desks.desk import CACHE_SIZE
from desks.exec_assist.calendar import blocks, to_zone
from desks.exec_assist.models import ExecScenario
from desks.exec_assist.wording import city
from graders.reading.exec_assist.addressing import Names
from graders.reading.exec_assist.roles import StatedTime
from graders.reading.exec_assist.time_expressions import DAYS, MONTHS, Day, clock_times
from graders.reading.exec_assist.time_zones import ZoneOf, names_of
from graders.reading.normalise import folded
from graders.text import begins

WRITER_MARKS = (
    *("our time", "my time", "our local time", "my local time", "mine", "ours"),
    *("here", "over here", "for me", "on my side"),
)
READER_MARKS = ("your time", "your local time", "your end", "yours", "for you", "on your side")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, eq=False)
class ReplyContext:
    """What replies to a scenario are checked against: words in lower case, without accents."""

    scenario: ExecScenario

    @cached_property
    def zone_names(self) -> Mapping[ZoneOf, str]:
        """The time zone that each `ZoneOf` stands for."""
        home, there = self.scenario.executive.zone, self.scenario.sender.zone
        return {"reader": there, "unsaid": there, "writer": home, "utc": "UTC"}

    @cached_property
    def marks(self) -> Mapping[str, ZoneOf]:
        """Words that, next to a time, give its time zone; empty if both people share one."""
        if self.zone_names["writer"] == self.zone_names["reader"]:
            return {}
        noon = datetime.combine(self.scenario.calendar.days[0], time(12))
        marks: dict[str, ZoneOf] = {}
        for zone, words in (("writer", WRITER_MARKS), ("reader", READER_MARKS)):
            name = self.zone_names[zone]
            marks |= dict.fromkeys([*words, city(name).lower(), *names_of(name, noon)], zone)
        return marks | {"utc": "utc", "gmt": "utc"}

    @cached_property
    def topic(self) -> tuple[str, ...]:
        """The words of the thread's topic."""
        return tuple(folded(self.scenario.truth.topic).split())

    def is_named(self, lower: str) -> bool:
        """Whether a text has all words of the topic, or longer forms of them."""
        return all(begins(word, lower) for word in self.topic)

    @cached_property
    def people(self) -> Names:
        """The words in people's names; the reader's and writer's are left out of the others."""
        case = self.scenario
        others = [person.name for person in case.contacts]
        others += [email.sender.name for email in (*case.thread, *case.inbox)]
        others += [earlier.who for earlier in case.calendar.pending]
        pair = (case.sender, case.executive)
        reader, writer = (frozenset(folded(person.name).split()) for person in pair)
        rest = frozenset(word for name in others for word in folded(name).split())
        return Names(reader, writer, rest - reader - writer)

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The names of calendar entries: titles, and authors of earlier requests."""
        calendar = self.scenario.calendar
        names = [entry.title for entry in (*calendar.events, *calendar.series)]
        names += [earlier.who for earlier in calendar.pending]
        return tuple(map(folded, names))

    @cached_property
    def thread_minutes(self) -> frozenset[int]:
        """The times of day that the thread names, in minutes since midnight."""
        times = (one for email in self.scenario.thread for one in clock_times(email.body))
        return frozenset().union(*(one.minutes for one in times))

    @cached_property
    def thread_text(self) -> str:
        """The subjects and bodies of the thread."""
        texts = [text for email in self.scenario.thread for text in (email.subject, email.body)]
        return folded(" ".join(texts))

    @cached_property
    def thread_words(self) -> frozenset[str]:
        """The words of the thread."""
        return frozenset(_WORD.findall(self.thread_text))

    @cached_property
    def proper(self) -> frozenset[str]:
        """The words that may be capitalised anywhere."""
        zones = (city(zone).lower() for zone in self.zone_names.values())
        named = " ".join([*self.entries, *zones, *self.topic, *DAYS, *MONTHS]).split()
        short = [word[:3] for word in (*DAYS, *MONTHS)]
        return self.thread_words.union(*self.people, named, short)

    @cached_property
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

    def is_said(self, stated: StatedTime, moment: datetime, day_of: datetime | None = None) -> bool:
        """Whether a time in the reply, with its day, can mean that moment.

        The end of a slot belongs to the day on which the slot starts (`day_of`). A time's day is in
        its own time zone, unless the clause mixes time zones (`StatedTime.mixed_zones`).
        """
        local = day_of or moment
        for zone in stated.zones:
            at = self.in_zone(moment, zone)
            if at.hour * 60 + at.minute not in stated.minutes:
                continue
            days = {self.in_zone(local, zone).date()}
            if stated.mixed_zones:
                days.update(self.dates(local))
            if any(all(self.is_day(word, when) for word in stated.day) for when in days):
                return True
        return False

    def is_known(self, stated: StatedTime) -> bool:
        """Whether the writer may have a good reason to name a time: it is in the thread, or is the
        start or end of something in the calendar."""
        if stated.minutes & self.thread_minutes:
            return True
        return any(
            self.are_of(stated.day, dates)
            for zone in {*stated.zones, "writer"}
            for minute in stated.minutes
            for dates in self._edges.get((zone, minute), ())
        )

    @cached_property
    def _edges(self) -> Mapping[tuple[ZoneOf, int], set[tuple[date, ...]]]:
        """For each time zone and minute of the day, the days when something starts or ends then."""
        edges = defaultdict(set)
        for zone, moment in product(self.zone_names, _moments(self.scenario)):
            at = self.in_zone(moment, zone)
            edges[zone, at.hour * 60 + at.minute].add((at.date(), *self.dates(moment)))
        return edges

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


reply_context = lru_cache(maxsize=CACHE_SIZE)(ReplyContext)
"""The context of replies to a scenario; the cache is as large as that of scenarios."""


def _moments(scenario: ExecScenario) -> set[datetime]:
    """The start and end of everything that a true statement about the calendar can name."""
    calendar, request = scenario.calendar, scenario.truth.request
    spans = [*blocks(calendar), *calendar.events, *calendar.last_week, *calendar.pending]
    spans += [busy for colleague in calendar.colleagues for busy in colleague.busy]
    moments = {at for span in spans for at in (span.start, span.end)}
    hours = product(calendar.days, (calendar.opens, calendar.closes))
    moments |= {datetime.combine(*hour) for hour in hours}
    if request:
        moments |= {request.slot.start, request.slot.end, request.deadline or request.slot.end}
    return moments
