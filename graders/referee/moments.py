"""The moments of a scenario: everything that a time in a letter can refer to."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import times
from graders.referee.diary import MINUTE, Period, local_slot
from graders.referee.times import TimeMention

_READERS = "your time,your local time,yours,for you,your end,your side,your clock".split(",")
_WRITERS = "my time,my local time,mine,our time,here,for me,my end,my side".split(",")


@dataclass(frozen=True)
class Moments:
    """The slots and entries of a scenario after an action, as time-zone-aware datetimes."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def _home(self) -> ZoneInfo:
        return ZoneInfo(self.scenario.executive.zone)

    def _aware(self, periods: Iterable[Period]) -> list[Period]:
        return [(a.replace(tzinfo=self._home), b.replace(tzinfo=self._home)) for a, b in periods]

    @cached_property
    def slots(self) -> list[Period]:
        """The slots proposed, or else the one booked."""
        slots = self.action.proposed_slots or [self.action.meeting_details]
        return self._aware(local_slot(slot, self.scenario) for slot in slots if slot)

    @property
    def slots_of_both(self) -> list[Period]:
        """The slots by the writer's clock, and by the reader's."""
        there = ZoneInfo(self.scenario.sender.zone)
        return [*self.slots, *((a.astimezone(there), b.astimezone(there)) for a, b in self.slots)]

    @cached_property
    def wish(self) -> list[Period]:
        request = self.scenario.truth.request
        return self._aware([(request.slot.start, request.slot.end)] if request else [])

    @cached_property
    def length(self) -> int:
        """The length of the requested meeting in minutes; 0 without a request."""
        return sum((end - start) // MINUTE for start, end in self.wish)

    @cached_property
    def others(self) -> list[Period]:
        """Everything else that may be named: entries, working hours, the deadline, a move."""
        calendar, request = self.scenario.calendar, self.scenario.truth.request
        spans = [*calendar.events, *calendar.pending, *calendar.last_week]
        spans += [busy for one in calendar.colleagues for busy in one.busy]
        clocks = [(one.first.start.time(), one.first.end.time()) for one in calendar.series]
        clocks.append((calendar.opens, calendar.closes))
        found = [(span.start, span.end) for span in spans]
        at = datetime.combine
        found += [(at(day, a), at(day, b)) for day in calendar.days for a, b in clocks]
        if request and request.deadline:
            found.append((request.deadline, request.deadline))
        if self.action.reschedule:
            found.append(local_slot(self.action.reschedule, self.scenario))
        return self._aware(dict.fromkeys(found))

    @cached_property
    def thread_minutes(self) -> frozenset[int]:
        """Every time that the thread names, in minutes of the day."""
        mails = (times.fold_accents(mail.body).lower() for mail in self.scenario.thread)
        found = (pair for mail in mails for pair in times.pairs(mail, 0, len(mail)))
        return frozenset(one for pair in found for match in pair for one in times.minutes(match))

    def is_slot(self, mention: TimeMention) -> bool:
        return any(mention.means(*slot) for slot in self.slots)

    def is_wish(self, mention: TimeMention) -> bool:
        return any(mention.means(*slot) for slot in self.wish)

    def is_entry(self, mention: TimeMention) -> bool:
        """Whether it can mean an entry; writers may name those in their own time zone unmarked."""
        either = replace(mention, zones=(*mention.zones, self._home))
        return any(either.means(*one) for one in self.others)

    def is_limit(self, mention: TimeMention) -> bool:
        """Whether it can mean the deadline."""
        request = self.scenario.truth.request
        spans = self._aware([(request.deadline,) * 2] if request and request.deadline else [])
        return any(mention.means(*span) for span in spans)

    def is_known(self, mention: TimeMention) -> bool:
        """Whether each of its ends can refer to something in the scenario."""
        return all(
            not self.thread_minutes.isdisjoint(part.first)
            or any(part.means(at, at) for one in (*self.wish, *self.slots) for at in one)
            or self.is_entry(part)
            or self.is_entry(replace(part, first=None, last=part.first))
            for part in mention.parts
        )

    def named_in(self, text: str) -> Iterable[TimeMention]:
        """The times in a text, with their time zones as a reader would understand them."""
        marks: dict[str, tzinfo] = {}
        people = ((self.scenario.executive, _WRITERS), (self.scenario.sender, _READERS))
        for person, phrases in people if people[0][0].zone != people[1][0].zone else ():
            zone = ZoneInfo(person.zone)
            region, _, city = person.zone.lower().replace("_", " ").rpartition("/")
            short = zone.tzname(datetime.combine(self.scenario.calendar.days[0], time.min)).lower()
            brief = f"{short[0]}t" if region == "america" else short
            marks |= dict.fromkeys((*phrases, city, *filter(str.isalpha, (short, brief))), zone)
        reader = ZoneInfo(self.scenario.sender.zone)
        return times.mentions(text, {"utc": UTC} | marks, reader, self.scenario.now.date())
