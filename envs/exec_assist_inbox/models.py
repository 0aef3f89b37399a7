"""The nouns of a morning: its mails, who is meant, the calendar before anything is answered."""

from datetime import datetime

from desks.desk import Frozen, Split, Tier, Voices
from desks.exec_assist.calendar import rank
from desks.exec_assist.models import (
    Calendar,
    Email,
    Interval,
    Person,
    Priority,
    Request,
)

BOOKED = "b"
"""What the ids of the agent's own bookings begin with; the rest is the number of the mail."""


class Wish(Frozen):
    """What an email asks for, as a careful reader understands it; `request` is None for news."""

    topic: str
    request: Request | None


class Mail(Frozen):
    """One thing to answer: an email, or two of the same sender of which the last counts."""

    id: str
    """m1, m2, ..., in the order of arrival."""
    thread: tuple[Email, ...]
    last_week: tuple[Interval, ...] = ()
    """Last week's meetings with the sender, oldest first."""
    situation: str
    """The kind of case, for people and for tables; an agent does not see it."""
    truth: Wish
    """Hidden: nothing that an agent reads before it answers is made of it."""

    @property
    def sender(self) -> Person:
        return self.thread[-1].sender

    @property
    def priority(self) -> Priority:
        return self.thread[-1].priority

    @property
    def turn(self) -> tuple[int, int]:
        """Sorts mails into the order in which they go first: more urgent, then earlier."""
        return -rank(self.priority), int(self.id[1:])


class Morning(Frozen):
    """Three to eight mails to one executive, in the order of arrival, and the calendar at first."""

    seed: int
    tier: Tier
    split: Split
    voices: Voices = "all"
    executive: Person
    now: datetime
    mails: tuple[Mail, ...]
    calendar: Calendar
    """Without the earlier requests of a single turn: what waits here is the mails themselves."""
    contacts: tuple[Person, ...]
    """All who write and all who can be asked for, no two with the same first name."""

    def __hash__(self) -> int:
        """By the label alone, so that a cache finds a morning without reading all of it."""
        return hash((self.seed, self.tier, self.split))

    def by_urgency(self) -> tuple[Mail, ...]:
        """The mails in the order in which they go first."""
        return tuple(sorted(self.mails, key=lambda mail: mail.turn))
