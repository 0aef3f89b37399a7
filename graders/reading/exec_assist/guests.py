"""Whether a reply names other guests than the action invites.

Of the people in the scenario, by name; of all others, only who clearly comes along ("the press will
join us", "I have invited my lawyer") and of whom the thread says nothing.
"""

import re
from collections.abc import Iterator

from graders.reading.exec_assist.action import Reading
from graders.reading.exec_assist.replies import Clause
from graders.reading.normalise import folded
from graders.text import whole

_COUNT = {"two": 2, "three": 3, "four": 4, "five": 5}
_OF_US = re.compile(
    r"\b(two|three|four|five)\sof\s(us|you)\b|\b(?:only|just)\s(?:you\sand|us)\s(me|two)\b"
)
_ARE_FREE = re.compile(
    r"\s(?:(?:are|is|were|all|both|also)\s){0,2}(?:free|available|open|there|can\b|could|have\s(?:time|room)|make\b)"
)
_WITH = re.compile(r"\b(?:with|plus|and)\s(?:also\s)?$")
_INVITED = re.compile(
    r"\b(?:invited?|inviting|add(?:ed|ing)?|includ(?:ed?|ing)|bring(?:ing)?|copied|asked)\s(?:in\s)?"
    r"(?:[\w']+\s(?:[\w']+\s)?and\s)?$"
)
_AS_A_GUEST = re.compile(
    r"(?:(?!not\b|n't|[.;,]).){0,40}?\b(?:join|joins|joining|attends?|attending|invited|included|added|copied|counted"
    r"|on\sthe\s(?:invit\w+|list)|along|sit\w*\sin|comes?|be\s(?:there|in\sthe\sroom)|with\sus|part)\b"
)
_LEFT_OUT = re.compile(
    r"\b(?:without|excluding|except|minus|leave|leaving)\b|\bnot\s(?:be\s)?(?:invit|includ|join|add)"
)


_NOT_WITHOUT = re.compile(r"(?:\b(?:not|never|nothing)|n't)\s(?:[\w']+\s){0,5}?without\b")
#: How an invited guest is kept out, before and after the name; an ampersand stands for it.
_KEPT_OUT = re.compile(
    r"\b(?:don't|do\snot|never|not\sto)\s(?:bring|invite|involve|include|copy)\s(?:in\s)?(?:\w+\s(?:and|or)\s)?&"
    r"|\b(?:don't|do\snot|never)\stell\s(?:\w+\s(?:and|or)\s)?&(?:\s(?:and|or)\s\w+)?\s(?:the\stime|when|where|about|of|anything)\b"
    r"|\bkeep\s(?:\w+\s(?:and|or)\s)?&(?:\s(?:and|or)\s\w+)?\s(?:out\sof|away)\b"
    r"|&(?:\s(?:and|or)\s\w+)?\s(?:is|are)\snot\sto\s(?:know|come|hear|join|be\s(?:told|there|asked))\b"
    r"|\brather\s(?:\w+\s(?:and|or)\s)?&(?:\s(?:and|or)\s\w+)?\s(?:stay(?:ed)?|did\snot|didn't|(?:was|were|is)(?:\snot|n't))\b"
    r"|\bno\s(?:room|place|need|use)\sfor\s(?:\w+\s(?:and|or)\s)?&|\blet\s(?:\w+\s(?:and|or)\s)?&(?:\s(?:and|or)\s\w+)?\s(?:believe|think)\b"
    r"|&(?:\s(?:and|or)\s\w+)?\s(?:(?:need|must|should)(?:\snot|n't)|may\snot)\s(?:come|attend|join|know|be\s(?:there|told))\b"
)
_ALONE = re.compile(
    r"\bcome\s(?:alone|by\syourself)\b(?!\sif)"
    r"|\b(?:stays?|remains?|kept|keep\s(?:it|this|that))\s(?:strictly\s|just\s|only\s)?between\s(?:you\sand\sme|us\stwo|the\stwo\sof\sus)\b"
)


def false_guest(reading: Reading) -> str | None:
    """A reason if the reply names a guest who is not invited, or leaves out one who is."""
    request, details = reading.scenario.truth.request, reading.action.meeting_details
    guests = details.attendees if details else request.attendees
    invited = {who.strip().lower() for who in guests}
    lower = reading.reply.lower
    for found in _OF_US.finditer(lower) if " us" in lower or " you" in lower else ():
        count, whom, _ = found.groups()
        many = _COUNT[count or "two"]
        if whom == "us" and many == len(invited) and _ARE_FREE.match(lower, found.end()):
            continue  # the writer and the guests whose calendars were looked at
        if many != len(invited) + (whom != "you") and reading.promised:
            return "the reply speaks of other guests than are invited"
    if len(invited) > 1 and reading.promised and (found := _ALONE.search(lower)):
        return f"the reply leaves the other guests out: {found[0]}"
    for person in reading.scenario.contacts:
        first = folded(person.first_name)
        if person == reading.scenario.sender or not whole(first, lower):
            continue
        comes = person.email.lower() in invited
        for clause in reading.reply.clauses:
            if not (found := whole(first, clause.lower)):
                continue
            place = found[0]
            masked = f"{clause.lower[:place]}&{clause.lower[place + len(first) :]}"
            if comes and _KEPT_OUT.search(masked):
                return f"the reply keeps {person.first_name} out, who is invited"
            left = _LEFT_OUT.search(clause.lower) and not _NOT_WITHOUT.search(clause.lower)
            if comes and (left or (details and clause.refuses)):
                return f"the reply leaves {person.first_name} out, who is invited"
            told = _AS_A_GUEST.match(clause.lower, place) or _INVITED.search(clause.lower, 0, place)
            if clause.says & {"books", "accepts", "offers", "asks"}:
                told = told or _WITH.search(clause.lower, 0, place)
            if told and not comes and not _LEFT_OUT.search(clause.lower):
                return f"the reply tells of {person.first_name} as a guest, who is not invited"
    return stranger(reading) if reading.promised else None


# -- people of whom nobody wrote ---

_PEOPLE = frozenset(
    "press media journalist journalists reporter reporters lawyer lawyers attorney solicitor "
    "board  boss bosses manager managers director directors wife husband partner partners mother "
    "father  brother sister son daughter children kids family friend friends neighbour neighbours "
    "colleague colleagues assistant assistants secretary intern interns team teams department "
    "staff crew client clients customer customers supplier suppliers investor investors "
    "shareholders  auditor auditors accountant accountants consultant consultants competitor "
    "competitors police  mayor minister union public audience students".split()
)
_PHRASE = frozenset(
    "the a an my our your his her their some two three four few whole entire and or both from of "
    "in as well also new old all".split()
)
"""Words that may stand in "my boss, Lena and the whole team" beside those who come."""
_LINKS = frozenset("will shall is are has have been be going to would both all also".split())
"""Words between those who come and the word for coming."""
#: What they do who come along.
_COMING = re.compile(
    r"\b(?:join(?:s|ing)?\s(?:us|in|you|me|the\s(?:meeting|call))|sit(?:s|ting)?\sin|com(?:e|es|ing)\salong"
    r"|(?:attend(?:s|ing)?|be\s(?:there|present|with\sus)|invited)(?=[.,;!]|\s*$|\s(?:too|as\swell|also)\b))"
)
_INVITING = re.compile(
    r"\b(?:i|we)(?:'ve|'ll|\shave|\swill|\shad)?\s(?:also\s|now\s|already\s)?(?:invited?|bring|brought)\s"
)
#: Before those who come: they do not, or may.
_NOT_SO = re.compile(
    r"\b(?:not|no|never|without|nobody|none|if|whether|unless|should|could|would|can|may|might"
    r"|as\syou|you\s(?:asked|named|wanted|wished))\b|n't\b"
)
_TOKEN = re.compile(r"[\w'-]+|,")
_STOPS = re.compile(r"[.;!?]|\b(?:to|for|on|at|in|by|with|so|who|which|that)\b")
_FAR = 60
"""Characters in which those who come are named, before or after the word for it."""


def stranger(reading: Reading) -> str | None:
    """A reason if somebody comes along of whom neither the thread nor the action knows."""
    for clause in reading.reply.clauses:
        for named in _companies(reading, clause):
            for word in named:
                if _is_strange(reading, word):
                    return f"the reply tells of {word} as a guest, who is not invited"
    return None


def _companies(reading: Reading, clause: Clause) -> Iterator[list[str]]:
    """The words of each phrase for people who, the clause says, come along."""
    text = reading.reply.text
    for found in _COMING.finditer(clause.lower):
        at = clause.start + found.start()
        before = text[max(clause.start, at - _FAR) : at]
        if not _NOT_SO.search(before.lower()):
            yield _last_phrase(_TOKEN.findall(before))
    for found in _INVITING.finditer(clause.lower):
        behind = text[clause.start + found.end() : clause.end][:_FAR]
        stops = _STOPS.search(behind)
        if not _NOT_SO.search(clause.lower):
            yield _TOKEN.findall(behind[: stops.start()] if stops else behind)


def _last_phrase(words: list[str]) -> list[str]:
    """The phrase for people that these words end with, links aside; empty if they do not."""
    while words and words[-1].lower() in _LINKS:
        words.pop()
    last = words[-1] if words else ""
    if _said_of_all(last) or not (last.lower() in _PEOPLE or last[:1].isupper()):
        return []
    first = len(words)
    while first and _is_of_people(words[first - 1]):
        first -= 1
    return words[first:]


def _is_of_people(word: str) -> bool:
    small = word.lower()
    return word == "," or word[0].isupper() or small in _PEOPLE or small in _PHRASE


_PRONOUNS = frozenset("i we you he she it they who all both everyone everybody nobody that".split())


def _said_of_all(word: str) -> bool:
    return word.lower().partition("'")[0] in _PRONOUNS


def _is_strange(reading: Reading, word: str) -> bool:
    """Whether a word names somebody of whom nothing in the scenario tells."""
    small, context = word.lower(), reading.context
    if small in context.proper or small in _PHRASE or _said_of_all(word):
        return False
    return small in _PEOPLE or (word.isalpha() and word.istitle())
