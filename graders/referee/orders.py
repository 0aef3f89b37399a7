"""Whether a sentence orders what it names, advises against it, or leaves it.

Read word by word: the last negation before the thing, what stands between the two, what follows.
`plainly` asks the harder question, for what should not be in an answer at all: only a direct "do
not use X", "not X", "instead of X" or "X does not apply" then counts as advice against it.
"""

import re
from itertools import pairwise, takewhile

_WORD = re.compile(r"[a-z0-9][\w'./=-]*|[:,(]|--?\w\S*")
_USES = frozenset(
    "use using run running set setting apply applying add adding enter entering try trying execute "
    "executing enable enabling configure configuring install installing follow following do doing "
    "change changing put putting make making take taking issue issuing call calling start starting "
    "restart reload write type create update edit switch import append grant raise lower pass "
    "select choose deploy touch turn open give reconfigure copy allow export load mount assign map "
    "define replace renew upgrade bind force point import register specify invoke get".split()
)
_ADVERBS = frozenset(
    "ever also now simply therefore please under any circumstances honestly".split()
)
_SMALL = frozenset(
    "the a an this that these those any all both of to with on at in for via command commands "
    "option options parameter setting settings value values path step steps following fix entry "
    "either again line flag here your its".split()
)
#: "Do not forget X", "never leave out X", "must not wait: X" are orders.
_TURNS = re.compile(
    r"forget|hesitat|fail|omit|skip|neglect|miss|only|just|merely|worry|wait|delay|avoid|leav|"
    r"postpon|be$|be |think|stop|panic|mind|remov|delet|disabl|undo|revert|refus|drop|los|hold|put$"
)
_REVERSES = frozenset(
    "but however then until unless before after because since so if when while as yet though "
    "although otherwise instead once than anything nothing everything less more only just".split()
)
_NEGATIONS = frozenset("not never cannot no nor neither avoid skip ignore without".split())
_TWO_WORDS = ("instead of", "rather than", "refrain from", "stop using", "stop running", "place of",
              "opposed to", "other than", "no longer", "lieu of")  # fmt: skip
_OBJECT = r"(?:(?:the|this|setting|command|option|of|you|both|all)\W+)*$"
_BANNED = re.compile(
    r"(?:\b(?:under no circumstances?|on no account|in no case"
    r"|(?:nobody|no-?one) (?:should|must|may)"
    r"|(?:forbidden|prohibited|mad|crazy|foolish|wrong|dangerous|harmful|unwise|a mistake) to"
    rf"|refuse to|refused to|decline to)\W+(?:[\w'-]+\W+)?{_OBJECT}"
    r"|(?<!not )(?<!never )(?<!n't )(?<![\w-])(?:undo|remove|"
    r"removed|revert|delete|deleted|disable|disabled|uninstall|drop)[ (]+)"
    rf"(?:(?!(?:and|or|{'|'.join(_USES)})\b)[\w'\[\]-]+[ (]+)?{_OBJECT}"
    r"|(?:wrong|harmful|bad|forbidden) (?:answers?|commands?|fix(?:es)?|steps?|settings?)"
    r"[^:]*:[^:]*$"
    r"|(?:would|will|could) (?:break|damage|destroy|be (?:wrong|harmful|dangerous))\b[^:]*:[^:]*$"
)
_UNDONE = re.compile(
    r"\b(?:without|(?<!-)except(?: for)?) (?:the |setting |running )?$"
    r"|\bdid not (?:run|use|set) $"
)
_NAMED_ON = (
    r"^\W*+(?:[\w.-]+[\s)]+){0,2}?(?:(?:for|of|from|in|on) (?:[\w.-]+[\s)]+){1,6}?)?"
    r"(?:(?:which|that|this|it) )?"
)
"""What may still belong to the thing: "X here", "X for the old release, which"."""
_FAILS_AFTER = re.compile(
    rf"{_NAMED_ON}"
    r"(?:(?:is|are|was|were)(?: only| meant| written)* for (?:an?other|a different|other)"
    r"|(?:is|are|was|were|would be|can be|is also|will be) "
    r"(?:wrong|unnecessary|harmful|useless|obsolete|dangerous|only for)"
    r"|(?:is|are|was|were)(?: not|n't) (?:needed|necessary|required|right|correct|for|to be|"
    r"the fix|the answer|meant|applicable|what|it\b|valid|relevant)"
    r"|(?:does|do|did|will|would|can)(?: not|n't) (?:apply|fit|help|match|cover|work|hold|belong|"
    r"solve|fix)\b(?! (?:itself|by itself|on its own|on one|alone|unless|without|until|before|if))"
    r"|(?:won't|cannot) (?:apply|fit|help|match|work|solve|fix)\b"
    r"(?! (?:itself|by itself|on its own|alone|unless|without|until|before|if))"
    r"|(?:must|should|may|need)(?: not|n't) be\b|appl(?:y|ies) only)"
)
_ELSEWHERE = re.compile(
    rf"{_NAMED_ON}(?:(?:is|are|was|were)(?: only| meant| written)* for (?:linux|windows|\S*\d)"
    r"|(?:is|are|was|were) about (?!this|it)|belongs? to\b)"
)
"""It is said to be of another place, which rules out what need not be named at all."""
_LIMITED = re.compile(
    r"^[^,.;:]{0,40}?\b(?:before|until|unless|except|without|too|late|later|twice|only|alone|yet|"
    r"after|tomorrow|by hand|again|more)\b"
)
_LEAVE = re.compile(r"\b(?:leav(?:e|ing)|keep)\W*$")
_ALONE = re.compile(r"\W*(?:alone|as|out|unchanged|untouched)\b")
_YET = re.compile(r"\W*(?:yet|set)\b")
_GOES_ON = re.compile(r"\W*(?:,| or | nor | and )")
_SETTLED = re.compile(r"\W*(?:$|[,.;)]|on |for |in |here|as |from |which |that |of )")
_ASKS = re.compile(r"\W*(?:did|have|has|is|are|was|were|does|do|why|what|who) ")
TAKEN_BACK = re.compile(
    r"\b(?:ignore|undo|disregard|revert|forget|scrap|discard|cancel) (?:please )?"
    r"(?:(?:all|everything|any|each) (?:of )?)?(?:the above|that is above|above\b|it all|this all|"
    r"that all|all (?:of )?(?:it|this|that|these|them)|everything|(?:this|my) (?:answer|advice))"
    r"|(?:^|[.!?;] |\n)(?:sorry, |no, )?(?:that|this|the above|all of (?:this|that)) (?:was|is) "
    r"(?:all )?(?:a mistake|an error|wrong|nonsense|a joke|untrue|not true)\b"
)


def advised_against(before: str, after: str, plainly: bool = False) -> bool:
    """Whether the sentence around a thing, cut before and after it, advises against the thing."""
    ordered = _ends_in_an_order(before)
    if _FAILS_AFTER.match(after) and not (plainly and ordered):
        return True
    if plainly and _ELSEWHERE.match(after) and not ordered:
        return True
    if _LEAVE.search(before) and _ALONE.match(after):
        return True
    if plainly:
        return _negated(before, after, plainly=True) and not _LIMITED.match(after)
    if _BANNED.search(before):
        return True
    return _negated(before, after, plainly=False) and not _LIMITED.match(after)


def left_open(before: str, asked: bool) -> bool:
    """Whether the sentence only asks about the thing, or says that it is lacking or undone."""
    if asked and _ASKS.match(before):
        return True
    return bool(_UNDONE.search(before))


def _ends_in_an_order(before: str) -> bool:
    words = [word for word in _WORD.findall(before)[-4:] if word not in _SMALL]
    if not words or words[-1] not in _USES or words[-1].endswith("ing"):
        return False
    return not any(word in _NEGATIONS or word.endswith("n't") for word in words[:-1])


def _negated(before: str, after: str, plainly: bool) -> bool:
    words = _WORD.findall(before)[-20:]
    for at in range(len(words) - 1, -1, -1):
        pair = f"{words[at]} {words[at + 1]}" if at + 1 < len(words) else words[at]
        word, rest = words[at], words[at + 1 :]
        two = pair in _TWO_WORDS
        if not two and word not in _NEGATIONS and not word.endswith(("n't", "n’t")):
            continue
        if (word == "without" and not plainly) or _assumed(words, at):
            continue
        if at and (words[at - 1] in ("not", "never") or words[at - 1].endswith("n't")) and not two:
            return False
        rest = rest[1:] if two else rest
        return _covers(word, two, rest, after, plainly)
    return False


def _assumed(words: list[str], at: int) -> bool:
    """Whether a negation tells of a case, and of no order: "if not", "clients that do not"."""
    before = words[max(at - 2, 0) : at]
    if before[-1:] == ["do"] or before[-1:] == ["does"]:
        before = before[:-1]
    return before[-1:] in (["if"], ["that"], ["which"], ["who"])


def _covers(word: str, two: bool, rest: list[str], after: str, plainly: bool) -> bool:
    """Whether a negation covers the thing that the words in `rest` part from it."""
    aside = list(takewhile((_ADVERBS | {","}).__contains__, rest[:-1]))
    if set(aside) != {","}:
        rest = rest[len(aside) :]
    if rest and (_TURNS.match(rest[0]) or rest[0] == "without"):
        return False
    if word == "no" and not two:
        if rest[:1] == ["need"]:
            rest = [one for one in rest[1:] if one not in ("to", "for")]
        elif rest:
            return False
        else:
            return not _YET.match(after)
    if any(one in _REVERSES for one in rest):
        return False
    if any(a in ("and", "by", "to", "then") and b in _USES for a, b in pairwise(rest)):
        return False
    resumed = any(
        b in _USES and not b.endswith("ing") and a not in ("or", "nor") for a, b in pairwise(rest)
    )
    if resumed and (two or word in ("avoid", "skip", "ignore", "not") or word.endswith("n't")):
        return False
    if ":" in rest and not all(one in _USES | _SMALL | {":"} for one in rest):
        return False
    if "," in rest and rest[-1] not in ("or", "nor"):
        item = rest[len(rest) - rest[::-1].index(",") :]
        if not all(one in _SMALL | {"and", "or", "nor"} for one in item):
            return False
        if not _GOES_ON.match(after):
            return False
    bare = [one for one in rest if one not in _SMALL]
    if word in ("avoid", "skip", "ignore") and not all(one in _USES for one in bare):
        return False
    if plainly:
        direct = two or word in ("not", "nor", "avoid", "skip", "ignore", "without")
        if direct and not bare and word not in ("stop", "refrain"):
            return bool(_SETTLED.match(after))
        ordered = word in ("stop", "refrain") or (bool(rest) and rest[0] in _USES)
        return ordered and len(rest) <= 12
    return len(rest) <= 8
