"""What a reply may truly say: times and days of the action, the calendar and the thread."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from desks.exec_assist.calendar import blocks
from desks.exec_assist.models import ExecScenario, Interval
from graders.reading import phrases
from graders.reading.exec_assist import Reading
from graders.reading.ground import ground
from graders.reading.replies import Clause, Clock

_LEADS_TO = re.compile(r"\b(?:to|until)\s+$")


@dataclass(frozen=True, eq=False)
class Claims:
    """The times that a clause names, held against the action, the calendar and the thread.

    What the whole clause decides is worked out once, however many times it names.
    """

    reading: Reading
    clause: Clause

    def kept(self, clock: Clock) -> bool:
        """Whether a time that the clause names is true.

        A promised start must be one that the action gives, a promised end one of its ends, on the
        day named; a move may name where the moved entry stood and stands. A time that is ruled out
        or told of the writer's own day must be an edge of something in the calendar, of the slot
        asked for, or the deadline. The time of a task is not the calendar's business.
        """
        if clock.kind == "task":
            return True
        reading, clause = self.reading, self.clause
        moves = "moves" in clause.stances
        leads_to = _LEADS_TO.search(clause.lower[max(0, clock.start - 9) : clock.start])
        if reading.moved and moves and leads_to and "books" not in clause.stances:
            return reading.ground.is_said(clock, reading.moved.start)
        if any(_is_edge(reading, clock, slot) for slot in self._opened(clock)):
            return True
        if moves and any(_either_edge(reading, clock, slot) for slot in moved_slots(reading)):
            return True
        request = reading.scenario.truth.request
        if request and request.deadline and reading.ground.is_said(clock, request.deadline):
            return self._limits
        promises = clock.kind == "promise" or (clock.kind == "own_day" and self._on_the_matter)
        if promises and (reading.promised or not self._names_entry):
            return False
        if promises or (self._named and clock.kind == "own_day"):
            true = self._named
        elif clock.minutes & reading.ground.told:
            return True
        elif reading.meeting and self._on_the_matter:  # the matter was never to be at such a time
            return False
        elif request and self._declines:  # what is declined is what was asked for
            true = (request.slot,)
        else:
            true = reading.free_of_the_meeting
        # of their own day people speak by their own clock, too
        clocks = {clock, clock._replace(whose="writer")}
        return any(_either_edge(reading, one, slot) for slot in true for one in clocks)

    def read(self, start: int, end: int) -> bool:
        """Whether characters [start, end) of the clause are part of a time."""
        before = bisect_left(self._starts, end)
        return before > 0 and self.clause.clocks[before - 1].end > start

    def _opened(self, clock: Clock) -> tuple[Interval, ...]:
        """The slots that the action gives; for the end of a stretch, those that its start can
        mean."""
        place = bisect_left(self._starts, clock.start)
        opens = self.clause.clocks[place - 1] if place else None
        if not clock.closes or opens is None or opens.closes:
            return self.reading.promised
        said = self.reading.ground.is_said
        return tuple(slot for slot in self.reading.promised if said(opens, slot.start))

    @cached_property
    def _starts(self) -> list[int]:
        return [clock.start for clock in self.clause.clocks]

    @cached_property
    def _limits(self) -> bool:
        return bool(phrases.LIMIT.search(self.clause.lower))

    @cached_property
    def _declines(self) -> bool:
        return "declin" in self.clause.lower

    @cached_property
    def _names_entry(self) -> bool:
        return names_entry(self.reading.scenario, self.clause)

    @cached_property
    def _on_the_matter(self) -> bool:
        """ "the strategy is ...", where the grant strategy is the matter and no entry is named."""
        return self.reading.ground.topic[-1] in self.clause.lower and not self._names_entry

    @cached_property
    def _named(self) -> tuple[Interval, ...]:
        return tuple(_named(self.reading.scenario, self.clause))


def names_entry(scenario: ExecScenario, clause: Clause) -> bool:
    """The clause is about an entry of the calendar by its title, or about an earlier request by who
    made it, and not about the request."""
    about = ground(scenario)
    if clause.stances & {"books", "offers"} or about.is_named(clause.lower):
        return False
    return any(map(clause.lower.__contains__, about.names))


def _named(scenario: ExecScenario, clause: Clause) -> Iterator[Interval]:
    """When the entries are, or were asked for, that a clause names."""
    calendar = scenario.calendar
    ids = {
        entry.id
        for entry in (*calendar.events, *calendar.series)
        if entry.title.lower() in clause.lower
    }
    yield from (entry for entry in calendar.events if entry.id in ids)
    yield from (block for block in blocks(calendar) if block.id in ids)
    yield from (earlier for earlier in calendar.pending if earlier.who.lower() in clause.lower)


def moved_slots(reading: Reading) -> list[Interval]:
    """Where the entry that the action moves stood, and where it goes."""
    if reading.moved is None:
        return []
    moved = reading.action.reschedule.event_id
    return [e for e in reading.scenario.calendar.events if e.id == moved] + [reading.moved]


def _is_edge(reading: Reading, clock: Clock, slot: Interval) -> bool:
    """A start is said as a start, an end as an end, both of the day on which the slot starts."""
    return reading.ground.is_said(clock, slot.end if clock.closes else slot.start, slot.start)


def _either_edge(reading: Reading, clock: Clock, slot: Interval) -> bool:
    return reading.ground.is_said(clock, slot.start) or reading.ground.is_said(
        clock, slot.end, slot.start
    )


def given_days(reading: Reading) -> Iterator[date]:
    """The days of the slots that the action gives, by both clocks."""
    for slot in reading.promised:
        yield from reading.ground.dates(slot.start)


def days_on_show(reading: Reading) -> Iterator[date]:
    """The days that a true word can name: of the calendar, the action, the thread, the deadline."""
    yield from given_days(reading)
    yield from reading.ground.days
