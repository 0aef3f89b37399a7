"""Advice that a resolution disowns after giving it: no longer in force, not for here, not for you.

A sentence disowns what was told before it if it speaks of that as a whole, and of nothing else, and
says that it is over, that it is for practice, or that none of it is to be done.
"""

import re
from collections.abc import Iterator

_KIND = (
    r"(?:advice|articles?|steps?|instructions?|procedures?|guidance|recommendations?|fix|guide|"
    r"answer|entry|solution|remedy|lines)"
)
#: What was told, as a whole: "all of this", "that advice", "the steps above".
_TOLD = re.compile(
    rf"\b(?:(?:this|that|these|those|my|the(?: above)?)(?: (?:whole|entire|very|two|three)"
    rf")? {_KIND}"
    r"(?! (?:for|about|of|to|from|on|in|with|by|that|which) )(?: above)?"
    r"|(?:all|everything|any|none|not one|nothing|neither)(?: of)? (?:(?:all )?(?:it|this|that|"
    r"these|those|them)"
    rf"|above|what|the (?:above|{_KIND}|sort|kind))|the above|(?:kb|tkt|inc)-\d{{4}})\b"
)
#: The same, or a pronoun that opens a part of a sentence.
_SUBJECT = re.compile(
    rf"{_TOLD.pattern}|(?:^|[,;:] |\b(?:but|that|and|course|however|though|again) )"
    r"(?:(?:it|this|that|these|those|they|all) )(?=is |are |was |were |applies |holds |goes |only )"
)
_OVER = re.compile(
    r"\b(?:withdr[ae]wn?|(?:retract|rescind|revok|recall|cancel|annul|bann|forbid|forbad|"
    r"prohibit|overrul|outlaw|abolish|discontinu)(?:e[ds]?|ing|l?ed|den)?|void|obsolete|outdated"
    r"|out of (?:date|force)|superseded"
    r"|no longer (?:valid|in force|allowed|permitted|recommend\w*|stands?|applies|approved"
    r"|(?:to be )?(?:use|follow|d)\w+)"
    r"|(?:must|may|should|shall) (?:not|never) be (?:used|followed|applied|done|carried out)"
    r"(?= any ?(?:more|longer)| at all| here| by any|$|[.,;:!])"
    r"|not (?:valid|allowed|permitted|in force|recommended) any ?(?:more|longer))\b"
)
_NO_MORE = re.compile(
    r"\bno longer (?:recommend|advise|stand by|support|approve(?: of)?) (?:it|this|that|them|any of"
    r" (?:it|this|that))(?=$|[ ,;:.!]*$| any)"
)
_PRACTICE = re.compile(
    r"\b(?:(?:training|teaching|practice|demo\w*|lab|exercise) (?:machine|system|server|host|room"
    r"|environment|network|cluster)s?|(?:a|our|the|test) lab|(?:test|demo\w*) (?:bench|environment)"
    r"|class ?rooms?|sandbox|play ?ground|exams?|statistics|archives?|museum|trainees|beginners"
    r"|new (?:staff|people|colleagues)|pure(?:ly)? theor\w+|(?:just|only|merely) theory|drill)\b"
)
_ALONE = re.compile(
    r"\b(?:only|just|merely|solely|purely|alone|nothing but|exercise|samples?|specimen|drill)\b"
    r"|\bnot (?:\w+ ){0,3}(?:you|your|production|live|real)\b"
)
_REAL = re.compile(
    r"\b(?:on|in|with|for|to) (?:your|the) (?:own |actual )?(?:real|live|production|productive|own)"
    r" \w+|\bin (?:practice|reality|real life)\b|\byour (?:real|live|production) \w+"
)
_REST = re.compile(
    r"\b(?:not|never|n't) (?:touch|change|alter|do|install) (?:a thing|any ?thing)\b"
    r"|\b(?:change|touch|alter|do|install|run) (?:absolutely |simply |just )?nothing\b"
    r"|\bnothing (?:is|has|ought) to be (?:changed|done|touched)\b"
    r"|\b(?:leave|keep|stay|left|stays|kept) (?:everything |all |it )?(?:exactly |just )?as (?:it|"
    r"they)"
    r" (?:is|are)\b"
)
_NONE = re.compile(
    r"\b(?:do|run|carry out|apply|follow|use|perform|execute|try|observe|type|change|touch) "
    r"(?:none|nothing|not one|neither) of (?:it|this|that|these|those|them|the|what)\b"
    r"|\b(?:not|nothing|hardly) (?:something |a thing )?to be (?:done|run|used|followed) on your "
    r"|\b(?:not|never) (?:put|bring) (?:any of )?(?:it|this|that) (?:in|into) (?:practice|effect)"
    r"|\b(?:none|nothing|not one|not a single one|no part|neither) of (?:all )?(?:it|this|that|"
    r"these|those"
    r"|them|the \w+)(?: \w+)?(?: above)? (?:(?:is|are|was|were) (?:meant )?(?:for you\b|to be "
    r"(?:done|"
    r"used|run|followed|applied|carried))|(?:may|must|should|can|ought to) be (?:done|used|run|"
    r"followed|applied|carried))"
    r"|\b(?:allowed|permitted|supposed) to (?:do|use|run|follow|apply) any of (?:it|this|that|them)"
    r"|\b(?:nobody|no one|no-one) (?:is to|should|must|may|shall) (?:do|use|run|follow|apply|try)"
    r" (?:it|this|that|them)(?= any ?(?:more|longer)| at all|$|[,;:])"
    r"|\bcarry any of (?:it|this|that|them) out\b"
)
_LIMITED = re.compile(
    r"\b(?:if|unless|until|whether|before|without|other|others|else|more|yet"
    r"|yourself|in the mean\w+|by hand|during|while|once|old|older|former|earlier|previous)\b"
)
_NOT_SO = re.compile(r"\b(?:not|never|nor)\b|n't\b")
_SENTENCE = re.compile(r"(?<=[.!?;]) ")
_PART = re.compile(r", (?:and|so|but) |; ")
_NEAR = 45
_LONGEST = 400
"""Of a sentence, so many characters are read."""


def disowned(text: str) -> Iterator[tuple[int, str]]:
    """Where a sentence in lower case disowns what was told before it, and its words."""
    start = 0
    for sentence in _SENTENCE.split(text):
        for part in _PART.split(sentence[:_LONGEST]):
            if _disowns(part):
                yield start + sentence.find(part), part
        start += len(sentence) + 1


def _disowns(part: str) -> bool:
    limits = _LIMITED.search(part)
    if none := _NONE.search(part):
        return not _LIMITED.search(part[: none.start()])
    if _REST.search(part) and _REAL.search(part):
        return not limits
    if _NO_MORE.search(part) and not limits:
        return True
    if over := _OVER.search(part):
        window = part[max(over.start() - _NEAR, 0) : over.end() + _NEAR]
        told = _TOLD.search(window)
        before = part[max(over.start() - 30, 0) : over.start()]
        return bool(told) and not limits and not _NOT_SO.search(before)
    if practice := _PRACTICE.search(part):
        subject = _SUBJECT.search(part[: practice.start()])
        return bool(subject and _ALONE.search(part)) and not limits
    return False
