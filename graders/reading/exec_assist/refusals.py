"""Whether the writer of a reply turns something down, or somebody else does."""

import re

from graders.reading.exec_assist.action import Reading
from graders.reading.exec_assist.phrases import Cue
from graders.reading.exec_assist.replies import Clause
from graders.reading.exec_assist.roles import LOOKBACK

#: Right before a refusal: who refuses, if it is not the writer.
_THEY = re.compile(
    r"\b(?:([Hh]e|[Ss]he|[Tt]hey|[Yy]ou|who|[A-Z][a-z]+)|[Mm]y\s(?!I\b|we\b)[a-z-]+(?<!self))"
    r"(?:\s(?:will|would|can|could|may|might|shall|needs?|does|do|is|are|also|both|really|still)){0,3}"
    r"\s$"
)
_NOT_A_NAME = frozenset(
    "I We But And So Yet Then Still Also Now Sorry Sadly Alas However Unfortunately Regrettably It "
    "This That Nobody There Thus Therefore Otherwise Probably Possibly Certainly Perhaps".split()
)


def turned_down(reading: Reading, clause: Clause) -> bool:
    """Whether it is the writer who refuses in a clause: nobody else ("Bo cannot come"), and not
    under a condition ("if you cannot come")."""
    depends = min((cue.start for cue in clause.cues if cue.says == "condition"), default=clause.end)

    def meant(cue: Cue) -> bool:
        if reading.reply.lower.endswith((" me", " us"), cue.start, cue.end):
            return True  # "Do not wait for me"
        before = reading.reply.text[max(clause.start, cue.start - LOOKBACK) : cue.start]
        name = who[1] or who[0] if (who := _THEY.search(before)) else "I"
        return name in _NOT_A_NAME or name.lower() in reading.context.people.writer

    refusals = (cue for cue in clause.cues if cue.says in ("refuses", "absent"))
    return any(cue.start < depends and meant(cue) for cue in refusals)
