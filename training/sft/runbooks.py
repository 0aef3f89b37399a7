"""Tickets on runbooks in plain words, as teams keep them, answered in the words of the runbook.

The folders were written by language models (`written/it_triage_runbooks.jsonl`): one object a line,
its `runbooks` as {file, text} and its `tickets` as {subject, body, applies, fix}: `applies` lists
the file that answers the ticket, if any, and `fix` is quoted from it.
"""

from collections.abc import Iterator
from pathlib import Path

from desks.it_triage.models import TriageScenario
from desks.own.facts import facts_of
from desks.own.runbooks import passages_of
from desks.own.ticket_case import (
    HANDED_OVER,
    MAX_FACTS,
    Library,
    assuming,
    ticket_case,
)
from desks.own.tickets import OwnTicket
from graders.it_triage.policies import answer
from training.common.files import read_json_lines


def answered(file: Path) -> Iterator[tuple[TriageScenario, str]]:
    """Each ticket as a case with its key, and the right answer; left out are those for which a
    search does not find the passage that has the fix."""
    for folder in read_json_lines(file):
        pieces = [
            piece
            for one in folder["runbooks"]
            for piece in passages_of(one["file"], one["text"].encode(), one["file"])
        ]
        library = Library(pieces)
        for number, told in enumerate(folder["tickets"]):
            ticket = OwnTicket(
                id=str(number), reporter="", subject=told["subject"], body=told["body"]
            )
            case = ticket_case(ticket, library, number)
            fix = " ".join(told["fix"].split())
            gold = [
                one.id
                for one in case.passages
                if fix and fix in one.text and one.title.split(" > ")[0] in told["applies"]
            ]
            if bool(gold) != bool(fix):
                continue
            asked = ticket.text
            keyed = assuming(case, gold[:1], facts_of(fix, asked)[:MAX_FACTS])
            truth = keyed.truth.model_copy(update={"resolution": fix or HANDED_OVER})
            said = answer(gold[:1], truth.resolution, 1.0, escalate=not gold)
            yield keyed.model_copy(update={"truth": truth, "split": "train"}), said
