"""The situations: functions that find a fitting request on a given stage.

A situation takes (rng, stage, action) and returns an Intent, or None if the stage cannot offer it;
the generator then draws another stage. All stages of a tier are drawn alike, with the same decoys,
so that only what the emails and the calendar say tells one situation from another.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from desks.desk import Tier
from desks.exec_assist.calendar import (
    GRID,
    blocks,
    busy_colleagues,
    grid,
    occurrences,
    open_starts,
)
from desks.exec_assist.models import Calendar, CalendarAction, Interval, Person
from desks.exec_assist.stage import Stage


@dataclass(frozen=True)
class Intent:
    """What the sender asks for, before it is put into words."""

    slot: Interval
    guests: tuple[Person, ...] = ()
    deadline: datetime | None = None
    first_slot: Interval | None = None
    """The slot that an earlier email asked for, if the last one changes it."""
    own_clock: bool = False
    """Whether the sender gives times by their own clock."""
    as_last_week: bool = False
    is_request: bool = True

    def as_written(self, at: datetime, stage: Stage) -> datetime:
        """A time as the sender writes it: by their own clock or the executive's."""
        return stage.sender_time(at) if self.own_clock else at


def one_of(rng: Random, stage: Stage, starts: Iterable[datetime]) -> Intent | None:
    """An Intent for one of these starts, chosen at random; None if there are none."""
    found = tuple(starts)
    if not found:
        return None
    at = rng.choice(found)
    return Intent(slot=Interval(start=at, end=at + stage.length))


def _wanted(stage: Stage, action: CalendarAction) -> tuple[datetime, ...]:
    return stage.open if action == "book" else stage.closed


def slot_is_free(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Free, with nothing tricky about it."""
    return one_of(rng, stage, stage.open)


def back_to_back(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Free, with meetings directly before and after it."""
    ends, starts = {b.end for b in stage.taken}, {b.start for b in stage.taken}
    between = (at for at in stage.open if at in ends and at + stage.length in starts)
    return one_of(rng, stage, between)


def not_confirmed_there(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Free, although a tentative or cancelled entry is there."""
    loose = [e for e in stage.calendar.events if not e.blocks]
    return one_of(rng, stage, (at for at in stage.open if stage.overlapping(at, loose)))


def clash_on_another_day(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Free, while the same hours are taken on every other day shown."""

    def taken_elsewhere(at: datetime) -> bool:
        return all(
            stage.overlapping(other, stage.taken)
            for day in stage.calendar.days
            if (other := datetime.combine(day, at.time())) != at
        )

    return one_of(rng, stage, (at for at in stage.open if taken_elsewhere(at)))


def fixed_event(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """The executive is not free."""
    return one_of(rng, stage, stage.closed)


def outside_hours(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Wholly or partly outside the working hours, early or late."""
    starts = []
    for day in stage.calendar.days:
        opens = datetime.combine(day, stage.calendar.opens)
        closes = datetime.combine(day, stage.calendar.closes)
        starts += [opens - GRID * k for k in range(1, 4)] + [closes - GRID, closes, closes + GRID]
    return one_of(rng, stage, (at for at in starts if at not in stage.open))


def information_only(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """A time is mentioned, but nothing is asked for."""
    intent = one_of(rng, stage, grid(stage.calendar, stage.length))
    return intent and replace(intent, is_request=False)


def time_zone(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Times are by the sender's clock, at an hour when the sender is awake."""
    if not stage.has_two_clocks:
        return None
    intent = one_of(rng, stage, (at for at in _wanted(stage, action) if awake(stage, at)))
    return intent and replace(intent, own_clock=True)


def awake(stage: Stage, at: datetime) -> bool:
    """Whether the sender is up at `at`, a time local to the executive."""
    return 7 <= stage.sender_time(at).hour < 21


def several_people(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """The executive is free; what decides is whether the colleagues are."""
    theirs = busy_colleagues(stage.calendar, [p.email for p in stage.colleagues])
    free = set(open_starts(stage.calendar, stage.taken + theirs, stage.length))
    intent = one_of(rng, stage, (at for at in stage.open if (at in free) == (action == "book")))
    return intent and replace(intent, guests=stage.colleagues)


def recurring_meeting(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """A series is in the way, or skips this week."""
    recurring = {series.id for series in stage.calendar.series}
    if action != "book":
        in_the_way = [b for b in stage.taken if b.id in recurring]
        single = [b for b in stage.taken if b.id not in recurring]
        free = set(open_starts(stage.calendar, single, stage.length))
        starts = (at for at in stage.closed if at in free and stage.overlapping(at, in_the_way))
        return one_of(rng, stage, starts)
    skipped = tuple(_skipped(stage.calendar))
    return one_of(rng, stage, (at for at in stage.open if stage.overlapping(at, skipped)))


def _skipped(calendar: Calendar) -> Iterator[Interval]:
    """Where the fortnightly series would be if they met this week."""
    week = timedelta(days=7)
    first = datetime.combine(calendar.days[0], datetime.min.time()) - week
    last = datetime.combine(calendar.days[-1], datetime.min.time()) - week + timedelta(days=1)
    for series in calendar.series:
        if series.fortnightly:
            for met in occurrences(series, first, last):
                yield Interval(start=met.start + week, end=met.end + week)


def late_change(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Two wishes in the thread, only one of them possible; the later one counts."""
    intent = one_of(rng, stage, _wanted(stage, action))
    if intent is None:
        return None
    if rng.random() < 0.5:  # another length, same start
        ends = [intent.slot.start + timedelta(minutes=m) for m in (30, 45, 60, 90)]
        first = [Interval(start=intent.slot.start, end=at) for at in ends if at != intent.slot.end]
    else:
        first = [
            Interval(start=at, end=at + stage.length)
            for at in grid(stage.calendar, stage.length)
            if at != intent.slot.start
        ]
    fitting = [
        one
        for one in first
        if any(b.overlaps(one.start, one.end) for b in stage.taken) == (action == "book")
    ]
    return replace(intent, first_slot=rng.choice(fitting)) if fitting else None


def same_as_last_week(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Last week's slot, the same by both clocks; the email names neither day nor hour."""
    last = stage.calendar.last_week[-1]
    week = timedelta(days=7)
    slot = Interval(start=last.start + week, end=last.end + week)
    same_for_both = stage.sender_time(slot.start) == stage.sender_time(last.start) + week
    at_length = replace(stage, length=slot.end - slot.start)
    if not same_for_both or slot.start not in _wanted(at_length, action):
        return None
    return Intent(slot=slot, as_last_week=True)


def movable_in_the_way(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """A high-priority wish, with only one movable entry in the way."""
    if stage.priority != "high":
        return None

    def only_movable(at: datetime) -> bool:
        met = stage.overlapping(at, stage.taken)
        return len(met) == 1 and met[0].movable

    return one_of(rng, stage, (at for at in stage.closed if only_movable(at)))


def competing_request(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Somebody else has requested the slot already; the priorities decide who goes first."""
    pending = stage.calendar.pending
    free = set(open_starts(stage.calendar, blocks(stage.calendar), stage.length))
    asked_for = (at for at in _wanted(stage, action) if stage.overlapping(at, pending))
    return one_of(rng, stage, (at for at in asked_for if at in free))


def no_slot_in_time(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """A deadline before the first open slot."""
    if not stage.open or stage.open[0].date() != stage.calendar.days[0]:
        return None
    latest = stage.open[0] + stage.length - GRID
    intent = one_of(rng, stage, (at for at in stage.closed if at + stage.length <= latest))
    if intent is None:
        return None
    choices = [intent.slot.end + GRID * k for k in range(8) if intent.slot.end + GRID * k <= latest]
    return replace(intent, deadline=rng.choice(choices))


Situation = Callable[[Random, Stage, CalendarAction], Intent | None]

#: The easy tier with all voices; with plain ones it has a single situation.
EASY: list[tuple[Situation, CalendarAction]] = [
    *[(slot_is_free, "book")] * 3,
    *[(fixed_event, "propose_alternatives")] * 2,
]
#: One block of seeds per tier: (situation, the action that its truth accepts), repeated as often as
#: it is dealt, so that shares are exact. No action is right in more than 40 % of medium or hard.
DECKS: dict[Tier, list[tuple[Situation, CalendarAction]]] = {
    "easy": [(slot_is_free, "book")],
    "medium": [
        *[(back_to_back, "book")] * 2,
        *[(not_confirmed_there, "book")] * 2,
        *[(clash_on_another_day, "book")] * 1,
        *[(fixed_event, "propose_alternatives")] * 3,
        *[(outside_hours, "propose_alternatives")] * 2,
        *[(information_only, "none")] * 3,
    ],
    "hard": [
        *[(time_zone, "book")] * 2,
        *[(time_zone, "propose_alternatives")] * 1,
        *[(several_people, "book")] * 2,
        *[(several_people, "propose_alternatives")] * 1,
        *[(recurring_meeting, "book")] * 2,
        *[(recurring_meeting, "propose_alternatives")] * 1,
        *[(late_change, "book")] * 1,
        *[(late_change, "propose_alternatives")] * 1,
        *[(same_as_last_week, "book")] * 1,
        *[(same_as_last_week, "propose_alternatives")] * 1,
        *[(competing_request, "book")] * 1,
        *[(competing_request, "propose_alternatives")] * 1,
        *[(movable_in_the_way, "reschedule")] * 3,
        *[(no_slot_in_time, "decline")] * 6,
    ],
}
