"""A plain baseline: run a policy on a desk; prints a line for each scenario, and the mean.

    python -m training.inference --desk exec_assist --policy pocket:trained --voices plain --n 5
    python -m training.inference --desk it_triage --policy api:MODEL@https://HOST/v1 \\
        --key-from HF_TOKEN
    python -m training.inference --policy pretrained:warm --cases FILE

One greedy answer to each of the first n seeds of every tier of the eval split, or to each case of a
file. For intervals and comparisons, use `training.evaluate`.
"""

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import get_args

from desks import TIERS, Voices
from desks.cases import CaseError, read_cases
from envs import desk_names, grade, load
from training.common.console import argument_parser, command
from training.models.endpoints.keys import key_in
from training.models.policies import load_policy


@command(CaseError, interrupted="interrupted")
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("inference", __doc__)
    parser.add_argument("--policy", required=True, metavar="SPEC")
    parser.add_argument("--desk", choices=desk_names())
    parser.add_argument("--n", type=int, default=5, help="scenarios a tier")
    parser.add_argument("--voices", choices=get_args(Voices), default="all")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="instead: desks/cases.py")
    parser.add_argument("--key-from", metavar="VARIABLE", help="holds an endpoint's key")
    args = parser.parse_args(arguments)
    if args.n < 1:
        parser.error("--n must be at least 1")
    if bool(args.desk) == bool(args.cases):
        parser.error("--desk or --cases was expected")
    if args.cases:
        cases = read_cases(args.cases)
        desk = load(cases[0].desk)
    else:
        desk = load(args.desk)
        places = product(TIERS, range(args.n))
        cases = [desk.scenario(seed, tier, "eval", args.voices) for tier, seed in places]
    totals = []
    policy = load_policy(args.policy, desk, key=key_in(args.key_from))
    for s in cases:
        [text] = policy.answer([s], sample=False, seed=0)
        result = grade(s, text)
        totals.append(result.total)
        shares = " ".join(f"{name}={share:.2f}" for name, share in result.contributions.items())
        right = result.right_word if result.correct else "wrong"
        print(f"{s.tier}/{s.seed} {result.total:.3f} {right} {shares}", flush=True)
    print(f"mean {fmean(totals):.3f} over {len(totals)} scenarios: {args.policy} at {desk.name}")


if __name__ == "__main__":
    sys.exit(main())
