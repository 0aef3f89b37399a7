"""How far llama.cpp and transformers agree: greedy answers to the same prompts, compared.

    python -m training.agreement --desk it_triage --adapter assets/models/it_triage/pretrained/warm

Prints how many answers match word for word, how many take the same action, and how many each
gets right. Exit status: 0 done, 1 error.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from desks import DESKS, TIERS, load
from graders import grade, grading
from training.common.console import argument_parser, command
from training.evals.measures import decided
from training.models.policies import MAX_AFTER_WORKSHEET, load_policy


def compare_backends(desk_name: str, adapter: Path, n: int) -> str:
    """Compare the two on the first n cases of the eval split, cycling through the tiers; returns
    a line to print. Raises PolicyError."""
    desk = load(desk_name)
    cases = [desk.scenario(k // len(TIERS), TIERS[k % len(TIERS)], "eval") for k in range(n)]
    policies = [
        load_policy(f"{kind}:{adapter}", desk, MAX_AFTER_WORKSHEET)
        for kind in ("pretrained", "folder")
    ]
    texts = [one.answer(cases, sample=False, seed=0) for one in policies]
    grades = [list(map(grade, cases, answers)) for answers in texts]
    same = sum(a == b for a, b in zip(*texts, strict=True))
    prose = grading(desk_name).prose
    alike = sum(
        a.action is not None and decided(a, prose) == decided(b, prose)
        for a, b in zip(*grades, strict=True)
    )
    by_llama_cpp, by_transformers = (sum(one.correct for one in answers) for answers in grades)
    return (
        f"{desk_name}, {n} cases: {same} answers the same word for word, {alike} with the same "
        f"action; correct {by_llama_cpp} by llama.cpp, {by_transformers} by transformers"
    )


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("agreement", __doc__)
    parser.add_argument("--desk", required=True, choices=DESKS)
    parser.add_argument("--adapter", type=Path, required=True, help="folder of an adapter")
    parser.add_argument("--n", type=int, default=100)
    args = parser.parse_args(arguments)
    print(compare_backends(args.desk, args.adapter, args.n))


if __name__ == "__main__":
    sys.exit(main())
