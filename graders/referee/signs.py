"""The sign of each token: whether the reader is told to do what stands there, or not to.

One walk from left to right. A negation takes hold of the word after it: where that is something to
do, or a thing itself, all that follows is denied, up to the next order or the end of the sentence;
where it is anything else ("do not worry", "no reboot"), nothing is.
"""

import re
from collections.abc import Sequence

from graders.referee.wording import Token, literal

ORDERS = frozenset(
    "use using run running set setting apply applying add adding enter entering try trying "
    "execute executing enable enabling configure configuring install installing follow do doing "
    "change changing put putting make making take taking issue issuing call calling start "
    "starting restart reload write type create update edit switch import append grant raise lower "
    "pass select choose deploy touch turn open give reconfigure copy allow export load mount "
    "assign map re-enable reenable restore reset loosen weaken reopen lift expose modify alter "
    "empty define replace renew upgrade bind force point register specify invoke get remove "
    "delete".split()
)
UNDOES = frozenset(
    "undo remove removed revert delete deleted disable disabled uninstall drop".split()
)
_DENIES = (
    frozenset(
        "not never cannot no nor neither avoid skip ignore without except refuse refused forbidden "
        "prohibited mad crazy foolish unwise nobody harmful wrong dangerous instead rather break "
        "damage destroy stop nothing none".split()
    )
    | UNDOES
)
_PASSES = frozenset(
    "the a an this that these those any all both of to with on at in for via command commands "
    "option options parameter setting settings value values path step steps following fix entry "
    "line flag here your its ever also now simply therefore please under circumstances account "
    "honestly need needed should must may be have be- you , : ( everything answers answer if "
    "anyone anybody case than it".split()
)
_TURNS = frozenset(
    "forget hesitate fail omit skip neglect miss only just merely worry wait delay avoid leave "
    "postpone stop remove delete disable undo revert refuse drop leave-out".split()
)
_FREES = frozenset(
    "but however otherwise then so unless until than only because since if when while once before "
    "after".split()
)
_OPENS = frozenset(", : ( and please".split())
_LIGHT = frozenset("instead rather not".split())
"""After these the thing that follows is denied, and nothing else."""
_LIMITED = re.compile(
    r"^[^,.;:]{0,40}?\b(?:before|until|unless|except|without|too|late|later|twice|only|alone|yet|"
    r"after|tomorrow|by hand|again|more)\b"
)
_DENIED_AFTER = re.compile(
    r"^\W*(?:[\w.-]+ ){0,5}?(?:"
    r"(?:is|are|was|were|would be|will be|can be)(?: only| meant| written| also)* (?:for an?other"
    r"|for a different|for other|wrong\b|unnecessary|harmful|useless|obsolete|dangerous|only for"
    r"|(?:an? )?\S*\d\S* matter)"
    r"|(?:is|are|was|were)(?: not|n't) (?:needed|necessary|required|right|correct|for\b|to be"
    r"|the fix|the answer|meant|applicable|what|it\b|valid|relevant|involved|available|the issue)"
    r"|(?:does|do|did|will|would|can)(?: not|n't) (?:apply|fit|help|match|cover|work|hold|belong"
    r"|solve|fix|exist)\b"
    r"(?! (?:itself|by itself|on its own|on one|alone|unless|without|until|before|if))"
    r"|(?:won't|cannot|can't|doesn't|don't) (?:apply|fit|help|match|work|solve|fix|exist)\b"
    r"(?! (?:itself|by itself|on its own|alone|unless|without|until|before|if))"
    r"|(?:must|should|may|need|can)(?: not|n't) be\b|appl(?:y|ies) only|only (?:works|applies)"
    r"|works? only|belongs? to\b)"
)
_ELSEWHERE = re.compile(
    r"^\W*(?:[\w.-]+ ){0,6}?(?:(?:is|are|was|were)(?: only| meant| written)* for "
    r"(?:linux|windows|\S*\d)|(?:is|are|was|were) about (?!this|it)"
    r"|(?:deals?|describes?|treats?)\b)"
)
_ASKS = frozenset("did have has why".split())
ALONE = frozenset("alone as out unchanged untouched".split())


def signs(text: Sequence[Token], things: frozenset[str] = frozenset()) -> list[bool]:
    """Of each token whether it is said in the affirmative; `things` can be denied themselves."""
    found: list[bool] = []
    affirmed, held, light, negation = True, False, False, ""
    sentence = -1
    for at, token in enumerate(text):
        word = token.word
        if token.sentence != sentence:
            sentence, affirmed, held = token.sentence, True, False
        negates = word in _DENIES or word.endswith("n't") or word.partition("-")[0] in UNDOES
        if (
            negates
            and at
            and text[at - 1].word in ("if", "who", "which", "that")
            and not word.endswith("n't")
        ):
            negates = False
        if held and word in _TURNS:
            affirmed, held = True, False
        elif negates:
            affirmed, held = (True, False) if held and word in UNDOES else (False, True)
            negation, light = word, False
        elif held and word in _PASSES:
            pass
        elif held:
            held = False
            thing = word in things or literal(word, token.raw)
            affirmed = not (word in ORDERS or thing)
            light = thing and negation in _LIGHT
        elif (not affirmed and (word in _FREES or (light and word in ",)"))) or (
            not affirmed and word in ORDERS and text[at - 1].word in _OPENS
        ):
            affirmed = True
        found.append(affirmed)
    return found


def denied_after(after: str, plainly: bool) -> bool:
    """Whether what follows a thing says that it is not to be used; `plainly` where it may as well
    be said to belong elsewhere."""
    return bool(_DENIED_AFTER.match(after) or (plainly and _ELSEWHERE.match(after)))


def limited(after: str) -> bool:
    """Whether a denial is only of the manner: "never run it too late"."""
    return bool(_LIMITED.match(after))


def asked(text: Sequence[Token], at: int) -> bool:
    """Whether a token stands in a question of whether it was done."""
    first = last = at
    while first and text[first - 1].sentence == text[at].sentence:
        first -= 1
    while last + 1 < len(text) and text[last + 1].sentence == text[at].sentence:
        last += 1
    return text[last].asks and text[first].word in _ASKS
