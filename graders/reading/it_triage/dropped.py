"""A hand-over that says that nobody takes the ticket over: closed, refused, or left lying.

What is not done yet, or not before a certain time, is no such thing.
"""

import re

from graders.reading.it_triage.parsed import ParsedText

_TICKET = r"(?:tickets?|requests?|cases?|matter|report|incident|hand-?over)"
_ONE = rf"(?:(?:your|this|the) {_TICKET})"
_IT = rf"(?:{_ONE}|it|this|that)"
_NOBODY = (
    r"(?:nobody|no one|no-one|none of us|no (?:colleague|team|engineer|technician|human being|"
    r"person)|neither team)"
)
_ENDS = (
    r"(?=\W*$|\s*[.,;:!\n]| (?:any ?more|any further|any longer|at all|though|ever|either|for good|"
    r"by any|and|or|again)\b)"
)
_TAKES = (
    r"(?:look (?:at|into)|work on|handle|deal with|receive|get|read|answer|process|see to|take "
    r"over|"
    r"take care of|care about|attend to|bother with|pick up|take)"
)
_TAKEN = (
    r"(?:handled|processed|dealt with|worked on|looked (?:at|into)|passed on|answered|followed up|"
    r"forwarded|pursued|read|taken over)"
)
_REFUSED = r"(?:rejected|dismissed|refused|discarded|thrown (?:away|out)|binned|turned down)"
_DROPPED = re.compile(
    rf"\b(?:{_NOBODY} (?:will|is going to|shall|would|is to) (?:ever )?{_TAKES} {_IT}(?: over| up)?"
    rf"{_ENDS}"
    rf"|{_NOBODY} (?:receives|reads|gets|handles|takes|answers|looks at|works on) {_IT}{_ENDS}"
    rf"|{_IT} (?:will|shall|is going to|is to) (?:not|never) be {_TAKEN}(?: on)?{_ENDS}"
    rf"|(?:and|it) (?:will|shall) (?:not|never) be (?:dealt with|handled|processed|worked "
    rf"on){_ENDS}"
    rf"|{_IT} (?:is|was) (?:not being|not|never) (?:passed|handed|forwarded|sent) (?:on |over )?to "
    r"(?:anyone|anybody|any team)"
    rf"|{_IT} (?:goes|is passed|is handed(?: over)?|is sent|was passed) to (?:nobody|no one|no "
    rf"team)"
    rf"|(?:not|never|n't) (?:pass|hand|forward|send) {_IT} (?:on |over )?to (?:anyone|anybody)"
    rf"|(?:i|we) (?:have |had |must |hereby |therefore )*(?:reject|refuse|dismiss|discard|bin|turn "
    rf"down|{_REFUSED}) {_ONE}"
    rf"|{_ONE} (?:is|was|has been) (?:hereby |herewith |therefore )?(?:{_REFUSED}|deleted){_ENDS}"
    rf"|(?:your|this) {_TICKET} (?:is|was|has been) (?:hereby |herewith |therefore |now )?closed"
    rf"(?=\W*$|\s*[.;!\n]| (?:without|for good|and (?:will|nobody)))"
    rf"|{_ONE} is (?:hereby|herewith) closed\b|(?:set|put) {_IT} to \W?closed|{_TICKET} ends "
    rf"here\b|the matter is (?:over|closed|settled)"
    rf"\b"
    rf"|there (?:will|shall) be no (?:answer|reply|hand-?over|follow-?up|further \w+)(?: from "
    rf"(?:anybody|anyone|us))?{_ENDS}"
    r"|(?:into|in) the (?:bin|wastebasket|trash|waste paper)\b"
    r"|(?:inbox|mailbox|queue|folder) (?:that |which )?(?:nobody|no one) (?:reads|looks|watches|"
    r"checks)"
    rf"|(?:we|i) (?:will|shall|are going to) (?:not do anything|do nothing) about {_IT}{_ENDS}"
    r"|(?:closed|archived|filed) without (?:action|being|having been)\b"
    r"|(?:do not|don't) (?:wait for|expect) (?:an|any) (?:answer|reply|call)(?=\W*$|[.,;:!] "
    r"(?:none|"
    r"nobody|no one|there))"
    r"|(?:do not|don't) expect (?:anybody|anyone) to (?:call|answer|come|help|look))"
)
_LATER = re.compile(
    r"\b(?:before|until|till|unless|if|whether|without|earlier than|so that|not true|once|as soon)"
    r"\b"
)


def is_dropped(answer: ParsedText) -> bool:
    """Whether a hand-over says that nobody receives it."""
    for found in _DROPPED.finditer(answer.text):
        before, after, asks = answer.context_of(*found.span())
        if not (asks or _LATER.search(before[-60:]) or _LATER.search(after[:40])):
            return True
    return False
