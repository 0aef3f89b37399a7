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

from graders.reading.cues import BREAKS_OFF, CLOSE, DO, DONE, OPEN, REACH, SMALLS, TURNS, WORD

Stance = Literal["prescribed", "forbidden", "open"]

_FAR = 10
"""Words that a negation covers at most where it is no order, or where it excuses a fact."""

# -- both readings --------------------------------------------------------------------------------

#: A cheap look first: without one of these words in the clause nothing is forbidden.
_CUE = re.compile(
    r"n't\b|\b(?:dont|not?|cannot|nor|never|neither|avoid\w*|refrain\w*|stop\w*|skip\w*|ignor\w+|instead|"
    r"rather|place|opposed|lieu|unlike|other|leav\w+|left|keep|remov\w+|undo\w*|revert\w*|"
    r"disabl\w+|delet\w+|drop\w*|forbid\w*|forbidden|prohibit\w*|illegal|refus\w+|declin\w+|except|"
    r"without|nobody|no-one|circumstances|account|wrong|harmful|mistake|mad|foolish|dangerous|"
    r"break|damage|destroy|uninstall\w*|lacks?|missing|useless|pointless|disregard\w*|forget)\b"
)
#: "X does not apply", "X, which is wrong here", "X applies only to 7.0", "X would be harmful".
_DENIED = re.compile(
    rf"{CLOSE}(?:\s*+\([^)]{{0,60}}\))?"
    r"(?:\s++(?:command|option|parameter|setting|value|path|fix|step|article|itself|here))?"
    r"(?:\s++(?:for|of|from|in|on)\s++[\w. -]{1,40}?)?(?:,?\s++(?:which|that|this|it))?"
    r"(?:\s++(?:is|are|was|were)\s*+(?:wrong|incorrect|obsolete|invalid|un(?:necessary|needed)|"
    r"useless|harmful|dangerous|forbidden|prohibited|only\s++for|for\s++(?:an)?other|a\s++mistake|"
    r"n(?:o|')t\s++(?:to\s++be|need|requir|necessary|applicable|relevant|right|correct|for|valid|"
    r"what|it\b|meant|the\s++(?:fix|answer|right)))"
    r"|\s++(?:do|does|did|will|wo|would|can)\s*+n(?:o|')t\s++"
    r"(?:apply|fit|help|work|match|cover|fix|solve|hold|belong|exist)"
    r"(?!\s++(?:unless|without|until|on\s++its\s++own|by\s++itself|itself|alone|before|if|yet))"
    r"|\s++(?:must|should|may|need)\s*+n(?:o|')t\s++be\b|\s++appl(?:y|ies)\s++only\b"
    r"|\s++(?:would|will|can|could|may|might)\s++(?:only\s++)?(?:be\s++(?:a\s++)?)?(?:harm|wrong|break|"
    r"damag|destroy|dangerous|mistake|make\s++(?:it|things)\s++worse))"
)
#: "instead of X": the next thing named, unless another order comes first ("... use Y").
_INSTEAD = re.compile(
    rf"{WORD}(?:instead\s+of|rather\s+than|in\s+(?:place|lieu)\s+of|as\s+opposed\s+to|unlike|"
    rf"other\s+than)\b(?!.{{0,{REACH}}}[,:])(?!\s+[^\w\s]*\w.{{0,{REACH}}}\s{DO})",
    re.DOTALL,
)
#: "not X", "not the command X", "nor with X", "no X", "never X".
_NO = re.compile(
    rf"{WORD}(?:not|nor|neither|no|never|cannot|(?<!not )(?<!never )(?<!n't )(?:avoid|skip|ignore))"
    rf"\s+(?:(?:run|running|using|set|setting|applying|apply)\s+)?"
    rf"{SMALLS}{OPEN}$"
)
_LEAVE = re.compile(rf"{WORD}(?:leave|leaving|left|keep)\s+(?:the\s+)?{OPEN}$")
_ALONE = re.compile(rf"{CLOSE}\s+(?:alone|untouched|unchanged|out|as\s+(?:it|they)\b)")
_LISTED = re.compile(
    rf"\s*(?:(?:and|or|nor)\s+)?(?:the\s+)?{OPEN}\0{CLOSE}(?:,|\s+(?:and|or|nor)\b)"
    rf"|(?:.*\s)?(?:or|nor)\s+(?:the\s+)?{OPEN}\0",
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
    r"(?:(?:do\s+not|don'?t|never)\b(?!\s+" + TURNS + r")"
    r"|(?<!not )(?<!never )(?<!n't )(?:avoid|refrain\s+from|skip|ignore|disregard|forget|"
    r"stop\s+(?:using|running))\b)"
    rf"|{WORD}(?:must|should|need|shall|may)\s*n(?:o|')t\b(?!\s+{TURNS})"
    rf"|{WORD}no\s+need\s+(?:to|for)\b(?!\s+{TURNS})"
)
#: Where such a command ends: what follows is no longer what it forbids.
_COMMAND_ENDS = re.compile(
    rf"\b{BREAKS_OFF}\b|\b(?:and|by|to)\s+(?:(?:then|please|now|also|just)\s+)?{DO}"
)
_HEADS_A_LIST = re.compile(rf"^\s*(?:{DO}\s*)?{SMALLS}:")
#: Nouns and adjectives that condemn what follows: "wrong answers: X", "it is forbidden to run X".
_CONDEMNED = re.compile(
    rf"(?:{WORD}(?:forbidden|prohibited|illegal|not\s+allowed|dangerous|harmful|wrong|useless|"
    rf"pointless|mad|crazy|foolish|unwise|a\s+mistake)\s+(?:to|for\s+\w+\s+to)\s+"
    rf"|{WORD}(?<!not )(?:refuses?d?|declined?)\s+to\s+"
    rf"|{WORD}(?:nobody|no\s*-?one)\s+(?:should|must|may|shall|can|ought\s+to)\s+(?:ever\s+)?"
    rf"|{WORD}(?:under\s+no\s+circumstances?|on\s+no\s+account|in\s+no\s+case|at\s+no\s+time)\W+"
    rf"(?:(?:you|we|should|must|may|to|can)\s+)*+)(?:{DO}\s*)?{SMALLS}{OPEN}$"
    rf"|(?:{WORD}(?:wrong|harmful|bad|forbidden|mistaken)\s+(?:answers?|commands?|fix(?:es)?|"
    rf"steps?|settings?|advice|ideas?)|\b(?:would|will|could|can)\s+(?:be\s+(?:wrong|harmful|"
    rf"dangerous|a\s+mistake)|break|damage|destroy)\b[^:]{{0,{REACH}}}):[^:]*$"
)
#: Verbs that undo, before the fact or a few words that belong to it: "remove the stale X", but not
#: "remove the lock with X".
_UNDOES = re.compile(
    rf"{WORD}(?:undo|undid|undoing|(?:remov|revers|disabl|delet)(?:e[sd]?|ing)|"
    rf"(?:revert|uninstall|drop|forbid|cancel)(?:p?ed|p?ing|s)?|turn(?:ed|ing)?\s+off|stop|"
    rf"(?:take|took|taking)\s+(?:back|out)|roll(?:ed|ing)?\s+back|g[eo]t(?:ting)?\s+rid\s+of)\s+"
    rf"(?:{SMALLS}|(?:(?!{BREAKS_OFF}|(?:it|them|with|by|to|into|from|via|and|or|in|on|at|as|for)\b|{DO})"
    rf"[^\s,;:.]+\s+){{1,3}}){OPEN}$"
)
_NEGATED = re.compile(rf"(?:\bnot|n't|\bdont|\bnever|\bcannot)\s+(?:\w+\s+)?{OPEN}$")
#: Things are done without the fact, or it is lacking: that neither prescribes nor forbids it.
_DONE_WITHOUT = re.compile(
    rf"{WORD}(?:without|except(?:\s+for)?|but\s+not|lacks?|missing|"
    rf"(?:has|have|had|shows)\s+no|(?:did|have|has|had)\s*n(?:o|')t\s+(?:yet\s+|ever\s+)?{DONE})\s*"
    rf"(?:{DO}\s*)?{SMALLS}{OPEN}$"
)
#: A negation that is no command: "one cannot X", "it does not X".
_BARE_NO = re.compile(
    rf"{WORD}(?:not|never|cannot|no\s+longer|\w+n't)\b(?!\s+(?:{TURNS}|need|have\s+to|matter))"
)
#: ... of what the fact is about: "clients that do not support X", "if it does not show X".
_ASSUMED = re.compile(
    r"\b(?:that|which|who|where|if)\s+(?:(?:it|this|they|you)\s+)?"
    r"(?:(?:do|does|did|is|are|was|were|has|have|can|will)\s+)?$"
)
_RESUMED = re.compile(
    rf"(?!(?:please|also|now|ever)\b)\b\w\S{{0,{REACH}}}\s+(?:{DO}|needs?|takes?|requires?)\s*{SMALLS}{OPEN}$"
)
#: "It has no X yet": so it should.
_YET = re.compile(rf"{CLOSE}\s+(?:yet|so\s+far)\b")
_ASKS = re.compile(r"^\W*(?:did|have|has|had|is|are|was|were|does|do|why|what|who|which|whether)\b")
#: "do not run X before Y", "do not run X by hand" are about when and how, and not about whether.
_IN_TIME = re.compile(
    rf"{CLOSE}\s+(?:before|until|unless|except|without|by\s+hand|twice|too\s+(?:late|early|often)|"
    r"later|more\s+than|alone|only|yet|again)\b"
)
#: "not X: it is only for ..." says when X holds.
_ITS_OWN_CASE = re.compile(rf"{CLOSE}[^:;]{{0,40}}:\s+(?:that|this|it)\b.{{0,20}}\b(?:only|just)\b")


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
            return "prescribed" if _YET.match(after) else "open"
    if _LEAVE.search(before) and _ALONE.match(after):
        return "forbidden"
    if _INSTEAD.search(before) or _CONDEMNED.search(before):
        return "forbidden"
    if _IN_TIME.match(after) or _ITS_OWN_CASE.match(after):
        return "prescribed"
    if _NO.search(before):
        return "forbidden"
    if any(_reaches(before[cue.end() :], after) for cue in _COMMAND.finditer(before)):
        return "forbidden"
    for no in () if undone else _BARE_NO.finditer(before):
        if _covers(no[0], before[no.end() :], after):
            return "open" if _ASSUMED.search(before[: no.start()]) else "forbidden"
    return "prescribed"


def _covers(no: str, between: str, after: str) -> bool:
    """Whether a bare negation covers a fact over the words between, and no new order begins."""
    if no.endswith("t") and no != "cannot" and _RESUMED.search(between):
        return False
    return len(between.split()) <= _FAR and _reaches(between, after)


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
    rf"(?:{WORD}(?:do\s+not|don'?t|never|(?:must|should|shall|may|need|can)\s*(?:not|n'?t)|cannot|"
    rf"no\s+need\s+to|no\s+longer|"
    rf"(?<!not )(?<!n't )(?<!never )(?:refrain\s+from|avoid|stop)(?=\s+\w+ing\b))\s+"
    rf"(?:(?:ever|also|now|simply|therefore)\s+)*{DO})"
)
#: Whatever turns a prohibition round, or bounds it.
_TURNED = re.compile(
    rf"\b(?:{BREAKS_OFF}|except|than|nothing|anything|everything|only|just|less|more|and|by|to|"
    r"not|never|cannot|no)\b|n't\b"
    r"|:(?!\s*$)"
)
_BOUNDED = re.compile(
    rf"{CLOSE}[^,;.:]{{0,40}}?\s(?:before|until|unless|except|without|too|late|later|twice|more|"
    r"only|alone|slowly|yet|after|tomorrow|afterwards|again|by\s+hand|run|use)\b"
)
_AND = re.compile(rf"\band\b(?!\s+(?:\w+\s+)?{DO})")
_NOT_BUT = re.compile(
    rf"(?:(?:^|[,:(]|\b(?:please|and|so|but))\s*(?:avoid|skip|ignore)"
    rf"|{WORD}(?:(?<!if )not|nor|instead\s+of|rather\s+than|in\s+(?:place|lieu)\s+of|unlike|"
    rf"without|as\s+opposed\s+to|other\s+than))\s+"
    rf"(?:(?:running|using|setting|run|use|set|entering|to)\s+)*+{SMALLS}{OPEN}$"
)
_SETTLED = re.compile(rf"{CLOSE}\s*(?:$|[,.)]|(?:on|for|in|here|as|from|of|which|that)\b)")
_RULED_OUT = re.compile(
    rf"{CLOSE}(?:\s*+\([^)]{{0,60}}\))?"
    r"(?:\s++(?:command|option|parameter|setting|value|path|fix|step|article|here))?"
    r"(?:\s++(?:for|of|from|in)\s++[\w. -]{1,40}?)?(?:,?\s++(?:which|that|this|it|and\s++so))?"
    r"(?:\s++(?:is|are|was|were)\s*+(?:"
    r"(?:wrong|incorrect|obsolete|invalid|un(?:necessary|needed)|useless|harmful|dangerous)"
    r"(?=\s*+(?:$|[,.;)]|here\b|for\b|on\b|in\b))"
    r"|(?:only\s++|meant\s++|written\s++|about\s++)*(?:for|about)\s++(?!you\b|this\b|it\b|us\b|the\b|"
    r"your\b|him\b|her\b|them\b|good\b)"
    r"|n(?:o|')t\s++(?:to\s++be\s++\w+(?=\s*+(?:$|[,.;)]))|needed|required|necessary|applicable|"
    r"relevant|the\s++(?:fix|answer|right)|for\b|meant\b|valid|right|correct|what\b|it\b)"
    r"(?!\s++(?:by|to\s++(?:wait|ask|hesitat)|until|unless|only|optional|wrong)))"
    r"|\s++(?:do|does|did|will|wo|would|can)\s*+n(?:o|')t\s++(?:apply|fit|help|match|cover|belong|"
    r"exist|work|hold)(?=\s*+(?:$|[,.;)]|here\b|to\b|for\b|in\b|on\s++(?:this|that|your|\S*\d)|"
    r"either\b|at\s++all\b|with\b|this\b|that\b|your\b|the\b|and\b))"
    r"|\s++(?:must|should|may|need|can)\s*+(?:n(?:o|')t|not)\s++be\s++\w+"
    r"(?!\s++(?:to\s|before|until|unless|late|by))"
    r"|\s++appl(?:y|ies)\s++only\s++to\b|\s++belongs?\s++to\b)"
)
#: An order right before the fact makes a denial after it an aside: "run X, which is not needed by".
_ORDERED = re.compile(rf"(?<!not )(?<!n't )(?<!never ){WORD}(?!\w+ing\b){DO}\s*{SMALLS}{OPEN}$")


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
        near = len(between.split()) <= _FAR
        if near and not _TURNED.search(_without_and(between)) and _listed(between, after):
            return "forbidden"
    return "prescribed"


def _without_and(between: str) -> str:
    """What stands between a prohibition and a fact, less the "and" of a list: "X and Y"."""
    return _AND.sub(",", between)
