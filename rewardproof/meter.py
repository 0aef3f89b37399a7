"""Pays for completions by a reward: each once, in batches, within a budget, with progress."""

import json
from collections.abc import Callable, Sequence

from rewardproof.completions import Completion
from rewardproof.payments import Job, Payment
from rewardproof.worker import Here, Worker

CHUNK = 64
"""Calls between two reports of progress."""
MAX_ENDED = 6
"""How often the reward may hang or end its process before it is asked no more."""
UNASKED = Payment(None, "not asked: it hung or ended too often")


class Meter:
    """A reward with its payments so far."""

    def __init__(
        self, runs: Worker | Here, budget: int, progress: Callable[[int, int], None]
    ) -> None:
        """`budget`: calls at most; `progress` is told how many were made, and how many are."""
        self._runs, self._progress = runs, progress
        self.budget, self.calls, self.ended = budget, 0, 0
        self._known: dict[str, Payment] = {}

    @property
    def left(self) -> int:
        """Calls that may still be made; none once the reward has hung or ended too often."""
        return 0 if self.ended >= MAX_ENDED else max(0, self.budget - self.calls)

    def pay(self, place: int, completion: Completion) -> Payment:
        """What one completion is paid."""
        return self.pay_all([(place, completion)])[0]

    def pay_all(self, jobs: Sequence[Job]) -> list[Payment]:
        """What completions are paid, in order; those that were paid before are not asked again, and
        those beyond the budget not at all."""
        names = [json.dumps(job) for job in jobs]
        fresh = {n: job for n, job in zip(names, jobs, strict=True) if n not in self._known}
        wanted = list(fresh.items())[: self.left]
        for start in range(0, len(wanted), CHUNK):
            part = wanted[start : start + CHUNK]
            for (name, _), paid in zip(part, self.ask([job for _, job in part]), strict=True):
                self._known[name] = paid
        return [self._known.get(name, UNASKED) for name in names]

    def ask(self, jobs: Sequence[Job]) -> list[Payment]:
        """Ask the reward itself, whatever is known."""
        if self.ended >= MAX_ENDED:
            return [UNASKED] * len(jobs)
        paid = self._runs.pay(jobs)
        self.ended += sum(one.fault.startswith(("takes longer", "ends the")) for one in paid)
        self.calls += len(jobs)
        self._progress(self.calls, self.budget)
        return paid

    def renew(self) -> None:
        """Go on in a new process, if the reward has one."""
        self._runs.close()
