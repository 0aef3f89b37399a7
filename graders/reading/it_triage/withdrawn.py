"""What an answer takes back: it names a step and then tells its reader not to do it.

A clause that withdraws something ("leave that out", "I would not do it", "better not") takes back
what it and the clause before it name. If it is about everything ("ignore the above"), a second
thought ("on reflection, leave the labels off"), or declares the advice void (`void`), it takes back
everything before it.
"""

import re

from graders.reading.it_triage.parsed import ParsedText
from graders.reading.it_triage.void import voided
from graders.reading.spans import Span

_NOUN = (
    r"(?:steps?|commands?|changes?|fix|parts?|one|advice|answer|reply|message|resolution|"
    r"settings?|instructions?)"
)
_ALL = (
    r"(?:(?:(?:all|any|everything|each|both|none|the whole|it all|the rest) (?:of )?)?"
    r"(?:(?:the|what is|what i said|said|written) )*above(?! \w+ \w*(?:error|alert))"
    r"|(?:it|this|that|these|those|them) all\b|all (?:of )?(?:it|this|that|these|those|them)\b"
    rf"|everything\b|what i (?:said|wrote)\b|(?:this|my|the) whole {_NOUN}\b"
    r"|(?:this|that|my) (?:answer|advice|reply|message|resolution)\b)"
)
_WHAT = (
    rf"(?:{_ALL}|(?:(?:any of )?(?:it|this|that|them|these|those)(?: {_NOUN})?|so|both|either"
    rf"|the (?:{_NOUN}|\w+(?:tion|ment|ing)))\b)"
)
_DOING = (
    r"(?:do|apply|run|follow|carry|use|execute|perform|try|make|go|touch|change|start|attempt|"
    r"act on|implement|bother)(?:ing)?(?: (?:out|with|doing|of|on|any|it))?"
)
_DROP = (
    r"(?:ignore|undo|disregard|revert|reverse|forget(?: about)?|scrap|cancel|discard|skip|omit|"
    r"drop|scratch|strike|never mind|roll back|take back|wait with|refrain from|"
    r"stay (?:away|clear) (?:from|of)|steer clear of|(?:hold|put) off(?: (?:on|doing))?|"
    r"(?:keep (?:my|your|our) )?hands off)"
)
_NOT = (
    r"(?:(?:do|does|would|should|will|can|could|did|better|rather|please|best|let's|let us) not|"
    r"(?:do|does|would|should|wo|ca|could|did|must)n't|never|not to)"
)
_REST = (
    r"(?:where|out|off|be|alone|aside|undone|for now|untouched|unchanged|exactly as|just as|as)\b"
)
_END = (
    r"(?=\W*$|\s*[.,;:!\n]| -| (?:here|for now|at all|after all|though|on (?:your|this|that)|"
    r"because|since|in this case|yet|today|until)\b)"
)
_ORDER = re.compile(
    rf"\b(?=[cdfhiklnorsuw])(?:{_DROP} (?:please )?(?:{_ALL}|{_WHAT}{_END})"
    rf"|(?:leave|keep) {_WHAT} {_REST})"
)
#: What may precede an instruction, unlike a subject before its verb: "older ones ignore it".
_ORDERED = re.compile(
    r"(?:(?:^|[,.:;(!?\n-])\W{0,3}|\b(?:please|and|so|but|just|then|rather|better|should|must|"
    r"would|i'd|let's|simply|to|can|may) )\Z"
)
_AGAINST = re.compile(
    rf"\b(?=[abcdeilmnopruwst])(?:{_NOT} (?:ever )?{_DOING} {_WHAT}(?: out)?{_END}"
    r"|(?:advis\w+|recommend\w*|decided?|warn\w*|ask|urge) (?:you )?(?:against|not to) "
    rf"(?:{_DOING} )?{_WHAT}"
    r"|(?:(?:better|best|rather|please|i would|i'd) (?:not|don't)|(?:i|we) wouldn't"
    r"|(?:i|we)'d rather (?:not|you (?:did not|didn't)))\s*(?=[.,;:!]|$)"
    r"|(?:that|this|it|both|which)(?: (?:is|would be|seems|looks|are)|'s)(?: \w+){0,2}?"
    r" (?:a (?:very )?bad idea|too (?:risky|dangerous)|overkill|not (?:worth|advisable|an option))"
    r"|is(?:n't| not) worth (?:it|the (?:risk|trouble|effort))"
    r"|(?:none|nothing) of (?:this|that|it|the above|these|them|what i \w+) "
    r"(?:applies|apply|holds|should|must|concerns|will|can|has|(?:is|are) (?:for|to|true|right|"
    r"correct"
    r"|valid|needed|necessary|meant|applicable|relevant|safe|certain|sure|proven|settled))\b"
    r"|(?:that|this|all (?:of )?(?:this|that|the above)|(?:everything|the) above)"
    r" (?:was|is|were|are) (?:(?:all|just|only) )?(?:a mistake|an error|wrong|nonsense|a joke"
    r"|a lie|not true|untrue|not what (?:i|we) meant)\b)"
)
_EVERYTHING = re.compile(
    rf"\b(?:{_ALL}|any of|(?:none|nothing) of|(?:was|were)\b|(?:scratch|strike)\b)"
)
#: Second thoughts; they withdraw something only together with `_DROPS` or `_AS_BEFORE`.
_AGAIN = re.compile(
    r"\b(?:on reflection|on second thoughts?|after all|come to think of it|in hindsight|let's not|"
    r"(?:thinking|thought) (?:about it|it over|this over)|changed? my mind|then again|no wait|"
    r"i take (?:it|that) back|hm+|actually|correction)\b"
)
_DROPS = re.compile(
    rf"(?<!n't )(?<!not )(?<!never )\b(?:{_DROP}|(?:leave|keep)\s(?:[^.;\n]{{1,80}}\s)?{_REST}|"
    r"do not|don't|never|(?:let's|better|rather) not)\b"
    r"(?! (?:forget|worry|hesitate|mind|skip|leave))"
)
_AS_BEFORE = re.compile(
    r"\b(?:leave|keep|leaving|keeping)\b[^.;\n]{0,80}\b(?:current|present|old|as it is)\b"
)
#: "The second disk is a matter of Windows, so ignore it": withdraws only what the clause names.
_STATED = re.compile(
    r"\s*(?!that|this|it|these|both|all|the above)[\w ]{3,60} (?:is|are|belongs?) "
)
_NEAR = 160
"""Characters around a second thought in which its withdrawal is searched for."""


def withdrawn(parsed: ParsedText, others: tuple[str, ...], ours: frozenset[str]) -> list[Span]:
    """The spans of a text that it takes back.

    `others`: ids of articles that do not apply; what is said about them withdraws nothing. `ours`:
    the beginnings of the words of the fix; second thoughts have to be about one of them.
    """
    text, found = parsed.text, list(voided(parsed, others))
    orders = (m for m in _ORDER.finditer(text) if _ORDERED.search(parsed.context_of(*m.span())[0]))
    for match in (*orders, *_AGAINST.finditer(text)):
        begins, ends = parsed.clause(match.start())
        before = parsed.clause(begins - 1)[0] if begins else 0
        if _STATED.match(text, begins):
            before = begins
        if parsed.context_of(*match.span())[2]:
            continue
        if _EVERYTHING.search(match[0]):
            found.append((0, match.start()))
        elif not any(other in text[before:ends] for other in others):
            found.append((before, match.start()))
    for match in _AGAIN.finditer(text):
        begins, near = parsed.clause(match.start())[0], (match.start() - _NEAR, match.end() + _NEAR)
        near = (max(begins, near[0]), near[1])
        again = bool(_AS_BEFORE.search(text, *near))
        for drop in _DROPS.finditer(text, *near):
            said = parsed.between(drop.start(), min(parsed.clause(drop.start())[1], near[1]))
            again |= not ours.isdisjoint(begin(word.text) for word in said)
        if again:
            found.append((0, begins))
    return found


def begin(word: str) -> str:
    """The beginning of a word, shared by its inflected forms."""
    return word.removesuffix("s")[:5]
