"""Finds whom an email wants to take part: those whom somebody is to bring or invite."""

import re
from collections.abc import Iterable, Sequence

_TITLE = r"(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Frau|Herr|Sister|Sir|Madame|Mme|M|Señora|Señor)\.?"
_WORD = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]+"
_NAME = (
    rf"(?:(?:{_TITLE}[ ]+)*{_WORD}(?:[ ]+(?:van|de|von|der|den|da|dos|el|al|bin)\b)*"
    rf"(?:[ ]+{_WORD}){{0,2}})"
)
_ADDRESS = r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
_ONE = rf"(?:{_NAME}(?:\s*[(<]\s*(?:mailto:)?{_ADDRESS}\s*[)>])?|{_ADDRESS})"
_OUR = r"(?:both|our|my|your|the|her|his)"
_ASIDE = r"(?:\s+(?:from|of|in|at)\s+(?:the\s+)?[\w-]+(?:\s+[a-z][\w-]+)?|\s*\([^)@]{1,60}\))?"
_AND = r"(?:\s*,\s*(?:and\s+|plus\s+)?|\s+(?:and|n|plus|&|as well as|und|or)\s+)"
_LIST = (
    rf"(?:{_OUR}\s+(?:[a-z-]+,?\s+){{1,4}})?{_ONE}{_ASIDE}"
    rf"(?:{_AND}(?:{_OUR}\s+(?:[a-z-]+\s+){{0,2}}[a-z-]+,?\s+)?{_ONE}{_ASIDE})*"
)
_US = r"(?:you|u|yourself|me|us|I|myself|the two of us)"
_TOO = r"(?:\s*(?:,|\band\b|\bn\b|\bplus\b|&|\+)\s*)"
_ALONG = (
    r"(?:along|too\b|(?:to )?come\b|as well|there\b|(?:to )?join|in on|to sit|to be\b|present|"
    r"with (?:us|me|you))"
)
_COMES = (
    r"(?:be (?:also |both )?(?:there|here|present|on|in)|be with (?:us|me|you)|join|come|attend|"
    r"dial in|sit in|take part|want)"
)
_WILL = (
    r"(?:should|will|can|could|would|must|has to|needs to|wants to|may|might|'ll|is going to|'d)"
)
_CUES = (
    rf"\b(?i:with)\s+(?:{_US}{_TOO}(?:with\s+)?)?({_LIST})",
    rf"\b(?i:{_US}){_TOO}(?:{_US}{_TOO})?(?:also\s+)?({_LIST})",
    rf"\b(?i:bring|invite|include|add|loop in|loop|cc|copy in|pull in|rope in)\s+"
    rf"(?:with me\s+|in\s+|also\s+|along\s+)?({_LIST})",
    rf"\b(?i:ask|get|have|want|need|like|take|fetch)\s+(?:in\s+|also\s+)?({_LIST})\s+{_ALONG}",
    rf"\b(?i:with (?:me|us))\s+(?:comes?|will come|will be|is|are)\s+({_LIST})",
    rf"\b(?i:attending|attendees|participants|from (?:us|our side|my side)|"
    rf"will be (?:on|there|joining|present)|are)\s*:\s*(?:{_US}{_TOO})*({_LIST})",
    rf"({_LIST})\s+{_WILL}\s+(?:also\s+|both\s+|all\s+|like to\s+|love to\s+)*{_COMES}",
    rf"({_LIST})\s+wants\b",
    rf"\b(?i:can|could|should|may|might) ({_LIST}) (?:also )?{_COMES}",
    rf"\b(?i:there must be|must be there|we need) (?:also )?({_LIST})",
    rf"({_LIST})\s+(?:is|are) (?:joining|coming (?:too|along|as well|with)|in\b(?=[,.;!])|with us|"
    r"very welcome|welcome|also coming|on too|in too)\b",
    rf"(?:^|[.!?]\s+|\n)({_LIST})\s+(?:too|as well)\b",
    rf"({_LIST})\s+(?:has asked me to|(?:would|'d) (?:very much |really )?(?:like|love) "
    r"(?:to (?:see|meet|talk|speak)|a word)|wants to (?:see|meet|talk|speak))",
)
_WITHOUT = (
    rf"\b(?i:without|not)\s+({_LIST})\b",
    rf"\b(?i:remove|drop|uninvite|leave out|skip|forget|never mind|don'?t need)\s+({_LIST})",
    rf"({_LIST})(?:'s| is| has| was| can| could| will| won| does| would| stays| has been|,)?\s*"
    r"(?:n't|not|cannot|can't|no longer|never|won't|doesn't|isn't|away|out\b|unable|sick|busy|"
    r"on (?:leave|holiday|maternity leave|paternity leave|sick leave)|off sick|only in copy)",
    rf"({_LIST}) (?:said|have said|has said) no",
)
_WITHOUT_ONE = re.compile(
    r"\b(?:without|remove|never mind|leave out|drop|not) (?:him|her)\b", re.IGNORECASE
)
_NOT = re.compile(
    r"(?:\bnot\b|n't\b|\bno need\b|\bwithout\b|\bstay\b|\bcannot\b)[^.!?\n]*$", re.IGNORECASE
)
_COPY = re.compile(r"\b(?:in copy|cc'?d?) only\b", re.IGNORECASE)
_NO_NAMES = set(
    "i we you he she it they monday tuesday wednesday thursday friday saturday sunday january "
    "february march april may june july august september october november december mon tue wed "
    "thu fri sat sun the a an and or but so if then please can could would how what when where "
    "let thanks thank hi hello dear best kind regards cheers re fwd room zoom teams skype "
    "google meet my our your from to for this that there here also pm am cet est gmt utc noon "
    "sorry yes no not as at on in with until both social services everything everyone anyone "
    "someone nothing maybe perhaps sr jr just any who".split()
)
"""Words with a capital that are nobody's name."""


def taking_part(text: str) -> tuple[list[str], list[str]]:
    """Whom a text wants to take part, and whom it says will not: addresses, or names."""
    addresses = [] if _COPY.search(text) else re.findall(_ADDRESS, text)
    together = [who for match in _matches(_CUES, text, _NOT) for who in _everybody(match)]
    apart = [who for match in _matches(_WITHOUT, text) for who in _everybody(match)]
    for pronoun in _WITHOUT_ONE.finditer(text):
        apart += _everybody(text[: pronoun.start()])[-1:]
    return list(dict.fromkeys((*addresses, *together))), apart


def _matches(
    patterns: Iterable[str], text: str, unless: re.Pattern[str] | None = None
) -> Iterable[str]:
    """The lists of names that patterns find, but where `unless` is said before."""
    for pattern in patterns:
        for match in re.finditer(pattern, text):
            before = text[max(0, match.start() - 45) : match.start() + 1]
            if not (unless and unless.search(before)):
                yield match[1]


def _everybody(names: str) -> list[str]:
    return [who for one in re.findall(_ONE, names) if (who := _who(one))]


def _who(said: str) -> str:
    """An address if there is one, else the name, else ""."""
    if address := re.search(_ADDRESS, said):
        return address[0]
    words = said.split()
    while words and words[0].casefold().strip(".,") in _NO_NAMES:
        words.pop(0)
    while words and words[-1].casefold().strip(".,'’") in _NO_NAMES:
        words.pop()
    if not words or (len(words) == 1 and words[0].isupper()) or re.match(r"I['’]", words[0]):
        return ""
    return " ".join(words).removesuffix("'s").removesuffix("’s")


def is_same(one: str, other: str) -> bool:
    """Whether a name or address is of the person that another one names."""
    first, second = one.casefold(), other.casefold()
    return first == second or second in first.split() or first in second.split()


def merged(people: Sequence[str]) -> tuple[str, ...]:
    """Each person once: a name gives way to a longer one, or to the address that has it."""
    addresses = [re.split(r"[.@_-]", one.casefold().partition("@")[0]) for one in people]
    in_addresses = {part for one, parts in zip(people, addresses, strict=True) for part in parts
                    if "@" in one}  # fmt: skip
    found = dict.fromkeys(
        one
        for one in people
        if "@" in one
        or (
            not in_addresses & set(one.casefold().split())
            and not any(is_same(one, other) and len(other) > len(one) for other in people)
        )
    )
    return tuple(found)
