"""What the clauses of a reply do: book, move, offer, put off, decline or take back."""

import re
from collections.abc import Iterator

from graders.reading.exec_assist import claims
from graders.reading.exec_assist.action import Reading
from graders.reading.exec_assist.phrases import Says
from graders.reading.exec_assist.replies import Clause

_WEIGHTY = frozenset({"retracts", "refuses", "declines", "moves", "books", "offers", "defers"})
#: Next to a doubt: it is about the meeting.
MEANT = re.compile(
    r"\b(?:it|this|that|meet\w*|time|slot|hour|come|able|works?|possible|then|date|back|check|confirm|know|touch)\b"
)
_KEPT = re.compile(r"kept|keeping|held|holding|set\saside|reserved|blocked")
_SEVERAL = re.compile(r"\b(?:two|three|four|five|both|all|these|those|either|or)\b")

Act = tuple[Clause, frozenset[Says]]
"""A clause, and what it says other than about another calendar entry or earlier request."""


def acts_of(reading: Reading) -> Iterator[Act]:
    """Each clause of a reply, with what it says; of one that names another calendar entry or an
    earlier request, what it says before that."""
    for clause in reading.reply.clauses:
        says = clause.says
        if says and claims.names_entry(reading, clause):
            ends = [clause.lower.find(entry) for entry in reading.context.entries]
            first = clause.start + min(end for end in ends if end >= 0)
            says &= {cue.says for cue in clause.cues if cue.start < first}
        yield clause, says


def acted(clause: Clause) -> frozenset[Says]:
    """What a clause does. "There is no other hour that I could offer" offers none, and a "perhaps"
    about something else puts nothing off."""
    says = clause.says & _WEIGHTY
    if says & {"declines", "refuses"} and not says & {"books", "moves", "defers"}:
        says -= {"offers"}
    meant = clause.times or clause.days or MEANT.search(clause.lower)
    return says if meant else says - {"defers"}


def keeps_several(acts: list[Act]) -> bool:
    """Whether all that is booked is several slots, kept until the reader has chosen."""
    booked = ((clause, cue) for clause, says in acts for cue in clause.cues if cue.says in says)
    return all(
        _SEVERAL.search(clause.lower) and _KEPT.match(clause.lower, cue.start - clause.start)
        for clause, cue in booked
        if cue.says == "books"
    )
