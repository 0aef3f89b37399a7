"""A model's own answers, each with the confidence that it should have stated.

No demonstration says how sure the model that learns from it may be; its own hits and misses do. It
answers train-split cases with invented names, and what it should have stated is the share that it
gets right of the cases of the same kind: the map of histogram binning (Zadrozny and Elkan,
"Obtaining calibrated probability estimates", 2001), with kinds of cases for bins.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from desks import Scenario
from envs import grade
from training.models.policy import Policy

STATED_CONFIDENCE = re.compile(r'("confidence": )[\d.]+')
"""The confidence that an answer states."""
PRIOR = 2
"""How many average answers are added to those of each kind: some kinds are rare."""


class Answered(NamedTuple):
    """A case, the model's answers, and which of them are right."""

    case: Scenario
    texts: list[str]
    correct: list[bool]

    @property
    def kind(self) -> tuple[str, str]:
        """What cases are counted by."""
        return self.case.tier, self.case.situation


def answered(policy: Policy, cases: Sequence[Scenario], each: int) -> Iterator[Answered]:
    """Each case with `each` sampled answers. PolicyError if the policy cannot answer."""
    rounds = [policy.answer(cases, sample=True, seed=seed) for seed in range(each)]
    for case, *texts in zip(cases, *rounds, strict=True):
        yield Answered(case, texts, [grade(case, text).correct for text in texts])


def reassessed(told: Sequence[Answered]) -> Iterator[tuple[Scenario, list[tuple[str, str]]]]:
    """Each case with its answers that state a confidence: the text up to there, and the rest of it,
    with the confidence that should have been stated, in steps of .05."""
    hits = defaultdict(list)
    for one in told:
        hits[one.kind] += one.correct
    average = fmean(right for some in hits.values() for right in some)
    for one in told:
        some = hits[one.kind]
        sure = round((sum(some) + PRIOR * average) / (len(some) + PRIOR) * 20) / 20
        found = [(text, at) for text in one.texts if (at := STATED_CONFIDENCE.search(text))]
        yield one.case, [(text[: at.end(1)], f"{sure}{text[at.end() :]}") for text, at in found]
