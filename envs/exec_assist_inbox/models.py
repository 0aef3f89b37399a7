"""The data models of a morning: its mails, what they ask for, and the initial calendar."""

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
"""Prefix of the ids of the agent's own bookings; the rest is the mail's number."""


class MailTruth(Frozen):
    """What an email asks for, as a careful reader understands it; `request` is None for news."""

    topic: str
    request: Request | None


class Mail(Frozen):
    """One thing to answer: an email, or two by the same sender, of which the last counts."""

    id: str
    """m1, m2, ..., in order of arrival."""
    thread: tuple[Email, ...]
    last_week: tuple[Interval, ...] = ()
    """Last week's meetings with the sender, oldest first."""
    situation: str
    """The kind of case, for people and tables; an agent does not see it."""
    truth: MailTruth
    """Hidden: nothing that an agent reads before it answers is derived from it."""

    @property
    def sender(self) -> Person:
        return self.thread[-1].sender

    @property
    def priority(self) -> Priority:
        return self.thread[-1].priority

    @property
    def precedence(self) -> tuple[int, int]:
        """Sort key: more urgent mails first, then earlier ones."""
        return -rank(self.priority), int(self.id[1:])


class Morning(Frozen):
    """Three to eight mails to one executive, in order of arrival, and the initial calendar."""

    seed: int
    tier: Tier
    split: Split
    voices: Voices = "all"
    executive: Person
    now: datetime
    mails: tuple[Mail, ...]
    calendar: Calendar
    """Without the pending requests of a single turn: here the waiting mails take their role."""
    contacts: tuple[Person, ...]
    """Everyone who writes or can be invited, no two with the same first name."""

    def __hash__(self) -> int:
        """Hash only the identifying fields, to keep cache lookups cheap."""
        return hash((self.seed, self.tier, self.split, self.voices))

    def by_urgency(self) -> tuple[Mail, ...]:
        """The mails in order of precedence."""
        return tuple(sorted(self.mails, key=lambda mail: mail.precedence))
