"""The sign of each token: whether the reader is told to do what stands there, or not to.

One walk from left to right. A negation takes hold of the word after it: where that is something to
do, or a thing itself, all that follows is denied, up to the next order or the end of the sentence;
where it is anything else ("do not worry", "no reboot"), nothing is. A bracket is an aside.
"""

import re
from collections.abc import Sequence

from graders.referee.wording import Token, literal

ORDERS = frozenset(
    "use using run running set setting apply applying add adding enter entering try trying execute "
    "executing enable enabling configure configuring install installing follow do doing change "
    "changing put putting make making take taking issue issuing call calling start starting "
    "restart reload write type create update edit switch import append grant raise lower pass "
    "select choose touch turn open give copy allow export load mount assign map re-enable restore "
    "reset loosen weaken expose modify alter empty define replace renew upgrade point register "
    "get remove delete carry".split()
)
UNDOES = frozenset(
    "undo remove removed revert delete deleted disable disabled uninstall drop".split()
)
_DENIES = UNDOES | frozenset(
    "not never cannot no nor neither avoid skip ignore without except refuse forbidden prohibited "
    "mad nobody harmful wrong dangerous instead rather break damage stop nothing none".split()
)
_PASSES = frozenset(
    "the a an this that these those any all both of off out to with on at in into for via command "
    "commands option options parameter setting settings value values path step steps following fix "
    "entry line your its ever also now simply under circumstances account honestly need needed "
    "should must may be have you : ( everything answers if case than it".split()
)
_TURNS = UNDOES | frozenset(
    "forget hesitate fail omit skip neglect miss only just merely worry wait delay avoid leave "
    "postpone stop refuse".split()
)
_FREES = frozenset(
    "but however otherwise then so unless until than only because since if when while once before "
    "after".split()
)
_OPENS = frozenset(", : ( and please".split())
_LIGHT = frozenset("instead rather not".split())
"""After these the thing that follows is denied, and nothing else."""
_PARTS = frozenset("leave take turn switch".split())
_AWAY = frozenset("off out alone".split())
_LIMITS = frozenset(
    "before until unless except without too late later twice only alone yet after tomorrow again "
    "more".split()
)
_DENIED_AFTER = re.compile(
    r"^(?:[\w.-]+ ){0,3}?(?:is|are|was|were|would|will|must|should|may)(?P<no> not|n't)? (?:be )?"
    r"(?:harmful|useless|wrong|dangerous|unnecessary|forbidden"
    r"|(?P<lack>needed|necessary|required|used|done|run)\b)"
)
_ASKS = frozenset("did have has why".split())


def _parted(text: Sequence[Token], at: int) -> bool:
    """Whether a verb is parted from the word that turns it round: "leave it out", "turn it off"."""
    for token in text[at + 1 : at + 9]:
        if token.word in _AWAY or token.word in ",;:=" or token.word == "on":
            return token.word in _AWAY and token.sentence == text[at].sentence
    return False


def denials(text: Sequence[Token], things: frozenset[str] = frozenset()) -> list[str]:
    """Of each token the word that denies it, or nothing; `things` can be denied themselves."""
    found: list[str] = []
    affirmed, held, light, negation = True, False, False, ""
    sentence, outside = -1, (True, False)
    for at, token in enumerate(text):
        word = token.word
        if token.sentence != sentence:
            sentence, affirmed, held, outside = token.sentence, True, False, (True, False)
        elif word == "(":
            outside = affirmed, held
        elif word == ")":
            affirmed, held = outside
        negates = word in _DENIES or word.endswith("n't") or word.partition("-")[0] in UNDOES
        if word in _PARTS and _parted(text, at):
            negates = True
        if negates and at and text[at - 1].word in ("if", "who", "which", "that"):
            negates = word.endswith("n't")
        if held and word in _TURNS:
            affirmed, held = True, False
        elif negates:
            affirmed, held = False, True
            negation, light = word, False
        elif held and word in _PASSES:
            pass
        elif held and word == ",":
            affirmed, held = True, False
        elif held:
            held = False
            thing = word in things or literal(word, token.raw)
            affirmed = not (word in ORDERS or thing)
            light = thing and negation in _LIGHT
        elif not affirmed and (
            word in _FREES
            or (light and word in ",)")
            or (word in ORDERS and text[at - 1].word in _OPENS)
        ):
            affirmed = True
        found.append("" if affirmed else negation or word)
    return found


def denied_after(after: str) -> bool:
    """Whether what follows a thing says that it is of no use."""
    if not (found := _DENIED_AFTER.match(after)):
        return False
    return bool(found["lack"]) == bool(found["no"])


def limited(after: str) -> bool:
    """Whether a denial is only of the manner: "never run it too late"."""
    return not _LIMITS.isdisjoint(re.split(r"[,.;:]", after)[0].split()[:8])


def asked(text: Sequence[Token], around: range) -> bool:
    """Whether a sentence is a question of whether it was done."""
    return text[around[-1]].asks and text[around[0]].word in _ASKS
