"""What rewardproof finds of planted faults, and how often it finds one where there is none.

    python -m tests.rewardproof_bench [COLLECTION]
    python -m tests.rewardproof_bench --tools [COLLECTION]

The collections are first to seventh, held_out and held_out_2. One row a family: faults found of those
planted, alarms of sound rewards. With --tools, one row a tool: the same entries, put to others
as well, which are installed in an environment of their own.
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from rewardproof import Report, prove
from tests.rewardproof_bench.entries import COLLECTIONS, Entry, entries
from tests.rewardproof_real.environments import inside, python_of


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


def compared(collection: str) -> str:
    """A row for each tool: what it found of a collection, and how much of it it could take."""
    lines = [f"{collection + ':':18} found of faulty   alarms of sound   entries it could take"]
    told: dict[str, list[dict[str, Any]]] = {}
    for one in (*ours(collection), *theirs(collection)):
        told.setdefault(one["tool"], []).append(one)
    for tool, some in told.items():
        faulty = [one["verdict"] for one in some if one["faulty"]]
        sound = [one["verdict"] for one in some if not one["faulty"]]
        taken = sum(one["verdict"] != "not taken" for one in some)
        lines.append(
            f"{tool:18} {faulty.count('alarm'):>5} of {len(faulty)}  {sound.count('alarm'):>12} of "
            f"{len(sound)}  {taken:>14} of {len(some)}"
        )
    return "\n".join(lines)


def ours(collection: str) -> Iterator[dict[str, Any]]:
    """rewardproof's verdicts, as those of the other tools are given."""
    for one in entries(collection):
        found = "none" if proved(one).holds else "alarm"
        yield {"tool": "rewardproof", "faulty": bool(one.defect), "verdict": found}


def theirs(collection: str) -> list[dict[str, Any]]:
    """The other tools' verdicts, by the interpreter of their environment."""
    lines = inside(python_of("tools"), "tests.rewardproof_bench.tools", collection).splitlines()
    return [json.loads(line) for line in lines]


def main(arguments: Sequence[str]) -> int:
    """Print the tables; returns the exit status."""
    collections = [one for one in arguments if one != "--tools"]
    for one in collections or COLLECTIONS:
        print(compared(one) if "--tools" in arguments else table(one))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
