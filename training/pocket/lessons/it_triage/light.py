"""A lighter disguise, for a model that reads English: what can be copied has other names, and the
rest of a ticket stays as it is.

The train split has few faults, and a model soon knows their fixes by heart; other splits have
others.
"""

import re
from collections.abc import Callable
from random import Random

from desks.it_triage.models import TriageScenario
from training.pocket.demonstrations.doubts import article_of
from training.pocket.demonstrations.words import stems
from training.pocket.lessons.it_triage.renaming import only_in_fixes, renaming

FORM = frozenset(
    stems(
        "think system fits other product version sign applies none im start end user assistant "
        "tool call name arguments search query submit resolution"
    )
)
"""Words of the form that an answer or a call has, whatever the case."""
REAL = 0.7
"""Share of real words among those of a disguise; to a pretrained model, invented ones are long."""
CODE = re.compile(r"\S*(?:[^\W_][-_./\\:=][^\W_]|[a-z][A-Z]|\d|--)\S*")
"""A command, a path, a setting or a value: not an English word."""


def light_renaming(rng: Random, s: TriageScenario) -> Callable[[str], str]:
    """A function that gives a text of `s` other numbers and other names of systems, commands and
    settings, and replaces words that only fixes contain: they can be copied, but not remembered."""
    cases = [article_of(passage.id).case for passage in s.passages]
    code = " ".join(word for passage in s.passages for word in CODE.findall(passage.text))
    names = stems(" ".join([code, *(case.product for case in cases)]))
    return renaming(rng, s, (names | only_in_fixes(s)) - FORM, REAL)
