"""How confident an answer to a ticket can be, judged by what the prompt shows, never by the truth.

Each doubt that a reader may have lowers the confidence by the same factor. So the stated confidence
falls with the ambiguity of the passages, and can be worked out from the text alone.
"""

import re

from desks.it_triage.knowledge import Article, articles
from desks.it_triage.models import TriageScenario
from desks.it_triage.telling import NOT_THERE, short_name
from training.pocket.demonstrations.words import stems

FULL_CONFIDENCE = 0.95
DOUBT_FACTOR = 0.82
"""The factor by which each doubt lowers the confidence."""
MIN_OVERLAP, MIN_LEAD = 0.4, 0.25
"""A best sign with less overlap with the ticket, or a smaller lead, raises a doubt."""
IN_VAIN = tuple(
    re.compile(rf"{re.escape(before)}([\"`])(.+?)\1{re.escape(after)}")
    for before, after in (said.split("{}") for said in NOT_THERE)
)
"""Finds signs that were looked for and are not there."""
_ARTICLES = {article.id: article for article in articles()}


def article_of(passage_id: str) -> Article:
    """The article that a passage shows, by the passage's id."""
    return _ARTICLES[passage_id]


def find_version(version: str, ticket: str) -> re.Match[str] | None:
    """Where a ticket mentions a version, or its release line, such as 7.17.x."""
    return re.search(rf"(?<![\w.]){re.escape(version)}(?!\w|\.\d)", ticket)


def doubts(s: TriageScenario) -> int:
    """How many reasons there are to doubt the answer, whatever it is."""
    ticket = whole = s.ticket.text
    for said in IN_VAIN:
        ticket = said.sub("", ticket)
    words = stems(ticket)
    every, fitting = [0.0], []
    for passage in s.passages:
        case = article_of(passage.id).case
        sign = stems(case.sign)
        every.append(len(sign & words) / len(sign))
        named = short_name(case.product).lower() in ticket.lower()
        if named and find_version(case.version, ticket):
            fitting.append(every[-1])
    best, second = [*sorted(fitting, reverse=True), 0.0, 0.0][:2]
    return sum(
        (
            best < MIN_OVERLAP,
            best - second < MIN_LEAD,
            len(fitting) > 1,
            max(every) - best > MIN_LEAD,  # the best match is of another product or version
            ticket != whole,
        )
    )


def certainty(s: TriageScenario) -> float:
    """The confidence that is justified, in steps of 0.05."""
    return round(20 * FULL_CONFIDENCE * DOUBT_FACTOR ** doubts(s)) / 20
