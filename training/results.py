"""The results of the recorded runs and of the warm starts, as the tables of training/RESULTS.md.

    python -m training.results

First what training came to on each of our desks, which is the README's table.

Then a row for each evaluated run in `assets/runs/`, from its record alone: what it was paid by, and
in how many steps; for the base and the trained model, the mean grade by tier and, with 95 %
intervals, the share of correct answers, the share that the referee rules done, and the grade that
the desk's report would have given; the share of correct answers under greedy decoding and, for
runs trained in other voices, sampled in all voices; and the run's health. Under a run that began
with a warm start is a row of the same model without it, zero-shot.

Then a row for each evaluation that stands beside an adapter of the pretrained model in
`assets/models/`, its warm start or what it became, or beside the record of a course whose adapter
is not kept: the share of correct answers by tier, overall with its 95 % interval, and where it is
right to abstain (nothing is asked for or possible, or no article answers); the Brier skill of the
stated confidence, above 0 if it says more than one constant would; and the best script on the same
cases, the oracle aside.
"""

import json
import re
import sys
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from desks import TIERS
from training.common.console import argument_parser, command
from training.evals.tables import markdown
from training.models.policy import BASE, MODELS, PRETRAINED, TRAINED, WARM, ZERO_SHOT
from training.rl.presets import recorded
from training.rl.signals import PARTED
from training.runs.record import RUNS, RecordError
from training.runs.run import Run, interval, read_runs

HEADS = (
    *("run", "paid by", "steps", *TIERS, "correct", "referee", "report's grade"),
    *("greedy", "all voices", "health"),
)
SUMMARY_HEADS = (
    *("desk", "pocket model", "best script, same cases"),
    *("SmolLM2, taught", "after GRPO", "best script, same cases"),
)
SUMMED_UP = ("exec_assist", "it_triage", "it_triage_tools")
ADAPTER_HEADS = (
    *("adapter", "cases", *TIERS, "correct", "where to abstain", "Brier skill"),
    "best script",
)
NONE = "-"


def summary(runs: Path, models: Path) -> str:
    """The share of correct answers on each desk, sampled: of the pocket model before and after
    GRPO, of SmolLM2 after its courses and after GRPO if there is such a run, and of the best script
    on the same cases. RecordError if a record is damaged or missing."""
    by_name = {run.name: run for run in read_runs(runs)}
    try:
        return markdown([SUMMARY_HEADS, *(_summed_up(desk, by_name, models) for desk in SUMMED_UP)])
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise RecordError(
            f"a record in {runs} or {models} is damaged or missing: {error}"
        ) from None


def _summed_up(desk: str, runs: dict[str, Run], models: Path) -> list[str]:
    pocket = runs[f"{desk}_pocket"].evaluation["policies"]
    cells = [desk, _change(pocket[BASE], pocket[TRAINED], "correct"), _best_script(pocket)]
    if run := runs.get(f"{desk}_smol"):
        smol = run.evaluation["policies"]
        taught, trained = smol[BASE], _share(smol[TRAINED], "correct", bold=True)
    else:
        told = json.loads((models / desk / PRETRAINED / WARM / "evaluation.json").read_text())
        smol, trained = told["policies"], NONE
        taught = smol[told["first"]]
    return [*cells, _share(taught, "correct"), trained, _best_script(smol)]


def results(folder: Path) -> str:
    """The table in Markdown; RecordError if a record is damaged or none was evaluated."""
    runs = read_runs(folder)
    rows = [row for run in runs if run.evaluation for row in _rows(run)]
    if not rows:
        raise RecordError(f"no run in {folder} was evaluated: see python -m training.evaluate")
    return markdown([HEADS, *rows])


def _rows(run: Run) -> list[list[str]]:
    try:
        both = [run.evaluation["policies"][who] for who in (BASE, TRAINED)]
        totals = [_arrow(*(one["tiers"][tier]["total"] for one in both)) for tier in TIERS]
        shares = [_change(*both, name) for name in ("correct", "referee", "as_reported")]
        beside = [_correct_share(run.greedy), _correct_share(run.voices), _health(run)]
        trained = [_paid_by(run.config), str(run.curves["reward"][-1][0])]
        rows = [[run.name, *trained, *totals, *shares, *beside]]
        if ZERO_SHOT in run.evaluation["policies"]:
            rows.append(_zero_shot_row(run))
        return rows
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"the record of {run.name} is damaged: {error}") from None


def _zero_shot_row(run: Run) -> list[str]:
    """The model without its warm start; greedily where that was evaluated."""
    one = run.evaluation["policies"][ZERO_SHOT]
    totals = [_two_digits(interval(one["tiers"][tier]["total"])["mean"]) for tier in TIERS]
    shares = [_share(one, name) for name in ("correct", "referee", "as_reported")]
    greedy = run.greedy.get("policies", {}).get(ZERO_SHOT)
    greedily = _two_digits(interval(greedy["overall"]["correct"])["mean"]) if greedy else NONE
    return [f"{run.name}: zero-shot", NONE, NONE, *totals, *shares, greedily, NONE, NONE]


def adapters(models: Path) -> str:
    """The table of evaluations beside adapters; RecordError if one is damaged."""
    rows = []
    for file in sorted(models.glob(f"*/{PRETRAINED}/*/*.json")):
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            if "first" in told:
                name = f"{told['desk']}, {file.parent.name}: {file.stem}"
                rows.append([name, *_adapter_cells(told)])
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"{file} is damaged: {error}") from None
    return markdown([ADAPTER_HEADS, *rows])


def _adapter_cells(told: dict[str, Any]) -> list[str]:
    policies = told["policies"]
    model = policies[told["first"]]
    cases = f"{model['overall']['n']}, {'sampled' if told['sample'] else 'greedy'}"
    tiers = [
        _two_digits(interval(model["tiers"][tier]["correct"])["mean"])
        if tier in model["tiers"]
        else NONE
        for tier in TIERS
    ]
    called_for = model["overall"]["abstained"]["mean"] is not None
    shares = [_share(model, "correct"), _share(model, "abstained") if called_for else NONE]
    calibration = model.get("calibration")
    skill = _interval(calibration["brier_skill"]) if calibration else NONE
    return [cases, *tiers, *shares, skill, _best_script(policies)]


def _best_script(policies: dict[str, Any]) -> str:
    """The share of correct answers of the best script, the oracle aside, and its name."""
    shares = (
        (interval(one["overall"]["correct"])["mean"], name.removeprefix("scripted:"))
        for name, one in policies.items()
        if name.startswith("scripted:") and name != "scripted:oracle"
    )
    best, name = max(shares, key=itemgetter(0))
    return f"{_two_digits(best)} `{name}`"


def _correct_share(evaluation: dict[str, Any]) -> str:
    """The share of correct answers in another evaluation of the run, if there is one."""
    if not (policies := evaluation.get("policies")):
        return NONE
    return _arrow(*(policies[name]["overall"]["correct"] for name in (BASE, TRAINED)))


def _paid_by(config: dict[str, Any]) -> str:
    """What a run was paid by, and the parts that its preset gives a weight, if any."""
    preset = recorded(config)
    parts = ", ".join(part for part, weight in preset.reward_weights.items() if weight)
    return f"{preset.reward}: {parts}" if parts else preset.reward


def _change(before: dict[str, Any], after: dict[str, Any], name: str) -> str:
    """A measure over all cases before and after, with the interval of the latter."""
    if name not in after["overall"]:
        return NONE  # the desk has no report, or it was not measured
    was = _two_digits(interval(before["overall"][name])["mean"])
    return f"{was} → {_share(after, name, bold=True)}"


def _share(policy: dict[str, Any], name: str, bold: bool = False) -> str:
    """A measure over all cases with its interval, which a single case does not have."""
    if name not in policy["overall"]:
        return NONE
    return _interval(policy["overall"][name], bold)


def _interval(measured: dict[str, Any], bold: bool = False) -> str:
    now = interval(measured)
    mean = f"**{_two_digits(now['mean'])}**" if bold else _two_digits(now["mean"])
    if now["low"] is None:
        return mean
    return f"{mean} [{_two_digits(now['low'])}, {_two_digits(now['high'])}]"


def _arrow(before: dict[str, Any], after: dict[str, Any]) -> str:
    was, now = (_two_digits(interval(one)["mean"]) for one in (before, after))
    return f"{was} → **{now}**"


def _two_digits(value: float) -> str:
    return re.sub(r"^(-?)0\.", r"\1.", f"{value:.2f}")


def _health(run: Run) -> str:
    for signal, what in (("collapse", "collapse"), ("parted", PARTED)):
        if told := [event for event in run.events if event.signal == signal]:
            return f"{what} since step {told[0].since}, named at {told[0].step}"
    count = len(run.events)
    return f"{count} warning{'s' * (count > 1)}" if count else "sound"


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("results", __doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="print only the runs in it")
    args = parser.parse_args(arguments)
    if args.folder:
        print(results(args.folder))
    else:
        print(summary(RUNS, MODELS), results(RUNS), adapters(MODELS), sep="\n\n")


if __name__ == "__main__":
    sys.exit(main())
