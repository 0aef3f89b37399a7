"""The audit as a command.

    python -m graders.audit --desk exec_assist --n 200
    python -m graders.audit --desk it_triage --n 200 --grader as_reported --json findings.json

For every tier it looks at the first n seeds of the eval split (the best constant is searched on
train), prints one row a property with what came closest to breaking it, and exits with 1 where one
fails. About a minute a desk for n = 200; progress goes to stderr.
"""

import argparse
import json
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from desks import DESKS, TIERS, load
from graders.audit import GRADERS, LEAST, audit
from graders.audit.finding import Finding


def table(findings: Sequence[Finding]) -> str:
    """The findings for a terminal: a row each, and under it what else there is to say."""
    heads = ("property", "bound", "measured", "", "closest to breaking it", "scenario")
    rows = [
        (
            one.property,
            one.bound,
            "-" if one.measured is None else f"{one.measured:.4f}",
            "pass" if one.passed else "FAIL",
            one.worst_policy,
            one.worst_scenario,
        )
        for one in findings
    ]
    widths = [max(len(row[n]) for row in (heads, *rows)) for n in range(len(heads))]

    def line(row: Sequence[str]) -> str:
        return "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()

    lines = [line(heads), line(["-" * width for width in widths])]
    for one, row in zip(findings, rows, strict=True):
        lines.append(line(row))
        if one.note:
            lines += textwrap.wrap(
                one.note, 110, initial_indent="    ", subsequent_indent="    ", max_lines=3
            )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m graders.audit", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--desk", choices=DESKS, required=True)
    parser.add_argument("--n", type=int, default=200, help="scenarios a tier (default 200)")
    parser.add_argument("--tier", choices=TIERS, help="one tier only")
    parser.add_argument("--grader", choices=GRADERS, default="ours")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the findings here as well")
    asked = parser.parse_args(arguments)
    if asked.n < LEAST:
        parser.error(f"--n must be at least {LEAST}")

    findings = audit(
        load(asked.desk),
        GRADERS[asked.grader],
        asked.n,
        (asked.tier,) if asked.tier else TIERS,
        progress=lambda line: print(line, file=sys.stderr, flush=True),
    )
    failed = [one for one in findings if not one.passed]
    print(table(findings))
    print(f"\n{asked.desk}, {asked.grader}: {len(failed)} of {len(findings)} rows fail")
    if asked.json:
        record = {
            "desk": asked.desk,
            "grader": asked.grader,
            "n": asked.n,
            "passed": not failed,
            "findings": [asdict(one) for one in findings],
        }
        asked.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
