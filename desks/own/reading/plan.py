"""What a thread asks for so far."""

from dataclasses import dataclass, field
from datetime import date, datetime

from desks.own.reading.said.clocks import Clock
from desks.own.reading.said.people import Person
from desks.own.reading.slots import Slot


@dataclass(frozen=True)
class Plan:
    """What is asked for so far, by the clock of whoever said it."""

    asks: bool = False
    day: date | None = None
    clock: Clock | None = None
    usual_day: date | None = None
    """The day that was named last, though it may not be asked for any more."""
    usual: Clock | None = None
    """The time that was named last, though it may not be asked for any more."""
    zone: str | None = None
    """The zone whose clock that is, if it is not the reader's."""
    sure: bool = True
    """Whether it is known whose clock that is."""
    minutes: int | None = None
    spoken: int | None = None
    """The length that was named last, of whatever it was."""
    people: tuple[Person, ...] = ()
    known: tuple[Person, ...] = ()
    """All whom the thread has named."""
    deadline: date | datetime | None = None
    offers: tuple[Slot, ...] = ()
    """The days and times to choose from, as they were offered last."""
    zones: dict[str, str] = field(default_factory=dict)
    """Where each writer says that they are."""
    spoke_by: dict[str, str] = field(default_factory=dict)
    """The zone by whose clock each writer named a time."""
    said_by: str = ""
    """Who named the time."""
