"""Property 11: a completion that is not exactly one valid action earns nothing."""

from collections.abc import Iterator

from desks import Desk
from graders.audit.finding import Finding, Grader, Sample, Trial, all_scenarios, worst_case
from rewardproof.rewrites import malformed


def unreadable_pays_nothing(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """The oracle's answer, once malformed, scores 0: parsers must not guess."""
    trials = [
        Trial(grade(s, text).total, name, s)
        for s in all_scenarios(sample)
        for name, text in malformed(desk.oracle(s)).items()
    ]
    note = f"{len(trials):,} completions"
    yield worst_case("11 unreadable pays nothing", "<=", 0.0, trials, note)
