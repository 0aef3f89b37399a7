"""Advice against what a resolution has told to do: "do none of that", "scratch that"."""

import re
from collections.abc import Sequence
from itertools import islice

from graders.referee.disowned import disowned
from graders.referee.requirements import Requirements

_IT = (
    r"(?:(?:(?:any|all|none|either|both) (?:of )?)?(?:it|this|that|them|these|those|so|both|every"
    r"thing|(?:the |these |those |my |this )?(?:steps?|answer|advice|instructions?|article says))"
    r"(?: all| above)?|(?:(?:any|all|none|everything)(?: of)? )?(?:the |that is )?above)"
)
_AGAINST = re.compile(
    r"(?:(?:\bnot|n't|\bnever) (?:do|doing|run|use|apply|try|follow|carry|touch|rely|act|execute"
    r"|perform|implement|go) (?:\w+ ){0,2}?"
    r"|(?:^|[.;,:!?-] |\b(?:please|and|so|then|just|or|again) )(?:ignore|disregard|undo|revert"
    r"|forget|scrap|discard|cancel|withdraw|hold off(?: on)?|refrain from(?: doing)?|do none of) "
    r"(?:please )?)"
    rf"{_IT}(?: out| off| here| alone| again| yet| now| though)*"
    r"(?=$|[.,;:!?)]| (?:and|but|because|as|for|to your|then)\b)"
    r"|\b(?:(?:advise|recommend|warn)\b[^.;]{0,12}\b(?:against|not to)|(?:keep|stay) away from)"
    rf"(?: do\w*)? {_IT}\b|\btake {_IT} back\b"
    r"|\b(?:leave|keep) (?:that|this|it|them|both|things|everything)(?: one)? (?:out|off|alone"
    r"|be|as|the)\b"
    r"|\b(?:put|set|change) everything back\b|\bas (?:withdrawn|void|cancelled)\b"
    r"|\b(?:better|rather) (?:not[.,;:!]|you )"
    r"|\bhands off(?= (?:it|this|that|them|all|both)\b|[.,;!]|$)|\blet(?:'s| us) not do\b"
    r"|\b(?:scratch|strike) that\b"
    r"|\bi (?:would not|wouldn't)(?: (?:do|run|use) (?:this|that|it)\b|[.,;!])"
    r"|\b(?:that|this|the above|all of (?:this|that)) was (?:all )?(?:a|an|wrong|nonsense|untrue)\b"
    r"|\bnone of (?:this|that|it) (?:appl|should|must|holds)"
    r"|\b(?:this|that|the above) does not apply to (?:your|you)\b"
    r"|\b(?:on (?:reflection|second thoughts?)|thinking (?:about it|again)|come to think of it"
    r"|changed my mind|after all)\b[^.;!?]{0,60}?(?:\b(?:leave|keep|forget|hold|wait|not)\b|n't)"
    r"|\bleave\b[^.;!?]{0,60}\bafter all\b"
)
"""Advice against what was named last, up to the word that refers to it."""
_THEIRS = re.compile(
    r"\barticles?\b|\bother (?:results|hits|ones|entries)\b"
    r"|\bwrong (?:release|generation|version)\b"
    r"|\b(?:is|are) (?:(?:an?|another|for|only|about) |(?:fine|healthy|ok(?:ay)?|in order)\b)"
)
_ENDS = frozenset("cancel discard undo revert".split())
"""A fix that has one of these means it for something else."""
_IF = re.compile(
    r"\b(?:if|unless|until|before|without|in case|should (?:it|that|this|they|the))\b"
    r"|\b(?:not|never) \w*$|n't \w*$"
)
"""Before such advice: it is conditional or is itself negated."""
_MOST = 9
"""So many pieces of such advice are looked at."""


def advised_against(line: str, keys: Sequence[str], required: Requirements) -> str | None:
    """The words that advise against the fix, or None. `line` is the resolution in lower case and
    `keys` are what of each fact is to be typed; the advice is against what was named last."""
    for start, words in islice(disowned(line), _MOST):
        named = max(map(line[:start].rfind, keys)), max(map(words.rfind, keys))
        strange = any(one in words for one in required.strange)
        if max(named) >= 0 and not strange:
            return words
    for match in islice(_AGAINST.finditer(line), _MOST):
        before = line[: match.start()]
        clause = before[max(map(before.rfind, (". ", "! ", "? "))) + 1 :]
        ours = max(map(before.rfind, keys))
        other = max(map(before.rfind, required.strange), default=-1)
        ours = -1 if required.known.intersection(match[0].split(), _ENDS) else ours
        theirs = _THEIRS.search(clause) and ours < len(before) - len(clause)
        if ours > other and not theirs and not _IF.search(clause[-60:]):
            return match[0]
    return None
