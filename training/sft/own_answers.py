"""A model's own answers, each with the confidence that it should have stated.

No demonstration says how sure the model that learns from it may be; its own hits and misses do. It
answers train-split cases with invented names, and what it should have stated is the share that it
gets right of the answers that found as much: the map of histogram binning (Zadrozny and Elkan,
"Obtaining calibrated probability estimates", 2001). The bins are what its own worksheet says, so
that it can see which one it is in. Where it cannot (bins by difficulty, say), its number is a draw
from the numbers of several bins, and that noise costs more than what is learned.

Of its right answers it learns all, of the wrong ones that number alone.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from desks import Desk, Scenario
from envs import grade
from training.common.files import write_atomic
from training.models.policies import load_policy
from training.models.policy import Policy
from training.models.tool_calls import END_OF_TURN

STATED_CONFIDENCE = re.compile(r'("confidence": )[\d.]+')
"""The confidence that an answer states."""
_FITS = re.compile(", fits: ")
"""What a worksheet says of an article that applies: `training/sft/worksheets/it_triage.py`."""
MANY = 2
"""From so many articles on that fit, an answer has found too much; so few answers do that more bins
would be guesses."""
ANSWERS = 4
"""How many times the model answers each case."""
PRIOR = 2
"""How many average answers are added to those of each bin: some bins are small."""


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
    lines = file.read_text(encoding="utf-8").splitlines()
    return [judged(case, json.loads(line)) for case, line in zip(cases, lines, strict=True)]


def answers(policy: Policy, cases: Sequence[Scenario]) -> list[list[str]]:
    """Sampled answers to each case."""
    rounds = [policy.answer(cases, sample=True, seed=seed) for seed in range(ANSWERS)]
    return [list(texts) for texts in zip(*rounds, strict=True)]


def judged(case: Scenario, texts: Sequence[str]) -> Answered:
    """A case's answers, graded."""
    return Answered(case, list(texts), [grade(case, text).correct for text in texts])


def found(text: str) -> int:
    """The bin of an answer: how many articles fit by its worksheet, `MANY` for more."""
    return min(len(_FITS.findall(text)), MANY)


def reassessed(told: Sequence[Answered]) -> Iterator[tuple[Scenario, list[tuple[str, str]]]]:
    """Each case with its answers that state a confidence, as (the text given, the text learned):
    right ones whole, of wrong ones the confidence that should have been stated, in steps of .05."""
    hits = defaultdict(list)
    for one in told:
        for text, right in zip(one.texts, one.correct, strict=True):
            hits[found(text)].append(right)
    average = fmean(right for some in hits.values() for right in some)
    for one in told:
        shown = []
        for text, right in zip(one.texts, one.correct, strict=True):
            if at := STATED_CONFIDENCE.search(text):
                some = hits[found(text)]
                sure = round((sum(some) + PRIOR * average) / (len(some) + PRIOR) * 20) / 20
                given, after = text[: at.end(1)], text[at.end() :]
                whole = ("", f"{given}{sure}{after}{END_OF_TURN}")
                shown.append(whole if right else (given, f"{sure},"))
        yield one.case, shown
