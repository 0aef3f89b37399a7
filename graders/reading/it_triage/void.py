"""Advice that an answer declares void: withdrawn, forbidden, or meant for another place than the
reader's ("for the training machines only").

Only what is said of the advice as a whole counts: "the old driver was withdrawn" and "that is for
the server only" take nothing back.
"""

import re
from collections.abc import Iterator

from graders.reading.it_triage.parsed import ParsedText
from graders.reading.it_triage.stance import REACH
from graders.reading.spans import Span

_NOUN = (
    r"(?:advice|guidance|recommendations?|instructions?|procedure|fix|steps?|article|answer|"
    r"measures?|remedy|workaround)"
)
_THE = (
    rf"(?:(?:this|that|these|those|the|my|our)(?: (?:whole|entire|above|same))? {_NOUN}"
    r"(?: above)?|the above|(?:all|everything)(?: of)? (?:this|that|it|these|those|above)"
    r"|(?:kb|tkt|inc)-\d{4})"
)
"""The advice by a name of its own; "it" and "that" may be anything."""
_IT = rf"(?:{_THE}|this|that|it|these|those|they)"
_ANY = r"(?:(?:all )?(?:it|this|that|these|those|them)|the above|what (?:i|we|is|it) \w+)"
_IN_BETWEEN = r"(?:(?!not |never |to |for |by )[a-z]+ ){0,3}"
_OFF = (
    r"(?:withdrawn|retracted|revoked|recalled|rescinded|repealed|annulled|overruled|cancel?led|"
    r"banned|forbidden|prohibited|outlawed|abolished)\b"
)
_NO_MORE = (
    r"(?:out of date|outdated|obsolete|(?:null and )?void|no longer (?:valid|allowed|permitted|"
    r"recommended|in force|to be (?:used|followed|done|carried out|applied)))\b"
)
_DO = (
    r"(?:do|apply|run|follow|carry out|perform|execute|use|try|implement|touch|type|change|"
    r"act on|attempt)"
)
_DONE = r"(?:done|carried out|applied|run|used|followed|executed|performed|tried|touched)"
_ENDS = r"(?=\W*$|\s*[.,;:!\n]| (?:any ?more|any longer|at all|on your|here)\b)"
_ELSEWHERE = (
    r"(?:the |our |a |an )?(?:(?:training|teaching|practice|demo|demonstration|exercise|lab)"
    r" (?:machines?|systems?|servers?|hosts?|rooms?|environments?|networks?|clusters?|purposes)|"
    r"(?:test )?lab(?:oratory)?|test (?:bench|rig|environment)|class ?room|sandbox|playground|"
    r"exams?|statistics|archives?|museum|training|trainees|new staff|textbooks?)\b"
)
_REAL = r"(?:real|live|production|productive|actual)"
_MACHINE = r"(?:machines?|servers?|hosts?|systems?|clusters?|environments?|networks?|nodes?|site)"
_NOTHING = (
    r"(?:(?:change|alter|touch|do|modify|install|run) (?:absolutely |simply )?nothing\b|"
    r"(?:not|never|n't) (?:touch|change|do|alter) (?:anything|a thing)\b|"
    r"(?:leave|keep) everything (?:exactly |just )?as it is|nothing (?:is|has) to be (?:changed|"
    r"done))"
)
_VOID = re.compile(
    rf"\b(?:{_THE} (?:has|have|had|was|were|is|are) {_IN_BETWEEN}(?:{_OFF}|{_NO_MORE})"
    rf"|(?:has|have) {_IN_BETWEEN}{_OFF} {_THE}"
    rf"|(?:withdraw|retract|revoke|rescind)s? (?:{_THE}|all of it)"
    rf"|take (?:back )?(?:all (?:of )?)?{_THE} back\b"
    rf"|no longer recommend (?:{_THE}|it|this|that){_ENDS}"
    rf"|(?:consider|regard|treat|deem) {_IT} (?:as )?{_IN_BETWEEN}(?:{_OFF}|(?:null and )?void\b)"
    rf"|{_DO} (?:none|nothing|not one|neither) of (?:{_ANY}(?: {_NOUN})?|the (?:{_NOUN}|sort|kind)"
    rf")\b"
    rf"|(?:none|nothing|not one|no part) of (?:{_ANY}|the)(?: {_NOUN})?(?: above)? (?:(?:is|are) "
    rf"(?:for you\b|to be {_DONE}|meant for you)|(?:may|must|should|can) be {_DONE}){_ENDS}"
    rf"|{_THE} (?:must|may|should) (?:not|never|n't) be {_DONE}{_ENDS}"
    rf"|(?:not|never|n't) (?:put|bring) (?:any of )?{_ANY} into (?:practice|effect)\b"
    rf"|(?:not|nothing|hardly) (?:something )?to be {_DONE} on your {_MACHINE}{_ENDS}"
    rf"|not (?:allowed|permitted|supposed) to {_DO} any of {_ANY}{_ENDS}"
    r"|(?:nobody|no one|no-one) (?:should|shall|may|must|is (?:allowed )?to) "
    rf"{_DO} (?:any of )?{_ANY}(?: out)?{_ENDS}"
    rf"|(?:not|never|n't) carry any of {_ANY} out\b"
    rf"|{_IT} (?:is|are|was|were|holds?|applies|apply|goes|go) [a-z ]{{0,30}}\b(?:for|in|on|to) "
    rf"{_ELSEWHERE} (?:only|alone)\b"
    rf"|{_IT} (?:(?:is|are|was|were) )?(?:not (?:meant |intended )?for (?:your |the )?{_REAL}"
    rf"\b[a-z ]{{0,20}}, )?[a-z ]{{0,20}}\b(?:only|merely|solely|purely|just|nothing but)\b"
    rf"[a-z ]{{0,20}}\b(?:for|in|on|to) {_ELSEWHERE}"
    rf"|{_THE} (?:is|are|was|were) not (?:meant|intended|made|written|for use) (?:for|in|on) "
    rf"(?:your "
    rf"|the )?{_REAL}\b"
    rf"|{_IT} (?:is|are|was|were) [a-z ]{{0,12}}\b(?:an?|some) (?:samples?|examples?|exercises?|"
    rf"drill|"
    r"specimens?) for (?:the )?(?:new|trainees?|students?|beginners|apprentices)\b"
    rf"|{_IT} (?:is|are|was|were) (?:only|just|merely|purely|all) (?:an? )?(?:theory|drill|fiction|"
    r"thought experiment|history)\b"
    rf"|your {_REAL} {_MACHINE} (?:is|are|has|have|must|should) (?:to )?be left )"
)
#: Nothing is to be done where it matters; what is for a while, or for the rest, is no such thing.
_HERE = re.compile(
    rf"\b(?:on|in|with|to|at) (?:your|the) (?:own )?(?:{_REAL} (?:own )?{_MACHINE}|own {_MACHINE})"
    rf"\b|"
    r"\bin (?:practice|reality|real life)\b"
)
_IDLE = re.compile(rf"\b(?=[acdiklmnrt]){_NOTHING}")
_FOR_NOW = re.compile(
    r"\b(?:else|more|other|until|before|unless|without|by hand|meanwhile|meantime|yet|during|while|"
    r"after|if|in between|yourself)\b"
)
_MAYBE = re.compile(r"\b(?:if|unless|until|whether|once|when|should (?:the|this|that|it))\b")


def voided(parsed: ParsedText, others: tuple[str, ...]) -> Iterator[Span]:
    """The spans of a text that it declares void: all that precedes such a statement. `others`: ids
    of articles that do not apply; what is said of them is no matter."""
    found = ((match, _MAYBE) for match in _VOID.finditer(parsed.text))
    idle = ((match, None) for match in _IDLE.finditer(parsed.text))
    for match, unless in (*found, *idle):
        begins, ends = parsed.clause(match.start())
        clause = parsed.text[max(begins, match.start() - REACH) : min(ends, match.end() + REACH)]
        before, _, asks = parsed.context_of(*match.span())
        if asks or any(other in clause for other in others):
            continue
        if unless:
            certain = not unless.search(before)
        else:
            part = clause.partition(", and ")[0]
            certain = _HERE.search(part) and not _FOR_NOW.search(part)
        if certain:
            yield 0, match.start()
