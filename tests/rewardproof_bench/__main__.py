"""What rewardproof finds of planted faults, and how often it finds one where there is none.

    python -m tests.rewardproof_bench [COLLECTION ...]
    python -m tests.rewardproof_bench --tools [COLLECTION ...]

The collections are first to seventh, held_out and held_out_2; without a name, all of them. One row
a family: faults found of those planted, alarms of sound rewards; then their sums. With --tools, one
row a tool: the same entries, put to others as well, which are installed in an environment of their
own.
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


def counted(collection: str) -> dict[str, list[int]]:
    """Of each family: faults found, faults, alarms, sound rewards."""
    found: dict[str, list[int]] = {}
    for one in entries(collection):
        counts = found.setdefault(one.family, [0, 0, 0, 0])
        counts[0 if one.defect else 2] += not proved(one).holds
        counts[1 if one.defect else 3] += 1
    return found


def tables(collections: Sequence[str]) -> Iterator[str]:
    """The rows of each collection with their sum, and the sum of all."""
    sums = []
    for one in collections:
        started, found = time.perf_counter(), counted(one)
        sums.append([sum(column) for column in zip(*found.values(), strict=True)])
        yield from (_row(*item) for item in (*found.items(), (f"{one}, all", sums[-1])))
        yield f"{time.perf_counter() - started:.0f} s"
    yield _row("together", [sum(column) for column in zip(*sums, strict=True)])


def _row(name: str, counts: Sequence[int]) -> str:
    hit, of, alarms, sound = counts
    return f"{name:24} {hit:>3} of {of:>3} faults {alarms:>4} alarms of {sound:>3}"


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
    if "--tools" in arguments:
        told = map(compared, collections or COLLECTIONS)
    else:
        told = tables(collections or COLLECTIONS)
    for line in told:
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
