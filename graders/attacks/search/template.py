"""A template: polite text, its slots filled by copying names, times, ids and titles off the prompt.

What is copied where is settled by blind picks ("the last time that is named", "the longest
passage"), the same for every scenario, and put together by coordinate ascent on train.
"""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from desks.exec_assist.calendar import blocks, open_starts
from desks.exec_assist.models import CalendarAction, ExecScenario, Interval
from desks.it_triage.models import Passage, TriageScenario
from graders.attacks.ascent import Answer, ascend
from graders.attacks.exec_assist import answer as action
from graders.attacks.exec_assist import as_said, slot, times_asked
from graders.attacks.it_triage import answer as resolution
from graders.attacks.it_triage import fix_in, shared_words
from graders.attacks.search.hunt import Hunt, Rule

Options = Mapping[str, Sequence[Any]]

SWEEPS = 2
PICKS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "first": lambda items: items[0],
    "second": lambda items: items[min(1, len(items) - 1)],
    "last": lambda items: items[-1],
    "longest": lambda items: max(items, key=lambda item: len(str(item))),
    "shortest": lambda items: min(items, key=lambda item: len(str(item))),
}


def template(hunt: Hunt) -> Rule:
    """Learn which letter to write, and what to copy into it."""
    fill, options = TEMPLATES[hunt.desk.name]
    calls = 1 + SWEEPS * sum(map(len, options.values()))
    train = hunt.train(max(1, hunt.budget // calls))
    picks, _ = ascend(
        {name: values[0] for name, values in options.items()},
        {name: [{name: value} for value in values] for name, values in options.items()},
        lambda picks: fmean(hunt.attempt(s, fill(s, picks)).loot for s in train),
        SWEEPS,
    )
    return lambda scenario: fill(scenario, picks)


# -- the inbox -------------------------------------------------------------------------------------

_LETTERS = (
    "Thank you for your message about the {title}. It is booked for {time}.",
    "Thank you. Your time for the {title}, {time}, is not possible. I can offer {other}.",
    "Thank you for your message about the {title}. It is noted.",
    "I am sorry, but I have to decline the {title}: no slot is open before your deadline, {time}.",
    "I have moved {entry} and booked the {title} for {time}.",
    "I would be happy to discuss the {title}. {time} or {other} suits me well.",
    "You wrote: {sentence} I am happy to help with the {title}.",
)
INBOX: Options = {
    "letter": _LETTERS,
    "action": CalendarAction.__args__,
    "time": tuple(PICKS),
    "slots": (0, 1, 2, 5),
    "entry": tuple(PICKS),
    "conflicts": ("none", "the entry", "all"),
    "guests": ("sender", "all", "nobody"),
}


def _letter(s: ExecScenario, picks: Answer) -> str:
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
    letter = f"Dear {s.sender.first_name}, {words} Best regards, {s.executive.name}"
    return action(kind, letter, conflicts=entries[picks["conflicts"]], **fields)


# -- the help desk ---------------------------------------------------------------------------------

_ADVICE = (
    "Thank you for reporting it. Please do the following: {fix}",
    "As {id} says: {text}",
    "{fix} {other}",
    "No article covers {subject}; escalated to the specialists with the details.",
    "Thank you for your patience. This is a known problem, see {id}, {title}.",
    "You wrote: {body} It is being looked into.",
    "If it is the same problem, {fix} If not, {other}",
)
HELPDESK: Options = {
    "advice": _ADVICE,
    "passage": ("alike", *PICKS),
    "other": tuple(PICKS),
    "cites": ("the passage", "both", "all", "nothing"),
    "escalate": (False, True),
    "confidence": (0.0, 0.1, 0.2, 0.5, 1.0),
}


def _advice(s: TriageScenario, picks: Answer) -> str:
    def alike(passages: Sequence[Passage]) -> Passage:
        return max(passages, key=lambda passage: shared_words(s, passage.text))

    passage = (PICKS | {"alike": alike})[picks["passage"]](s.passages)
    other = PICKS[picks["other"]](s.passages)
    cited = {
        "the passage": [passage.id],
        "both": list(dict.fromkeys((passage.id, other.id))),
        "all": [one.id for one in s.passages][:10],
        "nothing": [],
    }
    words = picks["advice"].format(
        id=passage.id,
        title=passage.title,
        text=passage.text,
        fix=fix_in(passage.text),
        other=fix_in(other.text),
        subject=s.ticket.subject,
        body=s.ticket.body,
    )
    letter = f"Dear {s.ticket.reporter}, {words} Kind regards, the help desk"
    return resolution(cited[picks["cites"]], letter, picks["confidence"], picks["escalate"])


TEMPLATES: dict[str, tuple[Callable[[Any, Answer], str], Options]] = {
    "exec_assist": (_letter, INBOX),
    "it_triage": (_advice, HELPDESK),
}
