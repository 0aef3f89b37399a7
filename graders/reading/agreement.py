"""Whether a reply surely says something other than the action beside it does.

A grade falls on what is certain alone: names that are another's, a time or a day that the action
does not give, a length, a guest, a decision that is another or nowhere. What was not understood
counts for nothing and against nothing, and is listed.
"""

import re
from collections.abc import Iterator

from graders.reading import beside
from graders.reading.decision import undecided
from graders.reading.exec_assist import Reading
from graders.reading.sentences import broken
from graders.reading.truths import Claims, given_days, moved_slots, names_entry

MOST_SAID = 3
"""A reply may book, move and offer; one that also declines and puts off says nothing."""
MOST_CALLED = 4
"""Times that a letter says the name of one person."""
_LETTER = re.compile(r"[^\W\d_]")
_LIKE_A_TIME = re.compile(r"(?<!\d[+-]\d)\d:\d\d?")
_WEIGHTY = frozenset({"cancels", "refuses", "declines", "moves", "books", "offers", "defers"})


def contradiction(reading: Reading) -> str | None:
    """What the reply surely says that the action does not do; None where nothing is sure."""
    reply, kind = reading.reply, reading.action.calendar_action
    if not _LETTER.search(reply.text):
        return "the reply is empty"
    if joint := broken(reply.text, reading.ground.proper):
        return f'the reply does not read as sentences: "{joint}"'
    for person in (reading.scenario.sender, reading.scenario.executive):
        if reply.lower.count(person.first_name.lower()) > MOST_CALLED:
            return f"the reply says {person.first_name} again and again"
    if name := reading.letterhead.misaddressed:
        return f"the reply is addressed to {name}"
    if name := reading.letterhead.missigned:
        return f"the reply is signed by {name}"
    if matter := _another_matter(reading):
        return f"the reply takes up the {matter}"
    if reading.scenario.truth.request is None:
        return _answers_news(reading)
    if kind not in ("book", "reschedule") and reply.says("books"):
        return "the reply confirms a meeting that is not booked"
    if kind != "reschedule" and reply.says("moves"):
        return "the reply speaks of a move that the action does not make"
    return (
        _everything_at_once(reading)
        or _false_guest(reading)
        or _false_time(reading)
        or _false_day(reading)
        or _false_length(reading)
        or undecided(reading)
    )


def unread(reading: Reading) -> Iterator[tuple[int, int]]:
    """The clauses of which the reader cannot tell what they say."""
    for clause in reading.reply.clauses:
        claims = Claims(reading, clause)
        if clause.clocks:
            if not any(claims.truth(clock) == "unread" for clock in clause.clocks):
                continue
        elif clause.cues or clause.days or not _LETTER.search(clause.lower):
            continue
        blank = len(clause.lower) - len(clause.lower.lstrip())
        yield clause.start + blank, clause.start + len(clause.lower.rstrip())


_MATTER = re.compile(
    r"\b(?P<on>about|on|regarding|over|through|discuss(?:ing)?)?\s?(?:the|your|our|this|of|on|about|for|a|an)"
    r"\s(?P<of>[a-z]{3,})\s(?P<kind>review|plan|update|workshop"
    r"|proposal|contract|summary|policy|strategy|timeline|agreement|report|budget)\b"
)
_ANY_MATTER = frozenset(
    "whole full new draft revised updated final latest next quick short brief own same project "
    "first current shared detailed good best last important interesting upcoming following action "
    "status progress old previous other further great said entire long regular weekly monthly "
    "big little small".split()
)


def _another_matter(reading: Reading) -> str | None:
    """What the reply is about, where it names a matter that nobody wrote of, and never its own.

    What stands in the calendar may be named, but is not what one talks "about".
    """
    lower, ground = reading.reply.lower, reading.ground
    if any(word in lower for word in ground.topic[:-1]):
        return None
    for found in _MATTER.finditer(lower):
        if found["of"] in _ANY_MATTER or found["of"] in ground.written:
            continue
        elsewhere = any(found["of"] in entry for entry in ground.entries) and not found["on"]
        if not elsewhere:
            return f"{found['of']} {found['kind']}"
    return None


_MEETING = re.compile(
    r"\b(?:meeting|slot|calendar|booked|reserved|arranged|scheduled|invitations?)\b"
)
_MEETS = re.compile(
    r"\b(?:let's|let\sus|(?:shall|could|can|should)\swe|i(?:'d|\swould)\slike\sto)\s(?:\w+\s)?"
    r"(?:meet|sit\sdown|schedule|set\sup|arrange|find\sa\s(?:time|slot)|get\stogether|catch\sup)\b"
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
        settled = settled and not beside.DENIED.search(clause.lower[: settled.start()])
        settled = settled or (clause.says & {"books"} and meets) or "commits" in clause.says
        settled = settled or _MEETS.search(clause.lower)
        if settled or "moves" in clause.says:
            return "the reply settles a meeting that nobody asked for"
        if (
            clause.clocks
            and clause.says & {"offers", "gives"}
            and not beside.TASK.search(clause.lower)
        ):
            return "the reply offers a meeting that nobody asked for"
        if "refuses" in clause.says:
            return "the reply declines what nobody asked for"
        for clock in clause.clocks:
            known = clock.minutes & told or (
                clock.role == "open" and reading.ground.is_known(clock)
            )
            if clock.role in ("promise", "open") and not known:
                said = reading.reply.text[clock.start : clock.end]
                return f"the reply names {said}, which nobody told"
    return None


def _everything_at_once(reading: Reading) -> str | None:
    """So much at a time is words thrown at a grader, and no letter."""
    said = frozenset().union(*(clause.says for clause in reading.reply.clauses)) & _WEIGHTY
    if len(said) > MOST_SAID:
        return f"the reply says several things at once: {', '.join(sorted(said))}"
    return None


# -- guests, times, days, lengths ---


def _false_guest(reading: Reading) -> str | None:
    """The reply names a guest that the action does not invite, or leaves out one that it does."""
    details = reading.action.meeting_details
    if details is None:  # of an offer's guests one may speak beforehand
        return None
    invited = {who.strip().lower() for who in details.attendees}
    for clause in reading.reply.clauses:
        invites, leaves = "invites" in clause.says, "leaves out" in clause.says
        if not (invites or leaves):
            continue
        if leaves and len(invited) > 1 and beside.TWO.search(clause.lower):
            return "the reply speaks of two people, the action invites more"
        for person in reading.scenario.contacts:
            place = clause.lower.find(person.first_name.lower())
            if place < 0 or person == reading.scenario.sender:
                continue
            comes = person.email.lower() in invited
            if comes and leaves and beside.LEFT_OUT.search(clause.lower):
                return f"the reply leaves {person.first_name} out, who is invited"
            if invites and not leaves and not comes:
                return f"the reply tells of {person.first_name} as a guest, who is not invited"
    return None


def _false_time(reading: Reading) -> str | None:
    others = ""
    for clause in reading.reply.clauses:
        claims = Claims(reading, clause)
        for found in _LIKE_A_TIME.finditer(reading.reply.text, clause.start, clause.end):
            if not claims.read(*found.span()):
                return f"the reply names {found[0]}, which is no time of day"
        for clock in clause.clocks:
            truth, said = claims.truth(clock), reading.reply.text[clock.start : clock.end]
            if truth == "false" and clock.role == "promise":
                return f"the reply promises {said}, the action gives another time or day"
            if truth == "false":
                return f"the reply speaks of {said}, which is not in the calendar"
            if truth == "unread" and clock.role == "open" and not names_entry(reading, clause):
                others = others or said
    if reading.promised and others and not reading.gives_any:
        return f"the reply gives {others}, and no time of the action"
    return None


def _false_day(reading: Reading) -> str | None:
    """A day that surely is said of the meeting, and that it is not on."""
    for clause in reading.reply.clauses:
        if not clause.days or clause.refuses or not reading.promised:
            continue
        surely = "books" in clause.says or any(
            reading.gives(clock) and clock.role in ("promise", "open") for clock in clause.clocks
        )
        if clause.clocks:
            surely = surely and reading.meeting is not None
        elif not beside.TASK.search(clause.lower):
            surely = surely or not clause.says.isdisjoint(("gives", "suits"))
        if not surely or beside.CHANGED.search(clause.lower):
            continue
        true = given_days(reading)
        if beside.LIMIT.search(clause.lower):
            true |= reading.ground.last_days
        if not reading.ground.are_of(clause.days, true):
            return "the reply names a day that the action does not give"
    return None


def _false_length(reading: Reading) -> str | None:
    spans = {slot.minutes for slot in (*reading.promised, *moved_slots(reading))}
    for clause in reading.reply.clauses:
        if not clause.lengths or not spans or clause.refuses:
            continue
        counts = "books" in clause.says or bool(beside.LASTS.search(clause.lower))
        counts = counts or any(
            reading.gives(c) and c.role in ("promise", "open") for c in clause.clocks
        )
        if counts and clause.lengths - spans:
            return "the reply promises another length than the action gives"
    return None
