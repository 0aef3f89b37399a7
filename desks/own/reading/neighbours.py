"""The clauses of an email, where what one is for is told by those beside it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from desks.own.reading.clauses import Clause, Part, clauses_in
from desks.own.reading.cues import asking, changes, joints, limits
from desks.own.reading.said import plain
from desks.own.reading.said.clocks import SHORT, span
from desks.own.reading.sentences import Sentence


def clauses_of(told: Sequence[Sentence]) -> list[Clause]:
    """The clauses of these sentences; one without a verb plays the part of its neighbour."""
    found: list[Clause] = []
    for number, sentence in enumerate(told):
        found += _settled(list(clauses_in(sentence, number)), found[-1:])
    for n in range(len(found)):
        for part, those in ((Part.LIMITS, _limited(found, n)), (Part.ASKS, _asked(found, n))):
            for m in those:
                found[m] = replace(found[m], part=part)
    return found


def _limited(clauses: Sequence[Clause], n: int) -> list[int]:
    """The clauses whose day is a limit because of the one at `n`: "before that", "before he
    leaves", "we have to be through"."""
    one = clauses[n]
    if limits.BEFORE_THAT.search(one.text) and limits.MUST.search(one.text):
        near = [m for m in range(max(0, n - 4), n + 1) if clauses[m].days]
        near = [m for m in near if clauses[m].number >= one.number - 1][-1:]
        return [m for m in near if not _proposes(clauses[m])]
    if _BEFORE.search(one.text) and not one.named:
        near = [m for m in range(n + 1, min(n + 3, len(clauses))) if clauses[m].days]
        near = [m for m in near if clauses[m].number == one.number and not _is_anew(clauses[m])]
        near = [m for m in near if not any(clock.until for clock in clauses[m].clocks)]
        return [m for m in near if clauses[m].part is not Part.ASKS][:1]
    if limits.OVER_THEN.search(one.text) and not (one.clocks and not one.days):
        near = [m for m in range(max(0, n - 3), n + 1) if clauses[m].number == one.number]
        near = [m for m in near if clauses[m].days and clauses[m].clocks]
        return [m for m in near if m == n or not asking.STRONG.search(clauses[m].text)][-1:]
    return []


def _proposes(clause: Clause) -> bool:
    """Whether a clause asks for a time by its own words, or only names it."""
    if clause.part is Part.ASKS:
        return bool(asking.STRONG.search(clause.text)) or not _is_about_else(clause)
    return clause.part is Part.NAMES and not _is_about_else(clause)


def _asked(clauses: Sequence[Clause], n: int) -> list[int]:
    """The clauses of the sentence before whose day and time the one at `n` asks about."""
    one = clauses[n]
    if one.named or "?" not in one.sentence.text or not asking.IS_IT_OK.fullmatch(one.text):
        return []
    near = [m for m in range(max(0, n - 5), n) if clauses[m].number == one.number - 1]
    return [m for m in near if clauses[m].days and clauses[m].clocks]


def _settled(clauses: Sequence[Clause], before: Sequence[Clause]) -> list[Clause]:
    """With the parts of those that have no verb taken from the one before them, or after."""
    found: list[Clause] = []
    for number, one in enumerate(clauses):
        if _waits(one, clauses):
            one = replace(one, part=Part.OFFERS)
        if one.part is Part.NAMES:
            one = replace(one, part=_borrowed(one, found, clauses[number + 1 :], before))
        if found and _BUT.fullmatch(one.text) and _ANY.search(found[-1].text):
            one = replace(one, part=Part.REFUSES)
        falls_back = found and found[-1].part is Part.FALLS_BACK and not found[-1].named
        if falls_back and one.named and one.part is not Part.LIMITS:
            one = replace(one, part=Part.FALLS_BACK)
        found.append(one)
    return found


def _waits(clause: Clause, beside: Sequence[Clause]) -> bool:
    """Whether a clause says where somebody will be, for whoever comes: on a day named before, or
    in a sentence that asks."""
    if clause.part is not Part.IS_AWAY or not _WAITS.search(clause.text):
        return False
    if clause.days and not any(one.part is Part.ASKS for one in beside):
        return False
    return any(clock.until and span(clock) <= SHORT for clock in clause.clocks)


def _borrowed(
    one: Clause, found: Sequence[Clause], rest: Sequence[Clause], before: Sequence[Clause]
) -> Part:
    """The part of a clause without a verb: that of a neighbour, if it goes on with it."""
    if _is_anew(one):
        found, before = (), ()
    if _follows(one, ")"):
        found = _before_aside(one, found)
    last = found[-1] if found and found[-1].part is not Part.NAMES else None
    near = last or next((other for other in rest if other.part is not Part.NAMES), None)
    part = near.part if near else None
    if near and not last and part is Part.REFUSES and _NOT_THAT.match(near.text):
        return Part.ASKS
    if not last and part in (Part.MEETS, Part.PREFERS, *_OWN_ONLY):
        part = None
    if part and found and part.value < 0 and part is not Part.LIMITS and _TURNS.match(one.text):
        return Part.ASKS
    if part and not (part in _OWN_ONLY and ((one.days and one.clocks) or not found)):
        return part if part is not Part.STATES or _is_about_else(one) else Part.NAMES
    asks = "?" in one.sentence.text
    if not asks and _is_about_else(one):
        return Part.STATES
    leads = (*_LEADS, Part.OFFERS) if changes.ITEM.match(one.sentence.text) else _LEADS
    goes_on = before and before[0].part in leads
    return Part.OFFERS if not part and (asks or goes_on) else Part.NAMES


def _is_anew(clause: Clause) -> bool:
    """Whether a clause without a verb names a time right after a colon."""
    return bool(clause.clocks) and _follows(clause, ":")


def _follows(clause: Clause, mark: str) -> bool:
    """Whether the first that a clause names comes right after a mark."""
    ahead = clause.sentence.text[: clause.named[0].begin] if clause.named else ""
    return _LEAD.sub("", ahead[-20:]).endswith(mark)


def _before_aside(clause: Clause, found: Sequence[Clause]) -> Sequence[Clause]:
    """Without those that stand in the parentheses right before a clause."""
    aside = plain(clause.sentence.text[: clause.named[0].begin]).rpartition("(")[2]
    kept = found[:-1]
    while kept and not kept[-1].named and kept[-1].text in aside:
        kept = kept[:-1]
    return kept


def _is_about_else(clause: Clause) -> bool:
    """Whether a clause without a verb says what is on a day, and that is no meeting."""
    subject = re.split("DAY|TIME|LONG", clause.text)[0]
    about = [word for word in re.findall(r"[a-z']+", subject) if word not in joints.FRAMES]
    alone = clause.days and not clause.clocks
    return bool(alone and about) and not asking.MEETING.search(clause.text)


_LEAD = re.compile(r"[ ,;]*(?:\b(?:at|from|on)\s)?[ ,;]*$", re.IGNORECASE)
_BEFORE = re.compile(r"\bbefore (?!(?:you|us|me)(?:,|$))\w")
_WAITS = re.compile(
    r"\b(?:i|we)(?:'ll| will| shall|'d| would) be (?:at|in|on) (?!an?\b|(?:my|our)\b)"
)
"""Somebody will be there."""
_ANY = re.compile(r"\b(?:any|every|all)\b")
_BUT = re.compile(r"but (?:on )?(?:the )?DAY\W*")
_NOT_THAT = re.compile(r"(?:and |but )?(?:not|instead of|rather than|except|other than)\b")
_TURNS = re.compile(r"(?:but|to|so|then)\b")
_OWN_ONLY = (Part.PAST, Part.LIMITS, Part.HAPPENS, Part.IS_AWAY)
"""Parts that a clause does not give to one before it, nor to one that names both day and time."""
_LEADS = (Part.ASKS, Part.MEETS, Part.PLANS)
"""Parts that a sentence without a verb goes on with."""
