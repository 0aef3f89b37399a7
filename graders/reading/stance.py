"""What a clause says of a fact that it names: do it, do not, or neither.

A reader of clauses and not of English: what it takes for a prohibition is listed here. There are
two readings, and the difference is on purpose.

- A required fact is forbidden by a prohibition or denial that reaches it, and open where it is only
  asked about or done without; everything else prescribes it. "Never leave out X" prescribes.
- A foreign fact is ruled out by the plain forms alone: "do not run X", "never use X", "Y instead of
  X", "X does not apply", "X is for 7.0". Everything else prescribes it.

All patterns are for text evened out (`graders.reading.plain`), in small letters, and are asked of a
clause of at most REACH characters on either side, so that no text is slow to read.
"""

import re
from typing import Literal

Stance = Literal["prescribed", "forbidden", "open"]

REACH = 240
"""Characters on either side of a fact that are read."""
#: A line break after a colon is the start of a list, and ends nothing.
CLAUSE_END = re.compile(r"(?<![.!?])[.!?]++[\"'`)\]]*+(?:\s|$)|;|(?<!:)\n|(?<=\s)-(?=\s)")

# -- words ----------------------------------------------------------------------------------------

#: What one does with a command, a parameter, a value or a path.
_DO = (
    r"(?:(?:re)?(?:run|set|put|get|add|enter|apply|call|try|do|follow|start|install|import|append|"
    r"insert|select|switch|edit|deploy|load|register|grant|raise|lower|pass|give|turn|copy|click|"
    r"open|mount|allow|pick|go|resort|configure|issue|type|change|use|execute|enable|take|make|"
    r"write|create|update|choose|define|employ|replace|touch|point|assign|renew|upgrade|export|map|"
    r"bind|force|prescribe|rely|bring|invoke|specify|submit|put)"
    r"(?:n?n?ing|t?ting)?"
    r"|(?:re)?(?:us|execut|configur|enabl|chang|issu|typ|tak|mak|writ|creat|updat|choos|defin|"
    r"replac|rais|upgrad|forc|prescrib|invok)ing)(?![\w-])"
)
_DONE = r"(?:run|set|put|used?|added|entered|applied|tried|executed|enabled|changed|done|made)\b"
_NOT = r"(?:not|n'?t|never)"
_CAN = r"(?:do|does|did|must|should|shall|may|can|could|would|will|need)"
_WORD = r"(?<![\w=./-])"  # a cue is a word of the sentence, not a piece of a command
#: Words that may stand between a verb and the fact that it is about.
_SMALL = (
    r"(?:(?:the|this|that|these|those|any|all|both|either|each|of|a|an|your|our|its?|to|with|on|at|"
    r"in|for|by|via|use|command|commands|option|options|parameter|parameters|setting|settings|"
    r"value|values|version|path|line|lines|entry|flag|flags|steps?|fix|following|again|ever|even|"
    r"also|please|here|simply|just)\b\s*)"
)
_OPEN = r"[\"'`*_(\[]*"
_CLOSE = r"[\"'`*_)\]]*"
#: After a negation these turn it round: "do not forget", "never leave out", "must not wait".
_TURNS = (
    r"(?:forget|hesitat|fail|omit|skip|neglect|miss|only|just|merely|worry|wait|delay|avoid|leav|"
    r"put(?:ting)? off|postpon|be|think|stop|panic|mind|remov|delet|disabl|undo|revert|refus|"
    r"forbid|drop|los|defer|hold|give up|refrain|fear|dither|linger)\w*"
)
_BREAKS_OFF = (
    r"(?:but|however|then|until|unless|before|after|without|because|since|so|if|when|while|as|yet|"
    r"though|although|otherwise|once|instead(?!\s+of))"
)

# -- both readings --------------------------------------------------------------------------------

#: A cheap look first: without one of these words in the clause nothing is forbidden.
_CUE = re.compile(
    r"n'?t\b|\b(?:not?|nor|never|neither|avoid\w*|refrain\w*|stop\w*|skip\w*|ignor\w+|instead|"
    r"rather|place|opposed|lieu|unlike|other|leav\w+|left|keep|remov\w+|undo\w*|revert\w*|"
    r"disabl\w+|delet\w+|drop\w*|forbid\w*|forbidden|prohibit\w*|illegal|refus\w+|declin\w+|except|"
    r"without|nobody|no-one|circumstances|account|wrong|harmful|mistake|mad|foolish|dangerous|"
    r"break|damage|destroy|uninstall\w*|lacks?|missing|useless|pointless|disregard\w*|forget)\b"
)
#: "X does not apply", "X, which is wrong here", "X applies only to 7.0", "X would be harmful".
_DENIED = re.compile(
    rf"{_CLOSE}(?:\s*\([^)]{{0,60}}\))?"
    r"(?:\s+(?:command|option|parameter|setting|value|path|fix|step|article|itself|here))?"
    r"(?:\s+(?:for|of|from|in)\s+[\w. -]{1,40}?)?(?:,?\s+(?:which|that|this|it))?"
    r"(?:\s+(?:is|are|was|were)\s*(?:wrong|incorrect|obsolete|invalid|un(?:necessary|needed)|"
    r"useless|harmful|dangerous|forbidden|prohibited|only\s+for|for\s+(?:an)?other|a\s+mistake|"
    r"n(?:o|')t\s+(?:to\s+be|need|requir|necessary|applicable|relevant|right|correct|for|valid|"
    r"what|it\b|meant|the\s+(?:fix|answer|right)))"
    r"|\s+(?:do|does|did|will|wo|would|can)\s*n(?:o|')t\s+"
    r"(?:apply|fit|help|work|match|cover|fix|solve|hold|belong|exist)"
    r"(?!\s+(?:unless|without|until|on\s+its\s+own|by\s+itself|itself|alone|before|if|yet))"
    r"|\s+(?:must|should|may|need)\s*n(?:o|')t\s+be\b|\s+appl(?:y|ies)\s+only\b"
    r"|\s+(?:would|will|can|could|may|might)\s+(?:only\s+)?(?:be\s+(?:a\s+)?)?(?:harm|wrong|break|"
    r"damag|destroy|dangerous|mistake|make\s+(?:it|things)\s+worse))"
)
#: "instead of X": the next thing named, unless another order comes first ("... use Y").
_INSTEAD = re.compile(
    rf"{_WORD}(?:instead\s+of|rather\s+than|in\s+(?:place|lieu)\s+of|as\s+opposed\s+to|unlike|"
    rf"other\s+than)\b(?!.*[,:])(?!\s+\S.*\s(?:{_DO}|please|you|we)\b)",
    re.DOTALL,
)
#: "not X", "not the command X", "nor with X", "no X".
_NO = re.compile(
    rf"{_WORD}(?:not|nor|neither|no)\s+(?:(?:run|running|using|set|setting|applying|apply)\s+)?"
    rf"{_SMALL}*{_OPEN}$"
)
_LEAVE = re.compile(rf"{_WORD}(?:leave|leaving|left|keep)\s+(?:the\s+)?{_OPEN}$")
_ALONE = re.compile(rf"{_CLOSE}\s+(?:alone|untouched|unchanged|out|as\s+(?:it|they)\b)")
_LISTED = re.compile(
    rf"\s*(?:(?:and|or|nor)\s+)?(?:the\s+)?{_OPEN}\0{_CLOSE}(?:,|\s+(?:and|or|nor)\b)"
    rf"|(?:.*\s)?(?:or|nor)\s+(?:the\s+)?{_OPEN}\0",
    re.DOTALL,
)
_ASIDE = re.compile(r"^\s*,(?:[^,]*,|\s*ever\b)")


def _listed(between: str, after: str) -> bool:
    """Whether what a verb says of the first of a list it says of the fact: "X, Y or Z".

    "Do not run X, Y or Z" goes on over its commas, "do not reboot, run X" does not. Read from the
    last comma before the fact, which is written as NUL, to what follows it.
    """
    _, comma, last = between.rpartition(",")
    return not comma or bool(_LISTED.match(f"{last}\0{after}"))


# -- a required fact ------------------------------------------------------------------------------

#: Forbids what its clause does next: "do not run X". Statements of fact ("clients that do not
#: support X") have a subject before the verb and forbid nothing.
_COMMAND = re.compile(
    r"(?:(?:^|[,:(\"'`])\s*|\b(?:please|and|or|but|so|you|we|i|then|also|now|here|should|must)\s+)"
    r"(?:(?:do\s+not|don'?t|never)\b(?!\s+" + _TURNS + r")"
    r"|(?<!not )(?<!never )(?<!n't )(?:avoid|refrain\s+from|skip|ignore|disregard|forget|"
    r"stop\s+(?:using|running))\b)"
    rf"|{_WORD}(?:must|should|need|shall|may)\s*n(?:o|')t\b(?!\s+{_TURNS})"
    rf"|{_WORD}no\s+need\s+(?:to|for)\b(?!\s+{_TURNS})"
)
#: Where such a command ends: what follows is no longer what it forbids.
_COMMAND_ENDS = re.compile(
    rf"\b{_BREAKS_OFF}\b|\b(?:and|by|to)\s+(?:(?:then|please|now|also|just)\s+)?{_DO}"
)
_HEADS_A_LIST = re.compile(rf"^\s*(?:{_DO}\s*)?{_SMALL}*:")
#: Nouns and adjectives that condemn what follows: "wrong answers: X", "it is forbidden to run X".
_CONDEMNED = re.compile(
    rf"(?:{_WORD}(?:forbidden|prohibited|illegal|not\s+allowed|dangerous|harmful|wrong|useless|"
    rf"pointless|mad|crazy|foolish|unwise|a\s+mistake)\s+(?:to|for\s+\w+\s+to)\s+"
    rf"|{_WORD}(?<!not )(?:refuses?d?|declined?)\s+to\s+"
    rf"|{_WORD}(?:nobody|no\s*-?one)\s+(?:should|must|may|shall|can|ought\s+to)\s+(?:ever\s+)?"
    rf"|{_WORD}(?:under\s+no\s+circumstances?|on\s+no\s+account|in\s+no\s+case|at\s+no\s+time)\W+"
    rf"(?:(?:you|we|should|must|may|to|can)\s+)*)(?:{_DO}\s*)?{_SMALL}*{_OPEN}$"
    rf"|(?:{_WORD}(?:wrong|harmful|bad|forbidden|mistaken)\s+(?:answers?|commands?|fix(?:es)?|"
    rf"steps?|settings?|advice|ideas?)|\b(?:would|will|could|can)\s+(?:be\s+(?:wrong|harmful|"
    rf"dangerous|a\s+mistake)|break|damage|destroy)\b[^:]*):[^:]*$"
)
#: Verbs that undo, right before the fact.
_UNDOES = re.compile(
    rf"{_WORD}(?:undo|undid|undoing|(?:remov|revers|disabl|delet)(?:e[sd]?|ing)|"
    rf"(?:revert|uninstall|drop|forbid|cancel)(?:p?ed|p?ing|s)?|turn(?:ed|ing)?\s+off|stop|"
    rf"(?:take|took|taking)\s+(?:back|out)|roll(?:ed|ing)?\s+back|g[eo]t(?:ting)?\s+rid\s+of)\s+"
    rf"{_SMALL}*{_OPEN}$"
)
_NEGATED = re.compile(rf"(?:\bnot|n'?t|\bnever|\bcannot)\s+(?:\w+\s+)?{_OPEN}$")
#: Things are done without the fact, or it is lacking: that neither prescribes nor forbids it.
_DONE_WITHOUT = re.compile(
    rf"{_WORD}(?:without|except(?:\s+for)?|but\s+not|lacks?|missing|has\s+no|have\s+no|had\s+no|"
    rf"shows\s+no|(?:did|have|has|had)\s*n(?:o|')t\s+(?:yet\s+|ever\s+)?{_DONE})\s*"
    rf"(?:{_DO}\s*)?{_SMALL}*{_OPEN}$"
)
_ASKS = re.compile(r"^\W*(?:did|have|has|had|is|are|was|were|does|do|why|what|who|which|whether)\b")
#: "do not run X before Y", "do not run X by hand" are about when and how, and not about whether.
_IN_TIME = re.compile(
    rf"{_CLOSE}\s+(?:before|until|unless|except|without|by\s+hand|twice|too\s+(?:late|early|often)|"
    r"later|more\s+than|alone|only|yet|again)\b"
)
#: "not X: it is only for ..." says when X holds.
_ITS_OWN_CASE = re.compile(
    rf"{_CLOSE}[^:;]{{0,40}}:\s+(?:that|this|it)\b.{{0,20}}\b(?:only|just)\b"
)


def of_required(before: str, after: str, asks: bool = False, undone: bool = False) -> Stance:
    """What a clause says of a required fact, from the text before and after it in the clause.

    `asks`: the clause is a question. `undone`: the right answer undoes something itself, so that to
    say so is no objection.
    """
    if _DENIED.match(after):
        return "open" if undone else "forbidden"
    if asks and _ASKS.search(before):
        return "open"
    if not _CUE.search(before):
        return "prescribed"
    if not undone:
        if (found := _UNDOES.search(before)) and not _NEGATED.search(before[: found.start()]):
            return "forbidden"
        if (found := _DONE_WITHOUT.search(before)) and not _NEGATED.search(before[: found.start()]):
            return "open"
    if _LEAVE.search(before) and _ALONE.match(after):
        return "forbidden"
    if _INSTEAD.search(before) or _CONDEMNED.search(before):
        return "forbidden"
    if _IN_TIME.match(after) or _ITS_OWN_CASE.match(after):
        return "prescribed"
    if _NO.search(before):
        return "forbidden"
    reaches = any(_reaches(before[cue.end() :], after) for cue in _COMMAND.finditer(before))
    return "forbidden" if reaches else "prescribed"


def _reaches(between: str, after: str) -> bool:
    """Whether a prohibition reaches over the words that stand between it and the fact."""
    between = _ASIDE.sub("", between)
    if _COMMAND_ENDS.search(between):
        return False
    if ":" in between and not _HEADS_A_LIST.match(between):
        return False
    return _listed(between.rpartition(":")[2], after)


# -- a foreign fact -------------------------------------------------------------------------------

_PLAINLY_NOT = re.compile(
    rf"(?:{_WORD}(?:do\s+not|don'?t|never|(?:must|should|shall|may|need|can)\s*(?:not|n'?t)|cannot|"
    rf"no\s+need\s+to|no\s+longer|(?<!not )(?<!n't )(?<!never )(?:refrain\s+from|avoid|stop))\s+"
    rf"(?:(?:ever|also|now|simply|therefore)\s+)*{_DO}"
    rf"|(?:^|[,:(]|\b(?:please|and|so|but))\s*(?:avoid|skip|ignore|drop)\b)"
)
#: Whatever turns a prohibition round, or bounds it.
_TURNED = re.compile(
    rf"\b(?:{_BREAKS_OFF}|except|than|nothing|anything|everything|only|just|less|more|and|by|to)\b"
    r"(?!\s+(?:the\s+)?(?:command|option|parameter|setting|value|step)s?\b)|:(?!\s*$)"
)
_BOUNDED = re.compile(
    rf"{_CLOSE}[^,;.:]{{0,40}}?\s(?:before|until|unless|except|without|too|late|later|twice|more|"
    r"only|alone|slowly|yet|after|tomorrow|afterwards|again|by\s+hand|run|use)\b"
)
_NOT_BUT = re.compile(
    rf"{_WORD}(?:(?<!if )not|nor|instead\s+of|rather\s+than|in\s+(?:place|lieu)\s+of|unlike"
    rf"|without|as\s+opposed\s+to|other\s+than)\s+(?:(?:running|using|setting|run|use|set|entering|to)\s+)*"
    rf"{_SMALL}*{_OPEN}$"
)
_SETTLED = re.compile(rf"{_CLOSE}\s*(?:$|[,.)]|(?:on|for|in|here|as|from|of|which|that)\b)")
_RULED_OUT = re.compile(
    rf"{_CLOSE}(?:\s*\([^)]{{0,60}}\))?"
    r"(?:\s+(?:command|option|parameter|setting|value|path|fix|step|article|here))?"
    r"(?:\s+(?:for|of|from|in)\s+[\w. -]{1,40}?)?(?:,?\s+(?:which|that|this|it|and\s+so))?"
    r"(?:\s+(?:is|are|was|were)\s*(?:"
    r"(?:wrong|incorrect|obsolete|invalid|un(?:necessary|needed)|useless|harmful|dangerous)"
    r"(?=\s*(?:$|[,.;)]|here\b|for\b|on\b|in\b))"
    r"|(?:only\s+|meant\s+|written\s+|about\s+)*(?:for|about)\s+(?!you\b|this\b|it\b|us\b|the\b|"
    r"your\b|him\b|her\b|them\b|good\b)"
    r"|n(?:o|')t\s+(?:to\s+be\s+\w+(?=\s*(?:$|[,.;)]))|needed|required|necessary|applicable|"
    r"relevant|the\s+(?:fix|answer|right)|for\b|meant\b|valid|right|correct|what\b|it\b)"
    r"(?!\s+(?:by|to\s+(?:wait|ask|hesitat)|until|unless|only|optional|wrong)))"
    r"|\s+(?:do|does|did|will|wo|would|can)\s*n(?:o|')t\s+(?:apply|fit|help|match|cover|belong|"
    r"exist|work|hold)(?=\s*(?:$|[,.;)]|here\b|to\b|for\b|in\b|on\s+(?:this|that|your|\S*\d)|"
    r"either\b|at\s+all\b|with\b|this\b|that\b|your\b|the\b|and\b))"
    r"|\s+(?:must|should|may|need|can)\s*(?:n(?:o|')t|not)\s+be\s+\w+"
    r"(?!\s+(?:to\s|before|until|unless|late|by))"
    r"|\s+appl(?:y|ies)\s+only\s+to\b|\s+belongs?\s+to\b)"
)
#: An order right before the fact makes a denial after it an aside: "run X, which is not needed by".
_ORDERED = re.compile(rf"(?<!not )(?<!n't )(?<!never ){_WORD}(?!\w+ing\b){_DO}\s*{_SMALL}*{_OPEN}$")


def of_foreign(before: str, after: str) -> Stance:
    """What a clause says of a fact of an article that does not apply: ruled out, or prescribed."""
    if _RULED_OUT.match(after) and not _ORDERED.search(before):
        return "forbidden"
    if _LEAVE.search(before) and _ALONE.match(after):
        return "forbidden"
    if not _CUE.search(before) or _BOUNDED.match(after):
        return "prescribed"
    found = _NOT_BUT.search(before)
    if found and _SETTLED.match(after) and not _NEGATED.search(before[: found.start()]):
        return "forbidden"
    for cue in _PLAINLY_NOT.finditer(before):
        between = before[cue.end() :]
        if not _TURNED.search(_without_and(between)) and _listed(between, after):
            return "forbidden"
    return "prescribed"


def _without_and(between: str) -> str:
    """What stands between a prohibition and a fact, less the "and" of a list: "X and Y"."""
    return re.sub(rf"\band\b(?!\s+(?:\w+\s+)?{_DO})", ",", between)


# -- the whole ------------------------------------------------------------------------------------

_ALL = (
    r"(?:(?:all|any|everything|each|both|none|the\s+whole|it\s+all|the\s+rest)\s+(?:of\s+)?)?"
    r"(?:(?:the|what\s+is|what\s+i\s+said|said|written)\s+)*above(?!\s+\w+\s+\w*(?:error|alert))"
)
_EVERYTHING = (
    rf"(?:{_ALL}|(?:it|this|that|these|those|them)\s+all\b|all\s+(?:of\s+)?(?:it|this|that|these|"
    r"those|them)\b|everything\b|(?:this|that|my|the)\s+(?:whole\s+)?(?:answer|advice|resolution|"
    r"reply|message|instructions?)\b)"
)
#: A sentence that takes back all that was said before it.
TAKE_BACK = re.compile(
    rf"\b(?:ignore|undo|disregard|revert|reverse|forget|scrap|cancel|discard|skip|roll\s+back|"
    rf"take\s+back|(?:do\s+not|don'?t|never)\s+(?:do|follow|apply|run|try|use)(?:\s+any\s+of)?)"
    rf"\s+(?:please\s+)?{_EVERYTHING}"
    r"|(?:(?<=[.!?;]\s)|(?<=\n))(?:sorry,\s+|but\s+|however,\s+|no,\s+|wait,\s+)?"
    r"(?:that|this|all\s+(?:of\s+)?(?:this|that|the\s+above)|everything\s+above|the\s+above)\s+"
    r"(?:was|is|were|are)\s+(?:all\s+|just\s+|only\s+)?(?:a\s+mistake|an\s+error|wrong|nonsense|"
    r"a\s+joke|a\s+lie|not\s+true|untrue|not\s+what\s+(?:i|we)\s+meant)\b"
)
