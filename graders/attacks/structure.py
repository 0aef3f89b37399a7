"""What a scenario's structure shows to one who reads no word: counts, order, ids and lengths."""

import re
from collections.abc import Callable

from desks import Scenario, load
from desks.exec_assist.models import ExecScenario
from desks.it_triage.models import Passage, TriageScenario

Features = dict[str, float]
_SENTENCE_END = re.compile(r"[.?!](?=\s)")


def structure(scenario: Scenario) -> Features:
    """Everything about a scenario that can be counted, by name, from what a model may see."""
    return _inbox(scenario) if isinstance(scenario, ExecScenario) else _helpdesk(scenario)


def _inbox(s: ExecScenario) -> Features:
    bodies = [email.body for email in s.thread]
    calendar = s.calendar
    per_day = [sum(e.start.date() == day for e in calendar.events) for day in calendar.days]
    return {
        **_lengths("prompt", load("exec_assist").prompt(s)[1]["content"]),
        **_lengths("first email", bodies[0]),
        **_lengths("last email", bodies[-1]),
        "sentences": sum(len(_SENTENCE_END.findall(body)) for body in bodies),
        "emails": len(s.thread),
        "subject, words": len(s.thread[0].subject.split()),
        "contacts": len(s.contacts),
        "sender's place in the contacts": [p.email for p in s.contacts].index(s.sender.email),
        "days": len(calendar.days),
        "events": len(calendar.events),
        "events on the first day": per_day[0],
        "events on the last day": per_day[-1],
        "cancelled": sum(e.status == "cancelled" for e in calendar.events),
        "tentative": sum(e.status == "tentative" for e in calendar.events),
        "movable": sum(e.movable for e in calendar.events),
        "greatest event id": max(int(e.id.lstrip("e")) for e in calendar.events),
        "series": len(calendar.series),
        "first series' id": min((int(e.id.lstrip("e")) for e in calendar.series), default=0),
        "last week": len(calendar.last_week),
        "earlier requests": len(calendar.pending),
        "earlier requests on the first day": sum(
            one.start.date() == calendar.days[0] for one in calendar.pending
        ),
        "colleagues": len(calendar.colleagues),
        "colleagues' meetings": sum(len(one.busy) for one in calendar.colleagues),
    }


def _helpdesk(s: TriageScenario) -> Features:
    found = {
        **_lengths("prompt", load("it_triage").prompt(s)[1]["content"]),
        **_lengths("subject", s.ticket.subject),
        **_lengths("body", s.ticket.body),
        "ticket id": int(s.ticket.id[-4:]),
        "passages": len(s.passages),
    }
    measures: dict[str, Callable[[Passage], float]] = {
        "id": lambda p: int(p.id[-4:]),
        "words": lambda p: len(p.text.split()),
        "characters": lambda p: len(p.text),
        "title": lambda p: len(p.title),
    }
    for name, measure in measures.items():
        values = [measure(passage) for passage in s.passages]
        found[f"greatest {name}, place"] = values.index(max(values))
        found[f"least {name}, place"] = values.index(min(values))
        found[f"greatest {name}"] = max(values)
        found[f"least {name}"] = min(values)
        found |= {f"{name} at {n}": v for n, v in enumerate((values + [-1] * 6)[:6])}
    return found


def _lengths(name: str, text: str) -> Features:
    return {f"{name}, words": len(text.split()), f"{name}, characters": len(text)}
