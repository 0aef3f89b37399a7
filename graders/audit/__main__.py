"""Audit a grader, or let the attackers search for exploits.

    .venv/bin/python -m graders.audit --desk exec_assist --n 200
    .venv/bin/python -m graders.audit --desk it_triage --grader as_reported --json findings.json
    .venv/bin/python -m graders.audit --cases cases.jsonl
    .venv/bin/python -m graders.audit --search --budget 20000

The audit uses the first n seeds of the eval split in every tier (the best constant is searched on
train), prints one row per property with what came closest to breaking it, and exits with 1 if one
fails. It takes about a minute per desk for n = 200; progress goes to stderr. With --cases it uses
the cases of a file instead (desks/cases.py); a row that fails there may be due to the cases: where
every meeting can be booked, a policy that always books earns much.

The search gives every attacker of `graders/attacks/search` a budget of attempts on each desk and
tier, and exits with 1 if an answer that the referee rejects earns more than half of what the oracle
does. It takes about ten minutes for both desks with 20,000 attempts; `--jobs 4` spreads it over
four processes, and finds the same. `--keep` saves what broke the bar as cases for `tests/exploits`.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from desks import DESKS, TIERS, load
from desks.cases import CaseError, read_cases
from graders.as_reported import NoReportError
from graders.audit import GRADERS, MIN_SCENARIOS, audit, eval_sample, sample_of
from graders.audit.finding import Finding
from graders.audit.search import BUDGET, TARGETS, keep, record, report, search
from graders.audit.table import table

AUDITED = 200
"""Default number of scenarios audited per tier."""


def audit_table(findings: Sequence[Finding]) -> str:
    """The findings as a table for a terminal: one row each, with its note below."""
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
    return table(heads, rows, [one.note for one in findings])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m graders.audit", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--desk", choices=DESKS, help="with --search: all, if none is named")
    parser.add_argument("--n", type=int, help=f"scenarios a tier ({AUDITED}; search: {TARGETS})")
    parser.add_argument("--tier", choices=TIERS, help="one tier only")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="audit on these, with their key")
    parser.add_argument("--grader", choices=GRADERS, default="ours")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write what is found here as well"
    )
    parser.add_argument("--search", action="store_true", help="let the attackers search")
    parser.add_argument("--budget", type=int, default=BUDGET, help="attempts of each attack")
    parser.add_argument("--seed", type=int, default=0, help="another seed is another search")
    parser.add_argument("--jobs", type=int, default=1, help="processes that search (1)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write exploits as cases here")
    asked = parser.parse_args(arguments)
    if asked.cases and (asked.n is not None or asked.tier or asked.search):
        parser.error("--cases are audited all: without --n, --tier and --search")
    asked.n = asked.n if asked.n is not None else TARGETS if asked.search else AUDITED
    if asked.n < MIN_SCENARIOS:
        parser.error(f"--n must be at least {MIN_SCENARIOS}")
    if asked.budget < 1 or asked.jobs < 1:
        parser.error("--budget and --jobs must be at least 1")
    if not (asked.search or asked.desk or asked.cases):
        parser.error("--desk is needed, unless it is a --search or there are --cases")
    try:
        if asked.json:
            asked.json.open("a").close()  # It can be written, which is too late to know at the end.
        passed, found = (_search if asked.search else _audit)(asked)
    except (CaseError, NoReportError, OSError) as error:
        parser.error(str(error))
    if asked.json:
        settings = {"desk": asked.desk, "grader": asked.grader, "n": asked.n, "passed": passed}
        text = json.dumps(settings | found, indent=1) + "\n"
        asked.json.write_text(text, encoding="utf-8")
    return 0 if passed else 1


def _audit(asked: argparse.Namespace) -> tuple[bool, dict[str, Any]]:
    if asked.cases:
        cases = read_cases(asked.cases, asked.desk or "")
        asked.desk, asked.n = cases[0].desk, len(cases)
        desk, sample = load(asked.desk), sample_of(cases)
    else:
        desk = load(asked.desk)
        sample = eval_sample(desk, asked.n, _tiers(asked))
    findings = audit(desk, GRADERS[asked.grader], sample, _progress)
    failed = [one for one in findings if not one.passed]
    print(audit_table(findings))
    print(f"\n{desk.name}, {asked.grader}: {len(failed)} of {len(findings)} rows fail")
    return not failed, {"findings": [asdict(one) for one in findings]}


def _search(asked: argparse.Namespace) -> tuple[bool, dict[str, Any]]:
    desks = [load(name) for name in ([asked.desk] if asked.desk else DESKS)]
    found = list(
        search(
            desks,
            _tiers(asked),
            GRADERS[asked.grader],
            asked.n,
            asked.budget,
            asked.seed,
            progress=_progress,
            jobs=asked.jobs,
        )
    )
    broken = [one for one in found if one.breaks_the_bar]
    print(report(found))
    print(f"\n{asked.grader}: {len(broken)} of {len(found)} searches break the bar")
    if asked.keep:
        asked.keep.mkdir(parents=True, exist_ok=True)
        for one in broken:
            keep(one, asked.keep)
    settings = {"budget": asked.budget, "seed": asked.seed}
    return not broken, settings | {"exploits": list(map(record, found))}


def _tiers(asked: argparse.Namespace) -> Sequence[str]:
    return (asked.tier,) if asked.tier else TIERS


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
