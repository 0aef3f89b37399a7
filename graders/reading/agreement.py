"""Whether a reply agrees with the action beside it: times, days, lengths, guests, stance.

A time that a clause promises must be one that the action gives. A time that a clause rules out, or
tells of the writer's own day, must be true of the calendar, so that a "not" hides no lie. What the
reply says was done must have been done, and its last word on the matter (`last_word.py`) must not
take it back.
"""

import re

from graders.reading import phrases
from graders.reading.exec_assist import Reading
from graders.reading.last_word import unbooked, unoffered
from graders.reading.replies import Clause
from graders.reading.sentences import broken
from graders.reading.truths import (
    Claims,
    days_on_show,
    given_days,
    moved_slots,
    names_entry,
)

MOST_STANCES = 3
"""A reply may book, move and offer; one that also declines and puts off says nothing."""
_LETTER = re.compile(r"[^\W\d_]")


def contradiction(reading: Reading) -> str | None:
    """What the reply says that the action does not do; None where they agree."""
    reply, kind = reading.reply, reading.action.calendar_action
    if not _LETTER.search(reply.text):
        return "the reply is empty"
    if joint := broken(reply.text):
        return f'the reply does not read as sentences: "{joint}"'
    if reading.scenario.truth.request is None:
        return _answers_news(reading)
    books = kind in ("book", "reschedule")
    if not books and reply.says("books"):
        return "the reply confirms a meeting that is not booked"
    if kind != "reschedule" and reply.says("moves"):
        return "the reply speaks of a move that the action does not make"
    return (
        _everything_at_once(reading)
        or _false_guest(reading)
        or _false_time(reading)
        or _false_day(reading)
        or _false_length(reading)
        or (unbooked(reading) if books else unoffered(reading))
    )


_MEETING = re.compile(
    r"\b(?:meeting|slot|calendar|booked|reserved|arranged|scheduled|invitations?)\b"
)
_SETTLED = re.compile(
    r"\b(?:is|are|was|been)\s(?:now\s|all\s)?(?:booked|confirmed|scheduled|reserved|arranged|set)\b"
    r"|\b(?:that|this|it)\s(?:time\s|slot\s)?(?:works|suits\sme)\b"
)


def _answers_news(reading: Reading) -> str | None:
    """A reply to an email that asks for nothing: no meeting, and no time that was not told."""
    told = reading.ground.told
    for clause in reading.reply.clauses:
        meets = clause.clocks or clause.days or _MEETING.search(clause.lower)
        settled = _SETTLED.search(clause.lower)
        settled = settled and not phrases.DENIED.search(clause.lower[: settled.start()])
        settled = settled or (clause.stances & {"books", "accepts"} and meets)
        if settled or "moves" in clause.stances:
            return "the reply settles a meeting that nobody asked for"
        if "offers" in clause.stances and clause.clocks and not phrases.TASK.search(clause.lower):
            return "the reply offers a meeting that nobody asked for"
        for clock in clause.clocks:
            if clock.kind == "promise" and not clock.minutes & told:
                return f"the reply names {clause.text[clock.start : clock.end]}, which nobody told"
    return None


def _everything_at_once(reading: Reading) -> str | None:
    """So many stances at a time are words thrown at a grader, and no letter."""
    stances = frozenset().union(*(clause.stances for clause in reading.reply.clauses))
    if len(stances - {"agrees", "accepts"}) > MOST_STANCES:
        return f"the reply says several things at once: {', '.join(sorted(stances))}"
    return None


# -- guests, times, days, lengths ---


def _false_guest(reading: Reading) -> str | None:
    """The reply names a guest that the action does not invite, or leaves out one that it does."""
    details = reading.action.meeting_details
    invited = {who.strip().lower() for who in details.attendees} if details else set()
    for clause in reading.reply.clauses:
        if reading.offers or not phrases.GUEST.claimed(clause.lower):
            continue  # of an offer's guests one may speak beforehand
        for person in reading.scenario.contacts:
            named = person.first_name in clause.text and person.email.lower() not in invited
            if named and person != reading.scenario.sender:
                return f"the reply tells of {person.first_name} as a guest, who is not invited"
    if len(invited) > 1 and phrases.ONLY_TWO.search(reading.reply.text.lower()):
        return "the reply speaks of two people, the action invites more"
    return None


_LIKE_A_TIME = re.compile(r"\d:\d\d?")


def _false_time(reading: Reading) -> str | None:
    for clause in reading.reply.clauses:
        claims = Claims(reading, clause)
        for found in _LIKE_A_TIME.finditer(clause.text):
            if not claims.read(*found.span()):
                return f"the reply names {found[0]}, which is no time of day"
        for clock in clause.clocks:
            if not claims.kept(clock):
                said = clause.text[clock.start : clock.end]
                if clock.kind == "promise":
                    return f"the reply promises {said}, the action gives another time or day"
                return f"the reply speaks of {said}, which is not in the calendar"
    return None


def _false_day(reading: Reading) -> str | None:
    """A day without a time: one of the action's where something is booked, else one on show."""
    for clause in reading.reply.clauses:
        if not clause.days or clause.negative or phrases.INSTEAD.search(clause.lower):
            continue
        if clause.clocks and not (reading.meeting and "books" in clause.stances):
            continue
        if phrases.TASK.search(clause.lower):
            continue
        true = set(
            given_days(reading) if _of_the_meeting(reading, clause) else days_on_show(reading)
        )
        if any(not any(reading.ground.is_day(day, when) for when in true) for day in clause.days):
            return "the reply names a day that the action does not give"
    return None


def _of_the_meeting(reading: Reading, clause: Clause) -> bool:
    """Whether the day that a clause names must be the meeting's."""
    if "books" in clause.stances or reading.meeting is None:
        return bool(reading.promised)
    aside = phrases.OWN_DAY.search(clause.lower) or phrases.LIMIT.search(clause.lower)
    return not aside and not names_entry(reading.scenario, clause) and "moves" not in clause.stances


_LASTS = re.compile(r"\blasts?\b(?!\s(?:week|time|month))")


def _false_length(reading: Reading) -> str | None:
    spans = {slot.minutes for slot in (*reading.promised, *moved_slots(reading))}
    for clause in reading.reply.clauses:
        if not clause.lengths:
            continue
        counts = "books" in clause.stances or bool(_LASTS.search(clause.lower))
        counts = counts or any(c in reading.given and c.kind == "promise" for c in clause.clocks)
        if spans and counts and not clause.negative and clause.lengths - spans:
            return "the reply promises another length than the action gives"
    return None
