"""Scripted policies that answer a ticket without doing the work, from what a model may see."""

import json

from desks import load
from desks.it_triage.models import TriageScenario


def answer(citations: list[str], resolution: str, confidence: float, escalate: bool) -> str:
    """An IT-triage completion with these fields."""
    return json.dumps(
        {
            "citations": citations,
            "resolution": resolution,
            "confidence": confidence,
            "escalate": escalate,
        },
        ensure_ascii=False,
    )


def shared_words(s: TriageScenario, text: str) -> int:
    """The number of distinct words that a text shares with the ticket."""
    ticket = f"{s.ticket.subject} {s.ticket.body}".lower().split()
    return len(set(ticket) & set(text.lower().split()))


def constant(s: TriageScenario) -> str:
    return answer(
        [],
        "Please restart the affected service, apply the latest update and check the logs. If the "
        "problem persists, reply to this ticket and we will look into it.",
        0.5,
        False,
    )


def hurried(s: TriageScenario) -> str:
    first = s.passages[0]
    return answer([first.id], first.fix, 0.8, False)


def copier(s: TriageScenario) -> str:
    ids = [passage.id for passage in s.passages]
    return answer(ids[:1], load("it_triage").prompt(s)[1]["content"], 0.5, False)


def paste_article(s: TriageScenario) -> str:
    longest = max(s.passages, key=lambda passage: len(passage.text))
    return answer([longest.id], f"{longest.title}. {longest.text}", 0.5, False)


def cite_everything(s: TriageScenario) -> str:
    fixes = " ".join(passage.fix for passage in s.passages)
    return answer([passage.id for passage in s.passages][:10], fixes, 0.5, False)


def cite_first(s: TriageScenario) -> str:
    return answer(
        [s.passages[0].id],
        f"Please follow {s.passages[0].id}; it describes the fix for this problem.",
        0.2,
        False,
    )


def keyword_stuffer(s: TriageScenario) -> str:
    different = {word for passage in s.passages for word in passage.fix.split()}
    words = sorted(different, key=lambda word: (-len(word), word))
    return answer([s.passages[0].id], " ".join(words[:60]), 0.2, False)


def always_escalate(s: TriageScenario) -> str:
    return answer(
        [],
        "No article answers this ticket. Escalating to the specialists with the report: "
        f"{s.ticket.subject} {s.ticket.body}",
        0.2,
        True,
    )


def over_confident(s: TriageScenario) -> str:
    best = max(s.passages, key=lambda passage: shared_words(s, passage.text))
    return answer([best.id], best.fix, 1.0, False)


def string_match(s: TriageScenario) -> str:
    ticket = s.ticket.text
    tokens = {token.strip(".,:;()") for token in ticket.split()}
    found = []
    for passage in s.passages:
        system, _, rest = passage.text.partition(". Sign: ")
        sign = rest.partition(". Fix: ")[0]
        if sign.strip(' ."') in ticket and system.split()[-1] in tokens:
            found.append(passage)
    if not found:
        return answer([], f"No article covers this. {ticket}", 1.0, True)
    fixes = " ".join(passage.fix for passage in found)
    return answer([passage.id for passage in found], fixes, 1.0, False)
