"""Structural features of an email, without its words: counts, order, ids and lengths."""

import re
from collections.abc import Sequence

from desks import Tier
from desks.exec_assist.models import ExecScenario
from desks.exec_assist.prompt import prompt
from graders.grading import Features, LeakTarget
from graders.text import size

_SENTENCE_END = re.compile(r"[.?!](?=\s)")


def features(s: ExecScenario) -> Features:
    """Everything countable about an email that a model may see."""
    bodies = [email.body for email in s.thread]
    calendar = s.calendar
    per_day = [sum(e.start.date() == day for e in calendar.events) for day in calendar.days]
    return {
        **size("prompt", prompt(s)[1]["content"]),
        **size("first email", bodies[0]),
        **size("last email", bodies[-1]),
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


def leak_targets(tier: Tier, scenarios: Sequence[ExecScenario]) -> dict[str, LeakTarget]:
    """The right kinds of action; nothing for the easy tier, where only one is ever right."""
    if tier == "easy":
        return {}
    kinds = [frozenset(one.action for one in s.truth.acceptable) for s in scenarios]
    return {"the action": LeakTarget(list(map(features, scenarios)), kinds)}
