"""Whether a text prescribes a fact: names it as a whole, and not only to forbid it.

A fact is a literal string (a command, a parameter, a version). It is named where all its words
stand in order, whatever the case and the white space between them, and not as a piece of something
longer: "mtu 1400" is not in "mtu 14000", "1.5" not in "11.50", "--force" not in "--force-all".

Naming is not prescribing. "Do not run X", "never X", "instead of X", "Y, not X" and "X does not
apply here" name X and forbid it. This is a reader of clauses and not of English: what it takes for
a prohibition is listed below, and a clause with none of that prescribes what it names.
"""

import re
from functools import lru_cache
from typing import NamedTuple


class Mention(NamedTuple):
    """A fact named in a text, at characters [start, end)."""

    start: int
    end: int
    prescribed: bool


def mentions(fact: str, text: str) -> list[Mention]:
    """Every place where the text names the fact, in order."""
    longest = max(fact.split(), key=len)
    if longest.lower() not in text.lower():  # most facts are not there: quick to tell
        return []
    return [
        Mention(found.start(), found.end(), not _forbidden(text, found.start(), found.end()))
        for found in _pattern(fact).finditer(text)
    ]


@lru_cache(maxsize=65536)
def _pattern(fact: str) -> re.Pattern[str]:
    literal = r"\s+".join(re.escape(word) for word in fact.split())
    left, right = r"(?<![\w-])", r"(?![\w-])"
    if re.match(r"\w", fact):
        left += r"(?<![./\\@])(?<!\d[:,])"  # not the end of a path, an address, a number
    if re.search(r"\w$", fact):
        right = r"(?!\w|-\w|[./\\@]\w|[:,]\d)"  # a full stop, a comma or a colon may end it
    return re.compile(left + literal + right, re.IGNORECASE)


# -- prohibitions ---------------------------------------------------------------------------------

_CLAUSE_END = re.compile(r"[.!?]+[\"'`)\]]*\s|[;\n—–]|\s-\s")
_WORD = r"(?<![\w=./-])"  # a cue is a word of the sentence, not a piece of a command

#: What stands before a fact forbids it only with one of these words.
_CUE = re.compile(
    r"n['’]?t\b|\b(?:not|no|nor|never|neither|avoid|refrain|stop|skip|ignore|instead|rather|place|"
    r"opposed|lieu|unlike|other|leave|leaving|left|keep)\b",
    re.IGNORECASE,
)
#: Forbids what its clause does next: "do not run X". Statements of fact ("clients that do not
#: support X") have a subject before the verb and forbid nothing.
_COMMAND = re.compile(
    r"(?:(?:^|[,:(\"'`])\s*|\b(?:please|and|or|but|so|you|we|i|then|also|now|here|should|must)\s+)"
    r"(?:do\s+not|don['’]?t|never|avoid|refrain\s+from|skip|ignore|"
    r"stop\s+(?:using|running))\b(?!\s+(?:forget|hesitate|fail|omit|skip|neglect|miss|only|just|"
    r"merely|worry|wait)\b)"
    rf"|{_WORD}(?:must|should|need|shall|may)\s*n(?:o|['’])t\b(?!\s+(?:only|just)\b)"
    rf"|{_WORD}no\s+need\s+(?:to|for)\b",
    re.IGNORECASE,
)
#: Where such a command ends: what follows is no longer what it forbids.
_COMMAND_ENDS = re.compile(
    r"\b(?:but|however|then|until|unless|before|after|without|because|since|so|if|when|while|as|"
    r"yet|though|although|otherwise|instead(?!\s+of))\b",
    re.IGNORECASE,
)
#: "do not run X, Y or Z" goes on over its commas; "do not reboot, run X" does not. Read from the
#: last comma before the fact, which is written as NUL, to what follows it.
_LISTED = re.compile(
    r"\s*(?:(?:and|or|nor)\s+)?(?:the\s+)?[\"'`(]*\0[\"'`)]*(?:,|\s+(?:and|or|nor)\b)"
    r"|(?:.*\s)?(?:or|nor)\s+(?:the\s+)?[\"'`(]*\0",
    re.IGNORECASE | re.DOTALL,
)
_ASIDE = re.compile(r"^\s*,(?:[^,]*,|\s*ever\b)")
#: Forbids the next thing named: "instead of X", unless another order comes first ("... use Y").
_INSTEAD = re.compile(
    rf"{_WORD}(?:instead\s+of|rather\s+than|in\s+(?:place|lieu)\s+of|as\s+opposed\s+to|unlike|"
    rf"other\s+than)\b(?!.*,)(?!\s+\S.*\s(?:use|run|set|apply|add|enable|please|you|we)\b)",
    re.IGNORECASE | re.DOTALL,
)
#: "not X", "not the command X", "nor with X", "no X".
_RIGHT_BEFORE = re.compile(
    rf"{_WORD}(?:not|nor|neither|no)\s+"
    rf"(?:(?:to|the|a|any|by|via|with|on|in|at|for|use|using|run|running|set|setting|apply|applying|"
    rf"command|option|parameter|value|version|path)\s+)*[\"'`(]*$",
    re.IGNORECASE,
)
#: "X does not apply", "X, which is wrong here", "X applies only to 7.0".
_RIGHT_AFTER = re.compile(
    r"[\"'`)]*(?:\s+\([^)]{0,60}\))?"
    r"(?:\s+(?:command|option|parameter|setting|value|path|fix|step|article|itself|here))?"
    r"(?:\s+(?:for|of|from|in)\s+[\w. -]{1,40}?)?(?:,?\s+(?:which|that|this|it))?"
    r"(?:\s+(?:is|are|was|were)\s*(?:wrong|incorrect|obsolete|invalid|un(?:necessary|needed)|"
    r"useless|only\s+for|for\s+(?:an)?other|"
    r"n(?:o|['’])t\s+(?:to\s+be|need|requir|necessary|applicable|relevant|right|correct|for|valid|"
    r"what|it\b|meant|the\s+(?:fix|answer|right)))"
    r"|\s+(?:do|does|did|will|wo|would|can)\s*n(?:o|['’])t\s+"
    r"(?:apply|fit|help|work|match|cover|fix|solve|hold|belong|exist)"
    r"|\s+(?:must|should|may|need)\s*n(?:o|['’])t\s+be\b|\s+appl(?:y|ies)\s+only\b)",
    re.IGNORECASE,
)
#: "leave X alone".
_LEAVE = re.compile(rf"{_WORD}(?:leave|leaving|left|keep)\s+(?:the\s+)?[\"'`(]*$", re.IGNORECASE)
_ALONE = re.compile(
    r"[\"'`)]*\s+(?:alone|untouched|unchanged|out|as\s+(?:it|they)\b)", re.IGNORECASE
)
#: "do not run X before Y" is about when, and not about whether.
_IN_TIME = re.compile(r"[\"'`)]*\s+(?:before|until|unless|except|without)\b", re.IGNORECASE)
_REACH = 240  # characters on either side of a fact that are read


def _forbidden(text: str, start: int, end: int) -> bool:
    if _RIGHT_AFTER.match(text, end):
        return True
    before = _CLAUSE_END.split(text[max(0, start - _REACH) : start])[-1]
    if not _CUE.search(before):
        return False
    after = text[end : end + _REACH]
    if _INSTEAD.search(before) or (_LEAVE.search(before) and _ALONE.match(after)):
        return True
    if _IN_TIME.match(after):
        return False
    return bool(_RIGHT_BEFORE.search(before)) or any(
        _reaches(before[cue.end() :], after) for cue in _COMMAND.finditer(before)
    )


def _reaches(between: str, after: str) -> bool:
    """Whether a prohibition reaches over the words that stand between it and the fact."""
    between = _ASIDE.sub("", between)
    if _COMMAND_ENDS.search(between):
        return False
    _, comma, last = between.rpartition(",")
    return not comma or bool(_LISTED.match(f"{last}\0{after}"))
