"""Scripted episodes with the tools, of mixed quality; only for the train split.

A good search quotes each fault's sign as the ticket words it; what is submitted then comes from the
single-turn policies (`demonstrations.it_triage`), applied to the articles found.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from desks.it_triage.models import TriageScenario
from desks.it_triage.prompt import opening
from desks.it_triage.scenarios import faults_of
from desks.it_triage.telling import NOT_THERE, quotations
from envs.it_triage_tools.episode import TOOLS, Episode
from training.pocket.demonstrations import it_triage as one_turn
from training.pocket.lessons import check_train

Search = Callable[[Random, TriageScenario], list[str]]
"""(rng, scenario) -> the queries of an episode."""
SUBMIT = TOOLS[-1]
MAX_QUERY_LENGTH = 120
"""Characters of a query that is not a sign, at most."""
_QUOTES = str.maketrans("", "", '"`')


def by_sign(rng: Random, s: TriageScenario) -> list[str]:
    """Each fault's sign, as the ticket words it."""
    faults, _, _ = faults_of(s.seed, s.tier, s.split)
    ticket = s.ticket.text
    signs = []
    for fault in faults:
        case = fault.article.case
        tellings = (case.sign, *case.told, *quotations(fault.article))
        signs.append(max((one for one in tellings if one in ticket), key=len))
    return sorted(signs, key=ticket.index)


def by_one_sign(rng: Random, s: TriageScenario) -> list[str]:
    """The first fault's sign alone, whatever else there is."""
    return by_sign(rng, s)[:1]


def by_subject(rng: Random, s: TriageScenario) -> list[str]:
    """The subject line, which mostly says little."""
    return [s.ticket.subject]


def by_red_herring(rng: Random, s: TriageScenario) -> list[str]:
    """What was looked for in vain, where the ticket mentions it; else the first sentence."""
    for said in NOT_THERE:
        before, after = said.split("{}")
        _, there, rest = s.ticket.body.partition(before)
        quoted = rest.partition(after)[0].translate(_QUOTES).strip(" .") if there else ""
        if quoted and len(quoted) <= MAX_QUERY_LENGTH:
            return [quoted]
    return [s.ticket.body.partition(". ")[0][:MAX_QUERY_LENGTH]]


def without(rng: Random, s: TriageScenario) -> list[str]:
    """No search at all."""
    return []


SEARCHES: dict[Search, float] = {
    by_sign: 0.62,
    by_one_sign: 0.10,
    by_subject: 0.12,
    by_red_herring: 0.10,
    without: 0.06,
}
"""Shares of the searches in mixed episodes."""


def conversation(
    rng: Random,
    s: TriageScenario,
    search: Search,
    shares: one_turn.Shares,
    rename: Callable[[TriageScenario], Callable[[str], str]],
) -> list[dict[str, Any]]:
    """An episode as chat messages: the ticket, calls and results, a submission by one of the
    policies.

    `rename` takes the ticket with the passages found, and returns a function that replaces the
    names in its texts. ValueError outside the train split.
    """
    check_train(s)
    episode = Episode(s)
    for query in search(rng, s):
        episode.call("search_kb", {"query": query})
    retrieved = episode.seen_scenario
    renamed = rename(retrieved)
    messages: list[dict[str, Any]] = [{"role": "user", "content": renamed(opening(s))}]
    for call in episode.calls:
        query = json.loads(call.arguments)["query"]
        messages += call_messages(call.tool, {"query": renamed(query)}, renamed(call.result))
    [policy] = rng.choices(list(shares), list(shares.values()))
    text = (policy if retrieved.passages else one_turn.escalating)(rng, retrieved)
    try:
        json.loads(text)
    except ValueError:
        return [*messages, {"role": "assistant", "content": renamed(text)}]
    answer = json.loads(renamed(text))
    closed = episode.call(SUBMIT, json.loads(text))
    ended = {"role": "assistant", "content": ""}
    return [*messages, *call_messages(SUBMIT, answer, closed), ended]


def call_messages(tool: str, arguments: dict[str, Any], result: str) -> list[dict[str, Any]]:
    """A call and its result as chat messages."""
    function = {"name": tool, "arguments": arguments}
    return [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"type": "function", "function": function}],
        },
        {"role": "tool", "name": tool, "content": result},
    ]
