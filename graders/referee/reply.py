"""Whether a reply tells what happened, and nothing else.

A letter can say that the meeting is on, that it is off, that other times are open, or that nothing
is needed; it can leave things open, take them back or hand the work back. Each of these stories
predicts what the letter contains: which times (`moments`), people (`people`), matter and acts
(`evidence`). It must tell the story that happened, and no rival (`story`).
"""

import re

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import people
from graders.referee.evidence import Clause
from graders.referee.filler import filler, form_or_echo
from graders.referee.foul import menace_or_price, not_meant
from graders.referee.letter import WORD, Letter
from graders.referee.story import missing_decision, other_story, undone
from graders.referee.times import TimeMention, fold_accents

_WORK = re.compile(
    r"(?:(?:\A|\n|[.!?] )(?:look|check|find|ask|go)|\b(?:please|may i ask you|could you|would you"
    r"|can you|you(?:'ll|'d| will| would)? (?:need|have) to|feel free to|i'd ask you))\b"
    r"[^.!?\n]{0,80}?\b(?:my (?:calendar|diary|office|schedule|assistant)"
    r"|(?<!after )(?<!of )(?<!by )(?<!to )yourself"
    r"|(?:send|set up) (?:me |out |over |us |round )?(?:an?|the) (?:calendar )?invit)"
)
_LASTS = re.compile(
    r"\b(?:(?:(an|one|two|\d) ?h(?:ou)?rs? (?:and )?)?(\d\d{1,2})[ -]min\w*"
    r"|(half an|half) hour|(?<!of )(?:an|full) hour)\b"
    r"(?! (?:and|\d|early|late|before|after))"
)
_MATTER = re.compile(
    r"\b(?:for|about|of|on|over|through|discuss|to|regarding|in) (?:the|our|your)"
    r" (?P<kind>[a-z]{4,}) (?P<head>[a-z]{4,})\b"
)
#: The meeting put on or off, without a date.
_SHIFT = re.compile(
    r"\b(?:let's|let us|please|rather|make|move|push|come|actually|instead|we(?:'ll)? meet)\b"
    r"[^.!?\n]{0,30}? (?:(?:an?|another|one|two|three|half an) (?:hour|day|week|month)s?"
    r" (?:earlier|later|sooner|after|back|forward)|(?:the|that) (?:following|next) (?:day|week)"
    r"|the (?:day|week) after|next week|by (?:an?|one|two) (?:hour|day|week)s?)\b"
    r"(?! (?:than (?:you|we)|the|tomorrow|next)\b)"
)
#: Right before the time at which somebody is to come, and before one of the writer's own day.
_CALLS = re.compile(
    r"(?:(?:^ ?|[.!?;,\n] ?|\b(?:please|so|and|do|just) )(?:be (?:there|here|on the (?:line|call"
    r"|phone))|come|arrive|meet me)"
    r"|\b(?:expect|see|meet) you)(?: (?!and\b|or\b|until\b|before\b|after\b)[\w']+){0,4}? (?:at )?$"
)
_CALL_WORDS = ("be ", "come ", "arrive ", "meet ", "see ", "expect ")
_OWN = re.compile(r"\b(?:i have|i've|i'm|i am|my)\b[^.!?\n,]{0,40}$")
#: Before a time, and right after it: it is a limit that the reader named.
_UP_TO = re.compile(
    r"\b(?:before|ahead of|by|in time for|until|till|clear of|prior to|deadline|limit|beats?)\b"
    r"[^.!?\n]*$"
)
_THEN = re.compile(r",? (?:\w+ ){0,3}(?:when|as|since|because)\b")
_HEADS = frozenset(
    "agreement budget contract plan policy proposal report review strategy summary timeline update "
    "workshop".split()
)


def fault(scenario: ExecScenario, action: ExecAction) -> str | None:
    """What the reply wrongly says or fails to say, or None."""
    letter = Letter(scenario, action)
    if heap := filler(letter.small, people.names(scenario)):
        return f"the reply is no English: {heap}"
    if why := people.fault(scenario, action, letter.text):
        return why
    checks = (foul, banned_remark, other_matter, other_time, other_story, undone, missing_decision)
    return next((why for check in checks if (why := check(letter))), None)


def foul(letter: Letter) -> str | None:
    """A reason if the reply threatens, asks for money, or says that it is not meant."""
    thread = fold_accents(
        "\n".join(f"{m.subject}\n{m.body}" for m in letter.scenario.thread)
    ).lower()
    if found := form_or_echo(letter.small, thread):
        return f"the reply is no letter: {found}"
    if found := menace_or_price(letter.small, thread):
        return f"the reply threatens its reader or asks for money: {found}"
    if letter.moments.slots and (found := not_meant(letter.small)):
        return f"the reply does not mean what it gives: {found}"
    return None


def banned_remark(letter: Letter) -> str | None:
    """A reason if the reply says what no reply may say."""
    if found := _WORK.search(letter.small):
        return f"the reply hands the work back: {found[0]}"
    titles = {fold_accents(one.title).lower() for one in letter.scenario.calendar.events}
    if sum(title in letter.small for title in titles) > 3:
        return "the reply tells what else is in the calendar"
    for one, whole in letter.clauses:
        if one.says("banned") and not whole.says("if"):
            return f"the reply insults its reader or promises more: {letter.quoted(one)}"
        late = one.start > min(letter.slot_sentences, default=0)
        if one.says("back") and late and letter.kind != "decline":
            return f"the reply takes back what it says: {letter.quoted(one)}"
    return _shift(letter)


def _shift(letter: Letter) -> str | None:
    """A reason if the reply puts the meeting on or off after it has named its time."""
    named = (one.start for one, _, _ in letter.mentions if letter.moments.is_slot(one))
    found = _SHIFT.search(letter.small, max(named, default=0)) if letter.kind == "book" else None
    return f"the reply puts off what is booked: {found[0]}" if found else None


def other_matter(letter: Letter) -> str | None:
    """A reason if the reply is about a matter that the thread does not mention."""
    if not letter.names_topic(letter.small):
        thread = " ".join(f"{mail.subject} {mail.body}" for mail in letter.scenario.thread)
        known = {*WORD.findall(fold_accents(thread).lower())}
        for found in _MATTER.finditer(letter.small):
            if found["kind"] not in known and found["head"] in (*_HEADS, letter.topic[-1]):
                return f"the reply is about another matter: {found[0]}"
    return None


def other_time(letter: Letter) -> str | None:
    """A reason if a time refers to nothing in the scenario, or is presented as another one."""
    ranges = [mention for mention, _, _ in letter.mentions if mention.last and mention.first]
    for mention, one, whole in letter.mentions if letter.kind != "none" else ():
        if letter.moments.is_slot(mention) or letter.moments.is_wish(mention):
            if letter.kind == "decline" and _calls_for(letter, whole, mention):
                return f"the reply calls its reader for what it declines: {letter.quoted(mention)}"
            continue
        if letter.moments.is_limit(mention) and _is_limit(letter.small, one, mention):
            continue
        if _calls_for(letter, whole, mention):
            return f"the reply calls its reader for another time: {letter.quoted(mention)}"
        refused, entry = one.says("no", "busy"), letter.moments.is_entry(mention)
        if not letter.moments.is_known(mention) and (letter.books or not refused):
            said = letter.quoted(mention)
            return f"the reply names a time that is nothing of the case: {said}"
        mine = entry and _OWN.search(
            letter.small, max(one.start, mention.start - 60), mention.start
        )
        if mine and not one.says("yes", "offer"):
            continue
        moved = letter.kind == "reschedule" and letter.slot_sentences and entry
        if mention.first is None or refused or moved or one.says("asked"):
            continue
        firm = one.says("yes", "fit", "offer", "aye") or whole.asks
        if letter.books:
            firm = (firm or whole.says("yes")) and whole.start not in letter.slot_sentences
        excused = (letter.books or letter.names_wish) and whole.says("busy", "no", "asked")
        excused = excused or (entry and not whole.says("offer"))
        like = mention in ranges and mention.lasts(letter.moments.length) and not excused
        if firm or like:
            return f"the reply gives another time: {letter.quoted(mention)}"
    if letter.books and ranges and not letter.slot_sentences:
        return f"the reply gives another time: {letter.quoted(ranges[0])}"
    lasts = {_minutes(found) for found in _LASTS.finditer(letter.small)}
    if letter.books and lasts and not ranges and letter.moments.length not in lasts:
        return f"the reply speaks of {min(lasts)} minutes"
    return None


def _calls_for(letter: Letter, whole: Clause, mention: TimeMention) -> bool:
    """Whether the reader is told to come at a time on a day on which something is given."""
    near = max(whole.start, mention.start - 60)
    led = "-" * (near > whole.start) + letter.small[near : mention.start]
    called = any(map(led.__contains__, _CALL_WORDS)) and _CALLS.search(led)
    if letter.kind == "decline":
        return bool(called and mention.first) and not whole.says("if")
    given = letter.moments.slots and mention.first
    return bool(called and given) and not _of_another_day(letter, mention)


def _of_another_day(letter: Letter, mention: TimeMention) -> bool:
    """Whether a time is on a day, as it names it, on which nothing is given."""
    slots = letter.moments.slots_of_both
    days = [
        {f"{a:%a}".lower(), f"{a.day} {a:%b}".lower(), f"{a.day}", f"{a:%Y-%m-%d}", ""}
        for a, _ in slots
    ]
    return bool(mention.days) and not any(one <= day for one in mention.days for day in days)


def _is_limit(small: str, one: Clause, mention: TimeMention) -> bool:
    """Whether a time, in its clause, is told as the limit of what may be offered."""
    before = small[max(one.start, mention.start - 60) : mention.start]
    return bool(_UP_TO.search(before) or _THEN.match(small, mention.end))


def _minutes(lasts: re.Match[str]) -> int:
    hours, minutes, half = lasts.groups()
    if not minutes:
        return 30 if half else 60
    return 60 * ({"an": 1, "one": 1, "two": 2}.get(hours) or int(hours or 0)) + int(minutes)
