"""What is wrong with a reply to an email that asks for nothing."""

import re

from graders.reading.exec_assist.action import Reading
from graders.reading.exec_assist.refusals import turned_down
from graders.reading.exec_assist.roles import MEETING_ROLES, TASK

_MEETS = re.compile(
    r"\b(?:let's|let\sus|(?:shall|could|can|should)\swe|(?:we|i)\s(?:could|can|should|must)"
    r"|i(?:'d|\swould)\s(?:still\s)?like)\s(?:to\s)?(?:\w+\s)?"
    r"(?:meet|sit\sdown|schedule|set\sup|arrange|find\sa\s(?:time|slot)|get\stogether|catch\sup"
    r"|a\s(?:quick\s)?(?:word|chat|call))\b"
)
_MEETING = re.compile(r"\b(?:meeting|slot|calendar|invitations?|review\s(?:is|was))\b")
_PUTS_OFF = re.compile(
    r"\b(?:come|get|be)\sback\sto\syou\swith\s(?:an?|the|some|more|further)?\s?"
    r"(?:answers?|dates?|details?|decision|repl(?:y|ies)|times?)\b"
)
#: Why the writer stays away: nobody asked for anything else.
_NOT_CALLED = re.compile(
    r"\b(?:not|n't)\s(?:\w+\s)?(?:asked|needed|required|invited|expected|wanted|called)\b"
)
NOTED = re.compile(
    r"\b(?:not(?:ed|e\s(?:of|that))|(?:good|nice)\sto\s(?:know|hear\s(?!from))|glad|great|delighted|pleased"
    r"|brilliant|excellent|wonderful|splendid|well\sdone|relie[fv]\w*|congratulations|gratefully|obliged|kind\sof|decent\sof|considerate|acknowledge\w*|cheers\sfor|gratitude|nothing\s(?:\w+\s){0,3}?(?:do|needed|required|arrange)|warn\w*|news|update|heads-?up|posted|loop|understood|received|got\sit|ok(?:ay)?|confirmed"
    r"|thank(?:s|\syou)(?!\s(?:so\smuch\s)?for\s(?:(?:your|the|this)\s(?:kind\s)?(?:e-?mail|message|note|letter|lines)"
    r"|writing|this|asking|getting)))\b"
)


def unnoted(reading: Reading) -> str | None:
    """What is wrong with a reply to an email that asks for nothing: it should take note, and
    settle, offer and decline nothing."""
    for clause in reading.reply.clauses:
        known = all(time.minutes & reading.context.thread_minutes for time in clause.times)
        known = known or TASK.search(clause.lower)
        meets = clause.times or clause.days or _MEETING.search(clause.lower)
        settles = (clause.says & {"books", "accepts"} and meets) or "moves" in clause.says
        settles = settles or ("books" in clause.says and reading.context.is_named(clause.lower))
        if settles or _MEETS.search(clause.lower):
            return "the reply settles a meeting that nobody asked for"
        offers = clause.times and clause.says & {"offers", "asks", "free"}
        if offers and not known:
            return "the reply offers a meeting that nobody asked for"
        uncalled = _NOT_CALLED.search(reading.reply.lower)
        if "refuses" in clause.says and not uncalled and turned_down(reading, clause):
            return "the reply declines what nobody asked for"
        if _PUTS_OFF.search(clause.lower):
            return "the reply promises an answer that nobody asked for"
        if not known and any(time.role in MEETING_ROLES for time in clause.times):
            return "the reply names a time that nobody told"
    return None if NOTED.search(reading.reply.lower) else "the reply takes no note of the news"
