"""A mail at the moment it is answered: an ordinary scenario on the calendar as it stands.

What waits matters too: an unanswered mail that goes first (of higher priority, or of the same and
earlier) blocks the time it asks for, just as an earlier request does in a single turn.

Three rules keep the truth well defined, and cheap tricks worthless, whatever the agent does:

- Only what people could agree to takes effect. An invitation counts only at the time its sender
  asked for; an entry moves only if it is marked movable, keeps its length and stays in the working
  hours. So no answer can fill or empty the calendar at will, which would make later answers easy;
  the wrong answer itself is judged as in a single turn.
- If fewer than two slots are open and the requested one is not, there is nothing to choose from,
  and declining is right. In a single turn the solver has no rule for that, and the generator avoids
  it; here an agent's wrong bookings can bring it about. That does not pay: such a booking costs
  most of a mail's grade, and the gate of the morning.
- An entry that the agent booked is titled by the topic, not by the agent's own title, so that no
  title can be written to mislead the reader of a later reply.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from desks.exec_assist.calendar import blocks, clashes, in_hours, solve, to_local
from desks.exec_assist.models import (
    Acceptable,
    Calendar,
    Event,
    ExecAction,
    ExecScenario,
    Pending,
    Request,
    Slot,
    Truth,
)
from envs.exec_assist_inbox.models import BOOKED, Mail, Morning


def as_scenario(
    morning: Morning, mail: Mail, calendar: Calendar, waiting: Collection[Mail] = ()
) -> ExecScenario:
    """The mail as a single-turn scenario on that calendar, with the `waiting` mails unanswered.

    Its truth is computed anew. `waiting` may include the mail itself.
    """
    first = [one for one in waiting if one.precedence < mail.precedence]
    ahead = tuple(_pending(one) for one in first if one.truth.request)
    there = calendar.model_copy(update={"pending": ahead, "last_week": mail.last_week})
    return ExecScenario(
        seed=morning.seed,
        tier=morning.tier,
        split=morning.split,
        voices=morning.voices,
        situation=f"{mail.id} {mail.situation}",
        executive=morning.executive,
        now=morning.now,
        thread=mail.thread,
        inbox=(),
        calendar=there,
        contacts=morning.contacts,
        truth=_truth(mail, there),
    )


def _pending(mail: Mail) -> Pending:
    slot = mail.truth.request.slot
    return Pending(
        id=mail.id,
        who=mail.sender.name,
        priority=mail.priority,
        start=slot.start,
        end=slot.end,
    )


def _truth(mail: Mail, calendar: Calendar) -> Truth:
    request = mail.truth.request
    conflicts: tuple[str, ...] = ()
    if request:
        taken = blocks(calendar, request.priority)
        conflicts = clashes(taken, request.slot.start, request.slot.end)
    return Truth(
        topic=mail.truth.topic,
        request=request,
        conflicts=conflicts,
        acceptable=settle(calendar, request),
    )


def settle(calendar: Calendar, request: Request | None) -> tuple[Acceptable, ...]:
    """What the solver accepts, or declining if it has no rule; never empty."""
    return solve(calendar, request) or (Acceptable(action="decline"),)


# -- what an answer does ---


@dataclass(frozen=True)
class Effect:
    """The calendar after an answer, and what happened, in sentences for the agent."""

    calendar: Calendar
    results: tuple[str, ...] = ()


def apply(morning: Morning, mail: Mail, calendar: Calendar, action: ExecAction) -> Effect:
    """Apply an action to the calendar, right or wrong, as far as it can be done.

    What counts are the fields that are filled in, whatever kind of action it claims to be, since
    all of them would be sent out.
    """
    results = []
    if (move := action.reschedule) is not None:
        moved, refused = _moved(morning, calendar, move.event_id, move)
        if refused is None:
            results.append(f"{move.event_id} has moved.")
        else:
            results.append(f"Nothing was moved: {refused}.")
        calendar = moved
    if action.meeting_details is not None:
        booked = _booked(morning, mail, calendar, action.meeting_details)
        if booked is calendar:
            results.append(f"{mail.sender.first_name} does not take up the invitation.")
        else:
            results.append(f"The meeting stands in the calendar as {booked_id(mail)}.")
        calendar = booked
    return Effect(calendar, tuple(results))


def _booked(morning: Morning, mail: Mail, calendar: Calendar, given: Slot) -> Calendar:
    """The calendar with the meeting; unchanged if the sender did not ask for that."""
    request = mail.truth.request
    zone = morning.executive.zone
    at = (to_local(given.start, zone), to_local(given.end, zone))
    if request is None or at != (request.slot.start, request.slot.end):
        return calendar
    event = Event(id=booked_id(mail), title=mail.truth.topic.capitalize(), start=at[0], end=at[1])
    return _with_events(calendar, (*calendar.events, event))


def booked_id(mail: Mail) -> str:
    """The id of the entry booked by an answer to this mail."""
    return f"{BOOKED}{mail.id[1:]}"


def _with_events(calendar: Calendar, events: Iterable[Event]) -> Calendar:
    by_start = sorted(events, key=lambda event: (event.start, event.id))
    return calendar.model_copy(update={"events": tuple(by_start)})


def _moved(
    morning: Morning, calendar: Calendar, event_id: str, to: Slot
) -> tuple[Calendar, str | None]:
    """The calendar with the entry moved and None; or the same calendar and why not."""
    zone = morning.executive.zone
    start, end = to_local(to.start, zone), to_local(to.end, zone)
    found = next((event for event in calendar.events if event.id == event_id), None)
    if found is None or not found.movable:
        return calendar, f"{event_id[:20]} is no entry marked movable"
    if refused := _cannot_stand(calendar, found, start, end):
        return calendar, f"{event_id} {refused}"
    events = tuple(
        event.model_copy(update={"start": start, "end": end}) if event is found else event
        for event in calendar.events
    )
    return _with_events(calendar, events), None


def _cannot_stand(calendar: Calendar, event: Event, start: datetime, end: datetime) -> str | None:
    if end - start != event.end - event.start:
        return "would change its length"
    return None if in_hours(calendar, start, end) else "would leave the working hours"
