"""What a reply decides, whatever it said before: given, ruled out, declined, put off, left open."""

import re

from graders.reading.exec_assist import Reading
from graders.reading.replies import Clause
from graders.reading.truths import given_days, names_entry

_THIS = re.compile(r"\b(?:that|this|it|time|works|suits)\b")

_NO = re.compile(r"(?:^|[\s,])no[\s.!]*$")


def undecided(reading: Reading) -> str | None:
    """How the reply decides something other than the action, or takes back what it decided."""
    kind = reading.action.calendar_action
    about = [
        clause
        for clause in reading.reply.clauses
        if "defers" in clause.says or not names_entry(reading, clause)
    ]
    if any("cancels" in clause.says for clause in about):
        return "the reply takes back what the action settles"
    if kind == "decline":
        return _undeclined(reading, about)
    return _unbooked(reading, about) if reading.meeting else _unoffered(reading, about)


def _last_word(reading: Reading, about: list[Clause]) -> tuple[str | None, str]:
    """How the reply leaves the matter (given, ruled out, declined, deferred), and in what words."""
    last, words = None, ""
    for clause in about:
        for clock in clause.clocks:
            if reading.gives(clock) and clock.role not in ("task", "told"):
                if clock.role == "ruled out":
                    last = "ruled out"
                elif clock.role != "aside" or last is None:
                    last = "given"
                words = reading.reply.text[clock.start : clock.end]
        if clause.says & {"refuses", "declines"} and not clause.clocks:
            last = "declined"
        elif "defers" in clause.says and last != "given":
            last = "deferred"
        elif "books" in clause.says:
            last = "given"
    return last, words


def _unbooked(reading: Reading, about: list[Clause]) -> str | None:
    """The reply does not book what the action books."""
    last, words = _last_word(reading, about)
    if last == "ruled out":
        return f"the reply rules out {words}, which the action gives"
    if last == "declined" or any(_refuses(reading, clause) for clause in about):
        return "the reply declines while the action books"
    if last == "deferred":
        return "the reply puts off what the action books"
    settled = False
    for clause in about:
        here = any(reading.gives(clock) for clock in clause.clocks)
        settled = settled or here or "books" in clause.says
        hedged = "hedges" in clause.says and "condition" not in clause.says
        if hedged and (here or (settled and not clause.clocks)):
            return "the reply leaves open what the action books"
        if "hands back" in clause.says:
            return "the reply leaves it to the reader to settle what the action books"
        if (
            "offers" in clause.says
            and "alternativ" in clause.lower
            and "condition" not in clause.says
        ):
            return "the reply leaves open what the action books"
    agreed = any(
        clause.days
        and not clause.refuses
        and (
            not clause.clocks
            or any(reading.gives(one) and one.role != "told" for one in clause.clocks)
        )
        for clause in about
    )
    agreed = agreed or any(
        "suits" in clause.says and (clause.clocks or _THIS.search(clause.lower)) for clause in about
    )
    if last is None and not agreed and not reading.reply.says("agrees", "moves", "commits"):
        return "the reply does not say that the meeting is booked"
    return None


def _refuses(reading: Reading, clause: Clause) -> bool:
    """The clause turns the sender, or the very time that is booked, down."""
    if any(clock.role == "ruled out" and reading.gives(clock) for clock in clause.clocks):
        return True
    if not clause.refuses:
        return False
    bare = not clause.clocks and reading.ground.are_of(clause.days, given_days(reading))
    if bare and clause.says & {"declines", "busy"}:
        return True
    named = reading.ground.is_named(clause.lower) or any(reading.gives(c) for c in clause.clocks)
    return "refuses" in clause.says and (named or not clause.clocks)


def _undeclined(reading: Reading, about: list[Clause]) -> str | None:
    """The reply does not decline what the action declines."""
    if not any(
        clause.refuses or clause.says & {"regrets", "elsewhere"} or _NO.search(clause.lower)
        for clause in about
    ):
        return "the reply does not decline, as the action does"
    if any(clause.says & {"commits", "suits"} for clause in about):
        return "the reply agrees to what the action declines"
    if any("offers" in clause.says and clause.clocks and not clause.refuses for clause in about):
        return "the reply offers a time, and the action declines"
    return None


def _unoffered(reading: Reading, about: list[Clause]) -> str | None:
    """The reply does not offer what the action offers."""
    reply = reading.reply
    last, words = _last_word(reading, about)
    if last == "ruled out":
        return f"the reply rules out {words}, which the action gives"
    shown = any(reading.gives(clock) for clock in reply.clocks("promise", "open", "aside"))
    if not shown and not reply.says("offers", "vacant"):
        if reply.says("refuses"):
            return "the reply declines while the action proposes"
        if not reply.says("defers", "condition"):
            return "the reply offers no time"
    return None
