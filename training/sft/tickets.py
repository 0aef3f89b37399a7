"""Tickets written freely by language models, on faults of the train split, answered.

`written/it_triage_tickets.jsonl` has one object a line: the `scenario` whose faults they report,
their `subject` and `body`.
"""

from collections.abc import Iterator
from pathlib import Path

from desks.it_triage.models import TriageScenario
from desks.it_triage.scenarios import faults_of
from desks.it_triage.truth import truth
from training.common.files import read_json_lines
from training.rl.rewards import get_scenario
from training.sft.worksheets.it_triage import copied


def answered(file: Path) -> Iterator[tuple[TriageScenario, str]]:
    """Each ticket as a case with its key, and the right answer."""
    for row in read_json_lines(file):
        told = get_scenario(row["scenario"])
        ticket = told.ticket.model_copy(update={name: row[name] for name in ("subject", "body")})
        faults, shown, _ = faults_of(told.seed, told.tier, told.split)
        case = told.model_copy(update={"ticket": ticket, "truth": truth(faults, shown, ticket)})
        yield case, copied(case)
