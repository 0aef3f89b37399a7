"""Which times of a reply hold, which surely do not, and which nobody can tell.

A time holds where the action gives it. It is false where the reply surely gives it to the reader
and the action does not, or where nothing stands at that time: not in the action, the calendar or
the thread. A time that may be named for good reason, and is not surely promised, is left open; but
a mail that books one time leaves none bare beside it.
"""

from bisect import bisect_left
from datetime import date
from functools import cached_property
from typing import Literal

from graders.reading import beside
from graders.reading.exec_assist import Reading, Stretch
from graders.reading.replies import Clause, Clock

Truth = Literal["holds", "false", "unread"]


class Claims:
    """The times that a clause names, held against the action, the calendar and the thread.

    What the whole clause decides is worked out once, however many times it names.
    """

    def __init__(self, reading: Reading, clause: Clause) -> None:
        self.reading, self.clause = reading, clause

    def truth(self, clock: Clock) -> Truth:
        """Whether a time that the clause names holds, surely does not, or cannot be told."""
        if clock.role == "task":
            return "unread"
        reading, ground = self.reading, self.reading.ground
        if reading.moved and self._leads_to(clock):
            return "holds" if ground.is_said(clock, reading.moved.start) else "false"
        if any(self._is_edge(clock, slot) for slot in self._opened(clock)):
            return "holds"
        if "moves" in self.clause.says and any(map(self._either(clock), moved_slots(reading))):
            return "holds"
        known = ground.is_known(clock)
        if known and clock.role != "promise" and not self._contradicts(clock):
            return "unread"
        if known and self._limited and self._is_limit(clock):
            return "unread"
        return "false"

    def read(self, start: int, end: int) -> bool:
        """Whether characters [start, end) of the reply are part of a time of the clause."""
        before = bisect_left(self._starts, end)
        return before > 0 and self.clause.clocks[before - 1].end > start

    def _before(self, clock: Clock) -> Clock | None:
        """What opens the stretch that a time closes."""
        place = bisect_left(self._starts, clock.start)
        opens = self.clause.clocks[place - 1] if place and clock.closes else None
        return None if opens is None or opens.closes else opens

    def _opened(self, clock: Clock) -> tuple[Stretch, ...]:
        """The slots that the action gives; for the end of a stretch, those that its start can
        mean."""
        opens = self._before(clock)
        if opens is None:
            return self.reading.promised
        said = self.reading.ground.is_said
        return tuple(slot for slot in self.reading.promised if said(opens, slot.start))

    def _leads_to(self, clock: Clock) -> bool:
        """It is where something is moved to."""
        lower, says = self.reading.reply.lower, self.clause.says
        leads = lower[max(0, clock.start - 9) : clock.start].rstrip().endswith((" to", " until"))
        return leads and "moves" in says and "books" not in says

    def _contradicts(self, clock: Clock) -> bool:
        """It stands beside a time that the action gives, with no word that tells it apart: as the
        end of that stretch, as the same moment by another clock, as one more in a list."""
        if (opens := self._before(clock)) is not None:
            return opens.role in ("promise", "open") and self.reading.gives(opens)
        booked = self.reading.meeting is not None
        if clock.role == "aside":  # "the report is 10:00", where the report is the matter
            return booked and self._on_the_matter
        return clock.role == "open" and (booked or self._gives) and not self._of_an_entry(clock)

    def _of_an_entry(self, clock: Clock) -> bool:
        """ "Team sync ends at 11:00": when an entry of the calendar is."""
        lower = self.reading.reply.lower[max(0, clock.start - 16) : clock.start]
        return bool(beside.STANDS.search(lower)) and names_entry(self.reading, self.clause)

    @cached_property
    def _on_the_matter(self) -> bool:
        named = self.reading.ground.topic[-1] in self.clause.lower
        return named and not names_entry(self.reading, self.clause)

    @cached_property
    def _gives(self) -> bool:
        """The clause gives a time of the action."""
        return any(
            clock.role in ("promise", "open") and self.reading.gives(clock)
            for clock in self.clause.clocks
        )

    def _is_edge(self, clock: Clock, slot: Stretch) -> bool:
        """A start is said as a start, an end as an end, both of the day the slot starts on."""
        said = self.reading.ground.is_said
        return said(clock, slot.end if clock.closes else slot.start, slot.start)

    def _either(self, clock: Clock):
        said = self.reading.ground.is_said
        return lambda slot: said(clock, slot.start) or said(clock, slot.end, slot.start)

    def _is_limit(self, clock: Clock) -> bool:
        request = self.reading.scenario.truth.request
        return bool(
            request and request.deadline and self.reading.ground.is_said(clock, request.deadline)
        )

    @cached_property
    def _starts(self) -> list[int]:
        return [clock.start for clock in self.clause.clocks]

    @cached_property
    def _limited(self) -> bool:
        return bool(beside.LIMIT.search(self.clause.lower))


def names_entry(reading: Reading, clause: Clause) -> bool:
    """The clause is about an entry of the calendar by its title, or about an earlier request by who
    made it, and not about the request."""
    if not any(map(clause.lower.__contains__, reading.ground.entries)):
        return False
    return not clause.says & {"books", "offers"} and not reading.ground.is_named(clause.lower)


def moved_slots(reading: Reading) -> list[Stretch]:
    """Where the entry that the action moves stood, and where it goes."""
    if reading.moved is None:
        return []
    moved = reading.action.reschedule.event_id
    return [e for e in reading.scenario.calendar.events if e.id == moved] + [reading.moved]


def given_days(reading: Reading) -> set[date]:
    """The days of the slots that the action gives, by both clocks."""
    return {day for slot in reading.promised for day in reading.ground.dates(slot.start)}
