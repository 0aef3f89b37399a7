"""An evaluation: policies on the same scenarios, or a run's base and adapter."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from desks import TIERS, Desk, Scenario, Split, Tier, Voices
from desks.cases import CaseError, has_key, read_cases
from envs import load
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
from training.models.base import is_adapter
from training.models.policies import load_policy, policy_from_folder, scripts
from training.models.policy import BASE, TRAINED, ZERO_SHOT, Policy, PolicyError
from training.rl.presets import Preset, recorded
from training.runs.record import (
    ADAPTER,
    EVALUATION,
    GREEDY,
    HELD_OUT,
    VOICES,
    RecordError,
    read_config,
)

SCENARIOS = 300
"""Scenarios per tier by default."""
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


def run_policies(run: Path, preset: Preset, desk: Desk) -> list[Policy]:
    """`base` and `trained`: what a training run began with and what it ended with; after a warm
    start also `zero_shot`, the model without it.

    `preset` is the recorded one, with the hash of its base. PolicyError as from `load_policy`, and
    if the base has another hash.
    """
    from training.rl.start import find_base

    adapter = run / ADAPTER
    if not is_adapter(adapter):
        raise PolicyError(f"no adapter in {run}: the run is not over. --resume ends it")
    base, _ = find_base(preset)
    begun = Path(preset.adapter) if preset.adapter else base
    folders = {BASE: begun, TRAINED: adapter} | ({ZERO_SHOT: base} if preset.adapter else {})
    return [
        policy_from_folder(name, desk, folder, base, preset.turn_limit)
        for name, folder in folders.items()
    ]


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
