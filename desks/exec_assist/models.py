"""The data models of the ExecAssist desk: people, calendar, emails, scenario, truth and action.

Within a scenario every time is a naive datetime, local to the executive; zones matter only where a
person writes or reads a time, and `calendar.py` converts there.
"""

import re
from datetime import date, datetime, time
from typing import Annotated, Any, ClassVar, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field

from desks.desk import Frozen, Scenario

CalendarAction = Literal["book", "propose_alternatives", "reschedule", "decline", "none"]
Priority = Literal["low", "normal", "high"]
"""Of a request, lowest first."""


def known_zone(zone: str) -> str:
    """The same; ValueError if there is no such zone."""
    try:
        return ZoneInfo(zone).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("a zone such as Europe/Berlin was expected") from None


class Person(Frozen):
    """Someone who writes or is written to; `zone` is an IANA name."""

    name: Annotated[str, Field(pattern=r"\S")]
    email: str
    zone: Annotated[str, AfterValidator(known_zone)]

    @property
    def first_name(self) -> str:
        return self.name.split()[0]


class Interval(Frozen):
    """Half-open: [start, end)."""

    start: datetime
    end: datetime

    @property
    def minutes(self) -> int:
        return int((self.end - self.start).total_seconds()) // 60

    @property
    def hours(self) -> str:
        """Start and end as times of day, 09:00-10:30; midnight at the end of a day is 24:00."""
        end = f"{self.end:%H:%M}"
        return f"{self.start:%H:%M}-{'24:00' if end == '00:00' else end}"

    def overlaps(self, start: datetime, end: datetime) -> bool:
        return self.start < end and start < self.end


class Event(Interval):
    """A single entry of the executive's calendar. Cancelled and tentative entries do not block."""

    id: str
    title: str
    status: Literal["confirmed", "tentative", "cancelled"] = "confirmed"
    movable: bool = False

    @property
    def blocks(self) -> bool:
        return self.status == "confirmed"


class Series(Frozen):
    """A recurring meeting: its first occurrence and the rule (RFC 5545 RRULE) that repeats it."""

    id: str
    title: str
    first: Interval
    rule: str

    @property
    def fortnightly(self) -> bool:
        return "INTERVAL=2" in self.rule


class Pending(Interval):
    """A slot that somebody else requested in an earlier, still unanswered email."""

    id: str
    who: str
    priority: Priority


class FreeBusy(Frozen):
    """A colleague's busy times, as shared by their calendar."""

    email: str
    busy: tuple[Interval, ...]


class Calendar(Frozen):
    """The days shown, the working hours, and the entries in them."""

    days: Annotated[tuple[date, ...], Field(min_length=1)]
    opens: time
    closes: time
    events: tuple[Event, ...]
    series: tuple[Series, ...] = ()
    last_week: tuple[Interval, ...] = ()
    """Last week's meetings with the sender, oldest first."""
    colleagues: tuple[FreeBusy, ...] = ()
    pending: tuple[Pending, ...] = ()


class Email(Frozen):
    """One message of the thread."""

    sender: Person
    sent: datetime
    subject: str
    body: str
    priority: Priority = "normal"


class Request(Frozen):
    """What the sender wants, as a careful reader understands the whole thread."""

    topic: str
    slot: Interval
    attendees: tuple[str, ...]
    deadline: datetime | None = None
    priority: Priority = "normal"

    @property
    def important(self) -> bool:
        """Whether it may displace a movable event."""
        return self.priority == "high"


class Acceptable(Frozen):
    """A calendar action that is right, with every start that is right for it.

    book: the requested start. propose_alternatives: the open starts, of which at least two are to
    be offered. reschedule: the possible new starts of `event_id`, while the meeting gets the
    requested slot. decline, none: no starts.
    """

    action: CalendarAction
    starts: tuple[datetime, ...] = ()
    event_id: str | None = None


class Truth(Frozen):
    """The ground truth; never leaves the server."""

    topic: str
    request: Request | None
    conflicts: tuple[str, ...]
    acceptable: tuple[Acceptable, ...]

    def accepts(self, action: CalendarAction) -> Acceptable | None:
        """The acceptable outcome for that action, if there is one."""
        return next((one for one in self.acceptable if one.action == action), None)


def _answerable(truth: Truth) -> Truth:
    if not truth.acceptable:
        raise ValueError("an acceptable answer was expected")
    return truth


class ExecScenario(Scenario):
    """A thread ending in an email to answer, with the calendar and contacts needed for that."""

    desk: ClassVar[str] = "exec_assist"

    executive: Person
    now: datetime
    thread: Annotated[tuple[Email, ...], Field(min_length=1)]
    inbox: tuple[Email, ...]
    """The morning's other emails, which ask for nothing; not in the prompt."""
    calendar: Calendar
    contacts: tuple[Person, ...]
    truth: Annotated[Truth, AfterValidator(_answerable)]

    @property
    def sender(self) -> Person:
        return self.thread[-1].sender


# -- what a model answers ---

_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?")


def _moment(value: Any) -> Any:
    expected = "not a date and time: 2026-03-10T14:00 was expected"
    if not isinstance(value, str) or not _ISO.fullmatch(value):
        raise ValueError(expected)
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(expected) from None
    if not 2000 <= moment.year <= 2100:  # zone conversion overflows near datetime's limits
        raise ValueError("not within the years 2000 to 2100")
    return moment


Moment = Annotated[datetime, BeforeValidator(_moment)]
"""ISO 8601; without an offset it is local to the executive."""
Name = Annotated[str, Field(max_length=200)]


class Slot(Frozen):
    """A time span as given. Its end may precede its start: judging that is left to the graders."""

    start: Moment
    end: Moment


class MeetingDetails(Slot):
    """The meeting to book, and the addresses to invite."""

    title: Name
    attendees: Annotated[list[Name], Field(max_length=20)]


class Reschedule(Slot):
    """The calendar entry to move, and its new slot."""

    event_id: Name


class ExecAction(Frozen):
    """The one JSON object that answers an email. All six fields are required; the conflicts come
    first, so that a model looks before it acts.

    Frozen, except for the contents of its lists.
    """

    conflicts: Annotated[list[Name], Field(max_length=20)]
    calendar_action: CalendarAction
    meeting_details: MeetingDetails | None
    proposed_slots: Annotated[list[Slot], Field(max_length=5)]
    reschedule: Reschedule | None
    email_reply: Annotated[str, Field(max_length=8_000)]
