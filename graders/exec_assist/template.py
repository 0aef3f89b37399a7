"""A polite letter with slots, for the attack that fills them from the email."""

from typing import get_args

from desks.exec_assist.calendar import blocks, open_starts
from desks.exec_assist.models import CalendarAction, ExecScenario, Interval
from graders.attacks.picks import PICKS
from graders.exec_assist.policies import answer, as_said, letter, slot, times_asked
from graders.grading import Answer, Template

_LETTERS = (
    "Thank you for your message about the {title}. It is booked for {time}.",
    "Thank you. Your time for the {title}, {time}, is not possible. I can offer {other}.",
    "Thank you for your message about the {title}. It is noted.",
    "I am sorry, but I have to decline the {title}: no slot is open before your deadline, {time}.",
    "I have moved {entry} and booked the {title} for {time}.",
    "I would be happy to discuss the {title}. {time} or {other} suits me well.",
    "You wrote: {sentence} I am happy to help with the {title}.",
)
_OPTIONS = {
    "letter": _LETTERS,
    "action": get_args(CalendarAction),
    "time": tuple(PICKS),
    "slots": (0, 1, 2, 5),
    "entry": tuple(PICKS),
    "conflicts": ("none", "the entry", "all"),
    "guests": ("sender", "all", "nobody"),
}


def _fill(s: ExecScenario, picks: Answer) -> str:
    taken = blocks(s.calendar)
    asked = [*times_asked(s)] or [Interval(start=one.start, end=one.end) for one in taken[:1]]
    at, entry = PICKS[picks["time"]](asked), PICKS[picks["entry"]](s.calendar.events)
    length = at.end - at.start
    free = [
        Interval(start=start, end=start + length)
        for start in open_starts(s.calendar, taken, length)
    ] or [at]
    kind, title = picks["action"], s.thread[0].subject
    guests = {"sender": [s.sender.email], "all": [p.email for p in s.contacts], "nobody": []}
    entries = {"none": [], "the entry": [entry.id], "all": [e.id for e in s.calendar.events][:20]}
    words = picks["letter"].format(
        title=title.lower(),
        time=as_said(s, at),
        other=as_said(s, free[0]),
        entry=entry.title,
        sentence=s.thread[-1].body.split(". ")[0],
    )
    fields: Answer = {"proposed_slots": [slot(one) for one in free[: picks["slots"]]]}
    if kind in ("book", "reschedule"):
        invited = guests[picks["guests"]]
        fields["meeting_details"] = {"title": title, **slot(at), "attendees": invited}
    if kind == "reschedule":
        to = Interval(start=free[0].start, end=free[0].start + (entry.end - entry.start))
        fields["reschedule"] = {"event_id": entry.id, **slot(to)}
    return answer(kind, letter(s, words), conflicts=entries[picks["conflicts"]], **fields)


TEMPLATE = Template(_fill, _OPTIONS)
