"""A model's own answers, each with the confidence that it should have stated.

No demonstration says how sure the model that learns from it may be; its own hits and misses do. It
answers train-split cases with invented names, and what it should have stated is the share that it
gets right of the answers in the same bin: histogram binning (Zadrozny and Elkan, "Obtaining
calibrated probability estimates", 2001), small bins drawn towards the share of all (Cestnik's
m-estimate, 1990). A bin is how many articles its worksheet says fit, and how many it says are about
the same system with another sign.

The model writes the number down as the last line of its worksheet, right below what it follows
from, and copies it into its answer. It learns its right answers whole, and after the worksheet of
each answer, right or wrong, the number's digits as a text of its own. Each text weighs the same in
the loss: as tokens among hundreds, the digits would not be learned.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from desks import Desk, Scenario
from envs import grade
from training.common.files import read_json_lines, write_atomic
from training.models.policies import load_policy
from training.models.policy import Policy
from training.models.tool_calls import END_OF_TURN
from training.sft.worksheets import THOUGHT_ENDS

STATED_CONFIDENCE = re.compile(r'("confidence": )[\d.]+')
"""The confidence that an answer states."""
_VERDICTS = (", fits: ", ", other sign: ")
"""What a worksheet says of an article that applies, and of one that a ticket is easily taken for:
`training/sft/worksheets/it_triage.py`."""
_MANY = 2
"""So many such verdicts, or more, are one bin."""
_PRIOR = 8
"""As many answers of all bins together count in each bin, beside its own."""
_LEAST, _MOST = 0.05, 0.95
"""The range of what is stated."""
_SURE = "\nsure: "
"""How the worksheet's last line begins."""
ANSWERS = 4
"""How many times the model answers each case."""

Bin = tuple[int, int]
"""How many articles fit, and how many have another sign; each at most `_MANY`."""


class Answered(NamedTuple):
    """A case, the model's answers, and which of them are right."""

    case: Scenario
    texts: list[str]
    correct: list[bool]


def kept_answers(file: Path, desk: Desk, adapter: str, cases: Sequence[Scenario]) -> list[Answered]:
    """The answers of the pretrained model with that adapter, kept in a file of one list a line, so
    that a killed course goes on with the same ones. PolicyError if it cannot answer."""
    if not file.exists():
        told = answers(load_policy(f"folder:{adapter}", desk), cases)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(file, "".join(f"{json.dumps(texts)}\n" for texts in told))
    kept = read_json_lines(file)
    return [judged(case, texts) for case, texts in zip(cases, kept, strict=True)]


def answers(policy: Policy, cases: Sequence[Scenario]) -> list[list[str]]:
    """Sampled answers to each case."""
    rounds = [policy.answer(cases, sample=True, seed=seed) for seed in range(ANSWERS)]
    return [list(texts) for texts in zip(*rounds, strict=True)]


def judged(case: Scenario, texts: Sequence[str]) -> Answered:
    """A case's answers, graded."""
    return Answered(case, list(texts), [grade(case, text).correct for text in texts])


def reassessed(told: Sequence[Answered]) -> Iterator[tuple[Scenario, list[tuple[str, str]]]]:
    """Each case with what its answers teach, as (the text given, the text learned): of each answer
    that states a confidence after a worksheet the one it should have stated, in steps of .05, and
    right answers whole. Cases without such an answer are left out."""
    share = _shares(told)
    for one in told:
        shown = []
        for text, right in zip(one.texts, one.correct, strict=True):
            if _states_confidence(text):
                worksheet, _, answer = text.partition(THOUGHT_ENDS)
                sure = min(max(round(share[_bin(text)] * 20) / 20, _LEAST), _MOST)
                given = f"{worksheet}{_SURE}"
                units, digits = f"{sure}".split(".")
                shown.append((f"{given}{units}.", digits))
                if right:
                    stated = STATED_CONFIDENCE.sub(rf"\g<1>{sure}", answer, count=1)
                    shown.append(("", f"{given}{sure}{THOUGHT_ENDS}{stated}{END_OF_TURN}"))
        if shown:
            yield one.case, shown


def _states_confidence(text: str) -> bool:
    """Whether an answer states a confidence after a worksheet."""
    _, ended, answer = text.partition(THOUGHT_ENDS)
    return bool(ended and STATED_CONFIDENCE.search(answer))


def _bin(text: str) -> Bin:
    fits, other_sign = (min(text.count(verdict), _MANY) for verdict in _VERDICTS)
    return fits, other_sign


def _shares(told: Sequence[Answered]) -> dict[Bin, float]:
    """The share of right answers in each bin, of those that state a confidence; every tier counts
    the same, however often shown."""
    tiers = Counter(one.case.tier for one in told)
    right, of, number = Counter(), Counter(), Counter()
    for one in told:
        weight = 1 / tiers[one.case.tier]
        for text, correct in zip(one.texts, one.correct, strict=True):
            if _states_confidence(text):
                right[_bin(text)] += weight * correct
                of[_bin(text)] += weight
                number[_bin(text)] += 1
    overall = right.total() / of.total() if of else 0.0
    return {
        one: (n * right[one] / of[one] + _PRIOR * overall) / (n + _PRIOR)
        for one, n in number.items()
    }
