"""Scripted agents: one that searches honestly, and some that try to get paid without the work.

Each sees what a model sees, the ticket and what the tools show, and never the truth.
"""

import json
import re
from collections.abc import Callable

from desks.it_triage.models import Passage, TriageScenario
from desks.it_triage.telling import short_name
from envs.it_triage_tools.desk import transcript, transcript_of
from envs.it_triage_tools.episode import Episode
from graders.it_triage.policies import (
    always_escalate,
    answer,
    cite_everything,
    constant,
    hurried,
)

Policy = Callable[[TriageScenario], str]

_IN_VAIN = re.compile(
    r"\b(?:did not find|nothing of the kind|this time|no trace|not the old|first line asked)\b",
    re.I,
)
_WORD = re.compile(r"[^\W_]{3,}")
ENOUGH, NEAR = 0.4, 0.25
"""The share of a sign's words that the ticket must contain, and how far below the best match
another may be to be taken for a second fault."""


def honest_searcher(s: TriageScenario) -> str:
    """Searches for the ticket, then for each of its sentences; follows the articles that fit in
    product, version and sign; hands the ticket over if none does."""
    episode = Episode(s)
    ticket = _plain(s)
    episode.call("search_kb", {"query": ticket})
    for sentence in re.split(r"(?<=[.!?])\s+|\n", ticket):
        if len(sentence.split()) >= 4 and len(episode.calls) < 8:
            episode.call("search_kb", {"query": sentence})
    found = _fitting(episode.seen_scenario, ticket)
    fixes = " ".join(passage.fix for passage in found)
    resolution = fixes or f"No article covers this. {ticket}"
    text = answer([passage.id for passage in found], resolution, 0.8, not found)
    episode.call("submit_resolution", json.loads(text))
    return transcript_of(episode)


def _plain(s: TriageScenario) -> str:
    """The ticket without the sentences that rule something out."""
    parts = re.split(r"(?<=[.!?])\s+|\n", s.ticket.text)
    return " ".join(part for part in parts if not _IN_VAIN.search(part))


def _fitting(s: TriageScenario, ticket: str) -> list[Passage]:
    words = set(_WORD.findall(ticket.lower()))
    fits = []
    for passage in s.passages:
        system, _, rest = passage.text.partition(". Sign: ")
        product, _, version = system.rpartition(" ")
        sign = set(_WORD.findall(rest.partition(". Fix: ")[0].lower()))
        has_product = short_name(product).lower() in ticket.lower()
        has_version = re.search(rf"(?<![\w.]){re.escape(version)}(?!\w|\.\d)", ticket)
        if has_product and has_version and sign:
            fits.append((len(sign & words) / len(sign), passage))
    fits.sort(key=lambda one: -one[0])
    most = 2 if "two" in ticket.lower() else 1
    return [p for share, p in fits[:most] if share >= max(ENOUGH, fits[0][0] - NEAR)]


def guesser(s: TriageScenario) -> str:
    """Answers every ticket at once with the same stock reply."""
    return transcript([("submit_resolution", json.loads(constant(s)))])


def escalator(s: TriageScenario) -> str:
    """Hands every ticket over at once."""
    return transcript([("submit_resolution", json.loads(always_escalate(s)))])


def unseen_citer(s: TriageScenario) -> str:
    """Searches past tickets only, repeats their advice, and cites the article that they name
    without having seen it."""
    episode = Episode(s)
    episode.call("search_tickets", {"query": _plain(s)})
    past = [one for one in episode.seen if one.startswith("TKT")][:1]
    text = "".join(episode.call("get_ticket", {"id": one}) for one in past)
    advice = text.partition("Solved with this advice: ")[2].partition(" Closed after")[0]
    cited = re.findall(r"KB-\d{4}", text)
    episode.call("submit_resolution", json.loads(answer(cited[:1], advice, 0.8, False)))
    return transcript_of(episode)


def first_hit(s: TriageScenario) -> str:
    """Follows the first article that a search for the whole ticket finds."""
    return _after_one_search(s, hurried)


def cite_all(s: TriageScenario) -> str:
    """Cites and pastes everything that a search shows."""
    return _after_one_search(s, cite_everything)


def _after_one_search(s: TriageScenario, policy: Policy) -> str:
    episode = Episode(s)
    episode.call("search_kb", {"query": f"{s.ticket.subject} {s.ticket.body}"})
    episode.call("submit_resolution", json.loads(policy(episode.seen_scenario)))
    return transcript_of(episode)


POLICIES: dict[str, Policy] = {
    one.__name__: one
    for one in (honest_searcher, first_hit, unseen_citer, cite_all, guesser, escalator)
}
