"""A mail at the moment it is answered: an ordinary scenario on the calendar as it stands.

Waiting mails matter too: one that takes precedence (higher priority, or the same and earlier)
blocks the time it asks for, just as an earlier request does in a single turn.

Three rules keep the truth well defined, and cheap tricks worthless, whatever the agent does:

- Only what people could agree to takes effect. An invitation counts only at the time its sender
  asked for; an entry moves only if it is marked movable, keeps its length and stays in the working
  hours. So no answer can fill or empty the calendar at will, which would make later answers easy;
  the wrong answer itself is judged as in a single turn.
- If fewer than two slots are open and the requested one is not, there is nothing to choose from,
  and declining is right. In a single turn the solver has no rule for that, and the generator avoids
  it; here an agent's wrong bookings can bring it about. That does not pay: such a booking costs
  most of a mail's grade, and closes the morning's gate.
- An entry that the agent booked is titled with the topic, not with the agent's own title, so that
  no title can be written to mislead the grader of a later reply.
"""

from collections.abc import Collection
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
    asked, who = mail.truth.request.slot, mail.sender.name
    return Pending(id=mail.id, who=who, priority=mail.priority, start=asked.start, end=asked.end)


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
    """What the solver accepts, or declining if no rule applies; never empty."""
    return solve(calendar, request) or (Acceptable(action="decline"),)


# -- what an answer does ---


def apply(
    morning: Morning, mail: Mail, calendar: Calendar, action: ExecAction
) -> tuple[Calendar, list[str]]:
    """The calendar after an action, right or wrong, as far as it can be done, and what happened, in
    sentences for the agent.

    The fields that are filled in count, whatever `calendar_action` says, since all of them would be
    sent out.
    """
    events, results = {event.id: event for event in calendar.events}, []
    if (to := action.reschedule) is not None:
        at, event = _local(morning, to), events.get(to.event_id)
        if event is None or not event.movable:
            results.append(f"Nothing was moved: {to.event_id[:20]} is no entry marked movable.")
        elif at["end"] - at["start"] != event.end - event.start:
            results.append(f"Nothing was moved: {event.id} would change its length.")
        elif not in_hours(calendar, **at):
            results.append(f"Nothing was moved: {event.id} would leave the working hours.")
        else:
            results.append(f"{event.id} has moved.")
            events[event.id] = event.model_copy(update=at)
    if action.meeting_details is not None:
        at, request = _local(morning, action.meeting_details), mail.truth.request
        if request and at == dict(request.slot):
            id_ = f"{BOOKED}{mail.id[1:]}"
            results.append(f"The meeting stands in the calendar as {id_}.")
            events[id_] = Event(id=id_, title=mail.truth.topic.capitalize(), **at)
        else:
            results.append(f"{mail.sender.first_name} does not take up the invitation.")
    by_start = sorted(events.values(), key=lambda event: (event.start, event.id))
    return calendar.model_copy(update={"events": tuple(by_start)}), results


def _local(morning: Morning, given: Slot) -> dict[str, datetime]:
    zone = morning.executive.zone
    return {"start": to_local(given.start, zone), "end": to_local(given.end, zone)}
