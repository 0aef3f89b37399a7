"""The moments of a case: what a time in a letter can be, by its reader's clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import times
from graders.referee.diary import stretch
from graders.referee.times import Mention

_READERS = ("your time", "your local time", "yours", "for you", "your end", "your side")
_WRITERS = ("my time", "my local time", "mine", "our time", "here", "for me", "my end", "my side")


@dataclass(frozen=True)
class Moments:
    """What stands where after an action, all by clocks with a zone."""

    scenario: ExecScenario
    action: ExecAction

    @property
    def books(self) -> bool:
        return self.action.calendar_action in ("book", "reschedule")

    def _aware(self, *moments: datetime) -> list[datetime]:
        home = ZoneInfo(self.scenario.executive.zone)
        return [moment.replace(tzinfo=home) for moment in moments]

    @cached_property
    def starts(self) -> list[datetime]:
        """Where the meeting begins, or where it may begin by the offers."""
        slots = [self.action.meeting_details] if self.books else self.action.proposed_slots
        return self._aware(*(stretch(slot, self.scenario)[0] for slot in slots))

    @cached_property
    def length(self) -> timedelta:
        request = self.scenario.truth.request
        return request.slot.end - request.slot.start if request else timedelta()

    @cached_property
    def _wish(self) -> list[datetime]:
        request = self.scenario.truth.request
        return self._aware(request.slot.start, request.slot.end) if request else []

    @cached_property
    def _others(self) -> list[datetime]:
        """What else may be named: limits, hours, and the edges of entries."""
        calendar, request = self.scenario.calendar, self.scenario.truth.request
        spans = [*calendar.events, *calendar.pending, *calendar.last_week]
        spans += [busy for one in calendar.colleagues for busy in one.busy]
        found = [edge for span in spans for edge in (span.start, span.end)]
        clocks = {calendar.opens, calendar.closes}
        for series in calendar.series:
            clocks |= {series.first.start.time(), series.first.end.time()}
        found += [datetime.combine(day, clock) for day in calendar.days for clock in clocks]
        if request and request.deadline:
            found.append(request.deadline)
        if self.action.reschedule:
            found += stretch(self.action.reschedule, self.scenario)
        return self._aware(*dict.fromkeys(found)) + self._wish

    @cached_property
    def _told_before(self) -> set[int]:
        """Every time that the thread names, as minutes of a day."""
        mails = (times.plain(mail.body) for mail in self.scenario.thread)
        found = (match for mail in mails for match in times.TIME.finditer(mail))
        return {minute for match in found for minute in times.minutes(match)}

    def begins(self, mention: Mention) -> bool:
        return any(map(mention.means, self.starts))

    def ends(self, mention: Mention) -> bool:
        return any(mention.means(at + self.length, since=at) for at in self.starts)

    def asked(self, mention: Mention) -> bool:
        return any(map(mention.means, self._wish))

    def new_home(self, mention: Mention) -> bool:
        """Whether it is where the moved entry goes."""
        move = self._aware(*stretch(self.action.reschedule, self.scenario))
        return any(map(mention.means, move))

    def known(self, mention: Mention) -> bool:
        """Whether it can be anything of the case."""
        told = any(map(mention.means, self._others))
        return told or not mention.minutes.isdisjoint(self._told_before)

    def named_in(self, text: str) -> list[Mention]:
        reader = ZoneInfo(self.scenario.sender.zone)
        return times.mentions(text, self._zones, reader, self.scenario.now.date())

    @cached_property
    def _zones(self) -> dict[str, tzinfo]:
        """What a reader takes a phrase after a time for."""
        first = datetime.combine(self.scenario.calendar.days[0], datetime.min.time())
        seasons = (first, first.replace(month=1, day=1), first.replace(month=7, day=1))
        zones: dict[str, tzinfo] = {}
        for person, phrases in (
            (self.scenario.executive, _WRITERS),
            (self.scenario.sender, _READERS),
        ):
            zone = ZoneInfo(person.zone)
            region, _, city = person.zone.lower().replace("_", " ").rpartition("/")
            short = {moment.replace(tzinfo=zone).tzname().lower() for moment in seasons}
            if region == "america":
                short |= {f"{name[0]}t" for name in short}
            zones |= dict.fromkeys((*phrases, city, *filter(str.isalpha, short)), zone)
        return zones
