"""Whether a message asks for a meeting, or says that there need not be one."""

from collections.abc import Sequence

from desks.own.reading.clauses import Clause, Part, text_of
from desks.own.reading.cues import asking, changes, limits
from desks.own.reading.slots import Slot
from desks.own.reading.wishes import Wish


def asks_in(clauses: Sequence[Clause], wish: Wish, subject: str) -> bool:
    """Whether a message asks for something."""
    informs = any(changes.INFORMS.search(one.text) for one in clauses)
    surest = max((one.score for one in wish.slots), default=0.0)
    answers = any(changes.ANSWERS.search(one.text) for one in clauses)
    strong = [one for one in clauses if _may_ask(one) and asking.STRONG.search(one.text)]
    text = f"{subject.lower()} {text_of(clauses)}"
    if not answers and any(asking.MEETING.search(one.text) for one in strong):
        return True
    if surest > 0 and any(changes.ATTEND.search(one.text) for one in clauses):
        return True
    if not answers and any(_must_meet(one) for one in clauses):
        return True
    suits = [one for one in strong if (one.days or one.clocks) and asking.SUITS.search(one.text)]
    if not informs and (suits or any(one.lengths for one in strong)):
        return True
    named = surest >= Part.NAMES.value or any(one.lengths for one in clauses)
    if strong and named and not informs and asking.MEETING.search(text):
        return True
    if any(one.is_whole for one in wish.slots):
        return True
    if informs or answers:
        return surest >= Part.ASKS.value
    if surest >= Part.OFFERS.value or any(_speaks_of_meeting(one, text) for one in clauses):
        return True
    slots = [one for one in wish.slots if one.day]
    whole = any(one.day and one.clock and one.score >= Part.NAMES.value for one in slots)
    return whole or (surest >= Part.NAMES.value and bool(asking.MEETING.search(text)))


def _may_ask(clause: Clause) -> bool:
    """Whether a clause asks, though it may be for something by then."""
    limited = clause.part is Part.LIMITS and "?" in clause.sentence.text
    return clause.part is Part.ASKS or limited


def _speaks_of_meeting(clause: Clause, text: str) -> bool:
    """Whether a clause of a text may ask for a meeting, without a time for it."""
    if clause.lengths and clause.part.value > Part.STATES.value:
        return True
    if not asking.MEETING.search(clause.text):
        return False
    if "?" in clause.sentence.text and changes.SOON.search(clause.text):
        return True
    when = clause.days or changes.OPEN.search(text)
    return clause.part is Part.ASKS or bool(when and clause.part in (Part.PREFERS, Part.MEETS))


def _must_meet(clause: Clause) -> bool:
    """Whether a clause says by when a meeting has to have been."""
    text = clause.text
    return bool(
        clause.part is Part.LIMITS and limits.MUST.search(text) and changes.TOGETHER.search(text)
    )


def _meets(slot: Slot) -> bool:
    """Whether a day and a time are said to be those of a meeting."""
    speaks = slot.part is Part.PLANS and asking.MEETING.search(slot.where.text.lower())
    return bool(slot.day and slot.clock and (speaks or slot.part is Part.MEETS))


def is_dropped(clauses: Sequence[Clause], wish: Wish) -> bool:
    """Whether a message names no day and time to meet, nor holds on to what was asked for."""
    if any(one.score >= Part.NAMES.value for one in wish.slots):
        return False
    if any(changes.HOLDS_ON.search(one.text) or looks_on(one) for one in clauses):
        return False
    return any(changes.DROPS.search(one.text) for one in clauses)


def looks_on(clause: Clause) -> bool:
    """Whether a clause asks for another time."""
    asks = clause.part is Part.ASKS or "?" in clause.sentence.text
    return asks and bool(changes.ANOTHER.search(clause.text))


def calls_off(clauses: Sequence[Clause], wish: Wish) -> bool:
    """Whether a message says that nothing has to be, and asks for nothing else after that."""
    off = [n for n, one in enumerate(clauses) if changes.CALLED_OFF.search(one.text)]
    if not off or any(changes.STILL_ON.search(one.text) or looks_on(one) for one in clauses):
        return False
    asks = [
        one
        for one in clauses
        if one.part is Part.ASKS and (asking.MEETING.search(one.text) or (one.days and one.clocks))
    ]
    return not asks and not any(
        one.score >= (Part.ASKS if one.order > off[0] else Part.PREFERS).value
        or (one.order > off[0] and _meets(one))
        for one in wish.slots
    )
