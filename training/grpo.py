# /// script
# requires-python = ">=3.11,<3.14"
# dependencies = [
#   "rewarddesk[train] @ git+https://github.com/rewarddesk/rewarddesk@0000000000000000000000000000000000000000",
# ]
# ///
"""Train a model on a desk with GRPO (Shao et al., 2024): LoRA, optionally the last norm's gain.

    python -m training.grpo --preset exec_assist_pocket

As a job on the Hub `training.launch` starts it: the header above names no commit until then.

The base is first checked against its hash; prompts come from the train split. The preset's `reward`
says what pays: our rubric or the report's graders (with one reward function for each part and
penalty), or a function of your own. The record and, at the end, the adapter go to
`assets/runs/NAME`. --resume continues a killed run from its last checkpoint or, with --push-to, a
job that ran out of time from the last one it uploaded. Exit status: 0 done, 1 error, 3 stopped for
its health, 130 interrupted.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from desks.cases import read_cases, write_cases
from training.common.console import CommandError, argument_parser, command, log
from training.common.provenance import changed, commit, machine, versions
from training.evals.evaluation import evaluate_run
from training.evals.reward_audit import audit_reward
from training.hub.repository import PUBLIC, Hub
from training.models.gpu import gpu_usable
from training.rl.checkpoints import last_checkpoint, put_aside
from training.rl.health import Event
from training.rl.presets import Preset, names, read_preset, setting
from training.rl.prompts import prompt_builder, schedule, split_cases
from training.rl.rewards import get_scenario, reward_functions
from training.runs.record import (
    ADAPTER,
    CONFIG,
    EVALUATION,
    HELD_OUT,
    RUNS,
    Record,
    RecordError,
    check_same,
    read_steps,
)

CHECKPOINTS = "checkpoints"
STOPPED = 3
"""The exit status of a run that was stopped for its health."""


def train(
    preset: Preset,
    name: str,
    out: Path,
    *,
    resume: bool = False,
    stop_on_collapse: bool = False,
    trackio: bool = False,
    scenarios: int = 0,
    hub: Hub | None = None,
    until: int | None = None,
) -> Event | None:
    """Run a preset to its end; returns the health event that stopped it, or None.

    With `scenarios`, the result is evaluated on that many per tier, and what paid is audited,
    before it is published. With `until`, only the record of so many steps is made. Raises
    CommandError or OSError.
    """
    import torch

    from training.models.generation import context_tokens, threads
    from training.models.memory import keep_freed_memory
    from training.rl import adapter
    from training.rl.grpo_config import grpo_config
    from training.rl.probe import Probe
    from training.rl.processes import check_shared, check_vllm, from_first, sharded, started
    from training.rl.start import find_base, load_base, tell
    from training.rl.tool_environment import environment_factory
    from training.rl.trainer import make_trainer
    from training.runs.recorder import make_recorder

    if hub and preset.cases:
        raise CommandError(
            "a run on your own cases is not pushed: its record holds answers to them"
        )
    reward_functions(preset.desk, preset.reward)  # raises if there is no such reward
    processes = started(gpu_usable())
    first = processes.is_main_process
    check_vllm(preset, gpu_usable())
    check_shared(preset, processes.num_processes, sharded())
    with processes.local_main_process_first():
        folder, base_sha256 = find_base(preset)
    config = _config(preset, name, base_sha256)
    checkpoint = from_first(_reached(out, preset, config, hub) if first and resume else None)
    done = checkpoint[1] if checkpoint else 0
    if from_first(done >= preset.steps and (out / ADAPTER).is_dir()):
        log(f"{out} is at step {done} already: nothing is left to train")
        if first:
            _finish(out, preset, scenarios, hub)
        return None
    if hub and first:
        hub.create()
    model, tokenizer = load_base(preset, folder)
    if first:
        tell(model)
    torch.set_num_threads(threads(model))
    keep_freed_memory()
    config |= {"machine": machine()}  # once the number of threads is set
    tools, environments = environment_factory(preset.desk, tokenizer)
    prompt = prompt_builder(tokenizer, context_tokens(model), preset.max_completion_length, tools)
    order = schedule(preset)
    for scenario in order:
        prompt(scenario)  # before anything is written: raises if one is too long
    probe = Probe(preset, prompt)
    settings = grpo_config(
        preset, name, out / CHECKPOINTS, trackio, gpu_usable(), model.dtype, processes.num_processes
    )
    record = _record(out, preset, config, done if resume else None) if first else None
    trainer = make_trainer(preset, settings, model, tokenizer, order, prompt, environments)
    if first:
        _prepare(out / CHECKPOINTS, checkpoint)
    recorder = make_recorder(trainer, record, probe, stop_on_collapse, trackio, until)
    if hub and first:
        trainer.add_callback(hub.callback(out))
    trainer.train(resume_from_checkpoint=str(checkpoint[0]) if checkpoint else None)
    if record:
        record.save_completions()
    if until is None and (recorder.ended is None or recorder.ended.kind != "fatal"):
        trained = trainer.whole_weights() if sharded() else None
        if first:
            adapter.save(trainer.model, tokenizer, out, folder, trained)
            _finish(out, preset, scenarios, hub)
    return recorder.ended


def _config(preset: Preset, name: str, base_sha256: str | None) -> dict[str, Any]:
    """What the record says of how the run began, but for the machine."""
    return {
        "preset": name,
        "desk": preset.desk,
        "seed": preset.seed,
        "settings": preset.model_dump(mode="json"),
        "base_sha256": base_sha256,
        "commit": commit(),
        "changed": changed(),
        "versions": versions(),
    }


def _finish(out: Path, preset: Preset, scenarios: int, hub: Hub | None) -> None:
    """Do what is left of a run that has its adapter: audit, evaluate, publish."""
    if scenarios and not (out / EVALUATION).exists():
        audit_reward(out, preset, scenarios, log)
        evaluate_run(out, scenarios, sample=True, seed=0, progress=log)
    if hub:
        hub.publish(out)


def _reached(
    out: Path, preset: Preset, config: dict[str, Any], hub: Hub | None
) -> tuple[Path, int] | None:
    """The checkpoint to resume from, and its step, from the Hub if the run is not here; None if it
    broke off before its first. RecordError if it is another run, or none of its checkpoints is left
    intact."""
    if hub and not (out / CONFIG).exists():
        hub.restore(out, out / CHECKPOINTS)
    check_same(out, config)
    if found := last_checkpoint(out / CHECKPOINTS):
        return found
    steps = len(read_steps(out))
    if steps > preset.save_every or (out / ADAPTER).exists():
        raise RecordError(
            f"{out} has {steps} steps on record and no checkpoint in {CHECKPOINTS} to go on from. "
            "Nothing was changed: put the checkpoints back, or begin anew with another --out"
        )
    log(f"{out} has no checkpoint yet: it begins again with its first step")
    return None


def _record(out: Path, preset: Preset, config: dict[str, Any], resume: int | None) -> Record:
    """The record of the run, as of step `resume` if it goes on, with the cases that it holds out.
    CommandError if it began with others."""
    held = list(map(get_scenario, split_cases(preset)[1])) if preset.cases else []
    if resume is not None and held and held != read_cases(out / HELD_OUT):
        raise CommandError(f"{preset.cases} is not the file that {out} began with")
    record = Record(out, config, resume=resume)
    if held and not (out / HELD_OUT).exists():
        write_cases(out / HELD_OUT, held)
    return record


def _prepare(checkpoints: Path, reached: tuple[Path, int] | None) -> None:
    """Make the folder of the checkpoints; if the run goes on from one, put damaged ones aside."""
    if reached:
        for sentence in put_aside(checkpoints):
            log(f"going on from step {reached[1]}. {sentence}")
    checkpoints.mkdir(exist_ok=True)
    (checkpoints / ".gitignore").write_text("*\n")


@command(interrupted="interrupted: --resume goes on from the last checkpoint, if there is one")
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argument_parser("grpo", __doc__)
    parser.add_argument("--preset", required=True, help=f"{', '.join(names())}; or a .yaml file")
    parser.add_argument("--out", type=Path, help="folder of the run; default: assets/runs/PRESET")
    parser.add_argument("--cases", metavar="FILE", help="train on these, a fifth of them held out")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--stop-on-collapse", action="store_true")
    parser.add_argument("--trackio", action="store_true", help="log to Trackio as well")
    parser.add_argument(
        "--evaluate", type=int, default=0, metavar="N", help="then, on N scenarios a tier"
    )
    parser.add_argument("--push-to", metavar="OWNER/NAME", help="on the Hub; private if it is new")
    parser.add_argument("--public", action="store_true", help=PUBLIC)
    parser.add_argument(
        "--set", action="append", type=setting, default=[], metavar="KEY=VALUE", dest="changes"
    )
    args = parser.parse_args(arguments)
    cases = args.cases and json.dumps(args.cases, ensure_ascii=False)  # is read as YAML
    given = {"steps": args.steps, "seed": args.seed, "cases": cases}
    changes = dict(args.changes) | {k: v for k, v in given.items() if v is not None}
    name = Path(args.preset).stem
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")  # or TRL warns about environments
    preset = read_preset(args.preset, changes)
    hub = Hub(args.push_to, public=args.public) if args.push_to else None
    out = args.out or RUNS / name
    ended = train(
        preset,
        name,
        out,
        resume=args.resume,
        stop_on_collapse=args.stop_on_collapse,
        trackio=args.trackio,
        scenarios=args.evaluate,
        hub=hub,
    )
    return STOPPED if ended else 0


if __name__ == "__main__":
    sys.exit(main())
