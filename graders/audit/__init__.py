"""The audit: measures the properties that make a reward hard to game, and says which fail.

`properties.py` and `confidence.py` hold the properties, `leaks.py` and `unreadable.py` one more
each, `search.py` runs the searching attackers, and `__main__.py` is the command. How answers are
rewritten for them is in `rewardproof/rewrites.py`.
"""

import time
from collections.abc import Callable, Sequence

import graders
from desks import TIERS, Desk, Scenario, Tier
from desks.cases import CaseError, has_key
from graders import as_reported
from graders.audit.finding import Finding, Grader, Sample
from graders.audit.properties import PROPERTIES

GRADERS: dict[str, Grader] = {"ours": graders.grade, "as_reported": as_reported.grade}
MIN_SCENARIOS = 10
"""The fewest scenarios per tier that can be audited."""


def eval_sample(desk: Desk, n: int, tiers: Sequence[Tier] = TIERS) -> Sample:
    """The first n seeds of the eval split; ValueError if n is below `MIN_SCENARIOS`."""
    if n < MIN_SCENARIOS:
        raise ValueError(
            f"an audit of {n} scenarios a tier measures nothing; at least {MIN_SCENARIOS}"
        )
    return {
        tier: [desk.scenario(seed=seed, tier=tier, split="eval") for seed in range(n)]
        for tier in tiers
    }


def sample_of(cases: Sequence[Scenario]) -> Sample:
    """Cases that somebody brought, by tier; CaseError if a tier has fewer than `MIN_SCENARIOS`, or
    if some have no key."""
    if not all(map(has_key, cases)):
        raise CaseError("an audit needs the key: some cases do not say what is right")
    sample = {tier: [s for s in cases if s.tier == tier] for tier in TIERS}
    for tier, some in sample.items():
        if 0 < len(some) < MIN_SCENARIOS:
            raise CaseError(
                f"an audit of {len(some)} {tier} cases measures nothing; at least {MIN_SCENARIOS}"
            )
    return {tier: some for tier, some in sample.items() if some}


def audit(
    desk: Desk,
    grade: Grader,
    sample: Sample,
    progress: Callable[[str], None] = lambda line: None,
) -> list[Finding]:
    """All findings on a desk's scenarios, in order of property.

    The best constant is searched on the desk's train split, and what the structure gives away is
    measured on its eval split, whatever the sample.
    """
    findings: list[Finding] = []
    for measure in PROPERTIES:
        started = time.perf_counter()
        findings += measure(desk, grade, sample)
        progress(f"{measure.__name__}: {time.perf_counter() - started:.1f} s")
    return findings
