"""The form that answers an email, with hints where the rubric's rules bite.

Fields that the chosen action does not use are not shown. A click into the calendar fills in times
(`assets/picked.js`), as long as the email asks for.
"""

from collections.abc import Iterator
from typing import Any, get_args

from desks.exec_assist.calendar import MIN_PROPOSALS
from desks.exec_assist.models import CalendarAction, ExecScenario
from desks.own import OWN
from desks.own.message import Address, Message
from desks.own.reading import read_request
from graders.exec_assist.rubric import MAX_WORDS, MIN_WORDS, STOCK
from ui.drawing import avatar, escaped, humanized
from ui.inbox import clocks
from ui.workbench import answer

BLANK: dict[str, Any] = {
    "conflicts": [],
    "calendar_action": "none",
    "meeting_details": None,
    "proposed_slots": [],
    "reschedule": None,
    "email_reply": "",
}
NAMES = {
    "calendar_action": "action",
    "conflicts": "clash",
    "meeting_details": "meeting",
    "meeting_details.attendees": "attendee",
    "proposed_slots": "offer",
    "reschedule": "entry to move",
    "reschedule.event_id": "id",
    "reschedule.start": "new start",
    "reschedule.end": "new end",
    "email_reply": "reply",
}
"""What fields are called, where it is not their name in the JSON."""
_MEETING = {"title": "", "start": "", "end": "", "attendees": []}
_MOVE = {"event_id": "", "start": "", "end": ""}
_MOST_OFFERS = 5
DEFAULT_MINUTES = 30
"""How long a meeting is that is clicked into the calendar, if the email does not say."""
_RIGHT_IF: dict[CalendarAction, str] = {
    "book": "Right if the time asked for is free for everybody.",
    "propose_alternatives": "Right if the time asked for is not free, but others are.",
    "reschedule": "Right at high priority, if only one movable entry (⇄) is in the way.",
    "decline": "Right if nothing is free before the deadline.",
    "none": "Right if no meeting is asked for.",
}


def form(scenario: ExecScenario) -> str:
    """The six fields in the order of the schema."""
    actions = [(name, humanized(name)) for name in get_args(CalendarAction)]
    people = [(escaped(p.email), f"{avatar(p.name)}{escaped(p.name)}") for p in scenario.contacts]
    right_if = "".join(answer.rule(said, _if(action)) for action, said in _RIGHT_IF.items())
    asked = asked_minutes(scenario)
    meeting = (
        answer.line("meeting_details.title", "Title", answer.rule("Without one, it scores less."))
        + _when("meeting_details", asked or DEFAULT_MINUTES)
        + _length(asked)
        + answer.checks(
            "meeting_details.attendees",
            "Attendees",
            people,
            answer.rule("The sender and whoever else the email asks for, and nobody more."),
        )
    )
    offers = f"At least {MIN_PROPOSALS} free times, each as long as the email asks for."
    return (
        answer.checks(
            "conflicts",
            "What does the request clash with?",
            list(_standing(scenario)),
            answer.rule(
                "All that blocks the time asked for. What is tentative or cancelled does not."
            ),
        )
        + answer.choice("calendar_action", "Action", actions, right_if)
        + answer.optional(
            "meeting_details", "Meeting", _MEETING, _if("book", "reschedule"), meeting
        )
        + answer.spans(
            "proposed_slots",
            "Offer",
            _MOST_OFFERS,
            _if("propose_alternatives"),
            asked or DEFAULT_MINUTES,
            f"{answer.rule(offers)}{_length(asked)}{_from_calendar()}",
        )
        + answer.optional("reschedule", "Move an entry", _MOVE, _if("reschedule"), _move(scenario))
        + answer.area("email_reply", "Reply", hint=_of_the_reply(scenario))
    )


def asked_minutes(scenario: ExecScenario) -> int | None:
    """How long a meeting the thread asks for, if it says so; where the last messages leave none, as
    when they only follow up, it is what the thread had asked for before them.

    Read by rules from what anybody can read. A case of one's own has been read already: its owner
    has confirmed the length.
    """
    if scenario.situation == OWN:
        request = scenario.truth.request
        return request.slot.minutes if request else None
    me = scenario.executive
    thread = [
        Message(
            sender=Address(name=one.sender.name, email=one.sender.email),
            to=(Address(name=me.name, email=me.email),),
            sent=one.sent,
            subject=one.subject,
            body=one.body,
        )
        for one in scenario.thread
    ]
    readings = (
        read_request(thread[:count], me.email, me.zone, scenario.now)
        for count in range(len(thread), 0, -1)
    )
    return next((one.minutes for one in readings if one.minutes), None)


def _if(*actions: CalendarAction) -> str:
    return answer.used("calendar_action", *actions)


def _standing(scenario: ExecScenario) -> Iterator[tuple[str, str]]:
    """What stands in the calendar, or is asked for, by id."""
    calendar = scenario.calendar
    titles = {one.id: one.title for one in calendar.events}
    titles |= {one.id: f"{one.title} ↻" for one in calendar.series}
    titles |= {one.id: f"{one.who} ✉" for one in calendar.pending}
    for name, title in titles.items():
        yield escaped(name), f"{escaped(name)} {escaped(title)}"


def _move(scenario: ExecScenario) -> str:
    """The entry to move, and its new time."""
    entries = [
        (
            escaped(one.id),
            f"{escaped(one.title)}, {one.start:%a %H:%M}{' ⇄' * one.movable}",
            one.minutes,
        )
        for one in scenario.calendar.events
    ]
    entry = answer.pick("reschedule.event_id", "Which", "choose, or click it", entries)
    keeps = answer.rule("A movable entry (⇄), to any free time; it keeps its length.")
    return entry + _when("reschedule", DEFAULT_MINUTES) + keeps


def _when(path: str, minutes: int) -> str:
    start, end = answer.moment(f"{path}.start", "start"), answer.moment(f"{path}.end", "end")
    return f'<div class="pair" data-lasts="{minutes}">{start}{end}{_from_calendar()}</div>'


def _from_calendar() -> str:
    return '<button type="button" class="link" data-to-calendar>Click it in the calendar</button>'


def _length(minutes: int | None) -> str:
    if minutes is None:
        said = f"No length was found in the email: a click takes {DEFAULT_MINUTES} minutes."
    else:
        said = f"A click takes {minutes} minutes, which is what the email seems to ask for."
    return f'<p class="hint">{said} To make it longer or shorter, change its end here.</p>'


def _of_the_reply(scenario: ExecScenario) -> str:
    """What a reply must hold, and how long it may be."""
    sender, me = scenario.sender, scenario.executive
    name, there = escaped(sender.first_name), clocks.city(sender.zone)
    every = answer.rule(
        f"Every time with its day, by {name}’s clock ({there}).",
        _if("book", "propose_alternatives", "reschedule"),
    )
    why = answer.rule("Why you decline: name the deadline.", _if("decline"))
    return (
        answer.rule(f"Greet {name}, take up the matter, sign as {escaped(me.name)}.")
        + every
        + why
        + answer.rule(
            f"{MIN_WORDS} to {MAX_WORDS} words; more or fewer cost, and so do phrases like "
            f"“{STOCK[0]}”. {answer.words('email_reply', MIN_WORDS, MAX_WORDS)}"
        )
    )
