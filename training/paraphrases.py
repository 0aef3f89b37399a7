"""Whether an agent still solves a ticket when it is reworded: pass^1 and pass^4.

    python -m training.paraphrases --run assets/runs/it_triage_tools_pocket --n 100
    python -m training.paraphrases --policy pretrained:warm --greedy --json FILE

Each of n eval tickets is reported by four people. pass^1 is the share of all episodes that are
correct; pass^4 the share of tickets with all four correct (Yao et al., "tau-bench", 2024). Covers
the policies named, or a run's base and adapter, and the scripted agents, with 95 % bootstrap
intervals over fault families. The result is written into the run's record, or to FILE.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from desks import TIERS
from envs import grade, load
from envs.it_triage_tools.desk import ToolScenario, valid_calls
from training.common.console import argument_parser, command, log
from training.common.files import write_json
from training.evals.evaluation import reference_policies, run_policies
from training.evals.measures import cluster
from training.evals.statistics import Resampling
from training.evals.tables import cell, markdown
from training.models.policies import load_policy
from training.models.policy import Policy
from training.rl.presets import recorded
from training.runs.record import PARAPHRASES, RecordError, read_config

TOLD = "it_triage_tools"
"""The desk whose tickets can be told in several ways."""
TELLINGS = 4
"""How many people report each ticket."""


def tickets(n: int) -> list[list[ToolScenario]]:
    """The first n tickets of the eval split, cycling through the tiers, each in `TELLINGS` ways."""
    desk = load(TOLD)
    first = [
        desk.scenario(k // len(TIERS), TIERS[k % len(TIERS)], "eval", "plain") for k in range(n)
    ]
    return [[s.retold(way) for way in range(TELLINGS)] for s in first]


def reliability(
    policies: Sequence[Policy],
    n: int,
    seed: int,
    progress: Callable[[str], None],
    sample: bool = True,
) -> dict[str, Any]:
    """For each policy pass^1, pass^4, `answered` (pass^1 over the tickets that an article answers)
    and `valid` (the share of its calls that could be carried out), as {mean, low, high}."""
    tellings = tickets(n)
    resampling = Resampling([cluster(ways[0]) for ways in tellings])
    has_answer = [ways[0].truth.answerable for ways in tellings]
    summaries = {}
    for policy in policies:
        texts = iter(policy.answer([s for ways in tellings for s in ways], sample, seed))
        episodes = [[(s, next(texts)) for s in ways] for ways in tellings]
        correct = [[grade(*one).correct for one in ways] for ways in episodes]
        calls = np.array([[valid_calls(*one) for one in ways] for ways in episodes]).sum(1)
        shares = [sum(one) / TELLINGS for one in correct]
        answered = [p if has else None for p, has in zip(shares, has_answer, strict=True)]
        summaries[policy.name] = {
            "pass^1": resampling.mean(shares)._asdict(),
            "pass^4": resampling.mean([float(all(one)) for one in correct])._asdict(),
            "answered": resampling.mean(answered)._asdict(),
            "valid": resampling.of(partial(_valid_share, calls))._asdict(),
        }
        progress(f"{policy.name}: {cell(summaries[policy.name]['pass^1'])}")
    return {"n": n, "ways": TELLINGS, "sample": sample, "seed": seed, "policies": summaries}


def _valid_share(calls: np.ndarray, indices: list[int]) -> float | None:
    valid, all_calls = calls[indices].sum(0)
    return float(valid / all_calls) if all_calls else None


def report(result: dict[str, Any]) -> str:
    """A Markdown table with a row for each policy."""
    rows = [("agent", "pass^1", "pass^4", "pass^1 where an article answers", "valid calls")]
    for name, summary in result["policies"].items():
        shares = (cell(summary[key]) for key in ("pass^1", "pass^4", "answered", "valid"))
        rows.append((name.removeprefix("scripted:"), *shares))
    return markdown(rows)


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("paraphrases", __doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--run", type=Path, metavar="FOLDER", help="its base and its adapter")
    what.add_argument("--policy", action="append", metavar="SPEC", dest="specs")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="where the result of --policy goes"
    )
    parser.add_argument("--n", type=int, default=100, help="tickets, each in four ways")
    parser.add_argument("--seed", type=int, default=0, help="of the sampling")
    parser.add_argument("--greedy", action="store_true", help="at temperature 0, not 1")
    args = parser.parse_args(arguments)
    if args.n < 1:
        parser.error("--n must be at least 1")
    if bool(args.specs) != bool(args.json):
        parser.error("--policy writes to a --json FILE; --run into its record")
    if args.run:
        preset = recorded(read_config(args.run))
        desk, out = load(preset.desk), args.run / PARAPHRASES
        if desk.name != TOLD:
            raise RecordError(f"{args.run} is of {desk.name}: tickets alone are told in other ways")
        policies = run_policies(args.run, preset, desk)
    else:
        desk, out = load(TOLD), args.json
        policies = [load_policy(spec, desk) for spec in args.specs]
    everyone = [*policies, *reference_policies(desk, args.specs or ())]
    result = reliability(everyone, args.n, args.seed, log, not args.greedy)
    write_json(out, result)
    print(report(result))


if __name__ == "__main__":
    sys.exit(main())
