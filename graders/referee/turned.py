"""A fix that is turned into another after it is told: taken out again, "put right", done on all
machines but the one in question, or kept until it is too late.
"""

import re

_SENTENCE = re.compile(r"(?<=[.!?]) ")
_BACK = re.compile(
    r"\b(?:take|remove|delete) (?:the|this|that|these|your) (?:\S+ ){1,3}?(?:out |away |off "
    r")?again\b"
    r"|\b(?:put|set|change|turn|switch|bring) (?:it|them|everything|this|that|the (?:\w+ ){1,2}?)"
    r" ?back(?= to (?:how|what|the way|where|(?:the|its|their) (?:old|previous|former|original))"
    r"| as it was| again|[.,;!]|$)"
    r"|\b(?:undo|reverse|revert|roll back) (?:the|this|your|these|all) (?:\w+ )?(?:changes?|edits?|"
    r"steps?|settings?|fix)\b"
    r"|\b(?:go back|return|restore|reinstate) (?:to )?the (?:old|previous|former|original) "
)
_LINE = re.compile(
    r"\b(?:lines?|settings?|entry|options?|parameters?|changes?|flags?|values?|fix)\b"
)
_PERHAPS = re.compile(
    r"\b(?:if|should|unless|case|can|could|able|how|want|not|never|without|may|might|would|will|"
    r"does|nobody|before"
    r"|until|old copy|(?:not|how|have|need|want|able|easy|possible) to)\b|n't\b|\bto \w*$"
)
_WHEN = re.compile(r"\b(?:then|finally|afterwards?|lastly|end|later|once|when|as soon as|after)\b")
_TEMPORARY = re.compile(
    r"\b(?:remov|revert|undo|undone|temporar|restor|reset)\w*|\bback\b|\buntil\b|\bmeanwhile\b"
)
_SOURCE = re.compile(r"\b(?:article|kb-\d{4}|guide|knowledge base|instructions?|handbook|manual)\b")
_ERRS = re.compile(
    r"\b(?:misprint(?:ed)?|typos?|typing (?:error|mistake)s?|slips?|mistyped|printing error|wrong "
    r"way "
    r"(?:a)?round|mixed (?:\w+ )?up)\b"
)
_FAULTY = re.compile(
    r"\b(?:article|kb-\d{4}|guide|instructions?|handbook|manual) (?:(?:is|are)(?: simply| just)? "
    r"(?:"
    r"wrong|mistaken|faulty|in error)(?! side| one)|(?:has|have|got) (?:it|that|this|them) wrong"
    r"|(?:has|contains|makes) (?:a|an)(?: \w+)? (?:mistake|error)(?! message))"
    r"|\b(?:a|an)(?: \w+)? (?:mistake|error) in the (?:article|guide|instructions?|handbook|"
    r"manual)\b"
    r"|\bin the article is wrong\b"
)
_OUTRIGHT = re.compile(
    r"\b(?:known|obvious) (?:misprint|typo|typing error|printing error)\b"
    r"|\b(?:typo|misprint|slip) in (?:it\b|the (?:first|second|third|last) )"
    r"|\b(?:is|are) a (?:misprint|typing error|typo)\b"
)
_RATHER = re.compile(
    r"\b(?:instead|swap|exchange|other way (?:a)?round|in (?:its|their) (?:place|stead)|is meant"
    r"|was meant|where it says|(?:must|should|has to|ought to) (?:read|be|say)"
    r"|(?:type|enter|put|use|write|read) \S)"
)
_BOX = r"(?:machine|server|host|node|worker|system|member|switch|pc|laptop)(?:s|es)?"
_REST_OF = re.compile(
    rf"\b(?:all|every|each|only)\b(?: \w+){{0,2}} (?:other|remaining|healthy) {_BOX}\b"
)
_SPARES = re.compile(
    r"\b(?:leave|spare|skip|omit) (?:the )?(?:faulty|broken|affected|one (?:that |which )?you|"
    r"yours)"
    r"|\bon (?:the one (?:that |which )?you \w+|[\w.-]+ itself),? (?:please )?(?:nothing|no change"
    r"|change nothing|do nothing)\b(?! more| else| further)"
)
_SAVE_IT = re.compile(
    rf"\b(?:all|every|each)(?: of)?(?: the)? {_BOX} (?:except|but|save)(?: for)? (?:the )?(?:faulty"
    rf"|broken|affected|failing|one (?:that )?you)"
)
_DAMAGE = re.compile(
    r"\b(?:let|allow) (?:it|this|the (?:\w+ ){1,2}?)(?: ?to)? ?(?:fill up|get worse|run full|"
    r"overflow"
    r"|crash|break down|die|go down)\b"
    r"|\b(?:wait|hold off)\b[\w ]{0,16} (?:until|till) [\w ]{1,40}?\b(?:crashed|filled up|gone "
    r"down|run "
    r"full|broken down|died|collapsed|completely full|got worse)\b"
    r"|\bonly (?:start|begin|do it) (?:once|when) (?:nobody|no one) can\b"
)
_SOUND = re.compile(
    r"\b(?:no|not|never|nothing|without|if|should|whether|your|old|message)\b|n't\b"
)


def turned(line: str, right: str) -> str | None:
    """The words that undo or replace the fix, or None; `right` is the fix, in lower case."""
    lasting = not _TEMPORARY.search(right)
    sentences = [one[-400:] for one in _SENTENCE.split(line)]
    for number, one in enumerate(sentences):
        if one.endswith("?"):
            continue
        back = _BACK.search(one) if lasting else None
        if back and not _PERHAPS.search(one[max(back.start() - 60, 0) : back.start()]):
            fitting = _LINE.search(back[0]) if back[0].endswith("again") else _WHEN.search(one)
            if fitting:
                return back[0]
        after = " ".join(sentences[number : number + 2])
        late = _DAMAGE.search(one) or _SAVE_IT.search(one)
        if others := _REST_OF.search(one):
            late = late or _SPARES.search(after)
        if late and not _PERHAPS.search(one[: others.start() if others else late.start()][-60:]):
            return late[0]
        faulty, errs = _FAULTY.search(one), _ERRS.search(one)
        about = faulty or _OUTRIGHT.search(one) or (errs and _SOURCE.search(one))
        errs = faulty or errs
        if about and errs and not _SOUND.search(one[max(errs.start() - 60, 0) : errs.end()]):
            rest = " ".join((one[errs.start() :], *sentences[number + 1 : number + 2]))
            if _RATHER.search(one) or _RATHER.search(rest):
                return one
    return None
