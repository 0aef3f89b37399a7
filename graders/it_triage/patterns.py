"""Blind patterns for the fields of an IT-triage answer: ids, confidences, texts.

A pattern is a list of changes, each of which sets one field or several related ones. They are made
only from what a model may see.
"""

from desks.it_triage.models import TriageScenario
from graders.attacks.patterns import id_patterns
from graders.grading import Patterns


def patterns(s: TriageScenario) -> Patterns:
    """All patterns for a ticket, by name."""
    ids = [passage.id for passage in s.passages]
    fixes = [passage.fix for passage in s.passages]
    texts = [*fixes, *(passage.text for passage in s.passages), " ".join(fixes), s.ticket.body]
    strangers = (["KB-0000"], [s.ticket.id], ["INC-0001"], [*ids[:1], "KB-0000"])
    return {
        "citations": [{"citations": one} for one in (*id_patterns(ids, most=10), *strangers)],
        "confidence": [{"confidence": step / 20} for step in range(21)],
        "escalation": [{"escalate": escalate} for escalate in (True, False)],
        "text": [{"resolution": text} for text in texts],
        "follow": [
            {"citations": [one], "resolution": fix, "escalate": False}
            for one, fix in zip(ids, fixes, strict=True)
        ],
        "hand over": [{"citations": cited, "escalate": True} for cited in ([], ids[:1], ids)],
    }
