"""Whether a text reads as sentences, or is words thrown together.

No parser: it looks at the joints between neighbouring words. The small words of English say much
by themselves: an article is not followed by a verb, "I" not by a preposition, "to" not by "is".
A slip or two is human; a text in which they pile up tells its reader nothing.
"""

import re
from collections.abc import Collection
from itertools import pairwise

WORDS_A_SLIP, FIRST = 40, 22
"""One slip is forgiven for every so many words; the first comes so many earlier."""

_TOKEN = re.compile(
    r"[ap]\.m\b\.?|[^\s@]{0,64}+@\S*|[^\W\d_]+(?:[-'\u2019/][^\W\d_]+)*|[\d][\d:.,]*|[^\w\s'\u2019]|\n"
)


def _classes(**members: str) -> dict[str, str]:
    return {word: name for name, words in members.items() for word in words.split()}


_CLASS = _classes(
    article="a an the my our your their every",
    to="to",
    preposition="of from with into by at during",
    subject="i we he she they",
    verb="is are was were am has had will would can could shall should might must does did",
    base="be have do",
    participle="been being",
    joins="and or but nor than",
    stop=". , ; : ! ? )",
)
_BROKEN = {
    (one, other)
    for one, others in {
        "article": "article to preposition subject verb base participle joins stop",
        "to": "to preposition subject verb participle joins stop",
        "preposition": "to preposition subject verb base joins",
        "subject": "article to preposition subject joins participle number",
        "verb": "verb to",
        "base": "verb base to",
        "participle": "verb base participle",
        "joins": "joins stop",
    }.items()
    for other in others.split()
}
_FINE = {
    *(("at", "by"), ("of", "by"), ("have", "to"), ("has", "to"), ("had", "to"), ("is", "to")),
    *(("are", "to"), ("was", "to"), ("were", "to"), ("do", "to"), ("do", "be"), ("do", "have")),
    *(("have", "had"), ("to", "by"), ("a", ")"), ("a", "."), ("am", "to"), ("be", "to")),
}
_TWICE = {"that", "had", "very", "so", "bye", "no", "yes", "ha"}


_PASTED = re.compile(
    r"\b[ep]\d{1,2}\b|<|[^\W\d_],[^\W\d_]|(?<![ap]\.m)[.!?;]\s+(?:is|was|has|be|been)\b(?!\s(?:that|this|it|there|the)\b)"
)
"""What stands in the prompt and in no letter: the names of entries, addresses in brackets; and the
second half of a sentence without its first."""
_OPENS = re.compile(
    r"(?<![A-Za-z])[a-z]+ (?:Please|Dear|Best|Kind|Thanks?|Sorry|There|This|That|It|The|You|Your"
    r"|Not|No|Is|Are"
    r"|If|What|Could|Would|Can|As|In|On|At|To|For|We|My|Hey|Hello|Hi|Good)\b"
)
"""The first word of a sentence in the middle of one."""


_AGAIN = re.compile(
    r"\b(?:best|kind|warm) regards\b|[^\w\s] [.,;:!?](?=\s|$)|\bi [a-z]{3,12}ing\b"
    r"|\bit (?:offer|book|confirm|propose)\b"
)
"""What stands once at most in a letter: a closing, signs apart, words that do not follow."""
_CAPITAL = re.compile(r"(?<=[a-z] )[A-Z][a-z]{2,}")
CAPITALS = 3
"""Words with a capital in the middle of a sentence, beside names: as many are no letter."""


def broken(text: str, names: Collection[str] = ()) -> str | None:
    """What shows that a text is no letter: something pasted, a sentence that begins within another,
    or too many neighbouring words that cannot stand so; None for a text that reads.

    `names`: words, in lower case, that may have a capital anywhere.
    """
    if found := _PASTED.search(text) or _OPENS.search(text):
        return text[max(0, found.start() - 20) : found.end() + 20]
    capitals = [word for word in _CAPITAL.findall(text) if word.lower() not in names]
    if len(capitals) >= CAPITALS:
        return " ".join(capitals[:CAPITALS])
    tokens = _TOKEN.findall(text.lower())
    kinds = ["number" if token[0].isdigit() else _CLASS.get(token, "") for token in tokens]
    joints = [
        f"{one} {other}"
        for one, other, pair in zip(tokens, tokens[1:], pairwise(kinds), strict=False)
        if (one[0].isalnum() and one not in _TWICE if one == other else pair in _BROKEN)
        and (one, other) not in _FINE
    ]
    joints += _AGAIN.findall(text.lower())[1:]
    return joints[0] if len(joints) > (len(tokens) + FIRST) // WORDS_A_SLIP else None
