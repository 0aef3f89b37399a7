"""The polarity of each token of a text: whether the reader is told to do what it says, or not to.

One pass from left to right. A negation applies to the word after it: if that is an action or one of
the `things`, everything up to the next instruction or the end of the sentence is denied; if it is
anything else ("do not worry", "no reboot"), nothing is. A bracket is an aside.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from graders.referee.wording import Token, literal

ORDERS = frozenset(
    "use using run running set setting apply add adding enter try execute enable configure install "
    "follow do doing change put make take issue call start restart reload write type create update "
    "edit switch import append grant raise lower pass select choose touch turn open give copy "
    "allow export load mount assign map re-enable restore reset loosen weaken expose modify alter "
    "empty define replace renew upgrade point register get remove delete carry".split()
)
UNDOES = frozenset("undo remove removed revert delete deleted disable disabled uninstall".split())
_DENIES = UNDOES | frozenset(
    "not never cannot no nor neither avoid skip ignore without except refuse forbidden mad nobody "
    "harmful wrong dangerous instead rather break damage stop nothing none against".split()
)
_PASSES = frozenset(
    "the a an this that these those any all both of off out to with on at in into for via command "
    "option parameter setting settings value step steps following fix line your its ever also now "
    "simply under circumstances account need needed should must may be have you : ( everything "
    "answers than it".split()
)
"""A negation extends past these words."""
_TURNS = UNDOES | frozenset(
    "forget hesitate fail omit skip neglect miss only just merely worry wait delay avoid leave "
    "postpone stop refuse".split()
)
"""Negated, these affirm: "do not forget"."""
_FREES = frozenset(
    "but however otherwise then so unless until than only because since if when while once before "
    "after".split()
)
MAKES = frozenset("add put enter set create enable insert append write install include".split())
PARTED = frozenset("leave keep take turn switch".split())
"""Verbs that "off" or "out" reverses, with the object in between."""
_AS_IT_IS = frozenset("off out alone as at unchanged untouched enabled".split())
_ADVISE = ("you", "advise", "advised", "recommend", "warn")
_LIGHT = ("instead", "rather")
_LIMITS = frozenset(
    "before until unless except without too late later twice only alone yet after tomorrow again "
    "more".split()
)
_CLAUSE = re.compile(r"[^,.;:]*")
_DENIED_AFTER = re.compile(
    r"^(?:[\w.-]+ ){0,3}?(?:is|are|was|were|would|will|must|should|may)(?P<no> not|n't)? (?:be )?"
    r"(?:harmful|useless|wrong|dangerous|unnecessary|forbidden"
    r"|(?P<lack>needed|necessary|required|used|done|run)\b)"
)


def _parted(text: Sequence[Token], at: int) -> bool:
    ends = _AS_IT_IS if text[at].word in ("leave", "keep") else ("off", "out")
    for token in text[at + 1 : at + 9]:
        if token.word in ends or token.word in ("on", *",;:="):
            return token.word in ends
    return False


def denials(text: Sequence[Token], things: frozenset[str]) -> list[str]:
    """For each token the word that denies it, or ""; `things` are nouns that can be denied."""
    found: list[str] = []
    negation, held, light, outside = "", False, False, ("", False)
    for at, token in enumerate(text):
        word, before = token.word, text[at - 1].word
        begins = not at or token.sentence != text[at - 1].sentence
        if begins:
            outside = "", False
        if word == "(":
            outside = negation, held
        elif word == ")" or begins:
            negation, held = outside
        after = text[at + 1].word if at + 1 < len(text) else ""
        loose = (
            before in ("if", "who", "which", "that")
            or (word in _LIGHT and after not in ("of", "than"))
            or (word == "against" and before not in _ADVISE)
        )
        denies = word in _DENIES or word.partition("-")[0] in UNDOES
        negates = word.endswith("n't") or (denies and not loose)
        if held and (word in _TURNS or word == ","):
            negation, held = "", False
        elif negates or (word in PARTED and _parted(text, at)):
            negation, held, light = word, True, False
        elif held and word not in _PASSES:
            held = False
            thing = word in things or literal(word, token.raw)
            rest = takewhile(lambda t: t.word not in ",;:.)", text[at : at + 6])
            limited = not _LIMITS.isdisjoint(t.word for t in rest)
            light = limited or (thing and negation in ("not", *_LIGHT))
            act = word in ORDERS and negation != "cannot"  # "cannot start" forbids nothing
            negation = negation if thing or act else ""
        elif not held and (
            word in _FREES
            or (light and word in ",)")
            or (word in ORDERS and before in (",", ":", "(", "and", "please"))
        ):
            negation = ""
        found.append(negation)
    return found


def denied(denial: str, after: str) -> bool:
    """Whether a thing is denied, by the word before it (`denial`), unless that concerns only the
    manner ("never run it too late"), or by what follows it ("is not needed")."""
    if denial:
        return _LIMITS.isdisjoint(_CLAUSE.match(after)[0].split()[:8])
    found = _DENIED_AFTER.match(after)
    return bool(found) and bool(found["lack"]) == bool(found["no"])
