"""What a reply clearly gets wrong: a time, a day, a length or the matter.

A time holds if the action gives it. It is false if the reply clearly promises it and the action
does not give it, or if it occurs nowhere in the action, the calendar or the thread. A time that may
be mentioned for a good reason, and is not clearly promised, is left open ("unread").
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import Literal

from graders.reading.exec_assist.action import LocalSlot, Reading
from graders.reading.exec_assist.replies import Clause
from graders.reading.exec_assist.roles import LISTED, MEETING_ROLES, StatedTime
from graders.reading.spans import Spans
from graders.text import begins

Judgement = Literal["holds", "false", "unread"]
#: But "our 1:1" and a ratio are not like a time, nor is the end of "UTC-07:00".
_LIKE_A_TIME = re.compile(
    r"(?<![\dCTct][+-]\d)(?<!:\d)(?!(?<!\bat\s)(?<!\d)[1-9]:[1-9](?!\d))\d:\d\d?"
)
_LIMIT = re.compile(
    r"\b(?:deadline|limit|cut-?\s?off|wrap-?\s?up|hard\sstop|latest|by|before|until|till|in\stime"
    r"|after|ahead\sof|within|inside|done|over|past)\b"
)
#: Right before the time at which somebody is to come.
_ARRIVE = re.compile(
    r"(?:(?:^\s{0,2}|[.!?;,\n]\s{0,3}|\b(?:please|do|so|and|just|kindly)\s)(?:be\s(?:there|here|on\sboard|with\sme|on\sthe\s(?:line|call|phone))|come|arrive|meet\sme)"
    r"|\b(?:i|we)(?:'ll|\s(?:will|shall))?\s(?:expect\syou|see\syou|meet\syou)"
    r"|\bsee\syou|\bexpect\syou)(?:\s(?!and\b|or\b|until\b|before\b|after\b)[\w']+){0,4}?\s(?:at\s)?$"
)
_TOLD = re.compile(r"\b(?:is|are|was|has|at|my|the|not|i|we)\b|[()]")
_LASTS = re.compile(r"\blasts?\b(?!\s(?:week|time|month))")


def judge_times(reading: Reading, clause: Clause) -> Iterator[tuple[StatedTime, Judgement]]:
    """The times in a clause, and whether each holds, is false, or cannot be decided."""
    times = clause.times
    promised = reading.offers and any(map(reading.is_promised, times))
    # the clause gives times next to an offered one and does not say what they are
    bare = promised and not clause.cues and not _TOLD.search(clause.lower)
    for last, time, after in zip((None, *times), times, (*times[1:], None), strict=False):
        held = _judge_time(reading, clause, last, time, bare)
        if held == "unread" and after and time.role == "open" and reading.is_promised(after):
            joined = LISTED.fullmatch(reading.reply.lower, time.end, after.start)
            held = "false" if joined and not _is_in_writers_zone(reading, time) else held
        yield time, held


def _judge_time(
    reading: Reading, clause: Clause, last: StatedTime | None, time: StatedTime, bare: bool
) -> Judgement:
    context, said, lower = reading.context, reading.context.is_said, reading.reply.lower
    if time.role == "task":
        return "unread"
    if reading.moved and "moves" in clause.says:
        led = lower[max(0, time.start - 9) : time.start].rstrip()
        if led.endswith((" to", " until", " into")) and "books" not in clause.says:
            return "holds" if said(time, reading.moved.start) else "false"
        if any(said(time, s.start) or said(time, s.end, s.start) for s in moved_slots(reading)):
            return "holds"
    opens = last if last and time.ends_range and not last.ends_range else None
    slots = [s for s in reading.promised if opens is None or said(opens, s.start)]
    if any(said(time, slot.end if time.ends_range else slot.start, slot.start) for slot in slots):
        return "holds"
    if _is_in_writers_zone(reading, time):
        return "unread"
    beside = last and reading.is_promised(last) and LISTED.fullmatch(lower, last.end, time.start)
    if beside and last.role != "ruled out" and time.role not in ("ruled out", "aside"):
        return "false"
    if (bare and time.role == "open") or not context.is_known(time):
        return "false"
    if time.role == "listed" and not reading.promised:
        return "unread"
    request = reading.scenario.truth.request
    if request and not reading.meeting and (reading.names_promised or not reading.promised):
        wished = request.slot
        if said(time, wished.end if time.ends_range else wished.start, wished.start):
            return "unread"  # the time asked for may be named; `reply_check` reads whether it suits
    return "unread" if time.role in ("open", "aside", "ruled out") else "false"


def _is_in_writers_zone(reading: Reading, time: StatedTime) -> bool:
    """Whether an unmarked time gives one of the action's again, in the writer's time zone."""
    other = time._replace(zones=("writer",), mixed_zones=True)
    return (
        "unsaid" in time.zones
        and time.role != "promise"
        and bool(reading.context.marks)
        and reading.names_promised
        and any(
            reading.context.is_said(other, moment)
            for slot in reading.promised
            for moment in (slot.start, slot.end)
        )
    )


def false_time(reading: Reading) -> str | None:
    """A reason if the reply gives a time that is clearly not the meeting's, or gives times but none
    of the action's."""
    text, clauses = reading.reply.text, reading.reply.clauses
    read = Spans((time.start, time.end) for clause in clauses for time in clause.times)
    for found in _LIKE_A_TIME.finditer(text):
        if not read.cover(found.start() + 1, found.start() + 2):
            return f"the reply names {found[0]}, which is no time of day"
    others = ""
    for clause in clauses:
        of_an_entry = bool(clause.times) and names_entry(reading, clause)
        for time, held in judge_times(reading, clause):
            said = text[time.start : time.end]
            if held == "false" and time.role in ("promise", "offer", "listed"):
                return f"the reply promises {said}, the action gives another time or day"
            if held == "false":
                return f"the reply speaks of {said}, which is not in the calendar"
            of_a_meeting = time.role in MEETING_ROLES and not time.ends_range
            if of_a_meeting and not of_an_entry:
                others = others or said
    if reading.promised and others and not reading.names_promised:
        return f"the reply gives {others}, and no time of the action"
    return None


def another_arrival(reading: Reading) -> str | None:
    """A reason if the reader is told to come at a time of day that the action does not give."""
    lower = reading.reply.lower
    declines = reading.action.calendar_action == "decline"
    for clause in reading.reply.clauses if reading.promised or declines else ():
        for time in clause.times if not declines or "condition" not in clause.says else ():
            near = max(clause.start, time.start - 60)
            led = _ARRIVE.search("-" * (near > clause.start) + lower[near : time.start])
            here = (
                declines
                or not clause.days
                or reading.context.are_of(clause.days, given_days(reading))
            )
            if not led or time.ends_range or not here or reading.is_promised(time):
                continue
            if not _is_in_writers_zone(reading, time):
                return f"the reply calls its reader for {reading.reply.text[time.start : time.end]}"
    return None


def false_day(reading: Reading) -> str | None:
    """A reason if a day, named without a time, clearly refers to the meeting but is wrong."""
    true = given_days(reading)
    for clause in reading.reply.clauses:
        told = clause.says & {"books", "accepts"} and not clause.refuses
        if clause.times or not clause.days or not true or not told:
            continue
        limits = reading.context.deadline_days if _LIMIT.search(clause.lower) else frozenset()
        if not reading.context.are_of(clause.days, true | limits):
            return "the reply names a day that the action does not give"
    return None


def false_length(reading: Reading) -> str | None:
    """A reason if the reply gives the meeting another length. Beside the right length, or when it
    begins and ends, a shorter one is a part of it, or a break."""
    spans = {slot.minutes for slot in (*reading.promised, *moved_slots(reading))}
    for clause in reading.reply.clauses:
        if not clause.lengths or not spans or clause.refuses:
            continue
        lasts = _LASTS.search(clause.lower)
        counts = "books" in clause.says or bool(lasts)
        promised = filter(reading.is_promised, clause.times)
        counts = counts or any(time.role in MEETING_ROLES for time in promised)
        ends = not lasts and any(time.ends_range for time in clause.times)
        told = ends or clause.lengths & spans
        if counts and any(not told or n > max(spans) for n in clause.lengths - spans):
            return "the reply promises another length than the action gives"
    return None


# -- the matter ---

_ANY_MATTER = "|".join(
    "the your our this that whole full new draft revised updated final latest next quick short "
    "brief own same project first current shared detailed good best last important interesting "
    "upcoming action status progress old previous other further great said entire long regular "
    "weekly for monthly big little small and another".split()
)
_MATTER = re.compile(
    rf"\b(?!(?:{_ANY_MATTER})\s)([a-z]{{3,}})\s(review|plan|update|workshop|proposal|contract|summary|policy|strategy|timeline"
    r"|agreement|report|budget|results)\b"
)
_ABOUT = re.compile(
    r"\b(?:about|on|regarding|over|through|discuss(?:ing)?|for|to)\s(?:the|your|our|this|of)\s$"
)


def another_matter(reading: Reading) -> str | None:
    """The wrong matter that the reply is about, if any: one that the thread does not mention, in a
    reply that never names the thread's own.

    A calendar entry's title may be mentioned, but not as what the meeting is about.
    """
    context = reading.context
    if any(begins(word, reading.reply.lower) for word in context.topic[:-1]):
        return None
    for clause in reading.reply.clauses:
        for found in _MATTER.finditer(clause.lower):
            if found[1] in context.thread_words:
                continue
            entry = any(found[1] in entry for entry in context.entries)
            meant = clause.says & {"books", "accepts"} or _ABOUT.search(
                clause.lower, 0, found.start()
            )
            if meant if entry else not clause.refuses:
                return found[0]
    return None


def names_entry(reading: Reading, clause: Clause) -> bool:
    """Whether the clause names a calendar entry's title or the author of an earlier request, and
    does not name this request's topic."""
    named = any(map(clause.lower.__contains__, reading.context.entries))
    return named and not reading.context.is_named(clause.lower)


def moved_slots(reading: Reading) -> list[LocalSlot]:
    """The old and the new slot of the entry that the action moves."""
    if reading.moved is None:
        return []
    moved = reading.action.reschedule.event_id
    return [e for e in reading.scenario.calendar.events if e.id == moved] + [reading.moved]


def given_days(reading: Reading) -> set[date]:
    """The days of the promised slots, in both time zones."""
    return {day for slot in reading.promised for day in reading.context.dates(slot.start)}
