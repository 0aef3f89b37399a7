"""What a clause says about a fact that it names: do it, do not do it, or neither.

The rules are for clauses, not for English in general. The negation of an instruction covers what
follows, up to a word that breaks off or starts another instruction; any other negation covers only
what is next to it. There are two sets of rules, which differ on purpose:

- A required fact is forbidden only if that is certain, and open if it is merely asked about or done
  without; anything else prescribes it. "Never leave out X" prescribes.
- A foreign fact is ruled out only by clear forms: "do not run X", "Y instead of X", "X does not
  apply", "X is for 7.0". Anything else prescribes it.

All patterns expect normalised text (`reading.normalise`) and see at most REACH characters
of the clause on either side, which keeps them fast on any text.
"""

import re
from typing import Literal

Stance = Literal["prescribed", "forbidden", "open"]

REACH = 240
"""Characters read on either side of a fact."""
_FAR = 10
"""The most words between a prohibition and the foreign fact it covers."""

#: Verbs for what one does with a command, a parameter, a value or a path.
DO = (
    r"(?:(?:re)?(?:run|set|put|get|add|enter|apply|call|try|do|follow|start|install|import|append|"
    r"insert|select|switch|edit|deploy|load|register|grant|raise|lower|pass|give|turn|copy|click|"
    r"open|mount|allow|pick|go|resort|configure|issue|type|change|use|execute|enable|take|make|"
    r"write|create|update|choose|define|employ|replace|touch|point|assign|renew|upgrade|export|map|"
    r"bind|force|prescribe|rely|bring|invoke|specify|submit)(?:n?n?ing|t?ting)?"
    r"|(?:re)?(?:us|execut|configur|enabl|chang|issu|typ|tak|mak|writ|creat|updat|choos|defin|"
    r"replac|rais|upgrad|forc|prescrib|invok)ing)(?![\w-])"
)
_WORD = r"(?<![\w=./-])"  # a cue is a word of the sentence, not part of a command
#: Words that may stand between a verb and the fact it is about.
_SMALLS = (
    r"(?:(?:the|this|that|these|those|any|all|both|either|each|of|a|an|your|our|its?|to|with|on|at|"
    r"in|for|by|via|use|command|commands|option|options|parameter|parameters|setting|settings|"
    r"value|values|version|path|line|lines|entry|flag|flags|steps?|fix|following|again|ever|even|"
    rf"also|please|here|simply|just)\b\s*){{0,{REACH // 2}}}+"
)
_OPEN, _CLOSE = r"[\"'`*_(\[]*", r"[\"'`*_)\]]*"
#: After a negation these reverse it: "do not forget", "never leave out", "must not wait".
TURNS = (
    r"(?:forget|hesitat|fail|omit|skip|neglect|miss|only|just|merely|worry|wait|delay|avoid|leav|"
    r"put(?:ting)? off|postpon|be\b|think|stop|panic|mind|remov|delet|disabl|undo|revert|refus|"
    r"forbid|drop|los|defer|hold|give up|refrain|fear|dither|linger)\w*"
)
BREAKS_OFF = (
    r"(?:but|however|then|until|unless|before|after|without|because|since|so|if|when|while|as|yet|"
    r"though|although|otherwise|once|than|instead(?!\s+of))"
)

#: "X does not apply", "X, which is wrong here", "X applies only to 7.0", "X must not be run".
_DENIED = re.compile(
    rf"{_CLOSE}(?:\s*+\([^)]{{0,60}}\))?"
    r"(?:\s++(?:command|option|parameter|setting|value|path|fix|step|article|itself|here))?"
    r"(?:\s++(?:for|of|from|in|on)\s++[\w. -]{1,40}?)?(?:,?\s++(?:which|that|this|it|and\s++so))?"
    r"(?:\s++(?:is|are|was|were)\s*+(?:"
    r"(?:wrong|incorrect|obsolete|invalid|un(?:necessary|needed)|useless|harmful|dangerous|"
    r"a\s++mistake)(?=\s*+(?:$|[,.;)]|here\b|for\b|on\b|in\b))"
    r"|n(?:o|')t\s++(?:to\s++be\s++\w+(?=\s*+(?:$|[,.;)]))|needed|required|necessary|applicable|"
    r"relevant|the\s++(?:fix|answer|right)|for\b|meant\b|valid|right|correct|what\b|it\b)"
    r"(?!\s++(?:by|to\s++(?:wait|ask|hesitat)|until|unless|only|optional|wrong))"
    r"|(?:only\s++|meant\s++|written\s++|about\s++)*(?:for|about)\s++"
    r"(?:(?:an)?other\b|\S*\d|kb-|[^,.;]{1,40}\bonly\b))"
    r"|\s++(?:do|does|did|will|wo|would|can)\s*+n(?:o|')t\s++(?:apply|fit|help|match|cover|belong|"
    r"work|hold)(?=\s*+(?:$|[,.;)]|here\b|to\b|for\b|in\b|on\s++(?:this|that|your|\S*\d)|"
    r"either\b|at\s++all\b|with\b|this\b|that\b|your\b|the\b|and\b))"
    r"|\s++(?:must|should|may|need|can)\s*+n(?:o|')?t\s++be\s++\w+(?!\s++(?:to\s|before|until|"
    r"unless|late|by))|\s++appl(?:y|ies)\s++only\s++to\b|(?:\s++\w++)?\s++belongs?\s++to\b"
    r"|\s++(?:would|will|can|could)\s++(?:be\s++)?(?:harm|wrong|break|damag|destroy|dangerous))"
)
#: "If X does not help, ..." has X tried.
_IF = re.compile(rf"\b(?:if|when|should)\s+(?:the\s+)?{_OPEN}$")
_FAILS = re.compile(rf"{_CLOSE}\s+(?:(?:do|does|did|should)\s*n(?:o|')t|not)\s+(?:help|work)\b")
#: Negations that cover only what is next to them.
_NEXT_TO = re.compile(
    rf"{_WORD}(?:(?<!if )not|nor|neither|no|never|cannot|\w+n't|instead\s+of|rather\s+than|"
    r"in\s+(?:place|lieu)\s+of|unlike|as\s+opposed\s+to|other\s+than|"
    r"(?<!not )(?<!never )(?<!n't )(?:avoid|skip|ignore|stop|omit|drop|"
    r"(?:leave|leaving)\s+(?:off|out|away)|do(?:ing)?\s+without))\s+"
    rf"(?:(?:to|be)\s+)?(?:{DO}\s+)?(?:{DO}\s+)?(?:alter\s+(?:[\w.]+\s+){{1,6}})?{_SMALLS}{_OPEN}$"
)
_WITHOUT = re.compile(
    rf"{_WORD}(?:without|except(?:\s+for)?|but\s+not|lacks?|missing|(?:has|have|had|shows)\s+no|"
    rf"(?:did|have|has|had)\s*n(?:o|')t)\s+(?:(?:yet|ever)\s+)?(?:(?:{DO}|done|added|made|"
    rf"used)\s*)?{_SMALLS}{_OPEN}$"
)
_YET = re.compile(rf"{_CLOSE}\s+(?:yet|so\s+far)\b")
#: A prohibition of what its clause goes on to say: "do not run X".
_ORDER_NOT = re.compile(
    r"(?:(?:(?:^|[,:(\"'`])\s*|\b(?:please|and|or|but|so|you|we|i|then|also|now|here|should|"
    r"must)\s+)"
    r"(?:(?:do\s+not|don'?t|never)|(?<!not )(?<!never )(?<!n't )(?:avoid|refrain\s+from|skip|"
    r"ignore|disregard|forget|stop\s+(?:using|running)))"
    rf"|{_WORD}(?:(?:must|should|need|shall|may)\s*n(?:o|')t"
    r"|no\s+(?:need|sense|point|use|reason)\s+(?:to|for|in)|no\s+longer"
    r"|(?:forbidden|prohibited|illegal|not\s+allowed|dangerous|harmful|mad|foolish|unwise"
    r"|a\s+mistake|(?<!not )(?:refuses?d?|declined?))\s+to"
    r"|(?:nobody|no\s*-?one)\s+(?:should|must|may|shall|can)"
    r"|(?:under\s+no\s+circumstances?|on\s+no\s+account|in\s+no\s+case)"
    r"(?:\W+(?:you|we|should|must|may|to|can))*+"
    r"|(?:wrong|harmful|bad|forbidden)\s+(?:answers?|commands?|fix(?:es)?|steps?|settings?|advice):"
    rf"|(?:would|will|could|can)\s+(?:break|damage|destroy)\b[^:]{{0,{REACH}}}:))(?!\s+{TURNS})(?!\w)"
)
_ENDS = re.compile(rf"\b{BREAKS_OFF}\b|\b(?:and|by|to)\s+(?:(?:then|please|now|also|just)\s+)?{DO}")
_HEADS_A_LIST = re.compile(rf"^\s*(?:{DO}\s*)?{_SMALLS}:")
_ASIDE = re.compile(r"^\s*,(?:[^,]*,|\s*ever\b)")
#: Whether a list continues past its last comma to the fact, which is written as NUL.
_LISTED = re.compile(
    rf"\s*(?:(?:and|or|nor)\s+)?(?:the\s+)?{_OPEN}\0{_CLOSE}(?:,|\s+(?:and|or|nor)\b)"
    rf"|(?:.*\s)?(?:or|nor)\s+(?:the\s+)?{_OPEN}\0",
    re.DOTALL,
)
#: Verbs that undo the fact, possibly with a few words in between: "remove the stale X", but not
#: "remove the lock with X".
_UNDOES = re.compile(
    rf"{_WORD}(?:undo|undid|undoing|(?:remov|revers|disabl|delet)(?:e[sd]?|ing)|"
    rf"(?:revert|uninstall|drop|forbid|cancel)(?:p?ed|p?ing|s)?|turn(?:ed|ing)?\s+off|stop|"
    rf"(?:take|took|taking)\s+(?:back|out)|roll(?:ed|ing)?\s+back|g[eo]t(?:ting)?\s+rid\s+of)\s+"
    rf"(?:{_SMALLS}|(?:(?!{BREAKS_OFF}|(?:it|them|with|by|to|into|from|via|and|or|in|inside|on|at|for)\b|"
    rf"{DO})"
    rf"[^\s,;:.]+\s+){{1,3}}){_OPEN}$"
)
_LEAVE = re.compile(rf"{_WORD}(?:leave|leaving|left|keep)\s+(?:the\s+)?{_OPEN}$")
_ALONE = re.compile(rf"{_CLOSE}\s+(?:alone|untouched|unchanged|out|off|as\s+(?:it|they)\b)")
_NEGATED = re.compile(rf"(?:\bnot|n't|\bdont|\bnever|\bcannot)\s+(?:\w+\s+)?{_OPEN}$")
_ASKS = re.compile(r"^\W*(?:did|have|has|had|is|are|was|were|does|do|why|what|who|which|whether)\b")
#: What limits a prohibition: "do not run X before Y", "not X: it is only for ..."
_BOUNDED = re.compile(
    rf"{_CLOSE}(?:[^,;.:]{{0,40}}?\s(?:before|until|unless|except|without|too|late|later|twice|"
    r"more|only|alone|slowly|yet|after|tomorrow|afterwards|again|by\s+hand)\b"
    r"|[^:;]{0,40}:\s+(?:that|this|it)\b.{0,20}\b(?:only|just)\b)"
)


#: A cheap pre-check: every prohibition before a fact contains one of these.
_CUE = re.compile(
    r"n't|\b(?:not?|nor|neither|never|nobody|cannot|dont|avoid|refrain|skip|ignor|disregard|forget|stop|"
    r"forbidden|prohibited|illegal|dangerous|harmful|mad|foolish|unwise|mistake|refuse|decline|"
    r"wrong|bad|break|damage|destroy|instead|rather|unlike|place|lieu|opposed|other|leav|omit|drop|do)"
)
#: Reported advice: "the article would have you run X".
_SAID = re.compile(
    r"\bwould have (?:you|us|one|me)\b|\bin theory\b|\btempt(?:ing|ed|ation)\b"
    r"|\b(?:textbook|usual|standard) (?:advice|answer|cure|recipe)\b"
    r"|\b(?:normally|usually|otherwise) (?:one|you|we|i) would\b"
    r"|\b(?:one|you|people)(?:'ll| will| may| might| can| could)? (?:\w+ )?(?:find|read|hear|see"
    r"|come across|be told|stumble) (?:\w+ ){0,3}(?:advice|advised|recommend\w*|suggest\w*|told"
    r"|said|people|posts|guides|places|forums|that one|to)\b"
)


def of_required(before: str, after: str, asks: bool = False, undone: bool = False) -> Stance:
    """What a clause says about a required fact, from the clause's text before and after it.

    `asks`: the clause is a question. `undone`: the right answer itself undoes one of its facts, so
    words for undoing are no prohibition.
    """
    if _DENIED.match(after) and not (_IF.search(before) and _FAILS.match(after)):
        return "open" if undone else "forbidden"
    if (asks and _ASKS.search(before)) or _SAID.search(before):
        return "open"
    if not undone:
        if (found := _WITHOUT.search(before)) and not _NEGATED.search(before[: found.start()]):
            return "prescribed" if _YET.match(after) else "open"
        if (found := _UNDOES.search(before)) and not _NEGATED.search(before[: found.start()]):
            return "forbidden"
    if _LEAVE.search(before) and _ALONE.match(after):
        return "forbidden"
    if not _CUE.search(before) or _BOUNDED.match(after):
        return "prescribed"
    if (found := _NEXT_TO.search(before)) and not _NEGATED.search(before[: found.start()]):
        return "forbidden"
    ordered = _ORDER_NOT.finditer(before)
    return "forbidden" if any(_reaches(before[o.end() :], after) for o in ordered) else "prescribed"


def _reaches(between: str, after: str) -> bool:
    """Whether a prohibition extends over the words between it and the fact."""
    between = _ASIDE.sub("", between)
    if _ENDS.search(between.removesuffix(" as ")) or (
        ":" in between and not _HEADS_A_LIST.match(between)
    ):
        return False
    return _listed(between.rpartition(":")[2], after)


def _listed(between: str, after: str) -> bool:
    """Whether the fact is in a list that the verb applies to as a whole: "X, Y or Z"."""
    _, comma, last = between.rpartition(",")
    return not comma or bool(_LISTED.match(f"{last}\0{after}"))


# -- a foreign fact -------------------------------------------------------------------------------

_DOING = re.compile(rf"\s+(?:(?:ever|also|now|simply|therefore)\s+)*{DO}")
#: Whatever reverses or limits a prohibition.
_TURNED = re.compile(
    rf"\b(?:{BREAKS_OFF}|except|(?:nothing|anything|everything)(?!\s+(?:in|on|at|to|with)\b)|only|"
    rf"just|less|more|by|to|and(?=\s+(?:\w+\s+)?{DO})|not|never|cannot|no)\b|n't\b|:(?!\s*$)"
)
_SETTLED = re.compile(rf"{_CLOSE}\s*(?:$|[,.)]|(?:on|for|in|here|as|from|of|which|that|and|or)\b)")


def of_foreign(before: str, after: str) -> Stance:
    """What a clause says about a fact of an article that does not apply."""
    if _DENIED.match(after):
        return "forbidden"
    if _LEAVE.search(before) and _ALONE.match(after):
        return "forbidden"
    if _BOUNDED.match(after):
        return "prescribed"
    found = _NEXT_TO.search(before)
    if found and _SETTLED.match(after) and not _NEGATED.search(before[: found.start()]):
        return "forbidden"
    for cue in _ORDER_NOT.finditer(before):
        if doing := _DOING.match(before, cue.end()):
            between = before[doing.end() :]
            near = len(between.split()) <= _FAR and not _TURNED.search(between)
            if near and _listed(between.replace(" and ", ", "), after):
                return "forbidden"
    return "prescribed"
