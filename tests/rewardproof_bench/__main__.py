"""What rewardproof finds of planted faults, and how often it finds one where there is none.

    python -m tests.rewardproof_bench [seen | held_out]

One row a family: faults found of those planted, alarms of sound rewards.
"""

import sys
import time
from collections.abc import Sequence

from rewardproof import Report, prove
from tests.rewardproof_bench.entries import COLLECTIONS, Entry, entries


def proved(one: Entry) -> Report:
    """What rewardproof says of an entry."""
    given = {
        "good": one.good,
        "bad": one.bad,
        "done": one.done,
        "form": one.signature,
        "timeout": 2.0,
    }
    return prove(one.reward, one.tasks, **given)


def table(collection: str) -> str:
    """The rows of a collection, and their sum."""
    started = time.perf_counter()
    found: dict[str, list[int]] = {}
    for one in entries(collection):
        alarm = not proved(one).holds
        for family in (one.family, "all"):
            counts = found.setdefault(family, [0, 0, 0, 0])
            counts[0 if one.defect else 2] += alarm
            counts[1 if one.defect else 3] += 1
    everything = found.pop("all")
    rows = [*found.items(), (f"{collection}, all", everything)]
    lines = [
        f"{name:24} {hit:>3} of {of:>2} faults {alarms:>4} alarms of {sound:>2}"
        for name, (hit, of, alarms, sound) in rows
    ]
    return "\n".join([*lines, f"{time.perf_counter() - started:.0f} s"])


def main(collections: Sequence[str]) -> int:
    """Print the tables; returns the exit status."""
    for one in collections or COLLECTIONS:
        print(table(one))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
