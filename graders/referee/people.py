"""Who a letter is to, from and about: names in the greeting, under it, and of the guests."""

import re

from desks.exec_assist.models import ExecAction, ExecScenario, Person
from graders.referee.weights import Piece

_SALUTE = (
    r"\s?(?:good (?:morning|afternoon|evening|day)|morning|afternoon|evening|hello|hi there|hi|hey"
    r"|dear|greetings)\b"
)
_SALUTED = re.compile(_SALUTE, re.IGNORECASE)
_GREETING = re.compile(
    rf"(?i:(?:{_SALUTE}[\s,]{{1,3}})?(?:(?:mr|mrs|ms|dr)\.?\s)?)"
    r"([A-Z]\w+)(?: ([A-Z]\w+))? ?(?:[,!:\n-]|$)"
)
_NOBODY = frozenset(
    "there all team everyone both colleague colleagues friend sir madam again".split()
)
_SIGNATURE = re.compile(r"(?:^|[\n.!?,] ?)([A-Z][\w.'-]{0,30}(?: [A-Z][\w.'-]{0,30})?)$")
_CLOSERS = frozenset(
    "best regards kind warm sincerely yours cheers thanks greetings take care many with all the "
    "wishes bye booked done confirmed sorry see you then soon perfect great agreed yes".split()
)
_AFTERWORD = re.compile(r"\n ?P\.? ?S\b.*", re.DOTALL | re.IGNORECASE)
_BRINGS = frozenset(
    "invited invite invitation added included copied with bring bringing join joins joining along "
    "meet looped".split()
)
_UNSURE = frozenset("not need if asked ask".split())
_LEAVES = re.compile(
    r"\bleft (?:\w+ ){0,2}out\b|\bwithout\b"
    r"|\b(?:not|n't)\b[^,]{0,60}\b(?:invited?|added|included?)\b"
    r"|\bnot (?:be )?(?:coming|there|joining)\b"
    r"|(?:can't|cannot|won't|unable to) (?:be there|join|come|make it)"
)
_TWO = re.compile(r"\b(?:just (?:you and (?:me|i)|the two of us|us two)|only the two of us)\b")
_INVITED = re.compile(r"\b(?:invited|added|included|copied|bringing)\s+((?!I\b)[A-Z][a-z]+)")
_GOSSIP = 4
"""So many other entries, named in one letter, are nobody's business."""


def fault(scenario: ExecScenario, action: ExecAction, text: str, pieces: list[Piece]) -> str | None:
    """What is wrong with the names in a letter, or None."""
    return (
        _wrong_reader(scenario, text)
        or _wrong_writer(scenario, text)
        or _wrong_guests(scenario, action, text, pieces)
        or _gossip(scenario, text)
    )


def _words(*people: Person) -> set[str]:
    return {word for one in people for word in one.name.split()}


def _strangers(scenario: ExecScenario, whose: Person) -> set[str]:
    """The names of everybody but one."""
    writers = (mail.sender for mail in scenario.thread)
    return _words(*scenario.contacts, scenario.executive, *writers) - _words(whose)


def _wrong_reader(scenario: ExecScenario, text: str) -> str | None:
    found = _GREETING.match(text)
    if found is None:
        return None
    named = {name for name in found.groups() if name}
    if named & _words(scenario.sender) or {name.lower() for name in named} & (_NOBODY | _CLOSERS):
        return None
    if named & _strangers(scenario, scenario.sender) or _SALUTED.match(text):
        return f"the reply is addressed to {min(named)}"
    return None


def _wrong_writer(scenario: ExecScenario, text: str) -> str | None:
    found = _SIGNATURE.search(_AFTERWORD.sub("", text).rstrip(" \n.!")[-120:])
    if found is None:
        return None
    named = set(found[1].replace(".", "").split())
    if named & _words(scenario.executive) or {name.lower() for name in named} & _CLOSERS:
        return None
    others = named & _strangers(scenario, scenario.executive)
    return f"the reply is signed by {min(others)}" if others else None


def _wrong_guests(
    scenario: ExecScenario, action: ExecAction, text: str, pieces: list[Piece]
) -> str | None:
    """Someone said to be invited who is not, or to be left out who is invited."""
    if (details := action.meeting_details) is None:
        return None
    if len(details.attendees) > 1 and _TWO.search(text.lower()):
        return "the reply says that nobody else is invited"
    guests = {address.casefold() for address in details.attendees}
    pair = (scenario.sender, scenario.executive)
    invited = [one for one in scenario.contacts if one.email.casefold() in guests]
    there = _words(*invited, *pair)
    coming = {one.first_name for one in invited} - {one.first_name for one in pair}
    away = {one.first_name for one in scenario.contacts} - there
    for piece in pieces:
        said = text[piece.start : piece.end]
        called = set(said.replace(",", " ").split()) & (coming | away)
        leaves = bool(_LEAVES.search(said.lower()))
        if leaves and called & coming:
            return f"the reply says that {min(called & coming)} is left out"
        unsure = leaves or "n't" in said or not _UNSURE.isdisjoint(piece.words)
        if unsure or _BRINGS.isdisjoint(piece.words):
            continue
        if brought := (called & away) | (set(_INVITED.findall(said)) - there):
            return f"the reply says that {min(brought)} is invited"
    return None


def _gossip(scenario: ExecScenario, text: str) -> str | None:
    said = text.lower()
    named = {event.title for event in scenario.calendar.events if event.title.lower() in said}
    return (
        f"the reply tells what else is in the calendar: {min(named)}"
        if len(named) >= _GOSSIP
        else None
    )
