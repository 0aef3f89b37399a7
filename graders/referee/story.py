"""What a letter says was done, against what was done: the story it tells, and no rival of it."""

import re

from graders.referee.absence import SEVERAL, gone_all_day, kept_away
from graders.referee.evidence import Clause
from graders.referee.letter import Letter
from graders.referee.times import fold_accents

#: If negated, the writer stays away, or everybody does.
_COMES = re.compile(
    r"\b(?:i|we|nobody|no one|none of us)\b(?! (?:did|else|thought|feared))[^,]{0,30}?"
    r"\b(?:com(?:e|ing)|attend\w*|be(?:ing)? there|(?:show|turn) up)"
    r"(?! (?:late|any|too|before|empty|back))"
    r"|\b(?:me|us|one) out\b|\bwithout me\b|\bit\b[^,]{0,12} (?:happen|take place)\b"
)


_DAY_OFF = re.compile(r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s \w+)? is (?:off|out)\b")
#: Several times, kept until the reader has chosen; or what follows once that is done.
_SOFT = re.compile(
    r"\bwe(?:'ll| will| shall)? (?:meet|talk|speak) (?!then|on)\w|\bwho(?:'ll| will) be there\b"
)
_HARD = re.compile(r"book|confirm|reserv|sched|block|fix|arrang|settl|lock|yours|calendar|diary")
_NEAR = 100
_CHOICE = re.compile(
    r" or |\b(?:two|three|four|five|both|these|those)\b|\ball of them\b"
    r"|\b(?:text|send|ring|drop|reply|answer|message|mail|e-?mail|ping|buzz|name|give|pick|choose|call"
    r"|write|shout|(?:one|a) (?:\w+ )?(?:word|line|nod|text|number|yes))\b[^.!?\n]{1,60}?"
    r"\band (?:it|that|this|you|the \w+)(?:'s|'re|'ve|'ll| is| are| will| have| shall)\b"
)


def other_story(letter: Letter) -> str | None:
    """A reason if the reply tells a story other than what happened."""
    tells = {
        "propose_alternatives": _against_offers,
        "decline": _against_refusal,
        "none": _against_nothing,
    }.get(letter.kind, _against_booking)
    for one, whole in letter.clauses:
        if why := tells(letter, one, whole):
            return f"the reply {why}: {letter.quoted(one)}"
    return None


def _firm(one: Clause, whole: Clause) -> bool:
    return one.says("yes") and not one.says("if", "busy", "offer", "no") and not whole.asks


def _against_booking(letter: Letter, one: Clause, whole: Clause) -> str | None:
    here = whole.start in letter.slot_sentences
    hedged = one.says("maybe") and here and not whole.says("past")
    if hedged or (one.says("open") and not one.says("past")):
        return "leaves open what is booked"
    if one.says("choice") or (one.says("offer") and whole.asks):
        return "offers a choice, the meeting is booked"
    if whole.says("if") and "start without" in one.text:  # "if I am late, start without me"
        return None
    if one.says("no") and _COMES.search(one.text) and not one.says("if", "past"):
        return "stays away from what is booked"
    if _calls_off_another_day(letter, one):
        return None
    about = here or whole.says("sorry", "day") or letter.names_topic(one.text)
    if (
        one.says("no")
        and about
        and not one.says("if")
        and not whole.says("yes", "fit", "aye", "past")
    ):
        return "refuses what is booked"
    return None


def _calls_off_another_day(letter: Letter, one: Clause) -> bool:
    """Whether what is off is a day on which nothing is given."""
    if not (named := {*_DAY_OFF.findall(one.text)}):
        return False
    given = {f"{start:%A}".lower() for start, _ in letter.moments.slots_of_both}
    return named.isdisjoint(given)


def _against_offers(letter: Letter, one: Clause, whole: Clause) -> str | None:
    if (
        _firm(one, whole)
        and not _is_soft(letter, one)
        and not (whole.says("if", "offer") or _leaves_choice(letter, one, whole))
    ):
        return "claims a booking that is not made"
    wished = whole.start in letter.wish_sentences and not letter.slot_sentences
    agrees = wished and one.says("yes", "fit", "aye")
    refuses = whole.says("no", "busy", "offer", "sorry")
    return "agrees to the time asked for" if agrees and not refuses else None


def _is_soft(letter: Letter, one: Clause) -> bool:
    """Whether a clause speaks of meeting, and of no time at which that is."""
    if one.says("day") or not _SOFT.search(one.text) or _HARD.search(one.text):
        return False
    return not any(one.start <= mention.start < one.end for mention, _, _ in letter.mentions)


def _leaves_choice(letter: Letter, one: Clause, whole: Clause) -> bool:
    """Whether what a clause settles is several times, or follows once the reader has chosen."""
    around = max(whole.start, one.start - _NEAR), min(whole.end, one.end + _NEAR)
    return _CHOICE.search(letter.small, *around) is not None


def _against_refusal(letter: Letter, one: Clause, whole: Clause) -> str | None:
    fine = one.says("fit", "aye") and whole.start in letter.wish_sentences
    if (_firm(one, whole) or fine) and not whole.says("no", "busy", "sorry"):
        return "accepts, the action does not"
    offers = one.says("offer") and not one.says("no", "busy")
    timed = whole.asks or whole.start in letter.elsewhere
    return "offers a time, the action does not" if offers and timed else None


def _against_nothing(letter: Letter, one: Clause, whole: Clause) -> str | None:
    if _firm(one, whole) and not one.says("fit") and not whole.says("if"):
        return "promises something, and nothing was asked for"
    if one.says("no") and whole.says("sorry"):
        return "refuses something, and nothing was asked for"
    if one.says("offer") and (whole.start in letter.elsewhere or whole.asks):
        return "offers a time, and nothing was asked for"
    return "puts off an answer, and nothing was asked for" if one.says("later") else None


def undone(letter: Letter) -> str | None:
    """A reason if the reply keeps its writer or reader from the times that it gives."""
    pair = (letter.scenario.executive, letter.scenario.sender)
    people = [fold_accents(one.name).lower() for one in pair]
    given = {f"{start:%A}".lower() for start, _ in letter.moments.slots}
    for whole in {id(whole): whole for _, whole in letter.clauses if letter.moments.slots}.values():
        said, rest = letter.small[whole.start : whole.end], letter.small[whole.end :]
        for found in kept_away(said, whole.asks, rest, *people):
            if _is_of_the_slots(letter, whole, found):
                return f"the reply undoes what it gives: {found}"
        part = gone_all_day(said, rest, people[0])
        if given & {*part.rstrip(".!?").split()}:
            return f"the reply undoes what it gives: {part.strip()}"
    return None


def _is_of_the_slots(letter: Letter, whole: Clause, found: str) -> bool:
    """Whether what a sentence undoes are the slots: they were named last, and nothing else is
    named in it."""
    so_far = [one for one, _, its in letter.mentions if its.start <= whole.start and one.first]
    here = [one for one, _, its in letter.mentions if its is whole and one.first]
    if not all(map(letter.moments.is_slot, here)):
        return False
    last = letter.moments.is_slot(so_far[-1]) if so_far else letter.books
    return last or not SEVERAL.isdisjoint(found.split())


def missing_decision(letter: Letter) -> str | None:
    """A reason if the reply does not tell what happened."""
    told = any(_tells(letter, *both) for both in letter.clauses)
    return None if told else "the reply does not tell what was decided"


def _tells(letter: Letter, one: Clause, whole: Clause) -> bool:
    here = whole.start in letter.slot_sentences
    if letter.kind == "none":
        return one.says("note", "aye") or letter.names_topic(one.text)
    if letter.kind == "decline":
        return one.says("no", "busy", "sorry")
    if letter.kind == "propose_alternatives":
        return here or (one.says("offer") and not letter.mentions)
    agrees = (one.says("aye") and len(one.text) < 30) or (one.says("fit", "aye") and here)
    if one.says("yes") or agrees:
        return not (whole.asks or one.says("no", "if"))
    doubts = whole.says("asked", "later", "busy", "no", "sorry", "if", "maybe", "open")
    return here and not whole.asks and not doubts
