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
from typing import Any, get_args

from desks import SPLITS, TIERS, Desk, Scenario, Split, Tier, Voices
from desks.cases import CaseError, has_key, read_cases
from envs import desk_names, load
from training.common.console import argument_parser, command, log
from training.common.files import write_json
from training.evals.answers import Progress, answers
from training.evals.journal import Journal, opened
from training.evals.measures import (
    assess,
    compare,
    group_scenarios,
    measures,
    summarize,
    to_read,
)
from training.evals.tables import parts_report, reading_list, report
from training.models.endpoints.keys import key_in
from training.models.policies import (
    MAX_AFTER_WORKSHEET,
    MAX_NEW_TOKENS,
    load_policy,
    run_policies,
    scripts,
)
from training.models.policy import CONCURRENT_REQUESTS, Policy
from training.rl.presets import recorded
from training.runs.record import EVALUATION, GREEDY, HELD_OUT, VOICES, RecordError, read_config

SCENARIOS = 300
"""Scenarios per tier by default."""
MAX_CONCURRENCY = 256
"""Requests that may be sent at a time; each takes two threads."""

Evaluation = dict[str, Any]


def evaluate(
    desk: Desk,
    policies: Sequence[Policy],
    *,
    n: int = SCENARIOS,
    tiers: Sequence[Tier] = TIERS,
    voices: Voices = "all",
    sample: bool = False,
    seed: int = 0,
    progress: Progress = lambda line: None,
    cases: Sequence[Scenario] | None = None,
    journal: Journal | None = None,
    split: Split = "eval",
) -> Evaluation:
    """Measure the policies; the result is JSON-ready.

    `policies.NAME` has `tiers.TIER` and `overall` (each measure as {mean, low, high}, `actions`,
    `spread`), `situations`, `domains`, `calibration` and `seconds` per completion, not counting
    those that the journal had (null if it had all); `paired.NAME` has the differences from the
    first policy. `cases`, if any, replace the first `n` of each tier: the result's `n` is then
    their number, `split` and `voices` are theirs, `keyed` says whether they have a key, and
    `policies.NAME.to_read` which a person should look at.
    Of the train split, the first seeds are those that GRPO trains on; demonstrations
    (`training.sft`) are drawn from others.
    ValueError if there is no policy or no tier, two policies share a name, or n is under 1;
    CaseError if some cases have a key and some have none.
    """
    names = [policy.name for policy in policies]
    if not names or len(set(names)) != len(names) or n < 1 or not tiers:
        raise ValueError("policies with different names, a tier and n >= 1 are needed")
    scenarios = cases or [
        desk.scenario(number, tier, split, voices) for tier in tiers for number in range(n)
    ]
    keyed = {has_key(s) for s in scenarios}
    if len(keyed) > 1:
        raise CaseError("some of the cases have a key, others have none: keep them in two files")
    if cases:
        n = len(cases)
        split, voices = (
            ", ".join(sorted({getattr(s, key) for s in cases})) for key in ("split", "voices")
        )
    tiers = [tier for tier in tiers if any(s.tier == tier for s in scenarios)]
    groups = group_scenarios(scenarios)
    summaries, values = {}, {}
    for policy in policies:
        texts, seconds = answers(policy, scenarios, sample, seed, progress, journal or Journal())
        assessed = [assess(s, text) for s, text in zip(scenarios, texts, strict=True)]
        values[policy.name] = list(map(measures, assessed))
        summaries[policy.name] = summarize(groups, assessed, values[policy.name])
        summaries[policy.name]["seconds"] = seconds
        if cases:
            summaries[policy.name]["to_read"] = to_read(assessed)
        if seconds is not None:
            progress(f"{policy.name}: {seconds:.3f} s a completion")
    first, *others = names
    return {
        "desk": desk.name,
        "split": split,
        "n": n,
        "tiers": list(tiers),
        "voices": voices,
        "sample": sample,
        "seed": seed,
        "keyed": keyed.pop(),
        "first": first,
        "policies": summaries,
        "paired": {
            name: {"against": first} | compare(groups, values[first], values[name])
            for name in others
        },
    }


def reference_policies(desk: Desk, taken: Sequence[str] = (), keyed: bool = True) -> list[Policy]:
    """The policies that every table adds to those asked for: the oracle, where there is a key, the
    best constant, and those that do no work."""
    specs = [f"scripted:{name}" for name in scripts(desk) if keyed or name != "oracle"]
    return [load_policy(spec, desk) for spec in specs if spec not in taken]


def evaluate_run(
    folder: Path,
    n: int,
    *,
    sample: bool,
    seed: int,
    progress: Progress,
    voices: Voices | None = None,
    resume: Path | None = None,
) -> Evaluation:
    """Evaluate a run: the base it began with as `base`, the adapter it ended with as `trained`, and
    the reference policies; on the cases that it held out, if it was trained on a case file.

    Writes the run's evaluation.json or, if greedy, its greedy.json; in voices other than the run's
    own, its voices.json.

    Answers may be as long as in training; they are kept in the journal `resume`, if one is given.
    PolicyError if the base or the adapter is missing or is not the run's, RecordError if there is
    no run, or other voices are to be answered greedily, PresetError if its settings are invalid.
    """
    preset = recorded(read_config(folder))
    voices = voices or preset.voices
    if voices != preset.voices and not sample:
        raise RecordError(f"{VOICES} is of sampled answers: other voices go with --sample")
    desk = load(preset.desk)
    policies = run_policies(folder, preset, desk)
    cases = read_cases(folder / HELD_OUT, desk.name) if preset.cases else None
    keyed = not cases or has_key(cases[0])
    everyone = [*policies, *reference_policies(desk, keyed=keyed)]
    with opened(resume) as journal:
        evaluation = evaluate(
            desk,
            everyone,
            n=n,
            voices=voices,
            sample=sample,
            seed=seed,
            progress=progress,
            cases=cases,
            journal=journal,
        )
    name = VOICES if voices != preset.voices else EVALUATION if sample else GREEDY
    write_json(folder / name, evaluation)
    return evaluation


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
