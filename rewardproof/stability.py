"""Whether a reward pays the same for the same: again, in another order, alone, in a new process."""

from collections.abc import Iterator, Sequence

from rewardproof.judge import Scale
from rewardproof.meter import Meter
from rewardproof.payments import Job, Payment
from rewardproof.report import Finding

SAME = 1e-9


def unstable(meter: Meter, jobs: Sequence[Job], scale: Scale) -> Iterator[Finding]:
    """A finding for each way of asking that pays something else. Asks `jobs` five times."""
    if not jobs:
        return
    first = meter.ask(jobs)
    again = meter.ask(jobs)
    alone = [meter.ask([job])[0] for job in jobs]
    meter.renew()
    backwards = meter.ask(list(reversed(jobs)))[::-1]
    meter.renew()
    anew = meter.ask(jobs)
    if found := _difference(jobs, first, again):
        yield _finding("determinism", "asked again, it pays something else", jobs, found, scale)
        return
    for other, told in (
        (backwards, "in another order, it pays something else"),
        (alone, "what it pays depends on the other completions of the batch"),
        (anew, "in a new process, it pays something else"),
    ):
        if found := _difference(jobs, first, other):
            yield _finding("independence", told, jobs, found, scale)


def _difference(
    jobs: Sequence[Job], first: Sequence[Payment], other: Sequence[Payment]
) -> tuple[int, float, float] | None:
    """The job with the greatest difference, and what it was paid."""
    pairs = [
        (abs(one.value - two.value), at, one.value, two.value)
        for at, (one, two) in enumerate(zip(first, other, strict=True))
        if one.value is not None and two.value is not None
    ]
    most = max(pairs, default=(0.0, 0, 0.0, 0.0))
    return most[1:] if most[0] > SAME else None


def _finding(
    name: str, told: str, jobs: Sequence[Job], found: tuple[int, float, float], scale: Scale
) -> Finding:
    at, one, two = found
    place, completion = jobs[at]
    found_there = Finding(name, "error", told, "asked twice", place, completion, two, one)
    return found_there.seen(1, len(jobs))
