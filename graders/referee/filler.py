"""Letters that are no English: words thrown together, or another language.

In a dozen words of English there are several of those few that hold it together; in a heap of
words there is hardly one, and in other languages there are others.
"""

import re

WINDOW, FEWEST = 11, 2
"""In this many words in a row there are at least so many that hold English together."""
FOREIGN = 4
_GLUE = re.compile(
    r"\b(?:a[mnst]?|about|after|again|all|and|any|are|as|back|be|because|been|before|but|by|can|come|could|did|do|does|don|each|for|from|get"
    r"|go|good|had|ha[sd]|have|he|her|him|his|how|i|i[fnst]|it|its|just|let|like|ll|m|may|me|more|my|no"
    r"|not|now|never|nothing|o[fnr]|on[ce]|once|one|our|out|over|please|re|s|said|say|see|shall|she|should|so|some"
    r"|t|take|than|thanks?|that|the|their|them|then|there|these|they|this|those|to|too|until|till|up"
    r"|us|ve|very|was|we|well|were|what|when|where|which|who|why|will|wi(?:sh|th)|would|yes|you|your)"
    r"\b"
)
_ELSEWHERE = re.compile(
    r"\b(?:lorem|ipsum|dolor|amet|consectetur|sed|eiusmod|tempor|labore|dolore|aliqua|veniam|nostrud"
    r"|quis|enim|ut|et|ad|commodo|und|ich|nicht|fur|mit|dem|ein|eine|wird|wurde|danke|vielen|gerne"
    r"|unser|freue|mich|je|vous|nous|avec|dans|pour|une|votre|notre|merci|c'est|est|et|sur|aux"
    r"|gracias|usted|para|con|pero|esta|los|las|una|reunion|grazie|della|sono|anche|perche|voor"
    r"|niet|een|het|dank|och|inte|jag|obrigado|voce|nao|dla|jest|sie)\b"
)
_QUOTES = re.compile(r"[\"\u201c\u201d][^\"\u201c\u201d\n]{0,200}[\"\u201c\u201d]")
_PIECE = re.compile(r"[^.!?;:\n()]+")
#: What stands between the commas of a list.
_LISTED = re.compile(r",\s*(?:[\w'-]+\s){0,2}[\w'-]+\s*(?=[,.!?;:\n]|$)")
_WORD = re.compile(r"[a-z]+")
_BARE = re.compile(
    r"\d[\d:.]*|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b(?:jan|feb|mar|apr|may|jun"
    r"|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\b|\b[ap]m\b|\b(?:half|quarter) past\b|\bo'clock\b"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|thirty|ninety)\b"
)


def filler(small: str, names: set[str]) -> str | None:
    """What of a lower-case text is no English, or None; names, days and times are passed over."""
    plain = _BARE.sub(" ", _QUOTES.sub(" ", small))
    foreign = list(dict.fromkeys(_ELSEWHERE.findall(plain)))
    if len(foreign) >= FOREIGN:
        return " ".join(foreign[:FOREIGN])
    plain = _LISTED.sub(".", plain)
    for piece in _PIECE.findall(plain):
        words = [word for word in _WORD.findall(piece) if word not in names]
        holds = [bool(_GLUE.fullmatch(word)) for word in words]
        count = sum(holds[:WINDOW])
        for at in range(len(words) - WINDOW + 1):
            count += (holds[at + WINDOW - 1] - holds[at - 1]) if at else 0
            if count < FEWEST:
                return " ".join(words[at : at + WINDOW])
    return None


_FORM = re.compile(
    r"\{\{|\}\}|[\w\"] ?\": ?[\"\[{]|\b[a-z]{3,}_[a-z]{3,}(?:_[a-z]+)?\b(?!@)"
    r"|\bnot for sending\b|(?:\A|\n) ?(?:automatic reply|auto-?reply)\b|\bclosed automatically\b"
    r"|\byou are receiving this (?:notice|message|mail|email)\b|\bread (?:on|upon) my return\b"
    r"|\bthis (?:reply|letter|message|answer|e-?mail) (?:addresses you|takes up the"
    r"|tells you the|gives all)"
    r"|\ba (?:suitable|good|proper|fitting|possible) (?:reply|answer"
    r"|response) (?:to [\w ]{1,30} )?(?:would|should|might)"
    r" (?:open|begin|start|say|be|address)\b|\bas a (?:sample|specimen) of (?:his|her|their"
    r"|the) style\b"
)


def form_or_echo(small: str, thread: str) -> str | None:
    """What shows that a lower-case text is a form or a record, or nothing but the reader's email,
    both with plain blanks."""
    if found := _FORM.search(small):
        return found[0].strip()
    wrote = {" ".join(one.split()) for one in re.split(r"[.!?\n]", thread)}
    again = [one for one in re.split(r"[.!?\n]", small) if " ".join(one.split()) in wrote]
    long = [one for one in again if len(one.split()) > 7]
    return long[0].strip()[:60] if len(long) > 1 else None
