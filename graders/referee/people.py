"""The people in a letter: the names in its greeting and signature, and the guests it mentions."""

import re
from collections.abc import Iterable

from desks.exec_assist.models import ExecAction, ExecScenario, Person
from graders.referee.times import fold_accents

_SALUTE = (
    r"(?:good (?:morning|afternoon|evening|day)|morning|afternoon|evening|hello|hi|hiya|hey|dear"
    r"|greetings)"
)
_GREETING = re.compile(
    rf"\s?(?i:({_SALUTE}(?: there)?\b[\s,]{{1,3}})?(?:(?:mr|mrs|ms|dr)\.?\s)?)"
    r"([A-Z]\w+)(?: ([A-Z]\w+))?\b ?(?=[,!:.\n-]|$)"
)
_ANYBODY = frozenset(
    "There All Team Everyone Both Colleague Colleagues Friend Sir Madam Again Morning Afternoon "
    "Evening Yes".split()
)
_SIGNED = re.compile(r"(?:\n ?|[.!?,] ?)([A-Z][\w'-]{0,30}(?: [A-Z][\w'-]{0,30})?)$")
_AFTERWORD = re.compile(r"\n ?P\.? ?S\b.*", re.DOTALL | re.IGNORECASE)
_LEFT_OUT = re.compile(
    r"\bleft (?:\w+ ){0,2}out\b|\bwithout\b|\b(?:not|n't)\b.{0,40}\b(?:invite|add|includ|join|come)"
    r"|\bnot (?:be )?(?:there|coming)"
)
_WITH_ALL = re.compile(r"(?:\bnot|\bnever|n't)(?: [\w']+){0,5} without\b")
#: How a guest, masked as "#", is kept away; and how everybody but the reader is.
_SHUT_OUT = re.compile(
    r"\b(?:don't|do not|never|not to) (?:bring|invite|involve|include) (?:\w+ (?:and|or) )?#"
    r"|\b(?:don't|do not|never) tell (?:\w+ (?:and|or) )?#(?: (?:and|or) \w+)? (?:the time"
    r"|when|where|about|of)\b"
    r"|\bkeep (?:\w+ (?:and|or) )?#(?: (?:and|or) \w+)? (?:out of|away)\b"
    r"|#(?: (?:and|or) \w+)? (?:is|are) not to (?:know|come|hear|join|be)\b"
    r"|\brather (?:\w+ (?:and|or) )?#(?: (?:and|or) \w+)? (?:stay|did not|didn't|was not"
    r"|wasn't|were not|weren't)"
    r"|\bno (?:room|place|use) for (?:\w+ (?:and|or) )?#|\blet (?:\w+ (?:and|or) )?#(?: (?:and"
    r"|or) \w+)? (?:believe|think)\b"
    r"|#(?: (?:and|or) \w+)? (?:must|should|need|may)(?: not|n't) (?:come|attend|join|know|be)\b"
)
_LONE = re.compile(
    r"\bcome (?:alone|by yourself)\b(?! if)"
    r"|\b(?:stay|remain|keep (?:it|this|that))s? (?:just |only "
    r"|strictly )?between (?:you and me|us two|the two of us)\b"
)
_HEADS = re.compile(r"\b(two|three|four|five) of us\b|\bjust (you) and (?:me|i)\b")
#: After a number of people: their calendars were looked at, the reader's was not.
_FREE = re.compile(
    r" (?:(?:are|were|all|both|also) ){0,2}"
    r"(?:free|available|open|(?:can|could) \w+|have (?:time|room))"
)
_NUMBER = {"you": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_COMING = re.compile(
    r"\b(?:invited|added|included|copied|bring(?:ing)?|with|and)\s+([A-Z][a-z]+) ([A-Z][a-z]+)"
    r"|\b([A-Z][a-z]+) ([A-Z][a-z]+) (?:is |has been |will be )?(?:invited|join|coming|added)"
)
#: The last word for those who come along.
_ALONG = re.compile(
    r"(?<![\w'])([\w']{1,30}) (?:will|would|shall|is going to|are going to)(?: also| both| all)?"
    r" (?:join(?= us\b| in\b|$)|sit in|come along|attend(?=$| too| as well|, too)|be there,? too)"
    r"|\b(?:i have|i've|we have) (?:also )?invited (?:\w+ ){0,4}?(my \w+|the \w+)"
)
_ANYONE = frozenset(
    "i we you he she it they who all both everyone everybody nobody one that else us and then "
    "also".split()
)
_WORD, _SENTENCE = re.compile(r"\w+"), re.compile(r"[.!?\n;]")


def fault(scenario: ExecScenario, action: ExecAction, text: str) -> str | None:
    """What is wrong with the names in a letter, or None."""
    if greeted := _GREETING.match(text):
        named = {name for name in greeted.groups()[1:] if name}
        strange = named & _others(scenario, scenario.sender) or greeted[1]
        known = _words(scenario.sender) | _ANYBODY
        if strange and not any(_may_be(name, one) for name in named for one in known):
            return f"the reply is addressed to {min(named)}"
    if signed := _SIGNED.search(_AFTERWORD.sub("", text).rstrip(" \n.!")[-80:]):
        named = {*signed[1].split()} & _others(scenario, scenario.executive)
        if signed[0][0] == ",":  # "I cannot make it, Tara."
            named -= _words(scenario.sender)
        if named and _words(scenario.executive).isdisjoint(signed[1].split()):
            return f"the reply is signed by {min(named)}"
    ours = scenario.truth.request is None or action.calendar_action == "decline"
    return None if ours else _wrong_guests(scenario, text)


def mask(small: str, name: str) -> str:
    """A lower-case text with "#" for a name."""
    return re.sub(rf"\b{re.escape(name.lower())}\b", "#", small)


def names(scenario: ExecScenario) -> set[str]:
    """The words in the names of everybody in the scenario, in lower case."""
    writers = (mail.sender for mail in scenario.thread)
    return {word.lower() for word in _words(*scenario.contacts, scenario.executive, *writers)}


def _words(*people: Person) -> set[str]:
    return {word for one in people for word in fold_accents(one.name).split()}


def _first_names(people: Iterable[Person]) -> set[str]:
    return {fold_accents(one.first_name) for one in people}


def _may_be(name: str, one: str) -> bool:
    """Whether a name is another, or a short or long form of it."""
    return name.startswith(one) or one.startswith(name)


def _others(scenario: ExecScenario, whose: Person) -> set[str]:
    """The words in the names of everybody but one person."""
    writers = (mail.sender for mail in scenario.thread)
    return _words(*scenario.contacts, scenario.executive, *writers) - _words(whose)


def _wrong_guests(scenario: ExecScenario, text: str) -> str | None:
    """A reason if the reply says that a stranger will come or that an invited guest will not."""
    attendees, pair = scenario.truth.request.attendees, (scenario.sender, scenario.executive)
    guests = [one for one in scenario.contacts if one.email in attendees]
    named = [*(mail.body for mail in scenario.thread), *(e.who for e in scenario.calendar.pending)]
    named += [one.zone.replace("_", " ") for one in pair]
    known = _words(*guests, *pair) | {*_WORD.findall(fold_accents(" ".join(named)))}
    strangers = _first_names(scenario.contacts) - known
    heard = {word.lower() for word in known}
    invited = _first_names(guests) - _first_names(pair)
    for sentence in _SENTENCE.split(text):
        called, small = {*_WORD.findall(sentence)}, sentence.lower()
        if heads := _HEADS.search(small):
            many = _NUMBER[heads[1] or heads[2]]
            checked = heads[1] and _FREE.match(small, heads.end()) and len(attendees)
            if many not in (len(attendees) + 1, checked):
                return f"the reply speaks of {heads[0]}"
        lone = len(attendees) > 1 and _LONE.search(small)
        shut = (_SHUT_OUT.search(mask(small, name)) for name in invited & called)
        if found := lone or next(filter(None, shut), None):
            return f"the reply shuts guests out: {found[0]}"
        if invited & called and _LEFT_OUT.search(small) and not _WITH_ALL.search(small):
            return f"the reply leaves {min(invited & called)} out"
        brought = (found for found in _COMING.finditer(sentence) if not known & {*found.groups()})
        along = (found[1] or found[2].split()[1] for found in _ALONG.finditer(small))
        coming = strangers & called | {found[0] for found in brought}
        coming |= {who for who in along if who not in _ANYONE and who not in heard}
        if coming and "not" not in called and "n't" not in sentence:
            return f"the reply says that {min(coming)} is a guest"
    return None
