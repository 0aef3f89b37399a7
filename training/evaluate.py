"""Evaluate policies on the eval split, all on the same scenarios, with intervals.

    python -m training.evaluate --desk exec_assist --policy pocket:base \\
        --policy pocket:trained --voices plain --n 300 --sample --json evaluation.json
    python -m training.evaluate --desk it_triage --policy pretrained:trained --cases FILE
    python -m training.evaluate --run assets/runs/NAME --n 300 --sample

The last form evaluates a run's base and adapter and writes the file into its record. Every policy
answers the first n seeds of every tier, or the cases of a file. All intervals are 95 % bootstrap
intervals, for triage over whole fault families. The other policies are compared with the first one
named. The oracle, the best constant and the policies that do no work are in every table.

A service that fails ends the evaluation with an error: a missing answer is not graded.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args

from desks import TIERS, Desk, Scenario, Tier, Voices
from desks.cases import CaseError, read_cases
from envs import NAMES, load
from training.common.console import argument_parser, log
from training.common.files import write_atomic
from training.evals.measures import (
    Answered,
    Group,
    calibration,
    judged,
    means,
    measures,
    paired,
    profile,
    shown_parts,
)
from training.evals.tables import HEADLINES, parts_report, report
from training.models.keys import key_in
from training.models.policies import NEW_TOKENS, load_policy, run_policies, scripts
from training.models.policy import Policy, PolicyError
from training.rl.presets import PresetError, recorded
from training.runs.record import EVALUATION, GREEDY, VOICES, RecordError, read_config

SCENARIOS = 300
"""Scenarios per tier by default."""
AT_ONCE = 60
"""Scenarios in a batch, after which progress is reported."""

Evaluation = dict[str, Any]
Progress = Callable[[str], None]


def evaluate(
    desk: Desk,
    policies: Sequence[Policy],
    n: int = SCENARIOS,
    tiers: Sequence[Tier] = TIERS,
    voices: Voices = "all",
    sample: bool = False,
    seed: int = 0,
    progress: Progress = lambda line: None,
    cases: Sequence[Scenario] | None = None,
) -> Evaluation:
    """Measure the policies; the result is JSON-ready.

    `policies.NAME` has `tiers.TIER` and `overall` (each measure as {mean, low, high}, `actions`,
    `spread`), `situations`, `domains`, `calibration` and `seconds` per completion; `paired.NAME`
    has the differences from the first policy. `cases`, if any, replace the first `n` of each tier:
    `n`, `split` and `voices` are then theirs, all counted, each named.
    ValueError without a policy or a tier, where two policies share a name, or n is under 1.
    """
    names = [policy.name for policy in policies]
    if not names or len(set(names)) != len(names) or n < 1 or not tiers:
        raise ValueError("policies with different names, a tier and n >= 1 are needed")
    split = "eval"
    scenarios = cases or [
        desk.scenario(number, tier, split, voices) for tier in tiers for number in range(n)
    ]
    if cases:
        n = len(cases)
        split, voices = (
            ", ".join(sorted({getattr(s, key) for s in cases})) for key in ("split", "voices")
        )
    tiers = [tier for tier in tiers if any(s.tier == tier for s in scenarios)]
    grouped = _groups(scenarios)
    found, values = {}, {}
    for policy in policies:
        started = time.perf_counter()
        texts = _answers(policy, scenarios, sample, seed, progress)
        seconds = (time.perf_counter() - started) / len(scenarios)
        answered = [judged(s, text) for s, text in zip(scenarios, texts, strict=True)]
        values[policy.name] = [measures(one) for one in answered]
        found[policy.name] = _told(grouped, answered, values[policy.name])
        found[policy.name]["seconds"] = seconds
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
        "first": first,
        "policies": found,
        "paired": {
            name: {"against": first} | _compared(grouped, values[first], values[name])
            for name in others
        },
    }


def rivals(desk: Desk, taken: Sequence[str] = ()) -> list[Policy]:
    """The policies that every table adds to those asked for: the oracle, the best constant, and
    those that do no work."""
    specs = [f"scripted:{name}" for name in scripts(desk)]
    return [load_policy(spec, desk) for spec in specs if spec not in taken]


def _groups(scenarios: Sequence[Scenario]) -> dict[str, dict[str, Group]]:
    """Scenarios grouped by tier, by situation, by domain if they have one, and all together."""
    keys: dict[str, Callable[[Scenario], str]] = {
        "tiers": lambda s: s.tier,
        "situations": lambda s: s.situation,
        "overall": lambda s: "",
    }
    if hasattr(scenarios[0], "domain"):
        keys["domains"] = lambda s: s.domain
    grouped: dict[str, dict[str, list[int]]] = {kind: {} for kind in keys}
    for place, s in enumerate(scenarios):
        for kind, key in keys.items():
            grouped[kind].setdefault(key(s), []).append(place)
    return {
        kind: {name: Group.of(scenarios, places) for name, places in kept.items()}
        for kind, kept in grouped.items()
    }


def _answers(
    policy: Policy,
    scenarios: Sequence[Scenario],
    sample: bool,
    seed: int,
    progress: Progress,
) -> list[str]:
    texts: list[str] = []
    for start in range(0, len(scenarios), AT_ONCE):
        texts += policy.answer(scenarios[start : start + AT_ONCE], sample, seed)
        progress(f"{policy.name}: {len(texts)} of {len(scenarios)}")
    return texts


def _told(
    grouped: dict[str, dict[str, Group]], answered: Sequence[Answered], values: Sequence[dict]
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "tiers": {n: profile(one, answered, values) for n, one in grouped["tiers"].items()},
        "overall": profile(grouped["overall"][""], answered, values),
    }
    for kind in ("situations", "domains"):
        kept = grouped.get(kind, {})
        names = [*HEADLINES, *(["citation_f1"] if "citation_f1" in values[0] else [])]
        told[kind] = {name: means(kept[name], values, names) for name in sorted(kept)}
    return told | {"calibration": calibration(answered)}


def _compared(
    grouped: dict[str, dict[str, Group]], first: Sequence[dict], other: Sequence[dict]
) -> dict[str, Any]:
    return {
        "tiers": {name: paired(one, first, other) for name, one in grouped["tiers"].items()},
        "overall": paired(grouped["overall"][""], first, other),
    }


def evaluate_run(
    folder: Path,
    n: int,
    sample: bool,
    seed: int,
    progress: Progress,
    voices: Voices | None = None,
) -> Evaluation:
    """Evaluate a run: the base it began with as `base`, the adapter it ended with as `trained`, and
    the rivals. Writes the run's evaluation.json or, if greedy, its greedy.json; in other voices
    than the run's own, its voices.json.

    Answers may be as long as in training. PolicyError where the base or the adapter is missing or
    is not the run's, RecordError where there is no run, or where other voices are asked for greedy,
    PresetError where its settings are invalid.
    """
    preset = recorded(read_config(folder))
    voices = voices or preset.voices
    if voices != preset.voices and not sample:
        raise RecordError(f"{VOICES} is of sampled answers: other voices go with --sample")
    desk = load(preset.desk)
    policies = run_policies(folder, preset, desk)
    everyone = [*policies, *rivals(desk)]
    found = evaluate(desk, everyone, n, TIERS, voices, sample, seed, progress)
    name = VOICES if voices != preset.voices else EVALUATION if sample else GREEDY
    write_atomic(folder / name, json.dumps(found, indent=1) + "\n")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argument_parser("evaluate", __doc__)
    parser.add_argument("--desk", choices=NAMES)
    parser.add_argument("--policy", action="append", default=[], metavar="SPEC", dest="specs")
    parser.add_argument("--run", type=Path, metavar="FOLDER", help="instead: base and adapter")
    parser.add_argument("--n", type=int, help=f"scenarios a tier ({SCENARIOS})")
    parser.add_argument("--tier", action="append", choices=TIERS, help="only these; repeatable")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="answer these: desks/cases.py")
    parser.add_argument("--voices", choices=get_args(Voices), help="all, or as the run was trained")
    parser.add_argument("--sample", action="store_true", help="at temperature 1, else greedy")
    parser.add_argument("--seed", type=int, default=0, help="of the sampling")
    parser.add_argument("--limit", type=int, help=f"tokens of a completion ({NEW_TOKENS})")
    parser.add_argument("--key-from", metavar="VARIABLE", help="holds an endpoint's key")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all of it here")
    asked = parser.parse_args(arguments)
    if any(number is not None and number < 1 for number in (asked.n, asked.limit)):
        parser.error("--n and --limit must be at least 1")
    given = (asked.desk, asked.specs, asked.tier, asked.json, asked.limit, asked.key_from)
    if asked.run and (any(given) or asked.cases):
        parser.error(
            "--run takes its desk and policies from the record: only --n, --voices, --sample "
            "and --seed"
        )
    if asked.cases and (asked.n or asked.tier or asked.voices):
        parser.error("--cases are answered all, as they are: without --n, --tier and --voices")
    if not asked.run and not (asked.desk and asked.specs):
        parser.error("--desk with at least one --policy, or --run, was expected")
    if len(set(asked.specs)) != len(asked.specs):
        parser.error("a --policy is named twice")
    if asked.json and (asked.json.is_dir() or not asked.json.absolute().parent.is_dir()):
        parser.error(f"--json: {asked.json} is no file in a folder that there is")
    try:
        if asked.run:
            how = (asked.n or SCENARIOS, asked.sample, asked.seed, log, asked.voices)
            found = evaluate_run(asked.run, *how)
        else:
            found = _evaluate_named(asked)
    except (CaseError, PolicyError, RecordError, PresetError, OSError) as error:
        log(f"error: {error}")
        return 1
    except KeyboardInterrupt:
        log("interrupted: nothing was written")
        return 130
    print(report(found))
    if any(not name.startswith("scripted:") for name in found["policies"]):
        of = load(found["desk"]).scenario(0, found["tiers"][0], "eval")
        print(f"\n{parts_report(found, shown_parts(of))}")
    return 0


def _evaluate_named(asked: argparse.Namespace) -> Evaluation:
    desk = load(asked.desk)
    tiers = [tier for tier in TIERS if tier in (asked.tier or TIERS)]
    limit = asked.limit or NEW_TOKENS
    key = key_in(asked.key_from)
    named = [load_policy(spec, desk, limit, key) for spec in asked.specs]
    everyone = [*named, *rivals(desk, asked.specs)]
    cases = read_cases(asked.cases, desk.name) if asked.cases else None
    how = (asked.voices or "all", asked.sample, asked.seed, log, cases)
    found = evaluate(desk, everyone, asked.n or SCENARIOS, tiers, *how)
    if asked.json:
        write_atomic(asked.json, json.dumps(found, indent=1) + "\n")
    return found


if __name__ == "__main__":
    sys.exit(main())
