"""What rewardproof finds in rewards that people train with, each run by its real library.

    python -m tests.rewardproof_real [trl | verifiers | inspect | openenv | gym | desks] ...

The environments are made in the first run, in a cache folder. Each find was looked at by hand: the
verdicts are in `verdicts`, and a find that has none yet is shown as new.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.rewardproof_real.environments import inside, python_of
from tests.rewardproof_real.verdicts import VERDICTS, Verdict

LIBRARIES = ("trl", "verifiers", "inspect", "openenv", "gym", "desks")
NEW = Verdict("new", "not looked at yet")


def reports(library: str) -> list[dict[str, Any]]:
    """What rewardproof says of a library's rewards, run by that library's interpreter."""
    python = Path(sys.executable) if library == "desks" else python_of(library)
    lines = inside(python, "tests.rewardproof_real.inside", library).splitlines()
    return [json.loads(line) for line in lines]


def rows(library: str, report: dict[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """(reward, property, verdict, why) of each property that fails; one row if none does."""
    asked = f"{report['tasks']} tasks, {report['calls']:,} calls, {report['seconds']:.0f} s"
    if not report["errors"]:
        yield f"{library}: {report['name']}", "holds", "", asked
    for name in report["errors"]:
        verdict, why = VERDICTS.get((report["name"], name), NEW)
        yield f"{library}: {report['name']}", name, verdict, why


def main(asked: Sequence[str]) -> int:
    """Print every find, and then a table by library; returns the exit status."""
    table = {}
    for library in asked or LIBRARIES:
        counted: Counter[str] = Counter()
        for report in reports(library):
            counted.update(rewards=1, holds=not report["errors"])
            for reward, name, verdict, why in rows(library, report):
                counted[verdict] += 1
                print(f"{reward:40} {name:13} {verdict:11} {why}", flush=True)
        table[library] = counted
    heads = ("rewards", "holds", "fault", "meant", "false alarm", NEW.is_a)
    print(f"\n{'':10} {'  '.join(heads)}")
    for library, counted in [*table.items(), ("all", sum(table.values(), Counter()))]:
        print(f"{library:10} {'  '.join(f'{counted[head]:{len(head)}}' for head in heads)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
