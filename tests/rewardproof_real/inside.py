"""Runs rewardproof on one library's rewards, by that library's own interpreter.

python -m tests.rewardproof_real.inside gym         # one JSON object a reward
"""

import json
import sys
from importlib import import_module
from typing import Any

from rewardproof import prove
from tests.rewardproof_real.entry import Real

SHOWN = 120
"""Characters of a completion."""


def told(one: Real) -> dict[str, Any]:
    """What rewardproof says of a reward, as JSON."""
    report = prove(one.reward, one.tasks, one.good, done=one.done, form=one.form)
    errors: dict[str, dict[str, Any]] = {}
    for found in report.findings:
        if found.severity == "error":
            completion = json.dumps(found.completion)
            first = {"said": found.said, "paid": found.paid, "completion": completion[:SHOWN]}
            kind = errors.setdefault(found.property, first | {"tried": []})
            kind["tried"].append(f"{found.tried} ({found.times} of {found.of})")
    return {
        "name": one.name,
        "said": report.said,
        "tasks": len(report.rows),
        "calls": report.calls,
        "seconds": report.seconds,
        "errors": errors,
    }


def main(library: str) -> int:
    """Print the reports; returns the exit status."""
    for one in import_module(f"tests.rewardproof_real.of_{library}").rewards():
        print(json.dumps(told(one)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
