"""The moments of a case: what a time in a letter can be, by its reader's clock."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import times
from graders.referee.diary import Stretch, stretch
from graders.referee.times import Span

_READERS = (
    "your time",
    "your local time",
    "yours",
    "for you",
    "your end",
    "your side",
    "your clock",
)
_WRITERS = ("my time", "my local time", "mine", "our time", "here", "for me", "my end", "my side")


@dataclass(frozen=True)
class Moments:
    """What stands where after an action, all by clocks with a zone."""

    scenario: ExecScenario
    action: ExecAction

    def _aware(self, *stretches: Stretch) -> list[Stretch]:
        home = ZoneInfo(self.scenario.executive.zone)
        return [(a.replace(tzinfo=home), b.replace(tzinfo=home)) for a, b in stretches]

    @cached_property
    def slots(self) -> list[Stretch]:
        """Where the meeting is, or where it may be by the offers."""
        details = self.action.meeting_details
        slots = [details] if details else self.action.proposed_slots
        return self._aware(*(stretch(slot, self.scenario) for slot in slots))

    @cached_property
    def wish(self) -> list[Stretch]:
        request = self.scenario.truth.request
        return self._aware((request.slot.start, request.slot.end)) if request else []

    @cached_property
    def length(self) -> timedelta:
        return self.wish[0][1] - self.wish[0][0] if self.wish else timedelta()

    @cached_property
    def others(self) -> list[Stretch]:
        """What else may be named: entries, hours of work, limits."""
        calendar, request = self.scenario.calendar, self.scenario.truth.request
        spans = [*calendar.events, *calendar.pending, *calendar.last_week]
        spans += [busy for one in calendar.colleagues for busy in one.busy]
        found = [(span.start, span.end) for span in spans]
        clocks = [(calendar.opens, calendar.closes)]
        clocks += [(one.first.start.time(), one.first.end.time()) for one in calendar.series]
        at = datetime.combine
        found += [(at(day, a), at(day, b)) for day in calendar.days for a, b in clocks]
        if request and request.deadline:
            found.append((request.deadline, request.deadline))
        if self.action.reschedule:
            found.append(stretch(self.action.reschedule, self.scenario))
        return self._aware(*dict.fromkeys(found))

    @cached_property
    def told_before(self) -> frozenset[int]:
        """Every time that the thread names, as minutes of a day."""
        mails = (times.plain(mail.body).lower() for mail in self.scenario.thread)
        found = (pair for mail in mails for pair in times.pairs(mail, 0, len(mail)))
        return frozenset(one for pair in found for time in pair for one in times.minutes(time))

    def is_slot(self, span: Span) -> bool:
        return any(span.means(*slot) for slot in self.slots)

    def is_wish(self, span: Span) -> bool:
        return any(span.means(*slot) for slot in self.wish)

    def is_entry(self, span: Span) -> bool:
        return any(self._by_either(span).means(*one) for one in self.others)

    def is_known(self, span: Span) -> bool:
        """Whether both its ends can be something of the case."""
        ours = {edge for one in (*self.wish, *self.slots) for edge in one}
        edges = {edge for one in self.others for edge in one}
        return all(
            not self.told_before.isdisjoint(part.first)
            or any(part.means(at, at) for at in ours)
            or any(self._by_either(part).means(at, at) for at in edges)
            for part in span.parts
        )

    def _by_either(self, span: Span) -> Span:
        """What is the writer's own, a writer may name by the clock at home and not say so."""
        return replace(span, zones=(*span.zones, ZoneInfo(self.scenario.executive.zone)))

    def named_in(self, text: str) -> list[Span]:
        reader = ZoneInfo(self.scenario.sender.zone)
        return list(times.spans(text, self._marks, reader, self.scenario.now.date()))

    @cached_property
    def _marks(self) -> dict[str, tzinfo]:
        """What a reader takes a phrase beside a time for."""
        if self.scenario.executive.zone == self.scenario.sender.zone:
            return {}
        first = datetime.combine(self.scenario.calendar.days[0], datetime.min.time())
        seasons = (first, first.replace(month=1, day=1), first.replace(month=7, day=1))
        marks: dict[str, tzinfo] = {"utc": UTC}
        for person, phrases in (
            (self.scenario.executive, _WRITERS),
            (self.scenario.sender, _READERS),
        ):
            zone = ZoneInfo(person.zone)
            region, _, city = person.zone.lower().replace("_", " ").rpartition("/")
            short = {moment.replace(tzinfo=zone).tzname().lower() for moment in seasons}
            if region == "america":
                short |= {f"{name[0]}t" for name in short}
            marks |= dict.fromkeys((*phrases, city, *filter(str.isalpha, short)), zone)
        return marks
