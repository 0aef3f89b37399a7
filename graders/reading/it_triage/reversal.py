"""What turns a fix that was given into another: undone, "corrected", done elsewhere or too late.

No undoing counts where the right answer has one, or is only for a time; none is one that may become
necessary ("if it makes things worse, set it back"). An article is corrected if it is said to be
mistaken and to be read or typed otherwise.
"""

import re
from collections.abc import Iterator

from graders.reading.it_triage.parsed import ParsedText
from graders.reading.it_triage.sources import Sources

_PART = r"(?:lines?|settings?|entry|entries|options?|parameters?|change|changes|flags?|values?|fix)"
_OLD = r"(?:old|previous|former|original|earlier)"
_FINALLY = r"(?:then|finally|afterwards|lastly|after (?:that|this)|at the end|in the end|later),? "
_UNDOES = re.compile(
    rf"\b(?=[abcdefilprstuv])(?:(?:take|remove|delete) (?:the |this |that |these |your )(?:new )?"
    rf"(?:[^\s,;]{{1,60}} )?{_PART} (?:out |away |off )?again\b"
    rf"|(?:put|set|change|turn|switch) (?:it|everything|them|this|that|the (?:\w+ )?{_PART}|all "
    rf"of it)"
    rf" back (?:to (?:how|what|the way|where|(?:the|its|their) {_OLD})|as it was|again)"
    rf"|(?:change|set|turn) (?:it|them|everything) back(?=\W*$|\s*[.,;!])"
    rf"|(?:undo|reverse|revert|roll back) (?:the|this|your|these|all(?: the)?) (?:change|changes|"
    rf"steps?|"
    rf"fix|edits?|settings?)\b|{_FINALLY}(?:please )?(?:go back|return) to the {_OLD} "
    rf"|{_FINALLY}(?:please )?(?:restore|reinstate|bring back) the {_OLD} )"
)
_MAYBE = re.compile(
    r"\b(?:if|should|unless|in case|can|could|able|how|want|without|to|you(?:'d| would)|before|"
    r"never|"
    r"not|nobody|who|may|might|would|will|does)\b"
)
_FOR_A_TIME = re.compile(
    r"\b(?:remov\w+|revert\w*|back|until|undo\w*|temporar\w+|restor\w+|meanwhile|reset\w*|"
    r"rollback)\b"
)
_ARTICLE = r"(?:article|kb-\d{4}|guide|knowledge base|instructions?|handbook|manual)"
_MISPRINT = (
    r"(?:misprint(?:ed)?|typos?|typing (?:error|mistake)s?|slips?|mistyped|printing error|"
    r"wrong way (?:a)?round|mixed (?:\w+ )?up)"
)
_WRONG = re.compile(
    rf"\b{_ARTICLE}\b[^.;!?\n]{{0,60}}\b{_MISPRINT}\b|\b{_MISPRINT}\b[^.;!?\n]{{0,30}}\b{_ARTICLE}\b"
    rf"|\b{_ARTICLE} (?:is|are) (?:\w+ )?(?:wrong|mistaken|in error)(?=\W*$|\s*[.,;:!]| (?:here|"
    rf"there|at)\b)"
    rf"|\b{_ARTICLE} (?:has|have|got) (?:it|this|that|them) (?:wrong|swapped)\b"
    rf"|\b{_ARTICLE} (?:has|contains?|makes?) an? (?:\w+ )?(?:mistake|error)(?= here| there|\W*$|"
    rf"\s*[.,;:!])"
    rf"|\ban? (?:\w+ )?(?:mistake|error) in the {_ARTICLE}\b"
    rf"|\b(?:known|obvious|old) (?:misprint|typo|printing error|typing error)\b"
    r"|\b(?:is|are) (?:just |only )?a (?:misprint|typing error|typo)\b"
    r"|\b(?:typo|misprint|slip) in (?:it|the (?:first|second|third|last) (?:line|command|value))\b"
)
_OTHERWISE = re.compile(
    r"\b(?:in (?:its|their) (?:place|stead)|instead|swap|exchange|the other way (?:a)?round|"
    r"(?:should|"
    r"must|has to|ought to|needs to) (?:read|be|say)|(?:is|was) meant|where it says|"
    r"(?:correct|right|real|true) (?:value|figure|one|number|form) is|(?:type|enter|put|use|write|"
    r"read)"
    r" \S)"
)
_NO_MISTAKE = re.compile(
    r"\b(?:not?|never|nothing|without|if|should|whether|your|old|message)\b|n't"
)
_MACHINES = (
    r"(?:machines?|servers?|hosts?|nodes?|workers?|systems?|members?|switch(?:es)?|pcs?|laptops?)"
)
_FAULTY = (
    r"(?:the (?:faulty|broken|affected|failing|reported|sick) |(?:the )?one (?:that |which )?you "
    r"(?:report|nam|wr|mention)|yours\b|your own\b)"
)
_OTHERS = re.compile(
    rf"\bon (?:all|every|each)(?: of)?(?: the)? {_MACHINES} (?:except|but)(?: for)? {_FAULTY}"
    rf"|\b(?:all|every|each)(?: of)?(?: the)? (?:other|remaining|healthy)"
    rf" {_MACHINES}\b[^!?\n]{{0,160}}?"
    rf"(?:\b(?:leave|spare|skip) {_FAULTY}|\bon (?:the one (?:that |which )?you \w+|[\w.-]+ "
    rf"itself),? "
    r"(?:nothing|no change|change nothing|do nothing)\b(?! more| else| further))"
)
_TOO_LATE = re.compile(
    r"\blet (?:it|this|the (?:\w+ )?\w+) (?:fill up|get worse|run full|overflow|crash|break down|"
    r"die|"
    r"go down)\b|\b(?:wait|hold off)(?: with (?:it|this|that))? (?:until|till) "
    r"[\w ]{1,40}?\b(?:has|have|is|"
    r"are) (?:completely )?(?:crashed|filled up|gone down|run full|broken down|died|collapsed|"
    r"full)\b"
    r"|\bonly (?:start|begin|do it) (?:once|when) (?:nobody|no one) can (?:work|log in|sign in)\b"
)
_NEXT = 160
"""Characters after a mistake in which it is put right."""


def reversals(answer: ParsedText, sources: Sources) -> Iterator[str]:
    """What an answer undoes or replaces of the fix that it gives, as reasons."""
    if sources.fixes and not _FOR_A_TIME.search(sources.gold):
        for found in _UNDOES.finditer(answer.text):
            before, _, asks = answer.context_of(*found.span())
            if not (asks or _MAYBE.search(before[-50:]) or answer.is_denied(found.start())):
                yield f"undoes it in the end: {found[0].strip()}"
    for found in (*_OTHERS.finditer(answer.text), *_TOO_LATE.finditer(answer.text)):
        before, _, asks = answer.context_of(*found.span())
        doubtful = asks or _MAYBE.search(before[-50:]) or answer.is_denied(found.start())
        if sources.fixes and not doubtful and found[0] not in sources.gold:
            yield f"does it elsewhere or too late: {found[0]}"
    for found in _WRONG.finditer(answer.text):
        begins = answer.clause(found.start())[0]
        near = answer.text[max(begins, found.start() - 60) : found.end()]
        replaced = _OTHERWISE.search(
            answer.text, max(begins, found.start() - 60), found.end() + _NEXT
        )
        if sources.fixes and replaced and not _NO_MISTAKE.search(near):
            yield f"corrects the article: {found[0]}"
