"""Whether a letter tells what happened, and nothing else.

A letter can say that the meeting is on, that it is off, that other times are open, or that nothing
is needed; it can leave things open, take them back or hand the work back. Each of these stories
predicts what the letter contains: which times (`moments`), people (`people`), matter and acts
(`evidence`). It must tell the story that happened, and no rival.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import people
from graders.referee.absence import SEVERAL, gone_all_day, kept_away
from graders.referee.evidence import Clause, clauses
from graders.referee.moments import Moments
from graders.referee.times import TimeMention, fold_accents

_WORK = re.compile(
    r"(?:(?:\A|\n|[.!?] )(?:look|check|find|ask|go)|\b(?:please|may i ask you|could you|would you"
    r"|can you|you(?:'ll|'d| will| would)? (?:need|have) to|feel free to|i'd ask you))\b"
    r"[^.!?\n]{0,80}?\b(?:my (?:calendar|diary|office|schedule|assistant)"
    r"|(?<!after )(?<!of )yourself"
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
#: If negated, the writer stays away, or everybody does.
_COMES = re.compile(
    r"\b(?:i|we|nobody|no one|none of us)\b(?! (?:did|else|thought|feared))[^,]{0,30}?"
    r"\b(?:com(?:e|ing)|attend\w*|be(?:ing)? there|(?:show|turn) up)"
    r"(?! (?:late|any|too|before|empty|back))"
    r"|\b(?:me|us|one) out\b|\bwithout me\b|\bit\b[^,]{0,12} (?:happen|take place)\b"
)
#: The meeting put on or off, without a date.
_SHIFT = re.compile(
    r"\b(?:let's|let us|please|rather|make|move|push|come|actually|instead|we(?:'ll)? meet)\b"
    r"[^.!?\n]{0,30}? (?:(?:an?|another|one|two|three|half an) (?:hour|day|week|month)s?"
    r" (?:earlier|later|sooner|after|back|forward)|(?:the|that) (?:following|next) (?:day|week)"
    r"|the (?:day|week) after|next week|by (?:an?|one|two) (?:hour|day|week)s?)\b"
    r"(?! (?:than (?:you|we)|the|tomorrow|next)\b)"
)
_WORD, _QUOTE = re.compile(r"\w+"), re.compile(r"^[ \t]*+>[ \t]*+([^\n]+)", re.MULTILINE)
_HEADS = frozenset(
    "agreement budget contract plan policy proposal report review strategy summary timeline update "
    "workshop".split()
)


def _minutes(lasts: re.Match[str]) -> int:
    hours, minutes, half = lasts.groups()
    if not minutes:
        return 30 if half else 60
    return 60 * ({"an": 1, "one": 1, "two": 2}.get(hours) or int(hours or 0)) + int(minutes)


def fault(scenario: ExecScenario, action: ExecAction) -> str | None:
    """What the reply wrongly says or fails to say, or None."""
    letter = Letter(scenario, action)
    checks = (
        lambda: people.fault(scenario, action, letter.text),
        letter.banned_remark,
        letter.other_matter,
        letter.other_time,
        letter.other_story,
        letter.undone,
        letter.missing_decision,
    )
    return next((why for check in checks if (why := check()) is not None), None)


class Letter:
    """A reply, parsed, with the moments of its scenario."""

    def __init__(self, scenario: ExecScenario, action: ExecAction) -> None:
        self.scenario, self.kind = scenario, action.calendar_action
        self.books = self.kind in ("book", "reschedule")
        self.topic = fold_accents(scenario.truth.topic).lower().split()
        thread = fold_accents("\n".join(mail.body for mail in scenario.thread))
        self.text = _QUOTE.sub(  # what the reader wrote, quoted line by line, tells nothing
            lambda line: " " * len(line[0]) if line[1] in thread else line[0],
            fold_accents(action.email_reply),
        )
        self.small = self.text.lower()
        self.clauses = clauses(self.small)
        self.moments = Moments(scenario, action)
        self.mentions = list(self._mentions())
        # Starts of sentences that name: the meeting's or an offered time (slot); only the time
        # asked for (wish); only other start times (elsewhere).
        found = [(mention, whole.start) for mention, _, whole in self.mentions]
        self.slot_sentences = {at for mention, at in found if self.moments.is_slot(mention)}
        wished = {at for mention, at in found if self.moments.is_wish(mention)}
        self.names_wish, self.wish_sentences = bool(wished), wished - self.slot_sentences
        self.elsewhere = {at for mention, at in found if mention.first}
        self.elsewhere -= wished | self.slot_sentences

    def _mentions(self) -> Iterator[tuple[TimeMention, Clause, Clause]]:
        """The times in the reply, each with the clause that it starts in and its sentence."""
        starts = [one.start for one, _ in self.clauses]
        for mention in self.moments.named_in(self.small):
            yield mention, *self.clauses[max(bisect_right(starts, mention.start) - 1, 0)]

    def _quoted(self, one: Clause | TimeMention) -> str:
        return self.text[one.start : one.end].strip()[:80]

    def _names_topic(self, small: str) -> bool:
        first = _WORD.search(self.topic[0])
        return not first or any(word.startswith(first[0]) for word in _WORD.findall(small))

    # -- the checks ---

    def banned_remark(self) -> str | None:
        """A reason if the reply says what no reply may say."""
        if found := _WORK.search(self.small):
            return f"the reply hands the work back: {found[0]}"
        titles = {fold_accents(one.title).lower() for one in self.scenario.calendar.events}
        if sum(title in self.small for title in titles) > 3:
            return "the reply tells what else is in the calendar"
        for one, whole in self.clauses:
            if one.says("banned") and not whole.says("if"):
                return f"the reply insults its reader or promises more: {self._quoted(one)}"
            late = one.start > min(self.slot_sentences, default=0)
            if one.says("back") and late and self.kind != "decline":
                return f"the reply takes back what it says: {self._quoted(one)}"
        return self._shift()

    def _shift(self) -> str | None:
        """A reason if the reply puts the meeting on or off after it has named its time."""
        named = (one.start for one, _, _ in self.mentions if self.moments.is_slot(one))
        found = _SHIFT.search(self.small, max(named, default=0)) if self.kind == "book" else None
        return f"the reply puts off what is booked: {found[0]}" if found else None

    def other_matter(self) -> str | None:
        """A reason if the reply is about a matter that the thread does not mention."""
        if not self._names_topic(self.small):
            thread = " ".join(f"{mail.subject} {mail.body}" for mail in self.scenario.thread)
            known = {*_WORD.findall(fold_accents(thread).lower())}
            for found in _MATTER.finditer(self.small):
                if found["kind"] not in known and found["head"] in (*_HEADS, self.topic[-1]):
                    return f"the reply is about another matter: {found[0]}"
        return None

    def other_time(self) -> str | None:
        """A reason if a time refers to nothing in the scenario, or is presented as another one."""
        ranges = [mention for mention, _, _ in self.mentions if mention.last and mention.first]
        for mention, one, whole in self.mentions if self.kind != "none" else ():
            if self.moments.is_slot(mention) or self.moments.is_wish(mention):
                continue
            refused, entry = one.says("no", "busy"), self.moments.is_entry(mention)
            if not self.moments.is_known(mention) and (self.books or not refused):
                said = self._quoted(mention)
                return f"the reply names a time that is nothing of the case: {said}"
            moved = self.kind == "reschedule" and self.slot_sentences and entry
            if mention.first is None or refused or moved or one.says("asked"):
                continue
            firm = one.says("yes", "fit", "offer", "aye") or whole.asks
            if self.books:
                firm = (firm or whole.says("yes")) and whole.start not in self.slot_sentences
            excused = (self.books or self.names_wish) and whole.says("busy", "no", "asked")
            excused = excused or (entry and not whole.says("offer"))
            like = mention in ranges and mention.lasts(self.moments.length) and not excused
            if firm or like:
                return f"the reply gives another time: {self._quoted(mention)}"
        if self.books and ranges and not self.slot_sentences:
            return f"the reply gives another time: {self._quoted(ranges[0])}"
        lasts = {_minutes(found) for found in _LASTS.finditer(self.small)}
        if self.books and lasts and not ranges and self.moments.length not in lasts:
            return f"the reply speaks of {min(lasts)} minutes"
        return None

    def other_story(self) -> str | None:
        """A reason if the reply tells a story other than what happened."""
        tells = {
            "propose_alternatives": self._against_offers,
            "decline": self._against_refusal,
            "none": self._against_nothing,
        }.get(self.kind, self._against_booking)
        for one, whole in self.clauses:
            if why := tells(one, whole):
                return f"the reply {why}: {self._quoted(one)}"
        return None

    def _firm(self, one: Clause, whole: Clause) -> bool:
        return one.says("yes") and not one.says("if", "busy", "offer", "no") and not whole.asks

    def _against_booking(self, one: Clause, whole: Clause) -> str | None:
        here = whole.start in self.slot_sentences
        hedged = one.says("maybe") and here and not whole.says("past")
        if hedged or (one.says("open") and not one.says("past")):
            return "leaves open what is booked"
        if one.says("choice") or (one.says("offer") and whole.asks):
            return "offers a choice, the meeting is booked"
        if one.says("no") and _COMES.search(one.text) and not one.says("if", "past"):
            return "stays away from what is booked"
        about = here or whole.says("sorry", "day") or self._names_topic(one.text)
        if one.says("no") and about and not whole.says("yes", "fit", "aye", "past"):
            return "refuses what is booked"
        return None

    def _against_offers(self, one: Clause, whole: Clause) -> str | None:
        several = " or " in self.small[whole.start : whole.end]
        if self._firm(one, whole) and not (several or whole.says("if", "offer")):
            return "claims a booking that is not made"
        wished = whole.start in self.wish_sentences and not self.slot_sentences
        agrees = wished and one.says("yes", "fit", "aye")
        refuses = whole.says("no", "busy", "offer", "sorry")
        return "agrees to the time asked for" if agrees and not refuses else None

    def _against_refusal(self, one: Clause, whole: Clause) -> str | None:
        fine = one.says("fit", "aye") and whole.start in self.wish_sentences
        if (self._firm(one, whole) or fine) and not whole.says("no", "busy", "sorry"):
            return "accepts, the action does not"
        offers = one.says("offer") and not one.says("no", "busy")
        timed = whole.asks or whole.start in self.elsewhere
        return "offers a time, the action does not" if offers and timed else None

    def _against_nothing(self, one: Clause, whole: Clause) -> str | None:
        if self._firm(one, whole) and not one.says("fit") and not whole.says("if"):
            return "promises something, and nothing was asked for"
        if one.says("no") and whole.says("sorry"):
            return "refuses something, and nothing was asked for"
        if one.says("offer") and (whole.start in self.elsewhere or whole.asks):
            return "offers a time, and nothing was asked for"
        return "puts off an answer, and nothing was asked for" if one.says("later") else None

    def undone(self) -> str | None:
        """A reason if the reply keeps its writer or reader from the times that it gives."""
        pair = (self.scenario.executive, self.scenario.sender)
        people = [fold_accents(one.name).lower() for one in pair]
        given = {f"{start:%A}".lower() for start, _ in self.moments.slots}
        for whole in {id(whole): whole for _, whole in self.clauses if self.moments.slots}.values():
            said, rest = self.small[whole.start : whole.end], self.small[whole.end :]
            for found in kept_away(said, whole.asks, rest, *people):
                if self._is_of_the_slots(whole, found):
                    return f"the reply undoes what it gives: {found}"
            part = gone_all_day(said, rest, people[0])
            if given & {*part.rstrip(".!?").split()}:
                return f"the reply undoes what it gives: {part.strip()}"
        return None

    def _is_of_the_slots(self, whole: Clause, found: str) -> bool:
        """Whether what a sentence undoes are the slots: they were named last, and nothing else is
        named in it."""
        so_far = [one for one, _, its in self.mentions if its.start <= whole.start and one.first]
        here = [one for one, _, its in self.mentions if its is whole and one.first]
        if not all(map(self.moments.is_slot, here)):
            return False
        last = self.moments.is_slot(so_far[-1]) if so_far else self.books
        return last or not SEVERAL.isdisjoint(found.split())

    def missing_decision(self) -> str | None:
        """A reason if the reply does not tell what happened."""
        told = any(self._tells(*both) for both in self.clauses)
        return None if told else "the reply does not tell what was decided"

    def _tells(self, one: Clause, whole: Clause) -> bool:
        here = whole.start in self.slot_sentences
        if self.kind == "none":
            return one.says("note", "aye") or self._names_topic(one.text)
        if self.kind == "decline":
            return one.says("no", "busy", "sorry")
        if self.kind == "propose_alternatives":
            return here or (one.says("offer") and not self.mentions)
        agrees = (one.says("aye") and len(one.text) < 30) or (one.says("fit", "aye") and here)
        if one.says("yes") or agrees:
            return not (whole.asks or one.says("no", "if"))
        doubts = whole.says("asked", "later", "busy", "no", "sorry", "if", "maybe", "open")
        return here and not whole.asks and not doubts
