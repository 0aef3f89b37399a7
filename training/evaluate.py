"""Evaluate policies on the eval split, all on the same scenarios, with intervals.

    python -m training.evaluate --desk exec_assist --policy pocket:base \\
        --policy pocket:trained --voices plain --n 300 --sample --json evaluation.json
    python -m training.evaluate --policy pretrained:warm --cases FILE
    python -m training.evaluate --run assets/runs/NAME --n 300 --sample

The last form evaluates a run's base and adapter and writes the result into its record. Every policy
answers the first n seeds of every tier, or the cases in a file; with --split train, cases worded as
in training. All intervals are 95 % bootstrap intervals; for triage, whole fault families are
resampled. The first policy named is the one that the others are compared with. The oracle, the best
constant and the policies that do no work are in every table.

A service that is busy or drops out is asked again for minutes, and fewer at a time. One that fails
for good ends the evaluation with an error: a missing answer is not graded. With --resume FILE,
answers are kept as they arrive, so that the same command goes on where it broke off.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from desks import SPLITS, TIERS, Voices
from desks.cases import CaseError, has_key, read_cases
from envs import desk_names, load
from training.common.console import argument_parser, command, log
from training.common.files import write_json
from training.evals.evaluation import (
    SCENARIOS,
    Evaluation,
    evaluate,
    evaluate_run,
    reference_policies,
)
from training.evals.journal import opened
from training.evals.tables import parts_report, reading_list, report
from training.models.endpoints.keys import key_in
from training.models.policies import MAX_AFTER_WORKSHEET, MAX_NEW_TOKENS, load_policy
from training.models.policy import CONCURRENT_REQUESTS

MAX_CONCURRENCY = 256
"""Requests that may be sent at a time; each takes two threads."""


@command(CaseError, interrupted="interrupted: nothing was written but answers, with --resume")
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("evaluate", __doc__)
    parser.add_argument("--desk", choices=desk_names())
    parser.add_argument("--policy", action="append", default=[], metavar="SPEC", dest="specs")
    parser.add_argument("--run", type=Path, metavar="FOLDER", help="instead: base and adapter")
    parser.add_argument("--n", type=int, help=f"scenarios a tier ({SCENARIOS})")
    parser.add_argument("--tier", action="append", choices=TIERS, help="only these; repeatable")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="answer these: desks/cases.py")
    parser.add_argument("--voices", choices=get_args(Voices), help="all, or as the run was trained")
    parser.add_argument("--split", choices=SPLITS, help="eval, or worded as in training")
    parser.add_argument("--sample", action="store_true", help="at temperature 1, else greedy")
    parser.add_argument("--seed", type=int, default=0, help="of the sampling")
    parser.add_argument(
        "--limit",
        type=int,
        help=f"tokens of a completion ({MAX_NEW_TOKENS}; "
        f"{MAX_AFTER_WORKSHEET} for pretrained: with an adapter)",
    )
    parser.add_argument("--key-from", metavar="VARIABLE", help="holds an endpoint's key")
    parser.add_argument(
        "--concurrency", type=int, help=f"requests at a time ({CONCURRENT_REQUESTS})"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all of it here")
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="keep answers here as they arrive; what was answered before is not asked again",
    )
    args = parser.parse_args(arguments)
    if any(number is not None and number < 1 for number in (args.n, args.limit)):
        parser.error("--n and --limit must be at least 1")
    if args.concurrency is not None and not 1 <= args.concurrency <= MAX_CONCURRENCY:
        parser.error(f"--concurrency must be between 1 and {MAX_CONCURRENCY}")
    given = [args.desk, args.specs, args.tier, args.cases, args.json, args.split]
    given += [args.limit, args.key_from, args.concurrency]
    if args.run and any(given):
        parser.error(
            "--run takes its desk and policies from the record: only --n, --voices, --sample, "
            "--seed and --resume"
        )
    if args.cases and (args.n or args.tier or args.voices or args.split):
        parser.error("--cases are answered all, as they are: no --n, --tier, --voices or --split")
    if not args.run and not ((args.desk or args.cases) and args.specs):
        parser.error("--desk or --cases with at least one --policy, or --run, was expected")
    if len(set(args.specs)) != len(args.specs):
        parser.error("a --policy is named twice")
    if args.json and (args.json.is_dir() or not args.json.absolute().parent.is_dir()):
        parser.error(f"--json: {args.json} is no file in a folder that there is")
    if args.run:
        evaluation = evaluate_run(
            args.run,
            args.n or SCENARIOS,
            sample=args.sample,
            seed=args.seed,
            progress=log,
            voices=args.voices,
            resume=args.resume,
        )
    else:
        evaluation = _evaluate_named(args)
    print(report(evaluation))
    if any(not name.startswith("scripted:") for name in evaluation["policies"]):
        print(f"\n{parts_report(evaluation)}")
    if args.cases:
        print(f"\n{reading_list(evaluation)}")


def _evaluate_named(args: argparse.Namespace) -> Evaluation:
    cases = read_cases(args.cases, args.desk or "") if args.cases else None
    desk = load(cases[0].desk if cases else args.desk)
    tiers = [tier for tier in TIERS if tier in (args.tier or TIERS)]
    key = key_in(args.key_from)
    many = args.concurrency or CONCURRENT_REQUESTS
    named = [load_policy(spec, desk, args.limit, key, concurrency=many) for spec in args.specs]
    everyone = [*named, *reference_policies(desk, args.specs, not cases or has_key(cases[0]))]
    with opened(args.resume) as journal:
        evaluation = evaluate(
            desk,
            everyone,
            n=args.n or SCENARIOS,
            tiers=tiers,
            voices=args.voices or "all",
            sample=args.sample,
            seed=args.seed,
            progress=log,
            cases=cases,
            journal=journal,
            split=args.split or "eval",
        )
    if args.json:
        write_json(args.json, evaluation)
    return evaluation


if __name__ == "__main__":
    sys.exit(main())
