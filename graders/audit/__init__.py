"""The audit: measures the properties that make a reward hard to game, and says which fail.

`properties.py` and `confidence.py` hold the properties, `leaks.py` and `unreadable.py` one more
each, `layouts.py` rewrites answers for them, `search.py` runs the searching attackers, and
`__main__.py` is the command.
"""

import time
from collections.abc import Callable, Sequence

import graders
from desks import TIERS, Desk, Tier
from graders import as_reported
from graders.audit.finding import Finding, Grader
from graders.audit.properties import PROPERTIES

GRADERS: dict[str, Grader] = {"ours": graders.grade, "as_reported": as_reported.grade}
MIN_SCENARIOS = 10
"""The fewest scenarios per tier that can be audited."""


def audit(
    desk: Desk,
    grade: Grader,
    n: int,
    tiers: Sequence[Tier] = TIERS,
    progress: Callable[[str], None] = lambda line: None,
) -> list[Finding]:
    """All findings on the first n seeds of the eval split, in order of property; ValueError if n is
    below `MIN_SCENARIOS`."""
    if n < MIN_SCENARIOS:
        raise ValueError(
            f"an audit of {n} scenarios a tier measures nothing; at least {MIN_SCENARIOS}"
        )
    sample = {
        tier: [desk.scenario(seed=seed, tier=tier, split="eval") for seed in range(n)]
        for tier in tiers
    }
    findings: list[Finding] = []
    for measure in PROPERTIES:
        started = time.perf_counter()
        findings += measure(desk, grade, sample)
        progress(f"{measure.__name__}: {time.perf_counter() - started:.1f} s")
    return findings
