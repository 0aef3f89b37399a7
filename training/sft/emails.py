"""Emails written freely by language models, on facts of the train split, answered.

`written/exec_assist_emails.jsonl` has one object a line: the `scenario` whose facts they tell,
their `subject` and `body`; in `when` the body's words for day, time and length, in `until` those
for the deadline ("" without one); and whether these are by the sender's clock (`own_clock`).
"""

from collections.abc import Iterator
from pathlib import Path

from training.common.files import read_json_lines
from training.rl.rewards import get_scenario
from training.sft.worksheets.exec_assist import copied
from training.sft.worksheets.exec_assist.reading import QuotedScenario


def answered(file: Path) -> Iterator[tuple[QuotedScenario, str]]:
    """Each email as a case with its key, and the right answer."""
    for row in read_json_lines(file):
        told = get_scenario(row["scenario"])
        [email] = told.thread
        written = email.model_copy(update={name: row[name] for name in ("subject", "body")})
        case = QuotedScenario(
            **dict(told)
            | {"thread": (written,), "said": ", ".join(row["when"]), "until": row["until"]},
            own_clock=row["own_clock"],
        )
        yield case, copied(case)
