"""What each find was judged to be, by hand: the completion read, and the reward's code.

A fault lets a model be paid without the work, or runs what it writes. What is meant is how the
reward is described to work, which may still be unsafe to train on alone. A false alarm is ours.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Verdict(NamedTuple):
    """A judgement, and why."""

    is_a: str
    """"fault", "meant" or "false alarm"."""
    why: str


FORM_ONLY = Verdict("meant", "it pays for the form alone, whatever is said in it")
LENGTH_ONLY = Verdict("meant", "it only takes from what is long: all that is short is paid alike")
REPEATS_ONLY = Verdict("meant", "it only takes from what repeats itself: all else is paid alike")
NO_MESSAGE = Verdict(
    "false alarm", "the trainer always gives one message with a text; a chat of none cannot occur"
)
ANY_TEXT = Verdict("fault", "ten characters of anything are paid in full; the docstring says so")
GAMED = Verdict("fault", "its parts count words and bounds, and none asks whether it is the answer")
BUSY = Verdict("false alarm", "it takes long by the clock where others use the machine as well")
_GENERIC = ("input", "floor", "echo", "constant", "judge", "roles", "broken", "undone")

VERDICTS: Mapping[tuple[str, str], Verdict] = {
    **{(f"{kind}accuracy_reward", "faults"): NO_MESSAGE for kind in ("", "reasoning_")},
    ("cosine_scaled_reward", "faults"): NO_MESSAGE,
    **{
        ("cosine_scaled_reward", one): Verdict(
            "meant", "a wrong answer loses less the longer it is, as the paper has it"
        )
        for one in ("length", "judge")
    },
    ("think_format_reward", "faults"): NO_MESSAGE,
    **{("think_format_reward", one): FORM_ONLY for one in _GENERIC},
    ("think_format_reward", "layout"): Verdict("meant", "nothing may stand before the first tag"),
    **{("soft_overlong_punishment", one): LENGTH_ONLY for one in _GENERIC},
    ("soft_overlong_punishment", "flood"): Verdict(
        "false alarm", "20,000 spaces are no words, and so no tokens, as we count them"
    ),
    **{("repetition_penalty_reward", one): REPEATS_ONLY for one in _GENERIC},
    ("repetition_penalty_reward", "flood"): Verdict(
        "false alarm", "20,000 spaces are no words, and so no tokens, as we count them"
    ),
    ("MathRubric", "faults"): BUSY,
    ("environment exec_assist", "faults"): BUSY,
    ("environment it_triage", "faults"): BUSY,
    **{("report on exec_assist", one): GAMED for one in ("input", "corruption", "field")},
    **{("report on it_triage", one): GAMED for one in ("input", "corruption", "field", "length")},
    **{
        ("XMLParser's format reward", one): FORM_ONLY
        for one in ("input", "constant", "judge", "corruption", "floor")
    },
    ("includes()", "constant"): Verdict("fault", "a list of all answers is paid on every question"),
    ("includes()", "corruption"): Verdict("fault", "a longer word that has the answer in it"),
    ("choice()", "length"): Verdict(
        "false alarm", "compared with filler on the answer's own line, which makes it unreadable"
    ),
    **{("the echo environment", one): ANY_TEXT for one in (*_GENERIC, "corruption", "text")},
    ("the echo environment", "flood"): ANY_TEXT,
    ("score_answer of countdown", "faults"): Verdict(
        "fault", "the answer is run as Python: sympy's parse_expr calls eval"
    ),
    ("score_answer of spell_backward", "broken"): Verdict(
        "fault", "the right letters and more: .1 times 10 is not 1.0, so its deduction is missed"
    ),
    ("score_answer of knights_knaves", "corruption"): Verdict(
        "fault", "'not Amelia is a hero' is read as 'Amelia is a hero'"
    ),
    ("score_answer of knights_knaves", "broken"): Verdict(
        "meant", "names and roles are read out of any text; what else it says is left out"
    ),
}
