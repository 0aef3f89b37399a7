"""Episodes with the tools, as shown to a pretrained model: a search per fault, then the answer.

A search uses the ticket's own words for a fault: its sign if the ticket quotes that, else a
sentence that finds the article.
"""

import json
import re

from desks.it_triage.knowledge import Article
from desks.it_triage.models import TriageScenario
from desks.it_triage.scenarios import faults_of
from desks.it_triage.telling import quotations
from envs.it_triage_tools.episode import TOOLS, Episode
from training.models.tool_calls import ASSISTANT, END_OF_TURN
from training.sft.worksheets import THOUGHT, THOUGHT_ENDS
from training.sft.worksheets.it_triage import copied, worksheet

SEARCH, SUBMIT = TOOLS[0], TOOLS[-1]
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
QUERY_LENGTHS = range(12, 161)
"""Characters that a query may have."""


def turns(
    s: TriageScenario, confidence: float
) -> tuple[list[tuple[str, str]], TriageScenario] | None:
    """An episode's turns, each as (what comes before it, the turn), and the ticket with what was
    seen; None if these searches do not find what it needs. The answer copies the fixes, and states
    that confidence."""
    episode, transcript = Episode(s), ""
    made = []
    for query in queries(s):
        call = f"{render_call(SEARCH, {'query': query})}{END_OF_TURN}"
        made.append((transcript, call))
        result = episode.call(SEARCH, {"query": query})
        transcript += f"{call}\n<|im_start|>user\n{result}{END_OF_TURN}\n{ASSISTANT}\n"
    if not set(s.truth.gold) <= episode.seen.keys():
        return None
    seen = episode.seen_scenario
    answer = json.loads(copied(seen)) | {"confidence": confidence}
    thought = f"{THOUGHT}{worksheet(seen)}{THOUGHT_ENDS}"
    submitted = f"{thought}{render_call(SUBMIT, answer)}{END_OF_TURN}"
    return [*made, (transcript, submitted)], seen


def render_call(tool: str, arguments: dict[str, object]) -> str:
    """A call as the model writes it."""
    call = json.dumps({"name": tool, "arguments": arguments}, ensure_ascii=False)
    return f"<tool_call>\n{call}\n</tool_call>"


def queries(s: TriageScenario) -> list[str]:
    """For each fault a query that finds its article, in the order of the ticket; if none does, its
    longest sign that the ticket quotes, else the sentence with most of their words."""
    faults, _, _ = faults_of(s.seed, s.tier, s.split)
    ticket = s.ticket.text
    return sorted((_query(s, ticket, fault.article) for fault in faults), key=ticket.index)


def _query(s: TriageScenario, ticket: str, article: Article) -> str:
    case = article.case
    signs = sorted((case.sign, *case.told, *quotations(article)), key=len, reverse=True)
    words = set(" ".join(signs).lower().split())
    sentences = [text for text in SENTENCE.split(ticket) if len(text) in QUERY_LENGTHS]
    sentences.sort(key=lambda text: -len(words & set(text.lower().split())))
    signs = [text for text in signs if text in ticket and len(text) in QUERY_LENGTHS]
    candidates = [*signs, *sentences]
    for query in candidates:
        episode = Episode(s)
        episode.call(SEARCH, {"query": query})
        if article.id in episode.seen:
            return query
    return candidates[0] if candidates else s.ticket.subject
