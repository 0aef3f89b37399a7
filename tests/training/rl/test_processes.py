"""Two processes train as one does: the same prompts, answers, gradients and record."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import requires, version
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from accelerate.commands.config.config_args import load_config_from_file
from accelerate.commands.launch import launch_command_parser
from packaging.requirements import Requirement
from safetensors.torch import load_file

from tests.training.rl.dumped_gradients import dumping
from training.common.console import CommandError
from training.rl.grpo_config import grpo_config
from training.rl.presets import FOLDER, read_preset
from training.rl.processes import check_shared, check_vllm, micro_batch
from training.rl.prompts import schedule
from training.runs.record import read_completions, read_config, read_steps

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
CONFIGURATIONS = FOLDER / "accelerate"
SMALL = {"prompts": 3, "spare_prompts": 1, "generations": 4, "schedule": "constant"}
"""A step of 16 answers, 12 learned from: of these each process has one group and a half."""
SMALL |= {"warmup_steps": 0, "tiers": "[easy]", "save_every": 1, "max_completion_length": 64}
WHOLE, PASSES = {"micro_batch": 12}, {"micro_batch": 3}
UNSHARED = {"share_prompts": "false", "micro_batch": 4, "prompts": 1, "spare_prompts": 0}
UNSHARED |= {"generations": 8, "steps": 1}


def asked(preset, out, steps, changes, *more):
    sets = [f"--set={key}={value}" for key, value in (SMALL | changes).items()]
    return ["--preset", preset, "--out", str(out), "--steps", str(steps), *sets, *more]


def two_processes(home, commands):
    """The commands, each with a folder for its gradients, one after another in two processes that
    are started as README says: exit status and messages."""
    (home / "commands.json").write_text(json.dumps(commands))
    launch = [sys.executable, "-W", "ignore", "-m", "accelerate.commands.launch"]
    configuration = ["--config_file", str(CONFIGURATIONS / "two_cpus.yaml")]
    worker = ["-m", "tests.training.rl.dumped_gradients", str(home / "commands.json")]
    env = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [*launch, *configuration, *worker], env=env, cwd=ROOT, capture_output=True, text=True
    )
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def together(tmp_path_factory):
    """What two processes made, and said: a run, resumed after a step of two; one of several
    passes a step, with credit for a field; one that reads every prompt for itself."""
    home = tmp_path_factory.mktemp("together")
    run = home / "run"
    status, told = two_processes(
        home,
        [
            (str(home / "first"), asked("exec_assist_pocket", run, 1, WHOLE)),
            (str(home / "first"), asked("exec_assist_pocket", run, 2, WHOLE, "--resume")),
            (str(home / "passes"), asked("it_triage_pocket", home / "credited", 1, PASSES)),
            (str(home / "unshared"), asked("exec_assist_pocket", home / "plain", 1, UNSHARED)),
        ],
    )
    assert status == 0, told
    return home, told


def farthest(one, other):
    """The largest difference between the gradients of two files."""
    first, second = load_file(one), load_file(other)
    assert first.keys() == second.keys()
    assert any(gradient.abs().max() > 1e-3 for gradient in first.values())
    return max(float((first[name] - second[name]).abs().max()) for name in first)


def timeless(folder, *but):
    """The recorded steps, without how long they took and without these numbers."""
    return [
        {name: value for name, value in step.items() if not name.endswith(("seconds", *but))}
        for step in read_steps(folder)
    ]


def test_two_processes_train_as_one_does_even_resumed(together, tmp_path, capsys):
    home, told = together
    assert dumping(tmp_path / "gradients", asked("exec_assist_pocket", tmp_path, 2, WHOLE)) == 0
    for step in (1, 2):
        for rank in (0, 1):
            other = home / "first" / f"{step}_of_{rank}"
            assert farthest(tmp_path / "gradients" / f"{step}_of_0", other) < 1e-5
    alone, shared = timeless(tmp_path), timeless(home / "run")
    assert [list(step) for step in alone] == [list(step) for step in shared]
    for one, other in zip(alone, shared, strict=True):
        assert other == pytest.approx(one, rel=1e-3, abs=1e-6)
    assert read_completions(tmp_path) == read_completions(home / "run")
    assert told.count("step 2/2: ") == 1  # one of them reports
    assert read_config(home / "run")["machine"]["processes"] == 2
    assert dumping(tmp_path, asked("exec_assist_pocket", home / "run", 3, WHOLE, "--resume")) == 1
    assert "was begun with --num_processes 2, and this is 1" in capsys.readouterr().err


def test_credit_for_a_field_and_several_passes_are_shared_too(together, tmp_path):
    home, _ = together
    assert dumping(tmp_path / "gradients", asked("it_triage_pocket", tmp_path, 1, PASSES)) == 0
    for rank in (0, 1):
        other = home / "passes" / f"1_of_{rank}"
        assert farthest(tmp_path / "gradients" / "1_of_0", other) < 1e-5
    averaged = ("kl", "entropy")  # by TRL over the passes, which are other ones
    [alone], [shared] = (timeless(one, *averaged) for one in (tmp_path, home / "credited"))
    assert shared == pytest.approx(alone, rel=1e-3, abs=1e-6)


def test_where_prompts_are_not_shared_the_prompts_are_the_same_and_both_learn_alike(together):
    home, _ = together
    preset = read_preset("exec_assist_pocket", SMALL | UNSHARED)
    asked_first = {row["scenario"] for row in read_completions(home / "plain") if row["step"] == 1}
    assert asked_first == set(schedule(preset)[:1])
    assert farthest(home / "unshared" / "1_of_0", home / "unshared" / "1_of_1") == 0


# -- what cannot be shared ---

SERVED = {"vllm": "server", "max_turn_length": 0}


@pytest.mark.parametrize(
    ("preset", "changes", "processes", "sharded", "told"),
    [
        ("exec_assist_pocket", {}, 3, False, "spare_prompts: the 40 completions"),
        ("exec_assist_pocket", {"spare_prompts": 2}, 3, False, "prompts: the 32 completions"),
        ("exec_assist_pocket", {"micro_batch": 6, "prompts": 3}, 2, False, None),
        ("exec_assist_pocket", {"micro_batch": 8, "prompts": 3}, 2, False, "micro_batch: 8 does"),
        ("exec_assist_pocket", {}, 8, False, None),
        ("it_triage_tools_pocket", {}, 2, False, "share_prompts: in episodes of several turns"),
        ("it_triage_tools_pocket", {}, 1, False, None),
        ("it_triage_tools", {}, 4, False, None),
        ("it_triage", {}, 2, True, None),
        ("exec_assist_pocket", {}, 2, True, "share_prompts: a prompt is read once"),
        ("exec_assist_pocket", {"share_prompts": "false"}, 2, True, "gain_rate: "),
        ("it_triage_tools", SERVED, 1, False, None),
        ("it_triage_tools", SERVED, 2, False, "vllm: in episodes of several turns"),
        ("it_triage", SERVED, 2, False, None),
        ("it_triage_tools", {}, 2, True, "desk: an episode of it_triage_tools"),
    ],
)
def test_what_cannot_be_shared_names_the_key_to_change(preset, changes, processes, sharded, told):
    read = read_preset(preset, changes)
    if told is None:
        return check_shared(read, processes, sharded)
    with pytest.raises(CommandError, match=f"^{told}"):
        check_shared(read, processes, sharded)


@pytest.mark.parametrize(
    ("asked_for", "processes", "passed"),
    [(32, 1, 32), (32, 2, 16), (8, 1, 8), (8, 2, 8), (8, 4, 8), (8, 8, 4), (32, 8, 4)],
)
def test_a_pass_holds_what_the_preset_says_or_the_whole_share(asked_for, processes, passed):
    preset = read_preset("exec_assist_pocket", {"micro_batch": asked_for})
    assert micro_batch(preset, processes) == passed


@pytest.mark.parametrize(
    ("on_gpu", "told"), [(False, "vllm: it needs a GPU"), (True, "vllm: the package is not")]
)
def test_vllm_is_refused_where_it_is_missing(on_gpu, told):
    assert find_spec("vllm") is None  # or this says nothing
    check_vllm(read_preset("it_triage"), on_gpu)
    with pytest.raises(CommandError, match=f"^{told}"):
        check_vllm(read_preset("it_triage", {"vllm": "colocate"}), on_gpu)


def test_the_vllm_that_is_named_is_one_that_trl_takes_and_keeps_the_pins():
    with pytest.raises(CommandError) as refused:
        check_vllm(read_preset("it_triage", {"vllm": "colocate"}), True)
    [told] = re.findall(r"pip install (\S+ \S+),", str(refused.value))
    assert f"`pip install {told}`" in " ".join((ROOT / "README.md").read_text().split())
    vllm, *kept = told.split()
    [taken] = [one for one in map(Requirement, requires("trl")) if one.name == "vllm"]
    assert taken.specifier.contains(vllm.removeprefix("vllm=="))
    assert kept == [f"transformers=={version('transformers')}"]
    assert kept[0] in (ROOT / "requirements.txt").read_text().splitlines()


@pytest.mark.parametrize(
    ("changes", "used", "mode", "address"),
    [
        ({}, False, "colocate", None),
        ({"vllm": "colocate"}, True, "colocate", None),
        ({"vllm": "server"}, True, "server", None),
        ({"vllm": "server", "vllm_server": "http://h:1"}, True, "server", "http://h:1"),
    ],
)
def test_trl_is_told_who_writes_the_completions(changes, used, mode, address, tmp_path):
    preset = read_preset("it_triage", changes)
    told = grpo_config(preset, "name", tmp_path, False, False, torch.float32)
    assert (told.use_vllm, told.vllm_mode, told.vllm_server_base_url) == (used, mode, address)
    assert (told.generation_kwargs is None) == used  # vLLM takes no options of transformers


# -- how they are started ---


@pytest.mark.parametrize("file", sorted(CONFIGURATIONS.iterdir()), ids=lambda file: file.name)
def test_accelerate_reads_the_configurations_to_the_last_key(file):
    loaded = load_config_from_file(str(file))  # raises at an unknown key
    assert loaded.num_processes > 1
    options = {action.dest for action in launch_command_parser()._actions}
    assert set(loaded.fsdp_config) <= options


def test_there_is_a_configuration_for_each_way():
    kinds = {file.stem: load_config_from_file(str(file)) for file in CONFIGURATIONS.iterdir()}
    assert {name: one.distributed_type.value for name, one in kinds.items()} == {
        "ddp": "MULTI_GPU",
        "fsdp": "FSDP",
        "two_cpus": "MULTI_GPU",
    }
    assert [name for name, one in kinds.items() if one.use_cpu] == ["two_cpus"]
