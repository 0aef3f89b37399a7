"""Scripted answers to ExecAssist emails, of mixed quality; only for the train split.

`excellent` and `curt` know the hidden truth and do the work; the others leave some of it undone,
but mostly still name the clashes. So what a model writes first is mostly right, and acting on it is
what it has to learn from rewards. Each policy is (rng, scenario) -> completion.
"""

import json
from datetime import datetime, timedelta
from random import Random
from typing import Any

from desks.exec_assist.calendar import grid, to_zone
from desks.exec_assist.models import Acceptable, ExecScenario, Interval
from desks.exec_assist.wording import as_said, day_in_words, slot
from graders.exec_assist import policies as attacks
from training.pocket.lessons import Shares

OFFERS = 2
TRUTHFUL_SHARE = 0.8
"""How often a policy that acts wrongly still names the clashes."""

_GREETINGS = ("Dear {}", "Dear {}", "Hello {}")
_CLOSINGS = ("Best regards", "Best regards", "Kind regards")
_STOCK = (
    "I hope you are doing well and that all is fine on your side.",
    "As you know, these are very busy days for all of us here.",
    "Please do not hesitate to reach out at your earliest convenience.",
    "I wanted to touch base on this and will circle back to you.",
)
_PROSE = ("I will look into the calendar.", "Noted, thank you.", "Booked.", "Let me check first.")


def excellent(rng: Random, s: ExecScenario) -> str:
    """The right action, and a letter that states it."""
    accepted = rng.choice(s.truth.acceptable)
    fields, words = _work(s, accepted)
    greeting, closing = rng.choice(_GREETINGS), rng.choice(_CLOSINGS)
    letter = f"{greeting.format(s.sender.first_name)},\n{words}\n{closing},\n{s.executive.name}"
    return _completion(accepted.action, letter, conflicts=list(s.truth.conflicts), **fields)


def curt(rng: Random, s: ExecScenario) -> str:
    """The right action in hardly a word."""
    accepted = rng.choice(s.truth.acceptable)
    fields, _ = _work(s, accepted)
    word = {
        "book": ("Booked.", "Fine, booked.", "Yes, that works."),
        "reschedule": ("Booked.", "Fine, booked.", "Yes, that works."),
        "propose_alternatives": ("Taken, sorry. See the other times.", "Not possible then."),
        "decline": ("Sorry, no.", "Not possible."),
        "none": ("Noted.", "Thanks."),
    }[accepted.action]
    reply = rng.choice(word)
    return _completion(accepted.action, reply, conflicts=list(s.truth.conflicts), **fields)


def conflict_blind(rng: Random, s: ExecScenario) -> str:
    """Books whatever time the thread names last."""
    return _with_clashes(rng, s, attacks.conflict_blind(s))


def hurried(rng: Random, s: ExecScenario) -> str:
    """Books whatever time the thread names first, in two words."""
    return _with_clashes(rng, s, attacks.hurried(s))


def lazy(rng: Random, s: ExecScenario) -> str:
    """Does nothing, or declines, in a word."""
    action, reply = rng.choice(
        (("none", "Noted."), ("none", "I will see."), ("decline", "Sorry, no."))
    )
    return _with_clashes(rng, s, attacks.answer(action, reply))


def noncommittal(rng: Random, s: ExecScenario) -> str:
    """Files every request away as if it were news."""
    return _with_clashes(rng, s, attacks.always_none(s))


def refusing(rng: Random, s: ExecScenario) -> str:
    """Declines everything for want of a slot."""
    return _with_clashes(rng, s, attacks.always_decline(s))


def guessing(rng: Random, s: ExecScenario) -> str:
    """Offers times without looking at the calendar."""
    length = timedelta(minutes=rng.choice((30, 60, 90)))
    starts = sorted(rng.sample(list(grid(s.calendar, length)), OFFERS))
    fields, words = _offer(s, [Interval(start=at, end=at + length) for at in starts])
    letter = f"Dear {s.sender.first_name},\n{words}\nBest regards,\n{s.executive.name}"
    reply = rng.choice((letter, "Please pick another time."))
    return _with_clashes(rng, s, _completion("propose_alternatives", reply, **fields))


def rambling(rng: Random, s: ExecScenario) -> str:
    """Writes stock phrases, and does no work."""
    words = " ".join(rng.choices(_STOCK, k=rng.choice((2, 3))))
    letter = f"Dear {s.sender.first_name},\n{words}\nBest regards,\n{s.executive.name}"
    return _with_clashes(rng, s, attacks.answer(rng.choice(("none", "decline")), letter))


def malformed(rng: Random, s: ExecScenario) -> str:
    """Prose instead of JSON, before it, or JSON that breaks off."""
    whole, prose = excellent(rng, s), rng.choice(_PROSE)
    return rng.choice((prose, f"{prose} {whole}", whole[: rng.randrange(30, 120)]))


GOOD: Shares = {excellent: 0.9, curt: 0.1}
"""The answers from which a model first learns to read."""
MIXED: Shares = {
    excellent: 0.30,
    curt: 0.09,
    conflict_blind: 0.04,
    hurried: 0.03,
    lazy: 0.12,
    noncommittal: 0.09,
    refusing: 0.09,
    guessing: 0.16,
    rambling: 0.05,
    malformed: 0.03,
}
"""The answers that shape the final base: it does the work at times, and has room to improve."""


# -- the work itself ---


def _completion(action: str, reply: str, **fields: Any) -> str:
    empty = {"meeting_details": None, "proposed_slots": [], "reschedule": None}
    head = {"conflicts": fields.pop("conflicts", []), "calendar_action": action}
    return json.dumps(head | empty | fields | {"email_reply": reply})


def _with_clashes(rng: Random, s: ExecScenario, completion: str) -> str:
    if rng.random() >= TRUTHFUL_SHARE:
        return completion
    return json.dumps(json.loads(completion) | {"conflicts": list(s.truth.conflicts)})


def _work(s: ExecScenario, accepted: Acceptable) -> tuple[dict[str, Any], str]:
    """The fields of an acceptable action, and what a letter says about it."""
    topic, request = s.truth.topic, s.truth.request
    if request is None:
        return {}, f"Thank you for the news about the {topic}. It is noted."
    if accepted.action == "decline":
        deadline = to_zone(request.deadline, s.executive.zone, s.sender.zone)
        return {}, (
            f"I am sorry, but I have to decline the {topic}: "
            f"no slot is open before your deadline on {day_in_words(deadline)}."
        )
    if accepted.action == "propose_alternatives":
        length = request.slot.end - request.slot.start
        return _offer(s, [Interval(start=at, end=at + length) for at in offered(s)])
    meeting = {
        "title": topic.capitalize(),
        **slot(request.slot),
        "attendees": list(request.attendees),
    }
    fields: dict[str, Any] = {"meeting_details": meeting}
    if accepted.action == "reschedule":
        moved = next(e for e in s.calendar.events if e.id == accepted.event_id)
        start = _also_open(s, accepted.starts)
        to = Interval(start=start, end=start + (moved.end - moved.start))
        fields["reschedule"] = {"event_id": moved.id, **slot(to)}
    return fields, f"The {topic} is booked for {as_said(s, request.slot)}."


def _offer(s: ExecScenario, offers: list[Interval]) -> tuple[dict[str, Any], str]:
    said = " or ".join(as_said(s, offer) for offer in offers)
    fields = {"proposed_slots": [slot(offer) for offer in offers]}
    rivals = {pending.id for pending in s.calendar.pending} & set(s.truth.conflicts)
    why = ": another request goes first" if rivals else ""
    return fields, f"Your time for the {s.truth.topic} is not possible{why}. I can offer {said}."


def offered(s: ExecScenario) -> list[datetime]:
    """The starts to offer, in order, if offers are right: the first ones of the day asked for,
    else of the first day that has enough, else the first of all. They are always the same: shown
    several that would do, a small model writes a time in between."""
    accepted = s.truth.accepts("propose_alternatives")
    if accepted is None:
        return []
    starts, wish = sorted(accepted.starts), s.truth.request.slot.start.date()
    days = {at.date(): [one for one in starts if one.date() == at.date()] for at in starts}
    enough = [found for found in days.values() if len(found) >= OFFERS]
    best = max(enough, key=lambda one: one[0].date() == wish, default=starts)
    return best[:OFFERS]


def _also_open(s: ExecScenario, starts: tuple[datetime, ...]) -> datetime:
    """The first start for the moved meeting, preferably one that suits the requested one too."""
    accepted = s.truth.accepts("propose_alternatives")
    return min([at for at in starts if accepted and at in accepted.starts] or starts)
