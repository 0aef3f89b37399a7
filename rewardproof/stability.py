"""Whether a reward pays the same for the same: again, in another order, alone, in a new process."""

from collections.abc import Iterator, Sequence

from rewardproof.judge import Scale
from rewardproof.meter import Meter
from rewardproof.payments import Job, Payment
from rewardproof.report import Finding

SAME = 1e-4
"""The share of what a right answer is paid by which rounding may change a payment."""
TIMES = 5
"""How often each job is asked."""


def unstable(meter: Meter, jobs: Sequence[Job], scale: Scale) -> Iterator[Finding]:
    """A finding for each way of asking that pays something else. Asks `jobs` five times, or the
    first ones where the budget does not suffice for all."""
    jobs = jobs[: meter.left // TIMES]
    if not jobs:
        return
    first = meter.ask(jobs)
    again = meter.ask(jobs)
    alone = [meter.ask([job])[0] for job in jobs]
    meter.renew()
    backwards = meter.ask(list(reversed(jobs)))[::-1]
    meter.renew()
    anew = meter.ask(jobs)
    if found := _difference(jobs, first, again, scale):
        yield _finding("determinism", "asked again, it pays something else", jobs, found)
        return
    for other, told in (
        (backwards, "in another order, it pays something else"),
        (alone, "what it pays depends on the other completions of the batch"),
        (anew, "in a new process, it pays something else"),
    ):
        if found := _difference(jobs, first, other, scale):
            yield _finding("independence", told, jobs, found)


def _difference(
    jobs: Sequence[Job], first: Sequence[Payment], other: Sequence[Payment], scale: Scale
) -> tuple[int, float, float] | None:
    """The job with the greatest difference beyond rounding, and what it was paid."""
    found = []
    for at, (one, two) in enumerate(zip(first, other, strict=True)):
        if one.value is None or two.value is None:
            continue
        difference = abs(one.value - two.value)
        if difference > max(SAME * scale.width(jobs[at][0]), 1e-9):
            found.append((difference, at, one.value, two.value))
    return max(found)[1:] if found else None


def _finding(name: str, told: str, jobs: Sequence[Job], found: tuple[int, float, float]) -> Finding:
    at, one, two = found
    place, completion = jobs[at]
    found_there = Finding(name, "error", told, "asked twice", place, completion, two, one)
    return found_there.seen(1, len(jobs))
