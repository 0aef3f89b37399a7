"""What an answer takes back: it names a step and then tells its reader to leave it.

Two things are certain. A clause that withdraws ("leave that out", "I would not do it", "better not")
takes back what it and the clause before it name. Where it speaks of everything ("ignore the above")
or shows second thoughts ("on reflection, leave the labels off"), it takes back all before it.
"""

import re

from graders.reading.spans import Span
from graders.reading.told import Told

_NOUN = (
    r"(?:steps?|commands?|changes?|fix|parts?|one|advice|answer|reply|message|resolution|"
    r"settings?|instructions?)"
)
_ALL = (
    r"(?:(?:(?:all|any|everything|each|both|none|the\s+whole|it\s+all|the\s+rest)\s+(?:of\s+)?)?"
    r"(?:(?:the|what\s+is|what\s+i\s+said|said|written)\s+)*above(?!\s+\w+\s+\w*(?:error|alert))"
    r"|(?:it|this|that|these|those|them)\s+all\b|all\s+(?:of\s+)?(?:it|this|that|these|those|them)\b"
    rf"|everything\b|what\s+i\s+(?:said|wrote)\b|(?:this|my|the)\s+whole\s+{_NOUN}\b"
    r"|(?:this|that|my)\s+(?:answer|advice|reply|message|resolution)\b)"
)
_IT = (
    rf"(?:(?:any\s+of\s+)?(?:it|this|that|them|these|those)(?:\s+{_NOUN})?|so|both|either"
    rf"|the\s+(?:{_NOUN}|\w+(?:tion|ment|ing)))\b"
)
_WHAT = rf"(?:{_ALL}|{_IT})"
_DOING = (
    r"(?:do|apply|run|follow|carry|use|execute|perform|try|make|go|touch|change|start|attempt|"
    r"act\s+on|implement|bother)(?:ing)?(?:\s+(?:out|with|doing|of|on|any|it))?"
)
_DROP = (
    r"(?:ignore|undo|disregard|revert|reverse|forget|scrap|cancel|discard|skip|omit|drop|scratch|"
    r"strike|never\s+mind|roll\s+back|take\s+back|(?:hold|put)\s+off(?:\s+(?:on|doing))?|"
    r"wait\s+with|forget\s+about|refrain\s+from|"
    r"stay\s+(?:away|clear)\s+(?:from|of)|steer\s+clear\s+of|(?:keep\s+(?:my|your|our)\s+)?hands\s+off)"
)
_NOT = r"(?:(?:do|does|would|should|will|can|could|did)\s+not|\w+n't|never|(?:better|rather|please|best|let's|let\s+us)\s+not|not\s+to)"
_REST = (
    r"(?:out|off|be|alone|aside|undone|for\s+now|untouched|unchanged|exactly\s+as|just\s+as|as)\b"
)
_END = (
    r"(?=\W*$|\s*[.,;:!]|\s+-|\s+(?:here|for\s+now|at\s+all|after\s+all|though|on\s+(?:your|this|that)|"
    r"because|since|in\s+this\s+case|yet|today|until)\b)"
)
#: What stands before an order, and not between a subject and its verb: "older ones ignore it".
_ORDERS = (
    r"(?:(?:^|[,.:;(!?\n-])\s*|\b(?:please|and|so|but|just|then|rather|better|should|must|would|i'd|"
    r"let's|simply|to|can|may)\s+)"
)
_WITHDRAWS = re.compile(
    rf"(?:{_ORDERS}(?:{_DROP}\s+(?:please\s+)?(?:{_ALL}|{_IT}{_END})"
    rf"|(?:leave|keep)\s+(?:{_WHAT}|everything|things)\s+{_REST})"
    rf"|\b{_NOT}\s+(?:ever\s+)?{_DOING}\s+{_WHAT}(?:\s+out)?{_END}"
    rf"|\b(?:advis\w+|recommend\w*|decided?|warn\w*|ask|urge)\s+(?:you\s+)?(?:against|not\s+to)\s+"
    rf"(?:{_DOING}\s+)?{_WHAT}"
    rf"|\b(?:(?:better|best|rather|please|i\s+would|i'd)\s+(?:not|don't)|(?:i|we)\s+wouldn't|"
    r"(?:i|we)'d\s+rather\s+(?:not|you\s+(?:did\s+not|didn't)))\s*(?=[.,;:!]|$)"
    r"|\b(?:that|this|it|both|which)(?:\s+(?:is|would\s+be|seems|looks|are)|'s)(?:\s+\w+){0,2}?\s+"
    r"(?:a\s+(?:very\s+)?bad\s+idea|too\s+(?:risky|dangerous)|overkill|not\s+(?:worth|advisable|an\s+option))"
    r"|\bis(?:n't|\s+not)\s+worth\s+(?:it|the\s+(?:risk|trouble|effort))"
    r"|\b(?:none|nothing)\s+of\s+(?:this|that|it|the\s+above|these|them|what\s+i\s+\w+)\s+"
    r"(?:applies|apply|is|are|holds|should|must|need|concerns|will|can|has)\b"
    r"|\b(?:that|this|all\s+(?:of\s+)?(?:this|that|the\s+above)|(?:everything|the)\s+above)\s+"
    r"(?:was|is|were|are)\s+(?:(?:all|just|only)\s+)?(?:a\s+mistake|an\s+error|wrong|nonsense|a\s+joke|"
    r"a\s+lie|not\s+true|untrue|not\s+what\s+(?:i|we)\s+meant)\b)"
)
_EVERYTHING = re.compile(rf"\b(?:{_ALL}|(?:none|nothing)\s+of|(?:was|were)\b|(?:scratch|strike)\b)")
#: Second thoughts, and what they are followed by.
_AGAIN = re.compile(
    r"\b(?:on\s+reflection|on\s+second\s+thoughts?|after\s+all|come\s+to\s+think\s+of\s+it|in\s+hindsight|"
    r"(?:thinking|thought)\s+(?:about\s+it|it\s+over|this\s+over)|(?:changed|change)\s+my\s+mind|then\s+again|"
    r"let's\s+not|no\s+wait|i\s+take\s+(?:it|that)\s+back)\b|(?:^|\n)\W*(?:hm+|actually|wait|correction)\b"
)
_DROPS = re.compile(
    rf"(?<!n't )(?<!not )(?<!never )\b(?:{_DROP}|(?:leave|keep)\s(?:[^.;\n]{{1,80}}\s)?{_REST}|"
    rf"do\s+not|don't|never|(?:let's|better|rather)\s+not)\b(?!\s+(?:forget|worry|hesitate|mind|skip|leave))"
)
_NEAR = 160
"""Characters behind second thoughts in which they are told."""


def withdrawn(told: Told, others: tuple[str, ...], ours: frozenset[str]) -> list[Span]:
    """Where a text names what it takes back.

    `others`: ids of articles that do not apply; what is said of those takes back nothing. `ours`:
    how the words of the fix begin; second thoughts have to be about one of them, or about "it".
    """
    text, found = told.text, []
    for match in _WITHDRAWS.finditer(text):
        begins, ends = told.clause(match.start())
        before = told.clause(begins - 1)[0] if begins else 0
        if _EVERYTHING.search(match[0]):
            found.append((0, match.start()))
        elif not any(other in text[before:ends] for other in others):
            found.append((before, match.start()))
    for match in _AGAIN.finditer(text):
        begins, ends = told.clause(match.start())
        near = max(ends, match.end() + _NEAR)
        for drop in _DROPS.finditer(text, begins, near):
            said = told.between(drop.start(), told.clause(drop.start())[1])
            if not ours.isdisjoint(begin(word.text) for word in said):
                found.append((0, begins))
    return found


def begin(word: str) -> str:
    """How a word begins, which its forms share."""
    return word.removesuffix("s")[:5]
