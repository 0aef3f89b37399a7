"""Scripted ways to get through a morning, beside the oracle's `play`."""

import json
from collections.abc import Callable, Iterable

from desks.exec_assist import DESK
from desks.exec_assist.calendar import GRID, grid, open_starts
from desks.exec_assist.models import Acceptable, ExecScenario, Interval, Request
from desks.exec_assist.wording import slot
from envs.exec_assist_inbox.episode import Episode
from envs.exec_assist_inbox.models import Mail, Morning
from envs.exec_assist_inbox.moment import as_scenario

Policy = Callable[[Morning], Episode]
Say = Callable[[Episode, Mail], str]


def believing(scenario: ExecScenario, *acceptable: Acceptable, request: Request | None) -> str:
    """The best answer of who believes that."""
    truth = scenario.truth.model_copy(update={"acceptable": acceptable, "request": request})
    return DESK.oracle(scenario.model_copy(update={"truth": truth}))


def none(episode: Episode, mail: Mail) -> str:
    """A fitting word of thanks."""
    return believing(episode.scenario(mail.id), Acceptable(action="none"), request=None)


def book(episode: Episode, mail: Mail) -> str:
    """What is asked for, whatever stands there; for news the first hour on show."""
    scenario = episode.scenario(mail.id)
    request = _request(scenario)
    there = Acceptable(action="book", starts=(request.slot.start,))
    return believing(scenario, there, request=request)


def propose(episode: Episode, mail: Mail) -> str:
    """Slots that are open, for all that the calendar says."""
    scenario = episode.scenario(mail.id)
    request = _request(scenario)
    length = request.slot.end - request.slot.start
    taken = [e for e in scenario.calendar.events if e.blocks]
    starts = open_starts(scenario.calendar, taken, length, request.deadline)
    starts = starts if len(starts) > 1 else tuple(grid(scenario.calendar, length))
    offers = Acceptable(action="propose_alternatives", starts=starts)
    return believing(scenario, offers, request=request)


def _request(scenario: ExecScenario) -> Request:
    at = next(grid(scenario.calendar, GRID * 2))
    first = Interval(start=at, end=at + GRID * 2)
    sender = scenario.sender.email
    news = Request(topic=scenario.truth.topic, slot=first, attendees=(sender,))
    return scenario.truth.request or news


def decline(episode: Episode, mail: Mail) -> str:
    """Nothing is ever open."""
    scenario = episode.scenario(mail.id)
    return believing(scenario, Acceptable(action="decline"), request=_request(scenario))


def move(episode: Episode, mail: Mail) -> str:
    """The first movable entry to the first hour on show, whatever stands there; and the booking."""
    calendar = episode.calendar
    entry = next((e for e in calendar.events if e.movable), calendar.events[0])
    start = next(grid(calendar, entry.end - entry.start))
    to = slot(Interval(start=start, end=start + (entry.end - entry.start)))
    moved = {"event_id": entry.id, **to}
    return fields(book(episode, mail), calendar_action="reschedule", reschedule=moved)


def fields(completion: str, **changed: object) -> str:
    """A completion with other fields."""
    return json.dumps(json.loads(completion) | changed)


def stale(episode: Episode, mail: Mail) -> str:
    """Right by the calendar of the opening."""
    morning = episode.morning
    return DESK.oracle(as_scenario(morning, mail, morning.calendar))


def blind_to_others(episode: Episode, mail: Mail) -> str:
    """Right by the calendar as it stands, whoever else waits for the same time."""
    return DESK.oracle(as_scenario(episode.morning, mail, episode.calendar))


def right(episode: Episode, mail: Mail) -> str:
    """Right, all things considered."""
    return DESK.oracle(episode.scenario(mail.id))


def through(morning: Morning, mails: Iterable[Mail], say: Say) -> Episode:
    """The mails in that order, each answered so."""
    episode = Episode(morning)
    for mail in mails:
        episode.answer(mail.id, say(episode, mail))
    return episode


SAYS: dict[str, Say] = {
    "book": book,
    "none": none,
    "propose": propose,
    "decline": decline,
    "move": move,
}
DEGENERATE: dict[str, Policy] = {
    "always none": lambda m: through(m, m.by_urgency(), none),
    "always propose": lambda m: through(m, m.by_urgency(), propose),
    "always decline": lambda m: through(m, m.by_urgency(), decline),
    "book everything blindly": lambda m: through(m, m.by_urgency(), book),
    "in the order shown": lambda m: through(m, m.mails, blind_to_others),
    "by the calendar of the opening": lambda m: through(m, m.by_urgency(), stale),
}
