"""The stage: people and a calendar, drawn in the same way for every situation of a tier."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from random import Random
from typing import TypeVar, get_args

from desks.desk import Split, Tier
from desks.exec_assist import cast
from desks.exec_assist.calendar import GRID, Block, blocks, grid, open_starts, to_zone
from desks.exec_assist.models import (
    Calendar,
    Event,
    FreeBusy,
    Interval,
    Pending,
    Person,
    Priority,
    Series,
)

_FIRST_DAY = date(2026, 1, 5)
_WEEKS = 150
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR")

Some = TypeVar("Some", bound=Interval)
Busy = Callable[[date, int], list[Interval]]
"""(day, count) -> that many meetings on that day, or fewer if it is full"""


@dataclass(frozen=True)
class StageSpec:
    """What the stages of a tier contain."""

    days: int
    events: tuple[int, int]
    """Minimum and maximum per day."""
    lengths: tuple[int, ...]
    """Minutes that a sender may ask for."""
    contacts: int
    """People of the sender's company, besides the sender."""
    sharing: int = 0
    """How many of them share their calendar."""
    abroad: float = 0.0
    """Probability that the executive is in a different time zone from everyone else."""
    unconfirmed: float = 0.0
    """Share of entries that are tentative or cancelled."""
    movable: float = 0.0
    """Share of confirmed entries that may be moved."""
    recurring: bool = False
    """Whether there are series, and a meeting with the sender last week."""
    pending: int = 0
    """Earlier requests by other people, each for a different day."""


#: Every hard stage has the same decoys: a third day, series, shared calendars, earlier requests and
#: often another zone.
STAGE_SPECS: dict[Tier, StageSpec] = {
    "easy": StageSpec(days=2, events=(2, 4), lengths=(30, 60, 90), contacts=1),
    "medium": StageSpec(days=2, events=(3, 5), lengths=(30, 60, 90), contacts=1, unconfirmed=0.25),
    "hard": StageSpec(
        days=3,
        events=(3, 5),
        lengths=(30, 45, 60, 90),
        contacts=3,
        sharing=2,
        abroad=0.5,
        unconfirmed=0.25,
        movable=0.4,
        recurring=True,
        pending=2,
    ),
}


@dataclass(frozen=True)
class Stage:
    """The people and the calendar, before anybody asks for anything."""

    calendar: Calendar
    executive: Person
    sender: Person
    colleagues: tuple[Person, ...]
    """Contacts who share their calendar."""
    others: tuple[Person, ...]
    """Contacts who do not."""
    length: timedelta
    priority: Priority
    """Of the request."""
    taken: tuple[Block, ...]
    """Everything that blocks the request on the days shown."""

    @property
    def has_two_clocks(self) -> bool:
        """Whether the sender and the executive are in different time zones."""
        return self.sender.zone != self.executive.zone

    @property
    def open(self) -> tuple[datetime, ...]:
        """Starts at which the executive is free for `length`."""
        return open_starts(self.calendar, self.taken, self.length)

    @property
    def closed(self) -> tuple[datetime, ...]:
        """Starts within the working hours at which the executive is not free for `length`."""
        free = set(self.open)
        return tuple(at for at in grid(self.calendar, self.length) if at not in free)

    def sender_time(self, at: datetime) -> datetime:
        """A time local to the executive, by the sender's clock."""
        return to_zone(at, self.executive.zone, self.sender.zone)

    def overlapping(self, at: datetime, those: Iterable[Some]) -> list[Some]:
        """The intervals in `those` that a meeting starting at `at` would overlap."""
        return [one for one in those if one.overlaps(at, at + self.length)]


def set_stage(rng: Random, tier: Tier, split: Split) -> Stage:
    """A stage of the tier, with people and words from the split's half."""
    spec = STAGE_SPECS[tier]
    abroad = _chance(rng, spec.abroad)
    home, away = rng.sample(cast.ZONES, 2) if abroad else [rng.choice(cast.ZONES)] * 2
    count = 2 + spec.contacts + spec.pending
    executive, sender, *people = cast.people(rng, split, count, cast.company(rng, split), away)
    contacts, rivals = people[: spec.contacts], people[spec.contacts :]
    colleagues, others = contacts[: spec.sharing], contacts[spec.sharing :]
    calendar = _calendar(rng, spec, split, colleagues, rivals)
    priority = "high" if rng.random() < 0.35 else rng.choice(("normal", "normal", "low"))
    return Stage(
        calendar=calendar,
        executive=executive.model_copy(update={"zone": home}),
        sender=sender,
        colleagues=tuple(colleagues),
        others=tuple(others),
        length=timedelta(minutes=rng.choice(spec.lengths)),
        priority=priority,
        taken=blocks(calendar, priority),
    )


def _chance(rng: Random, share: float) -> bool:
    """True with probability `share`; a share of 0 draws nothing from `rng`."""
    return share > 0 and rng.random() < share


def _calendar(
    rng: Random, spec: StageSpec, split: Split, colleagues: list[Person], rivals: list[Person]
) -> Calendar:
    opens = rng.choice((8, 9, 9, 10))
    closes = opens + rng.choice((8, 8, 9))
    busy = partial(_busy, rng, opens, closes)
    days = _days(rng, spec.days)
    slots = [slot for day in days for slot in busy(day, rng.randint(*spec.events))]
    titles = cast.errands(rng, split)
    events = [_event(rng, spec, titles, f"e{n}", slot) for n, slot in enumerate(slots, 1)]
    repeating = _repeating(rng, days, busy) if spec.recurring else []
    series = [
        Series(id=f"e{n}", title=next(titles), first=first, rule=rule)
        for n, (first, rule) in enumerate(repeating, len(events) + 1)
    ]
    last_week = busy(rng.choice(days) - timedelta(weeks=1), 1) if spec.recurring else []
    return Calendar(
        days=tuple(days),
        opens=time(opens),
        closes=time(closes),
        events=tuple(events),
        series=tuple(series),
        last_week=tuple(last_week),
        colleagues=tuple(
            FreeBusy(email=one.email, busy=tuple(slot for day in days for slot in busy(day, 2)))
            for one in colleagues
        ),
        pending=tuple(_pending(rng, days, rivals, busy)),
    )


def _event(rng: Random, spec: StageSpec, titles: Iterator[str], id_: str, slot: Interval) -> Event:
    status = "confirmed"
    if _chance(rng, spec.unconfirmed):
        status = rng.choice(("tentative", "cancelled"))
    return Event(
        id=id_,
        title=next(titles),
        start=slot.start,
        end=slot.end,
        status=status,
        movable=status == "confirmed" and _chance(rng, spec.movable),
    )


def _pending(rng: Random, days: list[date], rivals: list[Person], busy: Busy) -> Iterator[Pending]:
    """One request per rival, each for a different day, in order of start."""
    wanted = sorted(rng.sample(days, len(rivals)))
    for n, (day, rival) in enumerate(zip(wanted, rivals, strict=True), 1):
        [slot] = busy(day, 1)
        yield Pending(
            id=f"p{n}",
            who=rival.name,
            priority=rng.choice(get_args(Priority)),
            start=slot.start,
            end=slot.end,
        )


def _days(rng: Random, count: int) -> list[date]:
    """Days of one working week; a third of the time, of one close to a US or EU clock change."""
    monday = _FIRST_DAY + timedelta(weeks=rng.randrange(_WEEKS))
    if rng.random() < 0.33:
        month, day = rng.choice(((3, 8), (3, 15), (3, 22), (10, 24)))
        near = date(rng.choice((2026, 2027, 2028)), month, day)
        monday = near + timedelta(days=-near.weekday() + 7)
    return [monday + timedelta(days=n) for n in sorted(rng.sample(range(5), count))]


def _busy(rng: Random, opens: int, closes: int, day: date, count: int) -> list[Interval]:
    """`count` meetings (fewer if the day is full) that do not overlap, sorted by start."""
    found: list[tuple[datetime, datetime]] = []
    half_hours = (closes - opens) * 2
    for _ in range(count * 4):
        if len(found) == count:
            break
        length = rng.choice((1, 2, 2, 3))
        start = datetime.combine(day, time(opens)) + GRID * rng.randrange(half_hours - length + 1)
        end = start + GRID * length
        if all(end <= begins or ends <= start for begins, ends in found):
            found.append((start, end))
    return [Interval(start=start, end=end) for start, end in sorted(found)]


def _repeating(rng: Random, days: list[date], busy: Busy) -> list[tuple[Interval, str]]:
    """One weekly and one fortnightly meeting, begun some weeks ago."""
    found = []
    for every in (1, 2):
        day = rng.choice(days) - timedelta(weeks=rng.randint(3, 12))
        [slot] = busy(day, 1)
        interval = "" if every == 1 else "INTERVAL=2;"
        found.append((slot, f"FREQ=WEEKLY;{interval}BYDAY={_WEEKDAYS[day.weekday()]}"))
    rng.shuffle(found)
    return found
