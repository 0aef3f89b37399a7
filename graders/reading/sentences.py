"""Whether a text reads as sentences or is a jumble of words.

This is not a parser: it checks pairs of neighbouring words. English function words tell a lot: an
article is not followed by a verb, "I" not by a preposition, "to" not by "is". A slip is human, but
slips do not pile up in a text that makes sense.
"""

import re
from collections.abc import Collection

MAX_SLIPS = 1
"""Slips forgiven in a text of any length, so that filler does not buy more."""

_CLASSES = {
    "article": "a an the my our your their every",
    "to": "to",
    "preposition": "of from with into by at during",
    "subject": "i we he she they",
    "verb": "is are was were am has had will would can could shall should might must does did",
    "base": "be have do",
    "participle": "been being",
    "joins": "and or but nor than",
}
_FOLLOWS = {
    "article": "article to preposition subject verb base participle joins stop",
    "to": "to preposition subject verb participle joins stop",
    "preposition": "to preposition subject verb base joins",
    "subject": "article to preposition subject joins participle number",
    "verb": "verb to",
    "base": "verb base to",
    "participle": "verb base participle",
    "joins": "joins end",
}
"""The classes that must not follow a word of each class."""


def _any_of(classes: str) -> str:
    """A pattern for a word (or punctuation) of these classes right after another word."""
    words = [word for name in classes.split() for word in _CLASSES.get(name, "").split()]
    behind = rf"[ \t]+((?:{'|'.join(words)})(?![\w'/-])" + r"|\d" * ("number" in classes) + ")"
    behind += r"|\s*([.;!?)])(?=\s|$)" * ("end" in classes)
    return behind + r"|\s*([.,;!?)])(?=\s|$)" * ("stop" in classes)


_JOINT = re.compile(
    r"(?<![\w.'@/-])(?=[abcdefhimnorstwy])(?:"
    + "|".join(
        rf"(?:{'|'.join(_CLASSES[one].split())})(?={_any_of(others)})"
        for one, others in _FOLLOWS.items()
    )
    + r"|(?P<twice>\w+)(?=[ \t]+(?P=twice)(?![\w.-])))"
)
"""The first of two words that cannot be neighbours."""
_NEXT = re.compile(r"\s*(\w+|.)")
_FINE = frozenset(
    "at by,of by,have to,has to,had to,is to,are to,was to,were to,do to,do be,do have,have had,"
    "to by,am to,be to,do is,do was,be had,that that,had had,very very,so so,bye bye,no no,yes yes,"
    "ha ha".split(",")
) | {"a )", "a .", "a ,", "a ;", "to .", "to !", "to ?"}


_PASTED = re.compile(
    r"\b[ep]\d{1,2}\b|<|[^\W\d_],[^\W\d_]"
    r"|(?<![ap]\.m)[.!?;]\s+(?:is|was|has|be|been)\b(?!\s(?:that|this|it|there|the)\b)"
)
"""Text pasted from the prompt (ids of entries, addresses in brackets), or the second half of a
sentence without its first."""
_OPENS = re.compile(
    r"(?<![A-Za-z])[a-z]+ (?:Please|Dear|Best|Kind|Thanks?|Sorry|There|This|That|It|The|You|Your"
    r"|Not|No|Is|Are"
    r"|If|What|Could|Would|Can|As|In|On|At|To|For|We|My|Hey|Hello|Hi|Good)\b"
)
"""A capitalised word that starts sentences, in the middle of one."""
_MIDDLE = re.compile(r"(?<=\w )(?:Dear|The|Your|(?:Best|Kind) regards)\b")
"""The same for words that are never names, after any word without punctuation."""
_CUT = re.compile(
    r"(?<=[a-z]\s)dear\s[a-z]|\bdear\s(?:[\d(]|(?:the|a|of|to|for|is|in|on|and|i)\b)"
    r"|\bregards\b,?(?:[ \t](?:is|are|of|to|for|the|a|and|i|in|on|at|can|from|with|your|my)\b"
    r"|[^\w\n]*(?:\S+[ \t]+){9})"
    r"|\b(?:the|a|an|of|to|from|my|our|your|is|are|for|and|or|i|can|will)[\s,]*$"
)
"""A greeting or a closing in mid-sentence, or a text that breaks off."""
_BEGINS = re.compile(r"[a-z]{3}[.!?]\s+(?:([a-z]{2,}\b(?![./_:\\=-]))|[A-Z])")
"""The start of a new sentence; group 1 is its first word if it is in lower case."""
_SMALL = re.compile(r"\n[a-z]{2}.*\n(?:.*\n)*?[a-z]{2}")
"""Two lines that begin in lower case."""
_AGAIN = re.compile(
    r"\b(?:best|kind|warm) regards\b|[^\w\s] [.,;:!?](?=\s|$)|\bi [a-z]{3,12}ing\b"
    r"|\bit (?:offer|book|confirm|propose)\b"
)
"""What a letter may have only once: a closing, detached punctuation, some ungrammatical pairs."""
_CAPITAL = re.compile(r"(?<=[a-z] )[A-Z][a-z]{2,}")
TOO_MANY_CAPITALS = 3
"""A text with this many capitalised words in mid-sentence, names aside, is not readable."""


def broken(text: str, names: Collection[str] = ()) -> str | None:
    """An excerpt that shows that a text is not a readable letter, or None: pasted text, a sentence
    inside another, or too many words that cannot be neighbours.

    `names`: words, in lower case, that may be capitalised anywhere.
    """
    if found := _PASTED.search(text) or _OPENS.search(text):
        return text[max(0, found.start() - 20) : found.end() + 20]
    capitals = [word for word in _CAPITAL.findall(text) if word.lower() not in names]
    if len(capitals) >= TOO_MANY_CAPITALS:
        return " ".join(capitals[:TOO_MANY_CAPITALS])
    return disordered(text)


def disordered(text: str) -> str | None:
    """The first slip of a text that has more than `MAX_SLIPS`, or None: words that cannot be
    neighbours, that need a continuation, or that cannot start a sentence."""
    lower = text.lower()
    pairs = (f"{one[0]} {_NEXT.match(lower, one.end())[1]}" for one in _JOINT.finditer(lower))
    slips = [pair for pair in pairs if pair not in _FINE]
    slips += _AGAIN.findall(lower)[1:] + _CUT.findall(lower) + _MIDDLE.findall(text)
    begins = _BEGINS.findall(text)
    if not all(begins) and not _SMALL.search(text):  # else lower case is the writer's style
        slips += [*filter(None, begins)][:1]
    return slips[0] if len(slips) > MAX_SLIPS else None
